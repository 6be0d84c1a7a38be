package synthetic

import (
	"fmt"
	"math/rand/v2"

	"github.com/google/pprof/profile"
)

// program is an invented call graph, and its code as the profile describes it.
type program struct {
	callees   [][]int32             // by function; the likeliest first
	locations [][]*profile.Location // by function: one for each callee, and the leaf's
}

// roots is how many functions goroutines can start with.
const roots = 8

var (
	packages = []string{
		"net/http", "encoding/json", "compress/flate", "crypto/tls", "database/sql", "regexp", "bufio", "reflect", "runtime", "syscall",
		"example.com/shop/api", "example.com/shop/orders", "example.com/shop/pricing", "example.com/shop/stock", "example.com/shop/search",
		"example.com/platform/auth", "example.com/platform/cache", "example.com/platform/queue", "example.com/platform/storage", "example.com/platform/metrics",
	}
	types = []string{"Server", "conn", "Reader", "Writer", "Cache[...]", "decoder", "Index", "scanner", "pool", "Session"}
	verbs = []string{"serve", "Read", "flush", "lookup", "Decode", "merge", "next", "Close", "grow", "walk", "Append", "hash"}
)

// newProgram invents the functions and writes them and their locations into p.
// Half the functions call one other; the rest up to six. One location in
// five contains one or two inlined functions.
func newProgram(r *rand.Rand, p *profile.Profile, functions int) *program {
	g := &program{
		callees:   make([][]int32, functions),
		locations: make([][]*profile.Location, functions),
	}
	p.Mapping = []*profile.Mapping{{
		ID: 1, Start: 0x400000, Limit: 0x400000 + uint64(functions+1)<<10, File: "service",
		HasFunctions: true, HasFilenames: true, HasLineNumbers: true, HasInlineFrames: true,
	}}
	for i := range functions {
		p.Function = append(p.Function, function(i, functions))
	}
	near := rand.NewZipf(r, 1.2, 8, uint64(max(functions-1, 1)))
	for i := range functions {
		calls := 1
		if r.IntN(2) == 0 {
			calls += r.IntN(6)
		}
		for range calls {
			g.callees[i] = append(g.callees[i], int32((i+1+int(near.Uint64()))%functions))
		}
		for site := range calls + 1 {
			g.locations[i] = append(g.locations[i], location(r, p, i, site))
		}
	}
	return g
}

func function(i, functions int) *profile.Function {
	pkg := packages[i*len(packages)/functions]
	name := fmt.Sprintf("%s.%s%d", pkg, verbs[i%len(verbs)], i)
	if i%3 > 0 {
		name = fmt.Sprintf("%s.(*%s).%s%d", pkg, types[i%len(types)], verbs[i%len(verbs)], i)
	}
	return &profile.Function{
		ID: uint64(i + 1), Name: name, SystemName: name,
		Filename: fmt.Sprintf("%s/%s.go", pkg, verbs[i/7%len(verbs)]), StartLine: int64(i%40*25 + 1),
	}
}

// location makes a call site in function i: the innermost line comes first, the function itself last.
func location(r *rand.Rand, p *profile.Profile, i, site int) *profile.Location {
	l := &profile.Location{
		ID: uint64(len(p.Location) + 1), Mapping: p.Mapping[0],
		Address: 0x400000 + uint64(i)<<10 + uint64(site)*32 + 16,
	}
	if r.IntN(5) == 0 {
		for range 1 + r.IntN(2) {
			inlined := p.Function[(i+1+r.IntN(20))%len(p.Function)]
			l.Line = append(l.Line, profile.Line{Function: inlined, Line: inlined.StartLine + int64(r.IntN(4))})
		}
	}
	f := p.Function[i]
	l.Line = append(l.Line, profile.Line{Function: f, Line: f.StartLine + int64(site)*3 + 1})
	p.Location = append(p.Location, l)
	return l
}

// walk continues from the end of trunk to the given length. It chooses a function's
// call k with a chance of about 1/k². The result shares nothing with trunk.
func (g *program) walk(r *rand.Rand, trunk []step, length int) []step {
	path := make([]step, 0, length)
	path = append(path, trunk[:min(len(trunk), length)]...)
	at := int32(r.IntN(min(roots, len(g.callees))))
	if n := len(path); n > 0 {
		// The trunk may have ended as a leaf; now that leaf makes a call.
		last := &path[n-1]
		last.site = min(last.site, int32(len(g.callees[last.function])-1))
		at = g.callees[last.function][last.site]
	}
	for len(path) < length {
		site := int32(0)
		for int(site) < len(g.callees[at])-1 && r.IntN(3) == 0 {
			site++
		}
		path = append(path, step{at, site})
		at = g.callees[at][site]
	}
	if n := len(path); n > 0 {
		path[n-1].site = int32(len(g.callees[path[n-1].function]))
	}
	return path
}

// sample turns a path into a sample, leaf first.
func (g *program) sample(path []step, count int64) *profile.Sample {
	s := &profile.Sample{
		Location: make([]*profile.Location, len(path)),
		Value:    []int64{count, count * int64(period)},
	}
	for i, step := range path {
		s.Location[len(path)-1-i] = g.locations[step.function][step.site]
	}
	return s
}

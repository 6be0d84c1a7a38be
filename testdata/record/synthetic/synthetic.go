// Package synthetic makes profiles for benchmarks, in any size. They are drawn
// from an invented program whose call tree is shaped like a large
// service's: a few trunks that nearly all stacks share, long tails, packages that
// call themselves and their neighbours, calls through inlined functions.
package synthetic

import (
	"encoding/binary"
	"math/rand/v2"
	"time"

	"github.com/google/pprof/profile"
)

// period is the time that one sample stands for, as in a Go CPU profile.
const period = 10 * time.Millisecond

// Large makes a CPU profile (samples/count and cpu/nanoseconds) of the given number of distinct
// stacks, depth locations deep, over the given number of functions. Every fourth stack is shorter,
// down to half the depth. The same arguments make the same profile. If so few functions and so
// little depth cannot make that many stacks, it has fewer.
//
// A new stack leaves an older one some frames above its leaf and takes its own
// way from there. Older ones are chosen evenly, so that a subtree grows
// faster the larger it is, and sizes follow a power law as in real profiles.
func Large(stacks, depth, functions int, seed uint64) *profile.Profile {
	r := rand.New(rand.NewPCG(seed, uint64(functions)))
	p := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}},
		PeriodType: &profile.ValueType{Type: "cpu", Unit: "nanoseconds"},
		Period:     int64(period),
		TimeNanos:  time.Date(2026, time.January, 2, 15, 4, 5, 0, time.UTC).UnixNano(),
	}
	prog := newProgram(r, p, functions)
	weight := rand.NewZipf(r, 2.2, 1, 5000)
	tail := rand.NewZipf(r, 1.4, 2, uint64(depth))

	seen := make(map[string]bool, stacks)
	paths := make([][]step, 0, stacks)
	var total int64
	for try := 0; len(paths) < stacks && try < 20*stacks; try++ {
		var trunk []step
		if len(paths) > 0 {
			old := paths[r.IntN(len(paths))]
			trunk = old[:max(0, len(old)-1-int(tail.Uint64()))]
		}
		path := prog.walk(r, trunk, length(r, depth))
		key := pathKey(path)
		if seen[key] {
			continue
		}
		seen[key] = true
		paths = append(paths, path)
		count := int64(1 + weight.Uint64())
		total += count
		p.Sample = append(p.Sample, prog.sample(path, count))
	}
	p.DurationNanos = total * int64(period) / 2 // two cores, busy
	return p
}

// length returns how deep the next stack is.
func length(r *rand.Rand, depth int) int {
	if r.IntN(4) > 0 || depth < 2 {
		return depth
	}
	return depth/2 + r.IntN(depth-depth/2)
}

// step is one location in a path, root first: a function, and the call site
// through which the path leaves it. The call site after the last one is the leaf.
type step struct{ function, site int32 }

func pathKey(path []step) string {
	b := make([]byte, 0, 8*len(path))
	for _, s := range path {
		b = binary.AppendUvarint(b, uint64(s.function))
		b = binary.AppendUvarint(b, uint64(s.site))
	}
	return string(b)
}

// Small makes a profile with two samples and all header fields.
func Small() *profile.Profile {
	f := []*profile.Function{{ID: 1, Name: "main.main", SystemName: "main.main", Filename: "main.go"}, {ID: 2, Name: "main.f", SystemName: "main.f", Filename: "main.go"}}
	l := []*profile.Location{{ID: 1, Line: []profile.Line{{Function: f[0], Line: 3}}}, {ID: 2, Line: []profile.Line{{Function: f[1], Line: 5}}}}
	return &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: "nanoseconds"}},
		PeriodType: &profile.ValueType{Type: "cpu", Unit: "nanoseconds"}, Period: 10_000_000,
		TimeNanos: 1_700_000_000_000_000_000, DurationNanos: 1_000_000_000,
		Function: f, Location: l,
		Sample: []*profile.Sample{{Location: []*profile.Location{l[1], l[0]}, Value: []int64{3, 30}}, {Location: l[:1], Value: []int64{1, 10}}},
	}
}

package flame_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"profstation/flame"
	"profstation/internal/must"
	"profstation/model"
	"profstation/model/query"
)

// stack is one sample: names from root to leaf, and its value.
type stack struct {
	names []string
	value int64
}

// columns reads stacks typed as columns of names, the root on top, with their
// values in the last line:
//
//	a a a
//	b b c
//	c   d
//	3 2 1
//
// A name belongs to the column that begins at the same place of the line.
func columns(text string) []stack {
	lines := strings.Split(strings.Trim(text, "\n"), "\n")
	last := lines[len(lines)-1]
	var stacks []stack
	for at := 0; at < len(last); at++ {
		if last[at] == ' ' || last[at] == '\t' || at > 0 && last[at-1] != ' ' && last[at-1] != '\t' {
			continue
		}
		value, err := strconv.ParseInt(strings.Fields(last[at:])[0], 10, 64)
		if err != nil {
			panic(err)
		}
		s := stack{value: value}
		for _, line := range lines[:len(lines)-1] {
			if at < len(line) && line[at] != ' ' {
				s.names = append(s.names, strings.Fields(line[at:])[0])
			}
		}
		stacks = append(stacks, s)
	}
	return stacks
}

// profile makes a profile of stacks. A name that begins with a bracket was
// inlined into the one before it: both are lines of one location.
func profile(stacks []stack) *model.Profile {
	b := model.NewBuilder([]model.ValueType{{Type: "cpu", Unit: "nanoseconds"}})
	functions := map[string]model.FuncID{}
	locations := map[string]model.LocID{}
	line := func(name string) model.Line {
		f, ok := functions[name]
		if !ok {
			f = b.Function(model.Function{Name: b.String(name), File: b.String(name + ".go")})
			functions[name] = f
		}
		return model.Line{Func: f, Line: 1}
	}
	for _, s := range stacks {
		var locs []model.LocID
		for i := 0; i < len(s.names); {
			end := i + 1
			for end < len(s.names) && strings.HasPrefix(s.names[end], "[") {
				end++
			}
			key := strings.Join(s.names[i:end], "\x00")
			loc, ok := locations[key]
			if !ok {
				var lines []model.Line // innermost first
				for j := end - 1; j >= i; j-- {
					lines = append(lines, line(s.names[j]))
				}
				loc = b.Location(model.NoMapping, 0, lines)
				locations[key] = loc
			}
			locs = append(locs, loc)
			i = end
		}
		slices.Reverse(locs) // leaf first, as files have them
		b.Sample(locs, 0, []int64{s.value})
	}
	return b.Profile(model.Header{})
}

// evaluate answers a query that leaves nothing out.
func evaluate(_ testing.TB, p *model.Profile) *query.Result {
	return must.Have(query.Evaluate(context.Background(), p, query.Default().Whole()))
}

func chartOf(_ testing.TB, r *query.Result, o flame.Options) *flame.Chart {
	return must.Have(flame.New(context.Background(), r, o))
}

// typed is the whole chart of typed stacks.
func typed(t testing.TB, text string) *flame.Chart {
	t.Helper()
	return chartOf(t, evaluate(t, profile(columns(text))), whole())
}

// whole are the options of a chart of everything.
func whole() flame.Options { return flame.Options{Pivot: query.NoNode} }

// node finds a node by name.
func node(t testing.TB, r *query.Result, name string) query.NodeID {
	t.Helper()
	for n := range query.NodeID(r.Nodes.Len()) {
		if r.Nodes.Node(n).Name == name {
			return n
		}
	}
	t.Fatalf("no node is called %q", name)
	return query.NoNode
}

func path(t testing.TB, r *query.Result, names ...string) []query.NodeID {
	t.Helper()
	var nodes []query.NodeID
	for _, name := range names {
		nodes = append(nodes, node(t, r, name))
	}
	return nodes
}

// box finds the callee at the end of a path of names.
func box(t testing.TB, c *flame.Chart, names ...string) flame.Ref {
	t.Helper()
	ref, found := c.Find(false, path(t, c.Result, names...))
	if found != len(names) {
		t.Fatalf("only %d of the path %v exist", found, names)
	}
	return ref
}

// refs are all boxes of a chart.
func refs(c *flame.Chart) []flame.Ref {
	var all []flame.Ref
	for b := range int32(c.Down.Len()) {
		all = append(all, flame.Ref{Branch: b})
	}
	if c.Up != nil {
		for b := int32(1); b < int32(c.Up.Len()); b++ {
			all = append(all, flame.Ref{Callers: true, Branch: b})
		}
	}
	return all
}

// randomStacks are stacks over few names, so that they meet often: with
// recursion, inlined calls, equal stacks, empty ones, zero and, on demand,
// negative values.
func randomStacks(rng *rand.Rand, negative bool) []stack {
	var stacks []stack
	letters := 2 + rng.IntN(5)
	for range 1 + rng.IntN(30) {
		s := stack{value: int64(rng.IntN(50))}
		if rng.IntN(8) == 0 {
			s.value *= 100
		}
		if negative && rng.IntN(3) == 0 {
			s.value = -s.value
		}
		for i := range rng.IntN(9) {
			name := string(rune('a' + rng.IntN(letters)))
			if i > 0 && rng.IntN(6) == 0 {
				name = "[" + name
			}
			s.names = append(s.names, name)
		}
		stacks = append(stacks, s)
	}
	return stacks
}

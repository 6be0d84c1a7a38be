// Package reference answers queries in the slow and obvious way, for tests: fast code is compared with it on many
// small random profiles.
package reference

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"profstation/internal/typed"
	"profstation/model"
	"profstation/model/query"
	"profstation/model/units"
)

// Evaluate answers a query, which must be valid.
func Evaluate(t testing.TB, p *model.Profile, q query.Query) *query.Result {
	t.Helper()
	r, err := query.Evaluate(context.Background(), p, q)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Node finds a node by its name.
func Node(t testing.TB, r *query.Result, name string) query.NodeID {
	t.Helper()
	for i := range r.Nodes.Len() {
		if r.Nodes.Node(query.NodeID(i)).Name == name {
			return query.NodeID(i)
		}
	}
	t.Fatalf("no node %q", name)
	return query.NoNode
}

// Left returns the sum over the samples that a query leaves.
func Left(t testing.TB, p *model.Profile, q query.Query) int64 {
	t.Helper()
	return Evaluate(t, p, q).PassedNet()
}

// Path is a sample as a query leaves it: the names from the root, and the value.
type Path struct {
	Names []string
	Value int64
}

// Paths answers a query sample by sample, at function granularity
// and in the obvious way. It is the reference for everything that walks the stack
// table. It knows the name filters, tagfocus in the form user=text, tagroot
// with one key, only with a regular expression, and noinlines.
func Paths(p *model.Profile, q query.Query) []Path {
	type frame struct {
		name, file string
		label      bool
	}
	match := func(text string, f frame) bool {
		re := regexp.MustCompile(text)
		return text != "" && (re.MatchString(f.name) || re.MatchString(f.file))
	}
	any := func(text string, frames []frame) bool {
		return slices.ContainsFunc(frames, func(f frame) bool { return match(text, f) })
	}
	value := func(i int, key string) string {
		for _, l := range p.Labels.Set(p.Samples.LabelSet(i)) {
			if p.Strings.Raw(l.Key) == key {
				return p.Strings.Raw(l.Str)
			}
		}
		return ""
	}
	var out []Path
	for i, stack := range p.Samples.Stack {
		var locs [][]frame // from the root, each with its lines outermost first
		if q.TagRoot != "" {
			locs = append(locs, []frame{{value(i, q.TagRoot), q.TagRoot, true}})
		}
		for _, l := range p.Stacks.Reader().Locs(stack) {
			var frames []frame
			for _, line := range p.Lines[p.Locations[l].FirstLine:p.Locations[l].EndLine] {
				f := p.Functions[line.Func]
				frames = append([]frame{{name: p.Strings.Raw(f.Name), file: p.Strings.Raw(f.File)}}, frames...)
			}
			locs = append(locs, frames)
		}
		focused, ignored := q.Focus == "", false
		var left [][]frame
		for _, frames := range locs {
			focused = focused || any(q.Focus, frames)
			ignored = ignored || any(q.Ignore, frames)
			frames = slices.DeleteFunc(slices.Clone(frames), func(f frame) bool {
				return match(q.Hide, f) || q.Show != "" && !match(q.Show, f)
			})
			if len(frames) > 0 {
				left = append(left, frames)
			}
		}
		filtered := q.Focus+q.Ignore+q.Hide+q.Show != ""
		if filtered && (!focused || ignored || len(left) == 0) {
			continue
		}
		if q.ShowFrom != "" {
			from := slices.IndexFunc(left, func(frames []frame) bool { return any(q.ShowFrom, frames) })
			if from < 0 {
				continue
			}
			left = left[from:]
			// The lines above the match go in every location, not only in the
			// one that the stack begins at now.
			for j, frames := range left {
				left[j] = frames[max(0, slices.IndexFunc(frames, func(f frame) bool { return match(q.ShowFrom, f) })):]
			}
		}
		if q.PruneFrom != "" {
			end := len(left)
			for j, frames := range left {
				for k, f := range frames {
					if match(q.PruneFrom, frame{name: f.name}) {
						left[j], end = frames[:k+1], j+1
					}
				}
			}
			left = left[:end]
		}
		if _, want, ok := strings.Cut(q.TagFocus, "="); ok && !match(want, frame{name: value(i, "user")}) {
			continue
		}
		if q.Only != "" {
			var labels, code [][]frame
			folded := false
			for _, frames := range left {
				own := slices.DeleteFunc(slices.Clone(frames), func(f frame) bool { return !match(q.Only, f) })
				switch {
				case frames[0].label:
					labels = append(labels, frames)
				case len(own) > 0:
					code = append(code, own)
				default:
					folded = true
				}
			}
			if folded && code == nil {
				code = [][]frame{{{name: "(other code alone)"}}} // letters are nobody's
			}
			left = append(labels, code...)
		}
		path := Path{Value: p.Samples.Values[p.Default][i]}
		for _, frames := range left {
			if q.NoInlines {
				frames = frames[:1]
			}
			for _, f := range frames {
				path.Names = append(path.Names, f.name)
			}
		}
		out = append(out, path)
	}
	return out
}

// Tree is a call tree built from maps.
type Tree struct {
	name           string
	net, abs, self int64
	kids           map[string]*Tree
}

func newRefTree(name string) *Tree { return &Tree{name: name, kids: map[string]*Tree{}} }

func (t *Tree) add(names []string, v int64) {
	t.net += v
	t.abs += units.Magnitude(v)
	if len(names) == 0 {
		t.self += v
		return
	}
	k := t.kids[names[0]]
	if k == nil {
		k = newRefTree(names[0])
		t.kids[names[0]] = k
	}
	k.add(names[1:], v)
}

// Options are query.TreeOptions with names; an empty pivot is none.
type Options struct {
	Pivot              string
	Callers, Recursion bool
	ByName             bool
	Min, From, To      int64
}

// CallTree returns the call tree for paths.
func CallTree(paths []Path, o Options) *Tree {
	const everything = "\x00" // no function's name
	root := newRefTree(o.Pivot)
	for _, p := range paths {
		names := p.Names
		if o.Pivot != "" {
			i := slices.Index(names, o.Pivot)
			if i < 0 {
				continue
			}
			if o.Callers {
				names = slices.Clone(names[:i])
				slices.Reverse(names)
			} else {
				names = names[i+1:]
			}
			names = append([]string{o.Pivot}, names...)
		} else {
			names = append([]string{everything}, names...)
		}
		if o.Recursion {
			names = slices.Compact(slices.Clone(names))
		}
		root.add(names[1:], p.Value)
	}
	return root
}

// Text writes the tree depth first, ordered by name or weight, merged and expanded as the options say. x
// is the left edge.
func (t *Tree) Text(o Options, depth int, x int64) string {
	var below strings.Builder
	self := t.self
	if depth > 0 && o.To != 0 && (x >= o.To || x+t.abs <= o.From) {
		self = 0 // not expanded
	} else {
		small := newRefTree("")
		merged, at := 0, x
		flush := func() {
			if merged > 0 {
				below.WriteString(treeLine(depth+1, small.name, at-small.abs, small.net, small.abs, 0, merged))
				small, merged = newRefTree(""), 0
			}
		}
		for _, k := range t.inOrder(o) {
			switch {
			case k.abs == 0:
			case k.abs < o.Min:
				small.net += k.net
				small.abs += k.abs
				merged++
			default:
				flush()
				below.WriteString(k.Text(o, depth+1, at))
			}
			at += k.abs
		}
		flush()
	}
	return treeLine(depth, t.name, x, t.net, t.abs, self, 0) + below.String()
}

func (t *Tree) inOrder(o Options) []*Tree {
	return slices.SortedFunc(maps.Values(t.kids), func(a, b *Tree) int {
		if o.ByName {
			return strings.Compare(a.name, b.name)
		}
		return cmp.Or(cmp.Compare(b.abs, a.abs), strings.Compare(a.name, b.name))
	})
}

func treeLine(depth int, name string, x, net, abs, self int64, merged int) string {
	return fmt.Sprintf("%s%s x %d net %d abs %d self %d merged %d\n", strings.Repeat("  ", depth), name, x, net, abs, self, merged)
}

// TreeText writes a call tree in the same form as Tree.Text.
func TreeText(t *query.CallTree, r *query.Result, b int32) string {
	name := ""
	if t.Node[b] != query.NoNode {
		name = r.Nodes.Node(t.Node[b]).Name
	}
	var s strings.Builder
	s.WriteString(treeLine(int(t.Depth[b]), name, t.X[b], t.Net[b], t.Abs[b], t.Self[b], int(t.Merged[b])))
	for c := t.First[b]; c < t.First[b]+t.Count[b]; c++ {
		s.WriteString(TreeText(t, r, c))
	}
	return s.String()
}

// RandomStacks types a profile with few functions, so that recursion, shared
// prefixes and inlining often come together.
func RandomStacks(rnd *rand.Rand, samples int, negative bool) string {
	var s strings.Builder
	name := func() string { return string(rune('A' + rnd.IntN(5))) }
	for range samples {
		for range rnd.IntN(8) {
			s.WriteString(name())
			for rnd.IntN(4) == 0 {
				s.WriteString("+" + name())
			}
			s.WriteByte(' ')
		}
		v := rnd.IntN(20)
		if negative {
			v -= 10
		}
		fmt.Fprintf(&s, "%d", v)
		if rnd.IntN(3) > 0 {
			fmt.Fprintf(&s, " user=u%d", rnd.IntN(3))
		}
		s.WriteByte('\n')
	}
	return s.String()
}

// randomQuery sets some filters that Paths knows.
func randomQuery(rnd *rand.Rand) query.Query {
	q := query.Default().Whole()
	texts := []string{"A", "B", "[AB]", "C|D", "E", ".", "X"}
	for _, f := range []*string{&q.Focus, &q.Ignore, &q.Hide, &q.Show, &q.ShowFrom} {
		if rnd.IntN(5) == 0 {
			*f = texts[rnd.IntN(len(texts))]
		}
	}
	if rnd.IntN(5) == 0 {
		q.PruneFrom = texts[rnd.IntN(len(texts))]
	}
	if rnd.IntN(6) == 0 {
		q.TagFocus = "user=u[01]"
	}
	if rnd.IntN(6) == 0 {
		q.TagRoot = "user"
	}
	q.NoInlines = rnd.IntN(5) == 0
	if rnd.IntN(5) == 0 {
		q.Only = texts[rnd.IntN(len(texts))]
	}
	return q
}

// RandomCases calls f with many small profiles and queries, the same ones at every run. Most profiles are walked
// in several ranges, however few stacks they have.
func RandomCases(t *testing.T, f func(t *testing.T, rnd *rand.Rand, p *model.Profile, r *query.Result, paths []Path)) {
	for seed := range uint64(600) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		text := RandomStacks(rnd, rnd.IntN(12), seed%3 == 0)
		p := typed.ProfileOf(t, text, []model.ValueType{{Type: "v", Unit: "count"}}, model.Header{})
		q := randomQuery(rnd)
		r := Evaluate(t, p, q)
		r.Parts = 1 + int(seed%5)
		f(t, rnd, p, r, Paths(p, q))
		if t.Failed() {
			t.Fatalf("seed %d, %v, noinlines %v, stacks:\n%s", seed, q.Filters(), q.NoInlines, text)
		}
	}
}

package graph_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/graph"
	"profstation/internal/must"
	"profstation/model/query"
)

// TestRandomAgainstPprof compares small profiles made by chance, in which what
// is rare in recordings meets often: recursion, inlining, stacks that cancel
// each other, unnamed locations, many labels, ties.
func TestRandomAgainstPprof(t *testing.T) {
	seeds := uint64(40)
	if underRace {
		seeds = 6
	}
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			rnd := rand.New(rand.NewPCG(seed, 2))
			file := filepath.Join(t.TempDir(), "random.pprof")
			writeProfile(t, file, randomProfile(rnd))
			var list []question
			for range 10 {
				list = append(list, randomQuestion(rnd))
			}
			againstPprof(t, file, load(t, file), list)
		})
	}
}

func writeProfile(t *testing.T, file string, p *profile.Profile) {
	t.Helper()
	f := must.Have(os.Create(file))
	must.Do(p.Write(f))
	must.Do(f.Close())
}

func randomProfile(rnd *rand.Rand) *profile.Profile {
	m := &profile.Mapping{ID: 1, Start: 0, Limit: 1 << 20, File: "/bin/made.up", HasFunctions: true}
	p := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "n", Unit: "count"}, {Type: "t", Unit: "nanoseconds"}},
		Mapping:    []*profile.Mapping{m},
	}
	names := []string{
		"main.main", "example.com/a/v2/b.(*T).M", "a.F[...]", "std::vector::At", "Foo::Bar", "com.acme.Job.run$1",
		"(anonymous namespace)::x", "runtime.mallocgc", "x/y.z/w", "plain", "a.b.C(int)", "q/w.e.r",
	}
	for i := range 3 + rnd.IntN(len(names)-2) {
		p.Function = append(p.Function, &profile.Function{
			ID: uint64(i + 1), Name: names[i], Filename: fmt.Sprintf("dir/f%d.go", i/3), StartLine: int64(rnd.IntN(3)),
		})
	}
	line := func() profile.Line {
		return profile.Line{Function: p.Function[rnd.IntN(len(p.Function))], Line: int64(rnd.IntN(4)), Column: int64(rnd.IntN(2))}
	}
	for i := range 4 + rnd.IntN(20) {
		l := &profile.Location{ID: uint64(i + 1), Address: uint64(0x1000 + i*16), Mapping: m}
		for range min(rnd.IntN(5), 3) {
			l.Line = append(l.Line, line())
		}
		p.Location = append(p.Location, l)
	}
	negative := rnd.IntN(3) == 0
	for range rnd.IntN(60) {
		s := &profile.Sample{Label: map[string][]string{}, NumLabel: map[string][]int64{}, NumUnit: map[string][]string{}}
		for range rnd.IntN(10) {
			s.Location = append(s.Location, p.Location[rnd.IntN(len(p.Location))])
		}
		v := int64(rnd.IntN(4) * rnd.IntN(1_000_000))
		if negative && rnd.IntN(2) == 0 {
			v = -v
		}
		s.Value = []int64{v / 1000, v}
		for _, k := range []string{"user", "path"} {
			for range rnd.IntN(3) {
				s.Label[k] = append(s.Label[k], fmt.Sprintf("%s%d", k, rnd.IntN(6)))
			}
		}
		for range rnd.IntN(3) {
			s.NumLabel["bytes"] = append(s.NumLabel["bytes"], int64(8<<rnd.IntN(16)))
			s.NumUnit["bytes"] = append(s.NumUnit["bytes"], "bytes")
		}
		p.Sample = append(p.Sample, s)
		if negative && rnd.IntN(4) == 0 { // the same stack takes it back
			back := &profile.Sample{Location: s.Location, Value: []int64{-s.Value[0], -s.Value[1]}}
			p.Sample = append(p.Sample, back)
		}
	}
	return p
}

func randomQuestion(rnd *rand.Rand) question {
	q := question{query: query.Default(), trim: rnd.IntN(8) > 0}
	q.query.NodeCount = []int{-1, 0, 1, 2, 4, 6, 10}[rnd.IntN(7)]
	q.query.NodeFraction = []float64{0, 0.005, 0.05, 0.2, 0.4}[rnd.IntN(5)]
	q.options = graph.Options{
		EdgeFraction: []float64{0, 0.001, 0.05, 0.2}[rnd.IntN(4)],
		CallTree:     rnd.IntN(4) == 0,
	}
	q.query.SampleIndex = fmt.Sprint(rnd.IntN(2))
	q.query.Granularity = query.PprofGranularities[rnd.IntN(len(query.PprofGranularities))]
	if rnd.IntN(2) == 0 {
		q.query.Granularity = query.Functions
	}
	q.query.NoInlines = rnd.IntN(5) == 0
	q.query.RelativePercentages = rnd.IntN(5) == 0
	for _, f := range []query.Filter{
		{Name: "focus", Text: "main|plain"}, {Name: "ignore", Text: "mallocgc"}, {Name: "hide", Text: "a.F|f1"},
		{Name: "show", Text: "a"}, {Name: "show_from", Text: "T|Bar"}, {Name: "tagfocus", Text: "user[0-3]"},
		{Name: "tagfocus", Text: "bytes=64b:8kb"}, {Name: "tagignore", Text: "path=path1"},
		{Name: "tagshow", Text: "user|bytes"}, {Name: "taghide", Text: "user"}, {Name: "tagroot", Text: "path"}, {Name: "tagleaf", Text: "user"},
	} {
		if rnd.IntN(9) == 0 {
			q.query = q.query.With(f.Name, f.Text)
		}
	}
	return q
}

// TestShortNamesAgainstPprof holds the shortening of names against
// pprof's for names put together by chance.
func TestShortNamesAgainstPprof(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 7))
	parts := []string{"a", "B", "c1", "_x", "example.com", "v2", "v10", "v1", "(*T)", "M", "func1", "[...]", "[go.shape.int]", "<init>", "<T>", "$1", "~", "-", "", "(anonymous namespace)", "operator<"}
	joins := []string{"/", ".", "::", "/v2", "/v11.", "(", " ", "$"}
	p := &profile.Profile{SampleType: []*profile.ValueType{{Type: "n", Unit: "count"}}}
	for i := range 3000 {
		name := parts[rnd.IntN(len(parts))]
		for range rnd.IntN(6) {
			name += joins[rnd.IntN(len(joins))] + parts[rnd.IntN(len(parts))]
		}
		f := &profile.Function{ID: uint64(i + 1), Name: name}
		l := &profile.Location{ID: f.ID, Line: []profile.Line{{Function: f}}}
		p.Function, p.Location = append(p.Function, f), append(p.Location, l)
		p.Sample = append(p.Sample, &profile.Sample{Location: []*profile.Location{l}, Value: []int64{1}})
	}
	file := filepath.Join(t.TempDir(), "names.pprof")
	writeProfile(t, file, p)
	q := question{query: query.Default()}
	text := askPprof(t, file, load(t, file), []question{q})[0]
	want := must.Have(parseDOT(text))
	got := must.Have(parseDOT(dot(t, answer(t, load(t, file), q))))
	if len(want.nodes) < 1000 {
		t.Fatalf("only %d names", len(want.nodes))
	}
	labels := func(d *dotText) []string {
		var out []string
		for _, n := range d.nodes {
			out = append(out, n.attrs["tooltip"]+" is "+n.attrs["label"])
		}
		slices.Sort(out)
		return out
	}
	if diff := compare(labels(got), labels(want)); diff != "" {
		t.Error(diff)
	}
}

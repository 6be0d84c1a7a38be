package graph_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"profstation/graph"
	"profstation/internal/must"
	"profstation/internal/pproftool"
	"profstation/internal/thorough"
	"profstation/loader"
	"profstation/model"
	"profstation/model/query"
)

// profiles are the project's recordings and the compiler's own profile, and,
// where the environment variable PROFSTATION_CORPUS names a folder, those in it.
func profiles(t *testing.T) []string {
	t.Helper()
	return append(append(pproftool.Recordings(t, "../testdata/*.pprof"), pproftool.Compiler(t)), pproftool.Corpus(t)...)
}

func load(_ testing.TB, path string) *model.Profile {
	return must.Have(loader.Open(context.Background(), path, loader.Options{})).Profile
}

// TestAgainstPprof asks `go tool pprof -dot` and this package for the same
// graphs, and compares all that they draw: names, figures, sizes, colours,
// marks, nodelets, what was left out.
func TestAgainstPprof(t *testing.T) {
	for _, file := range profiles(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			p := load(t, file)
			list := questions(t, p)
			switch n := p.Samples.Len(); {
			case n > 50_000:
				list = every(list, 12)
			case n > 10_000:
				list = every(list, 8)
			case n > 1500:
				list = every(list, 4)
			}
			list = every(list, thorough.Times(1, 3))
			if underRace {
				most := 4
				if n := p.Samples.Len(); n > 10_000 {
					most = 1
				}
				list = every(list, (len(list)+most-1)/most)
			}
			againstPprof(t, file, p, list)
		})
	}
}

func againstPprof(t *testing.T, file string, p *model.Profile, list []question) {
	t.Helper()
	var open []question // where the two differ
	for i, text := range askPprof(t, file, p, list) {
		if diff := differences(t, p, list[i], text); diff != "" {
			open = append(open, list[i])
		}
	}
	// pprof adds the parts of a score in any order, so its own answers to one
	// question differ where scores do by a rounding, and where nodes of a tree
	// have one name and one score. It may try again.
	for range 8 {
		if len(open) == 0 {
			return
		}
		var still []question
		for i, text := range askPprof(t, file, p, open) {
			if differences(t, p, open[i], text) != "" {
				still = append(still, open[i])
			}
		}
		open = still
	}
	for i, text := range askPprof(t, file, p, open) {
		if diff := differences(t, p, open[i], text); diff != "" {
			t.Errorf("%v:\n%s", open[i], diff)
		}
	}
}

// differences asks this package, and tells where it does not draw what pprof
// has drawn.
func differences(t *testing.T, p *model.Profile, q question, text string) string {
	t.Helper()
	want, err := parseDOT(text)
	if err != nil {
		return "pprof's text: " + err.Error()
	}
	g := answer(t, p, q)
	got, err := parseDOT(dot(t, g))
	if err != nil {
		return "own text: " + err.Error()
	}
	if q.options.CallTree {
		if tied := graph.TiedName(g.Result, g.Options); tied != "" {
			return compare(got.nodesNot(tied), want.nodesNot(tied))
		}
	}
	diff := compare(got.lines(), want.lines())
	if diff != "" && !q.options.CallTree {
		if tied := graph.TiedName(g.Result, g.Options); tied != "" {
			return compare(got.nodesNot(tied), want.nodesNot(tied))
		}
	}
	if diff == "" && !q.options.CallTree && q.query.Granularity != query.Files {
		if diff = compare(got.order(), want.order()); diff != "" {
			diff = "order: " + diff
		}
	}
	accounts := got.accounts()
	if len(g.Nodes) == g.OfNodes || q.options.CallTree {
		// pprof forgets the edges that it drops before it counts nodes.
		edges := func(l string) bool { return strings.HasPrefix(l, "Dropped ") && strings.Contains(l, "freq") }
		accounts = slices.DeleteFunc(accounts, edges)
		want.legend = slices.DeleteFunc(want.legend, edges)
	}
	return diff + compare(accounts, want.accounts())
}

func answer(t testing.TB, p *model.Profile, q question) *graph.Graph {
	t.Helper()
	if !q.trim {
		q.query = q.query.Whole()
		q.options.EdgeFraction = 0
	}
	r, err := query.Evaluate(context.Background(), p, q.query)
	if err != nil {
		t.Fatalf("%v: %v", q, err)
	}
	g, err := graph.New(context.Background(), r, q.options)
	if err != nil {
		t.Fatalf("%v: %v", q, err)
	}
	if q.raw {
		g.Unit = cmp.Or(r.Type.Unit, "count")
	}
	return g
}

func dot(t testing.TB, g *graph.Graph) string {
	t.Helper()
	var b bytes.Buffer
	must.Do(g.WriteDOT(&b))
	return b.String()
}

// compare returns the first lines that only one of two lists has.
func compare(got, want []string) string {
	if slices.Equal(got, want) {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "  %d lines, want %d\n", len(got), len(want))
	tell := func(what string, list, other []string) {
		count := map[string]int{}
		for _, l := range other {
			count[l]++
		}
		n := 0
		for _, l := range list {
			if count[l]--; count[l] < 0 {
				if n++; n <= 4 {
					fmt.Fprintf(&b, "  %s %s\n", what, l)
				}
			}
		}
	}
	tell("only here: ", got, want)
	tell("only pprof:", want, got)
	return b.String()
}

func every(list []question, n int) []question {
	var out []question
	for i, q := range list {
		if i%n == 0 {
			out = append(out, q)
		}
	}
	return out
}

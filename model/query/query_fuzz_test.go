package query_test

import (
	"context"
	"regexp"
	"sync"
	"testing"

	"profstation/internal/must"
	"profstation/internal/typed"
	"profstation/model"
	"profstation/model/explain"
	"profstation/model/lang"
	"profstation/model/names"
	"profstation/model/query"
)

// FuzzQuery holds that no text in a query can do more than make an error.
func FuzzQuery(f *testing.F) {
	for _, text := range []string{"32kb", ":64kb", "4mb:", "12kb:64mb", "1ms:2s", "-5:5", "+7", "10kb:1kb"} {
		f.Add("", "", "", "", "", text, "", "", "", "functions", "")
	}
	f.Add("A", "B", "C", "D", "^$", "user=bob,alice", "1kb:", "user,bytes", "bytes", "lines", "1")
	f.Add("(", "", ".", "", "A", "", "", ",,user", "nowhere", "addresses", "v0")
	p := typed.Profile(f, typed.Odd)
	f.Fuzz(func(t *testing.T, focus, ignore, hide, show, from, tagFocus, tagIgnore, tagRoot, tagLeaf, granularity, index string) {
		q := query.Query{
			SampleIndex: index, Granularity: query.Granularity(granularity),
			Focus: focus, Ignore: ignore, Hide: hide, Show: show, ShowFrom: from,
			TagFocus: tagFocus, TagIgnore: tagIgnore, TagRoot: tagRoot, TagLeaf: tagLeaf,
			RelativePercentages: len(focus)%2 == 0, NoInlines: len(hide)%2 == 1, NodeCount: len(show), NodeFraction: 0.01,
		}
		r, err := query.Evaluate(context.Background(), p, q)
		if err != nil {
			return
		}
		table := must.Have(r.Top(context.Background()))
		explain.Summary(r, lang.L, table, r.RowsInOneUnit(table.Rows))
		explain.Headline(r)
		explain.Facts(r, lang.L, "auto")
		tree := must.Have(r.CallTree(context.Background(), query.TreeOptions{Pivot: query.NoNode}))
		checkTree(t, tree)
		for _, row := range table.Rows {
			r.Neighbours(context.Background(), row.Node)
			tree = must.Have(r.CallTree(context.Background(), query.TreeOptions{Pivot: row.Node, Callers: true, Recursion: true}))
			checkTree(t, tree)
		}
		r.MatchTotal(context.Background(), must.Have(r.Matches(context.Background(), regexp.MustCompile("A"))))
	})
}

// TestConcurrentQueries is for the race detector: one profile answers many
// goroutines, which share its derived tables.
func TestConcurrentQueries(t *testing.T) {
	p := typed.Profile(t, typed.Odd)
	want := map[query.Query]string{}
	var queries []query.Query
	for _, g := range query.Granularities {
		for _, root := range []string{"", "user", "bytes"} {
			q := query.Default().Whole()
			q.Granularity, q.TagRoot = g, root
			queries = append(queries, q)
			want[q] = answered(t, typed.Profile(t, typed.Odd), q)
		}
	}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for k := range queries {
				q := queries[(k*7+i)%len(queries)]
				if got := answered(t, p, q); got != want[q] {
					t.Errorf("%+v: %s, want %s", q, got, want[q])
				}
			}
		})
	}
	wg.Wait()
}

// answered asks one result from two goroutines.
func answered(t *testing.T, p *model.Profile, q query.Query) string {
	r, err := query.Evaluate(context.Background(), p, q)
	if err != nil {
		t.Error(err)
		return ""
	}
	var headline string
	var wg sync.WaitGroup
	wg.Go(func() { headline = explain.Headline(r); names.CodeKindOf(p, 0) })
	wg.Go(func() {
		if _, err := r.CallTree(context.Background(), query.TreeOptions{Pivot: query.NoNode}); err != nil {
			t.Error(err)
		}
		must.Have(r.Top(context.Background()))
	})
	wg.Wait()
	return headline
}

package graph_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"profstation/graph"
	"profstation/internal/must"
	"profstation/model"
	"profstation/model/query"
)

// questions are what a profile is asked: every option alone and some together.
func questions(t *testing.T, p *model.Profile) []question {
	t.Helper()
	var out []question
	numbers := slices.ContainsFunc(p.LabelKeys(), func(k model.LabelKey) bool {
		return k.Numeric && k.Key == "bytes"
	})
	add := func(change func(q *question)) {
		q := question{query: query.Default(), options: graph.DefaultOptions(), trim: true}
		change(&q)
		// Every other is asked unrounded; not with labels of bytes, which
		// pprof would write in that unit too, or frames named after numbers.
		q.raw = len(out)%2 == 1 && q.query.Unit == "" && !numbers && q.query.TagRoot == "" && q.query.TagLeaf == ""
		out = append(out, q)
	}
	add(func(*question) {})
	for _, tree := range []bool{false, true} {
		for _, limits := range [][3]float64{{-1, 0.005, 0.001}, {10, 0, 0}, {30, 0.02, 0.05}, {200, 0, 0.002}, {0, 0.01, 0}, {5, 0.1, 0}} {
			add(func(q *question) {
				q.options.CallTree = tree
				q.query.NodeCount, q.query.NodeFraction = int(limits[0]), limits[1]
				q.options.EdgeFraction = limits[2]
			})
		}
		for _, gr := range query.PprofGranularities {
			add(func(q *question) { q.query.Granularity, q.options.CallTree = gr, tree })
			add(func(q *question) {
				q.query.Granularity, q.query.NoInlines, q.query.ShowColumns = gr, true, true
				q.query.NodeCount, q.options.CallTree = 20, tree
			})
		}
		for i := range p.Types {
			add(func(q *question) {
				q.query.SampleIndex, q.options.CallTree = strconv.Itoa(i), tree
				q.query.NodeCount = 40
			})
		}
		if p.Samples.Len() < 3000 {
			add(func(q *question) { q.trim, q.options.CallTree = false, tree })
		}
	}
	for i, change := range []func(q *query.Query){
		func(q *query.Query) { q.DropNegative = true },
		func(q *query.Query) { q.Mean = true },
		func(q *query.Query) { q.DivideBy = 7 },
		func(q *query.Query) { q.Unit = "auto" },
		func(q *query.Query) { q.Unit = "kB" },
		func(q *query.Query) { q.Unit, q.Mean, q.DivideBy = "ms", true, 0.5 },
		func(q *query.Query) { q.DropNegative, q.DivideBy, q.Unit = true, 3, "hrs" },
	} {
		add(func(q *question) {
			change(&q.query)
			if q.query.Mean && len(p.Types) == 4 {
				q.query.SampleIndex = "1" // whose mean is not 0: pprof's colours are chance then
			}
			q.options.CallTree = i%2 == 1
			q.query.NodeCount = []int{-1, 30, 300}[i%3]
		})
	}
	filters := filterTexts(t, p)
	for i, f := range filters {
		tree := i%4 == 3
		add(func(q *question) { q.query, q.options.CallTree = q.query.With(f.Name, f.Text), tree })
		other := filters[(i*7+3)%len(filters)]
		add(func(q *question) {
			q.query = q.query.With(f.Name, f.Text).With(other.Name, other.Text)
			q.query.NodeCount = 25
			// pprof would take the mark of a difference's base for a label
			// that tagshow and taghide remove, and then add it to the total.
			q.query.RelativePercentages = i%3 == 0 && q.query.TagShow+q.query.TagHide == ""
			q.options.CallTree = i%5 == 4
		})
	}
	return out
}

// filterTexts are filters about names and labels that stand in a profile.
func filterTexts(t *testing.T, p *model.Profile) []query.Filter {
	t.Helper()
	r := must.Have(query.Evaluate(context.Background(), p, query.Default().Whole()))
	rows := must.Have(r.Top(context.Background())).Rows
	r.SortRows(context.Background(), rows, query.ByCum)
	var out []query.Filter
	for _, at := range []float64{0.01, 0.05, 0.2, 0.5} {
		if len(rows) == 0 {
			break
		}
		name := r.Nodes.Node(rows[int(at*float64(len(rows)))].Node).Name
		if !typeable(name) {
			continue
		}
		for _, f := range []string{"focus", "ignore", "hide", "show_from"} {
			out = append(out, query.Filter{Name: f, Text: regexp.QuoteMeta(name)})
		}
	}
	for _, f := range []string{"hide", "show", "focus"} {
		out = append(out, query.Filter{Name: f, Text: "^runtime|sync"}, query.Filter{Name: f, Text: `[a-m]\w*\.go`})
	}
	for _, k := range p.LabelKeys() {
		key := k.Key
		if !typeable(key) {
			continue
		}
		for _, f := range []string{"tagroot", "tagleaf"} {
			out = append(out, query.Filter{Name: f, Text: key})
		}
		for _, f := range []string{"tagshow", "taghide"} {
			out = append(out, query.Filter{Name: f, Text: fmt.Sprintf("^%s$", regexp.QuoteMeta(key))})
		}
		out = append(out, query.Filter{Name: "tagfocus", Text: "[a-f]"}, query.Filter{Name: "tagignore", Text: "e"})
	}
	return out
}

// typeable reports whether a text survives pprof's command line as it is: pprof takes
// //: for a comment, commas for lists and ends lines.
func typeable(s string) bool {
	return s != "" && strings.TrimSpace(s) == s && !strings.ContainsAny(s, "\n\r\x00,=") && !strings.Contains(s, "//:")
}

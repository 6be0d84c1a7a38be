package query_test

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/internal/reference"
	"profstation/model"
	"profstation/model/query"
	"profstation/model/units"
)

// words are regular expressions about one profile: names and files that stand
// in it, heavy and light ones.
func words(t *testing.T, p *model.Profile) (names, files []string) {
	t.Helper()
	r := must.Have(query.Evaluate(context.Background(), p, query.Default().Whole()))
	rows := must.Have(r.Top(context.Background())).Rows
	r.SortRows(context.Background(), rows, query.ByCum)
	for _, at := range []float64{0, 0.02, 0.1, 0.3, 0.6, 0.99} {
		if len(rows) == 0 {
			break
		}
		n := rows[int(at*float64(len(rows)))].Node
		if name := r.Nodes.Node(n).Name; typeable(name) {
			names = append(names, regexp.QuoteMeta(name))
		}
		if f := r.Nodes.Func(n); f != model.NoFunc {
			if file := path.Base(p.Strings.Raw(p.Functions[f].File)); typeable(file) && file != "." {
				files = append(files, regexp.QuoteMeta(file))
			}
		}
	}
	slices.Sort(files)
	return unique(names), slices.Compact(files)
}

// typeable reports whether a text survives pprof's command line as it is: pprof takes
// //: for a comment and ends lines.
func typeable(s string) bool {
	return s != "" && strings.TrimSpace(s) == s && !strings.ContainsAny(s, "\n\r\x00") && !strings.Contains(s, "//:")
}

func unique(list []string) []string {
	var out []string
	for _, s := range list {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// tag is a label that stands in a profile.
type tag struct {
	key, value string
	num        int64
	unit       string
	numeric    bool
}

func tags(p *model.Profile) []tag {
	units := p.LabelUnits()
	seen := map[tag]bool{}
	var out []tag
	for id := range p.Labels.Len() {
		for _, l := range p.Labels.Set(model.LabelSetID(id)) {
			k := p.Strings.Raw(l.Key)
			g := tag{key: k, value: p.Strings.Raw(l.Str), num: l.Num, numeric: l.IsNum}
			if l.IsNum {
				g.unit = units[k]
			}
			if !seen[g] && typeable(k) && (l.IsNum || typeable(g.value)) {
				seen[g] = true
				out = append(out, g)
			}
		}
	}
	slices.SortFunc(out, func(a, b tag) int {
		return cmp.Or(strings.Compare(a.key, b.key), cmp.Compare(a.num, b.num), strings.Compare(a.value, b.value))
	})
	// A few of each key are enough: the first, the middle and the last.
	var few []tag
	for i := 0; i < len(out); {
		j := i
		for j < len(out) && out[j].key == out[i].key && out[j].numeric == out[i].numeric {
			j++
		}
		few = append(few, out[i])
		if j-i > 2 {
			few = append(few, out[(i+j)/2])
		}
		if j-i > 1 {
			few = append(few, out[j-1])
		}
		i = j
	}
	return few
}

// tagTexts are label filters in every form that pprof knows.
func tagTexts(p *model.Profile) []string {
	texts := []string{"nowhere", "nowhere=x", "nowhere,else", "1kb:", "=x", "3"}
	all := tags(p)
	for i, g := range all {
		next := all[(i+1)%len(all)]
		if !g.numeric {
			v, w := regexp.QuoteMeta(g.value), regexp.QuoteMeta(next.value)
			texts = append(texts, v, g.key+"="+v, g.key+":"+v)
			if !next.numeric {
				texts = append(texts, g.key+"="+v+","+w, v+","+w)
			}
			continue
		}
		n := strconv.FormatInt(g.num, 10)
		texts = append(texts, n, n+":", ":"+n, g.key+"="+n+":"+n)
		if units.IsBytes(g.unit) {
			kb := strconv.FormatInt(g.num/1024, 10)
			texts = append(texts, n+"b", g.key+"="+n+"bytes:", kb+"kb:", ":"+kb+"kb", g.key+"="+kb+"kb:1mb", kb+"kb:"+n+"s", "-1b:"+n+"b", "1kb:10kb,x")
		} else {
			texts = append(texts, g.key+"="+n+g.unit, ":"+n+g.unit)
		}
	}
	return unique(texts)
}

// queries are questions about one profile, the same at every run: each option
// alone, then combinations. Every filter meets each sample type and
// granularity in turn.
func queries(t *testing.T, p *model.Profile) []query.Query {
	t.Helper()
	var list []query.Query
	plain := query.Default()
	plain.NodeCount = 0
	turn := 0
	add := func(change func(q *query.Query)) {
		q := plain
		// Which sample type and granularity are an option's own choice or,
		// by turns, one after the other.
		q.SampleIndex = strconv.Itoa(turn % max(len(p.Types), 1))
		q.Granularity = query.PprofGranularities[turn%len(query.PprofGranularities)]
		if turn%3 == 0 {
			q.NodeFraction = 0
		}
		if turn%4 == 1 {
			q.Sort = query.ByCum
		}
		q.NoInlines = turn%7 == 6
		q.ShowColumns = turn%6 == 5
		turn++
		change(&q)
		list = append(list, q)
	}
	set := func(name, text string) func(q *query.Query) {
		return func(q *query.Query) { *q = q.With(name, text) }
	}
	for i := range p.Types {
		add(func(q *query.Query) { *q = plain; q.SampleIndex = strconv.Itoa(i) })
	}
	for _, g := range query.PprofGranularities {
		for _, noInlines := range []bool{false, true} {
			for _, columns := range []bool{false, true} {
				add(func(q *query.Query) {
					*q = plain
					q.Granularity, q.NoInlines, q.ShowColumns, q.NodeFraction = g, noInlines, columns, 0
				})
			}
		}
	}
	for _, s := range []query.Sort{query.ByFlat, query.ByCum} {
		for _, n := range []int{0, 1, 3, 10, 100000} {
			add(func(q *query.Query) { q.Sort, q.NodeCount = s, n })
		}
	}
	for _, f := range []float64{0, 0.0001, 0.01, 0.2, 1, 1.5} {
		add(func(q *query.Query) { q.NodeFraction = f })
	}
	names, files := words(t, p)
	texts := append(append([]string{}, names...), files...)
	texts = append(texts, "runtime", "^main\\.", "(?i)SERVE|MALLOC", ".", "^$", "nowhere to be found")
	for _, text := range texts {
		for _, f := range reference.PprofFilters[:5] {
			add(set(f, text))
			add(func(q *query.Query) { set(f, text)(q); q.RelativePercentages = true })
		}
	}
	for _, text := range tagTexts(p) {
		add(set("tagfocus", text))
		add(set("tagignore", text))
	}
	var keys []string
	for _, g := range tags(p) {
		keys = append(keys, g.key)
	}
	keys = append(unique(keys), "nowhere")
	both := strings.Join(keys[:min(3, len(keys))], ",")
	for _, k := range append(slices.Clone(keys), both, ","+both+",") {
		for _, f := range []string{"tagroot", "tagleaf"} {
			add(set(f, k))
			add(func(q *query.Query) {
				set(f, k)(q)
				q.Focus, q.RelativePercentages = texts[0], turn%2 == 0
			})
		}
		add(func(q *query.Query) { q.TagRoot, q.TagLeaf, q.Hide = k, both, "runtime" })
		add(func(q *query.Query) { q.TagShow, q.TagFocus = regexp.QuoteMeta(k), "1" })
		add(func(q *query.Query) { q.TagHide, q.TagIgnore = regexp.QuoteMeta(k), "1:" })
	}
	// Frames of labels can be filtered like others.
	for _, g := range tags(p) {
		if !g.numeric {
			add(func(q *query.Query) { q.TagRoot, q.Focus = g.key, regexp.QuoteMeta(g.value) })
			add(func(q *query.Query) { q.TagLeaf, q.Hide = g.key, g.key })
			add(func(q *query.Query) { q.TagRoot, q.ShowFrom = g.key, regexp.QuoteMeta(g.value) })
		}
	}
	// Every filter with every other.
	for i, a := range reference.PprofFilters[:7] {
		for j, b := range reference.PprofFilters[:7] {
			if a < b {
				add(func(q *query.Query) {
					set(a, texts[(i+2*j)%len(texts)])(q)
					set(b, texts[(2*i+j+1)%len(texts)])(q)
					q.NodeCount = []int{0, 0, 5}[turn%3]
					q.RelativePercentages = turn%5 == 0
				})
			}
		}
	}
	for i, text := range texts {
		add(set("prune_from", text))
		add(func(q *query.Query) {
			set("prune_from", text)(q)
			q.ShowFrom = texts[(i+1)%len(texts)]
			q.RelativePercentages = i%2 == 0
		})
		add(func(q *query.Query) {
			set("prune_from", text)(q)
			set([]string{"hide", "show", "focus", "ignore"}[i%4], texts[(i+2)%len(texts)])(q)
			q.TagRoot = both
		})
	}
	for i := range p.Types {
		add(func(q *query.Query) { q.SampleIndex, q.Mean = strconv.Itoa(i), true })
		add(func(q *query.Query) { q.SampleIndex, q.DropNegative, q.NodeFraction = strconv.Itoa(i), true, 0.01 })
		add(func(q *query.Query) {
			q.SampleIndex, q.Mean, q.DropNegative, q.Focus = strconv.Itoa(i), true, true, texts[0]
			q.RelativePercentages = true
		})
	}
	for _, d := range []float64{1, 3, 0.5, 1000, -2} {
		add(func(q *query.Query) { q.DivideBy = d })
	}
	for _, u := range []string{"auto", "minimum", "ms", "MB", "count", "nonsense"} {
		add(func(q *query.Query) { q.Unit = u })
		add(func(q *query.Query) { q.Unit, q.TagRoot, q.Mean = u, both, true })
	}
	add(func(q *query.Query) {
		q.Focus, q.Ignore, q.Hide, q.Show, q.ShowFrom = ".", "nowhere", "runtime", ".", texts[0]
		q.TagRoot, q.TagIgnore, q.RelativePercentages, q.NodeCount = both, "nowhere=x", true, 20
	})
	return list
}

// describe is a query as one would type it.
func describe(q query.Query) string {
	var s []string
	for _, o := range settings(q, model.ValueType{}) {
		if !strings.HasSuffix(o, "=") && !strings.HasSuffix(o, "=false") {
			s = append(s, o)
		}
	}
	return fmt.Sprint(s)
}

package labels

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/internal/reference"
	"profstation/internal/typed"
	"profstation/model"
	"profstation/model/query"
	"profstation/model/units"
	"profstation/model/work"
)

// labelled makes a profile whose samples have what labels says; sample i is
// worth 1<<i, so that a sum tells which samples are in it.
func labelled(t testing.TB, labels ...func(b *model.Builder) []model.Label) *model.Profile {
	t.Helper()
	b := model.NewBuilder([]model.ValueType{{Type: "v", Unit: "count"}})
	loc := b.Location(model.NoMapping, 1, []model.Line{{Func: b.Function(model.Function{Name: b.String("f")})}})
	for i, l := range labels {
		b.Sample([]model.LocID{loc}, b.LabelSet(l(b)), []int64{1 << i})
	}
	return b.Profile(model.Header{})
}

func textLabel(key, value string) func(b *model.Builder) []model.Label {
	return func(b *model.Builder) []model.Label { return []model.Label{{Key: b.String(key), Str: b.String(value)}} }
}

func numLabel(key string, n int64, unit string) func(b *model.Builder) []model.Label {
	return func(b *model.Builder) []model.Label {
		return []model.Label{{Key: b.String(key), Num: n, Unit: b.String(unit), IsNum: true}}
	}
}

func none(*model.Builder) []model.Label { return nil }

// The filter of each value leaves exactly its samples, whatever it is, and so
// do those of keys and of what is without a key.
func TestSelectValue(t *testing.T) {
	for _, key := range typed.Hostile {
		var labels []func(*model.Builder) []model.Label
		for _, v := range typed.Hostile[:min(len(typed.Hostile), 40)] {
			labels = append(labels, textLabel(key, v))
		}
		labels = append(labels, none, textLabel("another", "bob"), numLabel("n", 3, ""))
		p := labelled(t, labels...)
		a := model.LabelAxis{Key: key}
		all := labelsOf(t, reference.Evaluate(t, p, query.Query{}), a)
		if len(all.Values) != len(typed.Hostile) {
			t.Fatalf("%q: %d values, want %d", key, len(all.Values), len(typed.Hostile))
		}
		for _, v := range all.Values {
			s := SelectValue(p, a, v.Value)
			if got := reference.Left(t, p, selected(query.Query{}, s)); got != v.Net {
				t.Errorf("key %q, value %q: %q leaves %d, want %d", key, v.Value.Text, s.Text, got, v.Net)
			}
			s.Without = !s.Without
			if got := reference.Left(t, p, selected(query.Query{}, s)); got != 1<<len(labels)-1-v.Net {
				t.Errorf("key %q, value %q: without %q %d is left", key, v.Value.Text, s.Text, got)
			}
		}
		if got := reference.Left(t, p, selected(query.Query{}, SelectKey(p, a))); got != all.Total {
			t.Errorf("key %q: %d is left, want %d", key, got, all.Total)
		}
		if got := reference.Left(t, p, selected(query.Query{}, SelectWithout(p, a))); got != all.Without.Net {
			t.Errorf("without key %q: %d is left, want %d", key, got, all.Without.Net)
		}
	}
}

func TestSelectNumber(t *testing.T) {
	numbers := []int64{0, 1, -1, 16, 1024, 1025, 1 << 40, -1 << 63, 1<<53 - 1, 999_999_999}
	for _, unit := range []string{"", "bytes", "kilobytes", "nanoseconds", "μs", "hours", "requests", "B/s"} {
		var labels []func(*model.Builder) []model.Label
		for _, n := range numbers {
			labels = append(labels, numLabel("size", n, unit))
		}
		labels = append(labels, none, textLabel("size", "16"), numLabel("other", 16, unit))
		p := labelled(t, labels...)
		a := model.LabelAxis{Key: "size", Numeric: true}
		all := labelsOf(t, reference.Evaluate(t, p, query.Query{}), a)
		for _, v := range all.Values {
			s := SelectValue(p, a, v.Value)
			if got := reference.Left(t, p, selected(query.Query{}, s)); got != v.Net {
				t.Errorf("%d %s: %q leaves %b, want %b", v.Value.Num, unit, s.Text, got, v.Net)
			}
		}
		for _, g := range all.Histogram(4) {
			s := SelectRange(p, a, g.Lo, g.Hi)
			var want int64
			for _, v := range all.Values {
				if g.Lo <= v.Value.Num && v.Value.Num <= g.Hi {
					want += v.Net
				}
			}
			if got := reference.Left(t, p, selected(query.Query{}, s)); got != g.Net || g.Net != want {
				t.Errorf("%+v %s: %q leaves %b", g, unit, s.Text, got)
			}
		}
		if got := reference.Left(t, p, selected(query.Query{}, SelectKey(p, a))); got != all.Total {
			t.Errorf("%s: %b has a size, want %b", unit, got, all.Total)
		}
		if got := reference.Left(t, p, selected(query.Query{}, SelectWithout(p, a))); got != all.Without.Net {
			t.Errorf("%s: %b is without a size, want %b", unit, got, all.Without.Net)
		}
	}
}

// FuzzSelectValue holds the same for any bytes. A regular expression takes all
// bytes that are no UTF-8 for one character, so such values may be found
// together, but none is lost.
func FuzzSelectValue(f *testing.F) {
	for i, v := range typed.Hostile {
		f.Add(v, typed.Hostile[(i+1)%len(typed.Hostile)], typed.Hostile[(i+2)%len(typed.Hostile)])
	}
	f.Add("k", "\xff", "\xfe")
	f.Fuzz(func(t *testing.T, key, value, other string) {
		p := labelled(t, textLabel(key, value), textLabel(key, other), none)
		s := SelectValue(p, model.LabelAxis{Key: key}, model.LabelValue{Text: value})
		got := reference.Left(t, p, selected(query.Query{}, s))
		want := int64(1)
		if query.QuoteTag(value) == query.QuoteTag(other) {
			want = 3
		}
		if got != want {
			t.Errorf("key %q, value %q beside %q: %q leaves %b, want %b", key, value, other, s.Text, got, want)
		}
	})
}

// refLabels sums by labels in the obvious way.
func refLabels(p *model.Profile, r *query.Result, a model.LabelAxis) map[string]int64 {
	out := map[string]int64{}
	for i, v := range p.Samples.Values[r.Column] {
		if !r.Passes(i) {
			continue
		}
		n := 0
		for _, l := range p.Labels.Set(p.Samples.LabelSet(i)) {
			if p.Strings.Raw(l.Key) == a.Key && l.IsNum == a.Numeric {
				out[fmt.Sprint(p.Strings.Raw(l.Str), l.Num)] += v
				n++
			}
		}
		if n == 0 {
			out["without"] += v
		}
	}
	return out
}

func TestLabelsAgainstReference(t *testing.T) {
	for seed := range uint64(60) {
		rnd := rand.New(rand.NewPCG(seed, 2))
		var text strings.Builder
		for range rnd.IntN(30) {
			fmt.Fprintf(&text, "%c %d", 'A'+rnd.IntN(3), rnd.IntN(20)-4)
			for _, k := range []string{"user=u", "role=r", "size:=", "user=w"} {
				if rnd.IntN(2) == 0 {
					fmt.Fprintf(&text, " %s%d", k, rnd.IntN(4))
				}
			}
			text.WriteString("\n")
		}
		p := typed.ProfileOf(t, text.String(), []model.ValueType{{Type: "v", Unit: "count"}}, model.Header{})
		q := query.Default()
		if seed%3 == 0 {
			q.Focus = "A|B"
		}
		r := reference.Evaluate(t, p, q)
		for _, l := range must.Have(Of(context.Background(), r)) {
			want := refLabels(p, r, l.Axis)
			got := map[string]int64{}
			for _, v := range l.Values {
				got[fmt.Sprint(v.Value.Text, v.Value.Num)] = v.Net
			}
			if l.Without.Records > 0 {
				got["without"] = l.Without.Net
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("seed %d, %v: %v, want %v", seed, l.Axis, got, want)
			}
		}
		checkPivots(t, p, r, q)
	}
}

// checkPivots holds each cell of each pivot against what its filters leave.
func checkPivots(t *testing.T, p *model.Profile, r *query.Result, q query.Query) {
	t.Helper()
	for _, rows := range p.LabelAxes() {
		for _, cols := range p.LabelAxes() {
			pivot := must.Have(NewPivot(context.Background(), r, rows, cols))
			for i := range pivot.Rows {
				for j := range pivot.Cols {
					if got, want := pivot.Cell(i, j), reference.Left(t, p, selected(q, pivot.Select(p, i, j)...)); got != want {
						t.Errorf("%v × %v, %+v × %+v: %d, its filters leave %d", rows, cols, pivot.Rows[i], pivot.Cols[j], got, want)
					}
				}
				if got, want := pivot.Rows[i].Net, reference.Left(t, p, selected(q, pivot.Select(p, i, -1)...)); got != want {
					t.Errorf("%v, row %+v: its filter leaves %d", rows, pivot.Rows[i], want)
				}
			}
		}
		pivot := must.Have(PivotFunctions(context.Background(), r, nil, rows))
		for j := range pivot.Cols {
			only := reference.Evaluate(t, p, selected(q, pivot.Cols[j].Select(p)))
			sums := must.Have(only.Sums(context.Background()))
			for i, h := range pivot.Rows {
				if pivot.Cell(i, j) != sums.Flat[h.Node] || pivot.Cum(i, j) != sums.Cum[h.Node] {
					t.Errorf("%s of %+v: flat %d, cum %d, want %d, %d", r.Nodes.Node(h.Node), pivot.Cols[j],
						pivot.Cell(i, j), pivot.Cum(i, j), sums.Flat[h.Node], sums.Cum[h.Node])
				}
			}
		}
	}
}

func TestTwoNumbersAtOnce(t *testing.T) {
	both := func(b *model.Builder) []model.Label {
		return append(numLabel("x", 1, "")(b), numLabel("y", 2, "bytes")(b)...)
	}
	p := labelled(t, both, numLabel("x", 1, ""), numLabel("y", 2, "bytes"))
	q := selected(query.Query{}, SelectValue(p, model.LabelAxis{Key: "x", Numeric: true}, model.LabelValue{Num: 1}), SelectValue(p, model.LabelAxis{Key: "y", Numeric: true}, model.LabelValue{Num: 2}))
	if got := reference.Left(t, p, q); got != 1 {
		t.Errorf("%q leaves %b, want the first sample", q.TagFocus, got)
	}
	if again := selected(q, SelectValue(p, model.LabelAxis{Key: "x", Numeric: true}, model.LabelValue{Num: 1})); again != q {
		t.Errorf("a filter that is set already made %q of %q", again.TagFocus, q.TagFocus)
	}
}

func TestHistogram(t *testing.T) {
	total := func(unit string, numbers ...int64) *Totals {
		l := &Totals{Unit: unit}
		for i, n := range numbers {
			l.Values = append(l.Values, Total{Value: model.LabelValue{Num: n}, Net: int64(100 - i), Records: 1})
		}
		return l
	}
	for _, c := range []struct {
		of   *Totals
		max  int
		want string
	}{
		{total("bytes"), 3, ""},
		{total("bytes", 16, 8), 3, "8-8:99 16-16:100"},
		{total("bytes", 16, 17, 31, 32, 8), 3, "8-8:96 16-31:297 32-32:97"},
		{total("requests", 1, 2, 5, 9, 10, 20), 4, "1-1:100 2-9:294 10-20:191"},
		{total("requests", -3, 0, 3, 4, 300, 301, 302, 303), 3, "-3--3:100 0-4:294 300-303:378"},
	} {
		var got []string
		for _, g := range c.of.Histogram(c.max) {
			got = append(got, fmt.Sprintf("%d-%d:%d", g.Lo, g.Hi, g.Net))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s of at most %d: %s, want %s", c.of.Unit, c.max, s, c.want)
		}
	}
}

func sortedTotals(l *Totals) bool {
	return slices.IsSortedFunc(l.Values, func(a, b Total) int { return cmp.Compare(units.Magnitude(b.Net), units.Magnitude(a.Net)) })
}

func TestLabelsHidden(t *testing.T) {
	p := typed.Profile(t, "A 1 user=bob role=x\nB 2 user=alice\nC 4")
	q := query.Default()
	q.TagHide = "^r"
	all := must.Have(Of(context.Background(), reference.Evaluate(t, p, q)))
	if len(all) != 1 || all[0].Axis.Key != "user" || !sortedTotals(all[0]) || all[0].Without.Net != 4 {
		t.Errorf("with role hidden: %+v", all)
	}
	if l := labelsOf(t, reference.Evaluate(t, p, q), model.LabelAxis{Key: "role"}); len(l.Values) != 0 {
		t.Errorf("a hidden key: %+v", l)
	}
}

// The labels of a node are those that a focus on it leaves.
func TestLabelsAt(t *testing.T) {
	reference.RandomCases(t, func(t *testing.T, _ *rand.Rand, _ *model.Profile, r *query.Result, _ []reference.Path) {
		paths := pathsOf(t, r)
		for n := range query.NodeID(r.Nodes.Len()) {
			got := must.Have(At(context.Background(), r, n))
			has := make([]bool, r.Profile.Stacks.Len())
			for s := range has {
				has[s] = slices.Contains(paths[model.StackID(s)], n)
			}
			if want := must.Have(ofStacks(r, work.StepsUntil(context.Background()), has)); !reflect.DeepEqual(got, want) && len(got)+len(want) > 0 {
				t.Errorf("node %d: %+v, want %+v", n, got, want)
			}
		}
	})
}

// labelsOf are the totals of one key; empty if it is not among them.
func labelsOf(t *testing.T, r *query.Result, a model.LabelAxis) *Totals {
	t.Helper()
	for _, l := range must.Have(Of(context.Background(), r)) {
		if l.Axis == a {
			return l
		}
	}
	return &Totals{Axis: a}
}

// pathsOf are the nodes of each stack that passed.
func pathsOf(t *testing.T, r *query.Result) map[model.StackID][]query.NodeID {
	t.Helper()
	all := map[model.StackID][]query.NodeID{}
	err := r.Paths(work.StepsUntil(context.Background()), func(s model.StackID, path []query.Step, _ int, _ int64) {
		for _, x := range path {
			all[s] = append(all[s], x.Node)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// selected returns q with more filters, so that only what they all stand for is
// left: what was set before still holds.
func selected(q query.Query, all ...Selecting) query.Query {
	add := func(filter *string, text string) {
		had := strings.Split(*filter, "\n")
		switch {
		case *filter == "":
			*filter = text
		case !slices.Contains(had, text):
			*filter += "\n" + text
		}
	}
	for _, s := range all {
		switch {
		case s.Text == "":
		case s.Without:
			add(&q.TagIgnore, s.Text)
		default:
			add(&q.TagFocus, s.Text)
		}
	}
	return q
}

package model

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"profstation/internal/must"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// labelled makes a profile whose samples have what labels says; sample i is
// worth 1<<i, so that a sum tells which samples are in it.
func labelled(t testing.TB, labels ...func(b *Builder) []Label) *Profile {
	t.Helper()
	b := NewBuilder([]ValueType{{"v", "count"}})
	loc := b.Location(NoMapping, 1, []Line{{Func: b.Function(Function{Name: b.String("f")})}})
	for i, l := range labels {
		b.Sample([]LocID{loc}, b.LabelSet(l(b)), []int64{1 << i})
	}
	return b.Profile(Header{})
}

func textLabel(key, value string) func(b *Builder) []Label {
	return func(b *Builder) []Label { return []Label{{Key: b.String(key), Str: b.String(value)}} }
}

func numLabel(key string, n int64, unit string) func(b *Builder) []Label {
	return func(b *Builder) []Label {
		return []Label{{Key: b.String(key), Num: n, Unit: b.String(unit), IsNum: true}}
	}
}

func none(*Builder) []Label { return nil }

// left is the sum of the samples that a query leaves.
func left(t testing.TB, p *Profile, q Query) int64 {
	t.Helper()
	return evaluate(t, p, q).PassedNet()
}

// hostile are texts that a filter could mistake for something else.
var hostile = []string{
	"bob", "bobby", "a,b", "a=b", "=", ",", "^$", "a|b", "(", "a\nb", "a\r", "\x00", "", " ", "3", "1kb:2kb", "key:value", ":",
	"99999999999999999999", "1234567890123456789012345678901234567890:x", "trace-00000000000000000000000000000001",
	"世界", "\u2028", "\ufffd", `a\`, `\`, "[x]", "{}", "$1", "-5:5", "it's", "x\\x{2c}y", strings.Repeat("long,", 400),
}

// The filter of each value leaves exactly its samples, whatever it is, and so
// do those of keys and of what is without a key.
func TestSelectValue(t *testing.T) {
	for _, key := range hostile {
		var labels []func(*Builder) []Label
		for _, v := range hostile[:min(len(hostile), 40)] {
			labels = append(labels, textLabel(key, v))
		}
		labels = append(labels, none, textLabel("another", "bob"), numLabel("n", 3, ""))
		p := labelled(t, labels...)
		a := LabelAxis{Key: key}
		all := labelsOf(t, evaluate(t, p, Query{}), a)
		if len(all.Values) != len(hostile) {
			t.Fatalf("%q: %d values, want %d", key, len(all.Values), len(hostile))
		}
		for _, v := range all.Values {
			s := p.SelectValue(a, v.Value)
			if got := left(t, p, selected(Query{}, s)); got != v.Net {
				t.Errorf("key %q, value %q: %q leaves %d, want %d", key, v.Value.Text, s.Text, got, v.Net)
			}
			s.Without = !s.Without
			if got := left(t, p, selected(Query{}, s)); got != 1<<len(labels)-1-v.Net {
				t.Errorf("key %q, value %q: without %q %d is left", key, v.Value.Text, s.Text, got)
			}
		}
		if got := left(t, p, selected(Query{}, p.SelectKey(a))); got != all.Total {
			t.Errorf("key %q: %d is left, want %d", key, got, all.Total)
		}
		if got := left(t, p, selected(Query{}, p.SelectWithout(a))); got != all.Without.Net {
			t.Errorf("without key %q: %d is left, want %d", key, got, all.Without.Net)
		}
	}
}

func TestSelectNumber(t *testing.T) {
	numbers := []int64{0, 1, -1, 16, 1024, 1025, 1 << 40, -1 << 63, 1<<53 - 1, 999_999_999}
	for _, unit := range []string{"", "bytes", "kilobytes", "nanoseconds", "μs", "hours", "requests", "B/s"} {
		var labels []func(*Builder) []Label
		for _, n := range numbers {
			labels = append(labels, numLabel("size", n, unit))
		}
		labels = append(labels, none, textLabel("size", "16"), numLabel("other", 16, unit))
		p := labelled(t, labels...)
		a := LabelAxis{"size", true}
		all := labelsOf(t, evaluate(t, p, Query{}), a)
		for _, v := range all.Values {
			s := p.SelectValue(a, v.Value)
			if got := left(t, p, selected(Query{}, s)); got != v.Net {
				t.Errorf("%d %s: %q leaves %b, want %b", v.Value.Num, unit, s.Text, got, v.Net)
			}
		}
		for _, g := range all.Histogram(4) {
			s := p.SelectRange(a, g.Lo, g.Hi)
			var want int64
			for _, v := range all.Values {
				if g.Lo <= v.Value.Num && v.Value.Num <= g.Hi {
					want += v.Net
				}
			}
			if got := left(t, p, selected(Query{}, s)); got != g.Net || g.Net != want {
				t.Errorf("%+v %s: %q leaves %b", g, unit, s.Text, got)
			}
		}
		if got := left(t, p, selected(Query{}, p.SelectKey(a))); got != all.Total {
			t.Errorf("%s: %b has a size, want %b", unit, got, all.Total)
		}
		if got := left(t, p, selected(Query{}, p.SelectWithout(a))); got != all.Without.Net {
			t.Errorf("%s: %b is without a size, want %b", unit, got, all.Without.Net)
		}
	}
}

// FuzzSelectValue holds the same for any bytes. A regular expression takes all
// bytes that are no UTF-8 for one character, so such values may be found
// together, but none is lost.
func FuzzSelectValue(f *testing.F) {
	for i, v := range hostile {
		f.Add(v, hostile[(i+1)%len(hostile)], hostile[(i+2)%len(hostile)])
	}
	f.Add("k", "\xff", "\xfe")
	f.Fuzz(func(t *testing.T, key, value, other string) {
		p := labelled(t, textLabel(key, value), textLabel(key, other), none)
		s := p.SelectValue(LabelAxis{Key: key}, LabelValue{Text: value})
		got := left(t, p, selected(Query{}, s))
		want := int64(1)
		if quoteTag(value) == quoteTag(other) {
			want = 3
		}
		if got != want {
			t.Errorf("key %q, value %q beside %q: %q leaves %b, want %b", key, value, other, s.Text, got, want)
		}
	})
}

// refLabels sums by labels in the obvious way.
func refLabels(p *Profile, r *Result, a LabelAxis) map[string]int64 {
	out := map[string]int64{}
	for i, v := range p.Samples.Values[r.Column] {
		if !r.passes(i) {
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
		p := parseStacksOf(t, text.String(), []ValueType{{"v", "count"}}, Header{})
		q := DefaultQuery()
		if seed%3 == 0 {
			q.Focus = "A|B"
		}
		r := evaluate(t, p, q)
		for _, l := range must.Have(r.Labels(context.Background())) {
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
func checkPivots(t *testing.T, p *Profile, r *Result, q Query) {
	t.Helper()
	for _, rows := range p.LabelAxes() {
		for _, cols := range p.LabelAxes() {
			pivot := must.Have(r.Pivot(context.Background(), rows, cols))
			for i := range pivot.Rows {
				for j := range pivot.Cols {
					if got, want := pivot.Cell(i, j), left(t, p, selected(q, pivot.Select(p, i, j)...)); got != want {
						t.Errorf("%v × %v, %+v × %+v: %d, its filters leave %d", rows, cols, pivot.Rows[i], pivot.Cols[j], got, want)
					}
				}
				if got, want := pivot.Rows[i].Net, left(t, p, selected(q, pivot.Select(p, i, -1)...)); got != want {
					t.Errorf("%v, row %+v: its filter leaves %d", rows, pivot.Rows[i], want)
				}
			}
		}
		pivot := must.Have(r.PivotFunctions(context.Background(), nil, rows))
		for j := range pivot.Cols {
			only := evaluate(t, p, selected(q, pivot.Cols[j].Select(p)))
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
	both := func(b *Builder) []Label {
		return append(numLabel("x", 1, "")(b), numLabel("y", 2, "bytes")(b)...)
	}
	p := labelled(t, both, numLabel("x", 1, ""), numLabel("y", 2, "bytes"))
	q := selected(Query{}, p.SelectValue(LabelAxis{"x", true}, LabelValue{Num: 1}), p.SelectValue(LabelAxis{"y", true}, LabelValue{Num: 2}))
	if got := left(t, p, q); got != 1 {
		t.Errorf("%q leaves %b, want the first sample", q.TagFocus, got)
	}
	if again := selected(q, p.SelectValue(LabelAxis{"x", true}, LabelValue{Num: 1})); again != q {
		t.Errorf("a filter that is set already made %q of %q", again.TagFocus, q.TagFocus)
	}
}

func TestHistogram(t *testing.T) {
	total := func(unit string, numbers ...int64) *LabelTotals {
		l := &LabelTotals{Unit: unit}
		for i, n := range numbers {
			l.Values = append(l.Values, LabelTotal{Value: LabelValue{Num: n}, Net: int64(100 - i), Records: 1})
		}
		return l
	}
	for _, c := range []struct {
		of   *LabelTotals
		most int
		want string
	}{
		{total("bytes"), 3, ""},
		{total("bytes", 16, 8), 3, "8-8:99 16-16:100"},
		{total("bytes", 16, 17, 31, 32, 8), 3, "8-8:96 16-31:297 32-32:97"},
		{total("requests", 1, 2, 5, 9, 10, 20), 4, "1-1:100 2-9:294 10-20:191"},
		{total("requests", -3, 0, 3, 4, 300, 301, 302, 303), 3, "-3--3:100 0-4:294 300-303:378"},
	} {
		var got []string
		for _, g := range c.of.Histogram(c.most) {
			got = append(got, fmt.Sprintf("%d-%d:%d", g.Lo, g.Hi, g.Net))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s of at most %d: %s, want %s", c.of.Unit, c.most, s, c.want)
		}
	}
}

func sortedTotals(l *LabelTotals) bool {
	return slices.IsSortedFunc(l.Values, func(a, b LabelTotal) int { return cmp.Compare(Magnitude(b.Net), Magnitude(a.Net)) })
}

func TestLabelsHidden(t *testing.T) {
	p := parseStacks(t, "A 1 user=bob role=x\nB 2 user=alice\nC 4")
	q := DefaultQuery()
	q.TagHide = "^r"
	all := must.Have(evaluate(t, p, q).Labels(context.Background()))
	if len(all) != 1 || all[0].Axis.Key != "user" || !sortedTotals(all[0]) || all[0].Without.Net != 4 {
		t.Errorf("with role hidden: %+v", all)
	}
	if l := labelsOf(t, evaluate(t, p, q), LabelAxis{Key: "role"}); len(l.Values) != 0 {
		t.Errorf("a hidden key: %+v", l)
	}
}

// The labels of a node are those that a focus on it leaves.
func TestLabelsAt(t *testing.T) {
	randomCases(t, func(t *testing.T, _ *rand.Rand, _ *Profile, r *Result, _ []refPath) {
		paths := pathsOf(t, r)
		for n := range NodeID(r.Nodes.Len()) {
			got, err := r.LabelsAt(context.Background(), n)
			if err != nil {
				t.Fatal(err)
			}
			has := make([]bool, r.Profile.Stacks.Len())
			for s := range has {
				has[s] = slices.Contains(paths[StackID(s)], n)
			}
			if want := must.Have(r.labels(StepsUntil(context.Background()), has)); !reflect.DeepEqual(got, want) && len(got)+len(want) > 0 {
				t.Errorf("node %d: %+v, want %+v", n, got, want)
			}
		}
	})
}

// labelsOf are the totals of one key; empty if it is not among them.
func labelsOf(t *testing.T, r *Result, a LabelAxis) *LabelTotals {
	t.Helper()
	for _, l := range must.Have(r.Labels(context.Background())) {
		if l.Axis == a {
			return l
		}
	}
	return &LabelTotals{Axis: a}
}

// pathsOf are the nodes of each stack that passed.
func pathsOf(t *testing.T, r *Result) map[StackID][]NodeID {
	t.Helper()
	all := map[StackID][]NodeID{}
	err := r.Paths(StepsUntil(context.Background()), func(s StackID, path []Step, _ int, _ int64) {
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
func selected(q Query, all ...Selecting) Query {
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

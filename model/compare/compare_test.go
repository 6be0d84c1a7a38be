package compare_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/must"
	pproffile "profstation/loader/pprof"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/model/query"
)

// of makes tables of a profile of the library.
func of(t testing.TB, p *profile.Profile) *model.Profile {
	t.Helper()
	return must.Have(pproffile.FromLibrary(p, "pprof"))
}

func join(t testing.TB, base, now *profile.Profile) *compare.Pair {
	t.Helper()
	return must.Have(compare.Join(context.Background(), of(t, base), of(t, now)))
}

func pairOf(t testing.TB, base, now *model.Profile) *compare.Pair {
	t.Helper()
	return must.Have(compare.Join(context.Background(), base, now))
}

// sidesOf joins groups of n recordings each.
func sidesOf(t testing.TB, n int, before, after func(i int) *model.Profile) *compare.Pair {
	t.Helper()
	var a, b []*model.Profile
	for i := range n {
		a, b = append(a, before(i)), append(b, after(i))
	}
	return must.Have(compare.JoinGroups(context.Background(), a, b))
}

func evaluated(t testing.TB, p *compare.Pair, q query.Query, n compare.Normalisation) *compare.Comparison {
	t.Helper()
	return must.Have(p.Evaluate(context.Background(), q, n))
}

// figures lists the rows of a result: name flat/cum in ms.
func figures(r *query.Result) string {
	var out []string
	for _, row := range must.Have(r.Top(context.Background())).Rows {
		name := strings.TrimPrefix(r.Nodes.Node(row.Node).Name, "main.")
		out = append(out, fmt.Sprintf("%s %g/%g", name, float64(row.Flat)/1e6, float64(row.Cum)/1e6))
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// The example of which every figure is known from go tool pprof. Its x is the
// base.
func TestWorkedCase(t *testing.T) {
	x, y := workedCase()
	p := join(t, x, y)
	for _, c := range []struct {
		mode  compare.Mode
		by    compare.By
		rows  string
		total int64
	}{
		{compare.Base, compare.AsRecorded, "A -40/10, B 0/20, C 50/20", 90e6},
		{compare.DiffBase, compare.AsRecorded, "A -40/10, B 0/20, C 50/20", 160e6},
		{compare.Base, compare.PerTotal, "A -41.176471/0, B 0/10, C 41.176471/10", 82352942},
	} {
		d := must.Have(p.Difference(context.Background(), c.mode, compare.Normalisation{By: c.by}))
		r := evaluate(t, d, query.Default().Whole())
		if got := figures(r); got != c.rows || r.Total != c.total {
			t.Errorf("%s, %s: %s of %d, want %s of %d", c.mode, c.by, got, r.Total, c.rows, c.total)
		}
	}
	if got := figures(evaluate(t, p.Base, query.Default().Whole())); got != "A 60/160, B 0/150, C 100/150" {
		t.Errorf("x alone: %s", got)
	}
}

func TestRefused(t *testing.T) {
	typesOf := func(names ...string) *profile.Profile {
		p := &profile.Profile{PeriodType: &profile.ValueType{}}
		for _, n := range names {
			name, unit, _ := strings.Cut(n, "/")
			p.SampleType = append(p.SampleType, &profile.ValueType{Type: name, Unit: unit})
		}
		return p
	}
	lock := func(leaf string) *profile.Profile {
		p := typesOf("contentions/count", "delay/nanoseconds")
		f := &profile.Function{ID: 1, Name: leaf}
		l := &profile.Location{ID: 1, Line: []profile.Line{{Function: f}}}
		p.Function, p.Location = []*profile.Function{f}, []*profile.Location{l}
		p.Sample = []*profile.Sample{{Location: []*profile.Location{l}, Value: []int64{1, 1}}}
		return p
	}
	for _, c := range []struct {
		base, now *profile.Profile
		want      string
	}{
		{typed(nil), typesOf("inuse_space/bytes"), "a heap profile cannot be compared with a cpu profile: the base has samples, cpu, the new one inuse_space"},
		{typesOf("cpu/nanoseconds"), typesOf("cpu/bytes"), "cpu is measured in nanoseconds in the base and in bytes in the new profile: these cannot be compared"},
		{lock("sync.(*Mutex).Unlock"), lock("runtime.chanrecv1"), ""}, // as to pprof
		{lock("sync.(*Mutex).Unlock"), typesOf("contentions/count", "delay/nanoseconds"), ""},
		{typesOf("cpu/milliseconds"), typesOf("cpu/nanoseconds"), ""},
		{typesOf("inuse_space/bytes", "alloc_space/bytes"), typesOf("alloc_space/bytes"), ""},
		{typesOf(), typesOf("cpu/nanoseconds"), "a cpu profile cannot be compared with an other profile: the base has no sample types, the new one cpu"},
	} {
		_, err := compare.Join(context.Background(), of(t, c.base), of(t, c.now))
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%q\n want %q", got, c.want)
		}
	}
}

// Block and mutex profiles have the same columns, and pprof subtracts them: so can we, with a word.
func TestBlockAgainstMutex(t *testing.T) {
	pair := join(t, library(t, recording(t, "mutex.pprof")), library(t, recording(t, "block.pprof")))
	if len(pair.Left) != 1 || !strings.Contains(pair.Left[0], "the new profile is a block profile and the base a mutex profile") {
		t.Errorf("it says %q", pair.Left)
	}
	if same := join(t, library(t, recording(t, "block.pprof")), library(t, recording(t, "block.pprof"))); len(same.Left) != 1 || strings.Contains(same.Left[0], "mutex") {
		t.Errorf("of a block profile and itself it says %q", same.Left)
	}
}

// Columns in another order, one more of them and in another unit are the same
// columns by their names.
func TestAlignedTypes(t *testing.T) {
	x, y := workedCase()
	y.SampleType = []*profile.ValueType{{Type: "more", Unit: "count"}, {Type: "cpu", Unit: "milliseconds"}, {Type: "samples", Unit: "count"}}
	for _, s := range y.Sample {
		s.Value = []int64{7, s.Value[1] / 1e6, s.Value[0]}
	}
	p := join(t, x, y)
	if got := fmt.Sprint(p.New.Types, p.Base.Types); got != "[{cpu nanoseconds} {samples count}] [{cpu nanoseconds} {samples count}]" {
		t.Errorf("types %s", got)
	}
	want := "[only one of the two has more cpu of the new profile was in milliseconds]"
	if got := fmt.Sprint(p.Left); got != want {
		t.Errorf("left %s, want %s", got, want)
	}
	q := query.Default().Whole()
	q.SampleIndex = "cpu"
	d := must.Have(p.Difference(context.Background(), compare.Base, compare.Normalisation{}))
	if got := figures(evaluate(t, d, q)); got != "A -40/10, B 0/20, C 50/20" {
		t.Errorf("%s", got)
	}
}

// slowRow is a row made in the obvious way.
type slowRow struct{ base, now [2]int64 }

// slowRows sums both sides by names, sample by sample.
func slowRows(sides ...*profile.Profile) map[string]*slowRow {
	rows := map[string]*slowRow{}
	for side, p := range sides {
		for _, s := range p.Sample {
			seen := map[string]bool{}
			leaf := true
			for _, l := range s.Location {
				for _, line := range l.Line {
					name := line.Function.Name
					if rows[name] == nil {
						rows[name] = &slowRow{}
					}
					to := &rows[name].base
					if side == 1 {
						to = &rows[name].now
					}
					if leaf {
						to[0] += s.Value[1]
					}
					if !seen[name] {
						to[1] += s.Value[1]
					}
					leaf, seen[name] = false, true
				}
			}
		}
	}
	return rows
}

func TestRows(t *testing.T) {
	for seed := range uint64(30) {
		base, now := random(2*seed), random(2*seed+1)
		p := join(t, base, now)
		for _, n := range []compare.Normalisation{
			{}, {By: compare.PerSecond}, {By: compare.PerTotal}, {By: compare.PerUnit, Base: 100, New: 250, Unit: "request"},
		} {
			q := query.Default().Whole()
			if seed%2 == 1 {
				q.Sort = query.ByCum
			}
			c := evaluated(t, p, q, n)
			fb, fn := 1.0, 1.0
			switch n.By {
			case compare.PerSecond:
				fb, fn = 1/p.Base.Duration.Seconds(), 1/p.New.Duration.Seconds()
			case compare.PerTotal:
				fn = float64(c.Base.Total) / float64(c.New.Total)
			case compare.PerUnit:
				fb, fn = 0.01, 0.004
			}
			want := slowRows(base, now)
			var moved float64
			for _, w := range want {
				moved += math.Abs(float64(w.now[0])*fn - float64(w.base[0])*fb)
			}
			rows := must.Have(c.Rows(context.Background()))
			last := math.Inf(1)
			for _, r := range rows {
				name := c.Name(r.Node)
				w := want[name]
				if w == nil {
					t.Fatalf("seed %d: a row %s", seed, name)
				}
				delete(want, name)
				for i, x := range []compare.Change{r.Flat, r.Cum} {
					if x.Base != w.base[i] || x.New != w.now[i] {
						t.Errorf("seed %d: %s is %d and %d, want %d and %d", seed, name, x.Base, x.New, w.base[i], w.now[i])
					}
					near(t, name+" Δ", x.Delta, float64(w.now[i])*fn-float64(w.base[i])*fb)
				}
				near(t, name+" share", r.FlatShare, r.Flat.Delta/moved*100)
				key := math.Abs(r.Flat.Delta)
				if q.Sort == query.ByCum {
					key = math.Abs(r.Cum.Delta)
				}
				if key > last {
					t.Errorf("seed %d: %s comes too late", seed, name)
				}
				last = key
			}
			for name, w := range want {
				if *w != (slowRow{}) {
					t.Errorf("seed %d: no row for %s %v", seed, name, w)
				}
			}
		}
	}
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-9*max(1, math.Abs(want)) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

func TestNewAndVanished(t *testing.T) {
	x, _ := workedCase()
	other := typed([]typedSample{{stack: stack("X", "Y"), ms: 200}})
	c := evaluated(t, join(t, x, other), query.Default().Whole(), compare.Normalisation{})
	for _, r := range must.Have(c.Rows(context.Background())) {
		name := c.Name(r.Node)
		appeared := name == "main.X" || name == "main.Y"
		if (r.Cum.Base == 0) != appeared || (r.Cum.New == 0) == appeared {
			t.Errorf("%s: %d to %d", name, r.Cum.Base, r.Cum.New)
		}
		want := "gone"
		if appeared {
			want = "new"
		}
		if got := r.Cum.PercentText(); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	// The larger of both has all of both.
	r := must.Have(c.Wide(context.Background(), compare.ByLarger))
	if r.Total != c.Base.Total+c.New.Total {
		t.Errorf("the larger of two disjoint profiles is %d, want %d", r.Total, c.Base.Total+c.New.Total)
	}
}

func TestEmptySides(t *testing.T) {
	x, _ := workedCase()
	for _, pair := range [][2]*profile.Profile{{typed(nil), x}, {x, typed(nil)}, {typed(nil), typed(nil)}} {
		p := join(t, pair[0], pair[1])
		for _, by := range []compare.By{compare.AsRecorded, compare.PerTotal} {
			c := evaluated(t, p, query.Default(), compare.Normalisation{By: by})
			for _, r := range must.Have(c.Rows(context.Background())) {
				if f := r.Flat.Verdict.Outcome; f != compare.TooFew && f != compare.Unchanged && (by == compare.PerTotal || f != compare.Real) {
					t.Errorf("%s: %s", c.Name(r.Node), c.Words(lang.L, &r.Flat))
				}
			}
			must.Have(c.Labels(context.Background()))
			c.Heading()
			var b bytes.Buffer
			if err := (&compare.Summary{Comparison: c}).WriteMarkdown(t.Context(), &b); err != nil {
				t.Error(err)
			}
			for _, w := range compare.Widths {
				must.Have(c.Wide(context.Background(), w))
			}
		}
		_, err := p.Evaluate(context.Background(), query.Default(), compare.Normalisation{By: compare.PerSecond})
		if want := "values per second need the duration of both: the base has none"; err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestNormalisationWords(t *testing.T) {
	for _, c := range []struct {
		n            compare.Normalisation
		want, suffix string
	}{
		{compare.Normalisation{}, "as recorded", ""},
		{compare.Normalisation{By: compare.PerSecond}, "per second of recording", "/s"},
		{compare.Normalisation{By: compare.PerTotal}, "the new profile scaled to the base's total", ""},
		{compare.Normalisation{By: compare.PerUnit, Base: 12000, New: 12400.5, Unit: "request"}, "per request (base 12,000, new 1.24e+04)", "/request"},
	} {
		if c.n.Words(lang.L) != c.want || c.n.Suffix() != c.suffix {
			t.Errorf("%q %q, want %q %q", c.n.Words(lang.L), c.n.Suffix(), c.want, c.suffix)
		}
	}
	x, y := workedCase()
	p := join(t, x, y)
	_, err := p.Evaluate(context.Background(), query.Default(), compare.Normalisation{By: compare.PerUnit, Base: 0, New: 5})
	if err == nil || !strings.Contains(err.Error(), "expected numbers above 0") {
		t.Errorf("%v", err)
	}
	if _, err := p.Evaluate(context.Background(), query.Default(), compare.Normalisation{By: "per moon"}); err == nil {
		t.Error("per moon was taken")
	}
	c := evaluated(t, p, query.Default(), compare.Normalisation{By: compare.PerUnit, Base: 1000, New: 1000, Unit: "request"})
	if got := c.Format(c.Total().Before); got != "160µs/request" {
		t.Errorf("160ms of 1,000 requests are %s", got)
	}
}

// Which label value grew, against the obvious way.
func TestLabels(t *testing.T) {
	for seed := range uint64(20) {
		base, now := random(100+seed), random(200+seed)
		for i, s := range now.Sample {
			s.NumLabel = map[string][]int64{"bytes": {int64(i % 3)}}
		}
		c := evaluated(t, join(t, base, now), query.Default(), compare.Normalisation{})
		want := map[string][2]int64{}
		for side, p := range []*profile.Profile{base, now} {
			for _, s := range p.Sample {
				key := "user none"
				if v := s.Label["user"]; v != nil {
					key = "user " + v[0]
				}
				keys := []string{key, "bytes none"}
				if v := s.NumLabel["bytes"]; v != nil {
					keys[1] = fmt.Sprint("bytes ", v[0])
				}
				for _, k := range keys {
					w := want[k]
					w[side] += s.Value[1]
					want[k] = w
				}
			}
		}
		var last compare.LabelRow
		for _, r := range must.Have(c.Labels(context.Background())) {
			key := r.Key + " " + r.Value
			switch {
			case r.Missing():
				key = r.Key + " none"
			case r.Numeric:
				key = fmt.Sprint(r.Key, " ", r.Number)
			}
			if got := [2]int64{r.Base, r.New}; got != want[key] {
				t.Errorf("seed %d: %s is %v, want %v", seed, key, got, want[key])
			}
			delete(want, key)
			if last.Key == r.Key && !r.Missing() && math.Abs(last.Delta) < math.Abs(r.Delta) {
				t.Errorf("seed %d: %s comes too late", seed, key)
			}
			last = r
		}
		for k, w := range want {
			if w != [2]int64{} {
				t.Errorf("seed %d: no row for %s %v", seed, k, w)
			}
		}
		// The values of the label by which the sides were chosen differ because of that.
		c.Pair.Split = "user"
		rest := must.Have(c.Labels(context.Background()))
		if len(rest) == 0 || slices.ContainsFunc(rest, func(r compare.LabelRow) bool { return r.Key == "user" }) {
			t.Errorf("seed %d: split by user, the labels are %v", seed, rest)
		}
	}
}

// TestOrderOfSamples holds that the same samples in another order are the
// same difference.
func TestOrderOfSamples(t *testing.T) {
	for seed := range uint64(20) {
		base, now := random(seed), random(seed+50)
		cut := now.Copy()
		slices.SortFunc(cut.Sample, func(a, b *profile.Sample) int { return cmp.Compare(a.Value[0], b.Value[0]) })
		x := must.Have(join(t, base, now).Difference(context.Background(), compare.Base, compare.Normalisation{}))
		y := must.Have(join(t, base, cut).Difference(context.Background(), compare.Base, compare.Normalisation{}))
		q := query.Default().Whole()
		if a, b := figures(evaluate(t, x, q)), figures(evaluate(t, y, q)); a != b {
			t.Errorf("seed %d: %s\n  and %s", seed, a, b)
		}
	}
}

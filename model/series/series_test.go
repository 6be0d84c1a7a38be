package series_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"profstation/internal/must"
	"profstation/model"
	"profstation/model/query"
	"profstation/model/series"
)

var start = time.Date(2026, 11, 20, 15, 0, 0, 0, time.UTC)

// profileOf types a profile: lines of a stack, root first and separated by
// commas, a value, and labels.
func profileOf(t testing.TB, typ, unit string, at time.Time, lines ...string) *model.Profile {
	t.Helper()
	b := model.NewBuilder([]model.ValueType{{Type: typ, Unit: unit}})
	functions := map[string]model.LocID{}
	for _, line := range lines {
		var value int64
		fields := strings.Fields(line)
		fmt.Sscan(fields[1], &value)
		var labels []model.Label
		for _, l := range fields[2:] {
			k, v, _ := strings.Cut(l, "=")
			labels = append(labels, model.Label{Key: b.String(k), Str: b.String(v)})
		}
		var stack []model.LocID
		for _, name := range slices.Backward(strings.Split(fields[0], ",")) {
			if _, ok := functions[name]; !ok {
				fn := b.Function(model.Function{Name: b.String(name)})
				functions[name] = b.Location(model.NoMapping, 0, []model.Line{{Func: fn}})
			}
			stack = append(stack, functions[name])
		}
		b.Sample(stack, b.LabelSet(labels), []int64{value})
	}
	return b.Profile(model.Header{Time: at})
}

func add(t testing.TB, s *series.Series, id string, p *model.Profile) {
	t.Helper()
	if err := s.Add(context.Background(), id, p, start); err != nil {
		t.Fatal(err)
	}
}

func TestSeries(t *testing.T) {
	s := series.New(query.Query{})
	cpu := func(minute int, lines ...string) *model.Profile {
		return profileOf(t, "cpu", "nanoseconds", start.Add(time.Duration(minute)*time.Minute), lines...)
	}
	// They come in any order.
	add(t, s, "c", cpu(2, "main.main,net/http.serve 30 user=ann", "main.main 10 user=bob"))
	add(t, s, "a", cpu(0, "main.main,net/http.serve 10", "main.main,net/http.serve,main.f 20 user=ann"))
	add(t, s, "b", cpu(1, "main.main,main.f,main.f 5"))
	var ids []string
	for _, p := range s.Points() {
		ids = append(ids, p.ID)
	}
	if !slices.Equal(ids, []string{"a", "b", "c"}) {
		t.Errorf("the order is %q", ids)
	}
	values := func(l *series.Lines, err error) string {
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, x := range l.Lines {
			name := x.Name
			if x.Rest {
				name = "rest"
			}
			out = append(out, fmt.Sprint(name, x.Values))
		}
		return strings.Join(out, " ")
	}
	for _, x := range []struct{ name, got, want string }{
		{"total", values(s.Total("")), "[30 5 40]"},
		{"flat", values(s.Lines(series.Question{}, "main.f", "main.main", "nothing")), "main.f[20 5 0] main.main[0 0 10] nothing[0 0 0]"},
		{"cum", values(s.Lines(series.Question{Cum: true}, "main.f", "main.main", "net/http.serve")), "main.f[20 5 0] main.main[30 5 40] net/http.serve[30 0 30]"},
		{"functions", values(s.Stack(series.Question{}, 1)), "net/http.serve[10 0 30] rest[20 5 10]"},
		{"packages", values(s.Stack(series.Question{By: series.Packages}, 9)), "net/http[10 0 30] main[20 5 10]"},
		{"labels", values(s.Stack(series.Question{By: series.Labels, Key: "user"}, 9)), "ann[20 0 30] bob[0 0 10] rest[10 5 0]"},
		{"package cum", values(s.Lines(series.Question{By: series.Packages, Cum: true}, "main")), "main[30 5 40]"},
	} {
		if x.got != x.want {
			t.Errorf("%s: %s, want %s", x.name, x.got, x.want)
		}
	}
	if _, err := s.Total("wall"); err == nil || !strings.Contains(err.Error(), "only cpu") {
		t.Error(err)
	}
	if k := s.Keys(); !slices.Equal(k, []string{"user"}) {
		t.Errorf("keys %q", k)
	}
	// The same id is replaced, a name may change, one may go.
	add(t, s, "b", cpu(5, "main.f 7"))
	s.Rename("b", "z")
	s.Remove("c")
	if got := values(s.Total("")); got != "[30 7]" || s.Points()[1].ID != "z" {
		t.Error(got)
	}
	// A filter holds for all.
	f := series.New(query.Query{Focus: "serve"})
	add(t, f, "a", cpu(0, "main.main,net/http.serve 10", "main.g 20"))
	if got := values(f.Total("")); got != "[10]" {
		t.Error(got)
	}
	if err := series.New(query.Query{Focus: "("}).Add(context.Background(), "a", cpu(0, "main.f 1"), start); err == nil {
		t.Error("a filter that cannot be read was taken")
	}
	if _, err := series.New(query.Query{}).Total(""); err == nil {
		t.Error("an empty series has a total")
	}
}

// The packed figures are those of a result, of every sample type.
func TestSeriesAgreesWithResult(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	s := series.New(query.Query{})
	profiles := map[string]*model.Profile{}
	for i := range 20 {
		var lines []string
		for range 30 {
			var stack []string
			for range 1 + r.IntN(5) {
				stack = append(stack, fmt.Sprintf("p%d.f%d", r.IntN(3), r.IntN(6)))
			}
			lines = append(lines, fmt.Sprintf("%s %d", strings.Join(stack, ","), r.IntN(1000)-300))
		}
		id := fmt.Sprint(i)
		profiles[id] = profileOf(t, "space", "bytes", start.Add(time.Duration(i)*time.Second), lines...)
		add(t, s, id, profiles[id])
	}
	for _, cum := range []bool{false, true} {
		var names []string
		for i := range 3 {
			for j := range 6 {
				names = append(names, fmt.Sprintf("p%d.f%d", i, j))
			}
		}
		lines := must.Have(s.Lines(series.Question{Cum: cum}, names...))
		if len(lines.Points) != len(profiles) || len(lines.Lines) < len(names) {
			t.Fatalf("%d points of %d lines", len(lines.Points), len(lines.Lines))
		}
		for i, p := range lines.Points {
			res := must.Have(query.Evaluate(context.Background(), profiles[p.ID], query.Query{}))
			want := map[string]int64{}
			for n := range res.Nodes.Len() {
				v := must.Have(res.Sums(context.Background())).Flat[n]
				if cum {
					v = must.Have(res.Sums(context.Background())).Cum[n]
				}
				want[res.Nodes.Node(query.NodeID(n)).Name] = v
			}
			for _, l := range lines.Lines {
				if l.Values[i] != want[l.Name] && (l.Known[i] || math.Abs(float64(want[l.Name])) >= 0.001*float64(res.Total)) {
					t.Errorf("%s at %s: %d, want %d", l.Name, p.ID, l.Values[i], want[l.Name])
				}
			}
		}
	}
}

// Whatever the order in which profiles come, go and get other names, a series has those that are
// left, in order of time.
func TestAnyOrder(t *testing.T) {
	type known struct{ at, value int }
	r := rand.New(rand.NewPCG(1, 2))
	s, want := series.New(query.Query{}), map[string]known{}
	for range 2000 {
		id, to := fmt.Sprint(r.IntN(100)), fmt.Sprint(r.IntN(100))
		switch k := (known{r.IntN(50), 1 + r.IntN(1000)}); r.IntN(4) {
		case 0:
			s.Remove(id)
			delete(want, id)
		case 1:
			s.Rename(id, to)
			if p, ok := want[id]; ok {
				delete(want, id)
				want[to] = p
			}
		default:
			at := start.Add(time.Duration(k.at) * time.Second)
			add(t, s, id, profileOf(t, "cpu", "nanoseconds", at, fmt.Sprintf("main.f %d", k.value)))
			want[id] = k
		}
		if r.IntN(10) > 0 {
			continue
		}
		var ids []string
		for _, p := range s.Points() {
			ids = append(ids, p.ID)
			if k := want[p.ID]; !p.Time.Equal(start.Add(time.Duration(k.at)*time.Second)) || p.Totals[0] != int64(k.value) {
				t.Fatalf("%s is %v at %v, want %+v", p.ID, p.Totals, p.Time, k)
			}
		}
		sorted := slices.SortedFunc(maps.Keys(want), func(a, b string) int {
			return cmp.Or(want[a].at-want[b].at, strings.Compare(a, b))
		})
		if !slices.Equal(ids, sorted) || s.Len() != len(want) {
			t.Fatalf("the profiles are %v, want %v", ids, sorted)
		}
	}
}

// Memory is bounded: old figures go, totals stay.
func TestBound(t *testing.T) {
	s := series.NewWithin(20_000)
	var lines []string
	for i := range 100 {
		lines = append(lines, fmt.Sprintf("main.f%d %d", i, 100+i))
	}
	const n = 500
	for i := range n {
		add(t, s, fmt.Sprint(i), profileOf(t, "cpu", "nanoseconds", start.Add(time.Duration(i)*time.Second), lines...))
		if s.Bytes() > 20_000 {
			t.Fatalf("%d bytes after %d profiles", s.Bytes(), i+1)
		}
	}
	total, err := s.Total("")
	if err != nil || len(total.Points) != n || slices.Contains(total.Lines[0].Values, 0) {
		t.Errorf("%d points, %v", len(total.Points), err)
	}
	l, err := s.Lines(series.Question{}, "main.f99")
	if err != nil || l.Lines[0].Known[0] || !l.Lines[0].Known[n-1] || l.Lines[0].Values[n-1] != 199 {
		t.Errorf("the oldest is known: %v, the newest: %v, %v", l.Lines[0].Known[0], l.Lines[0].Known[n-1], err)
	}
}

func TestGrowth(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	s := series.New(query.Query{})
	for i := range 40 {
		noise := func(v int) int { return v + int(r.NormFloat64()*float64(v)/50) }
		add(t, s, fmt.Sprint(i), profileOf(t, "space", "bytes", start.Add(time.Duration(i)*time.Minute),
			fmt.Sprintf("main.leak %d", noise(1000+10*i)), fmt.Sprintf("main.fast %d", noise(1000+40*i)),
			fmt.Sprintf("main.about %d", noise(5000)), "main.steady 3000", fmt.Sprintf("main.shrinks %d", noise(5000-50*i))))
	}
	ranking := must.Have(s.Growth(context.Background(), series.Question{}))
	rows := ranking.Rows
	var got []string
	for _, g := range rows {
		got = append(got, g.Name+" "+string(g.Verdict))
		if g.Slope < g.Low || g.Slope > g.High {
			t.Errorf("%s: %v is not within %v to %v", g.Name, g.Slope, g.Low, g.High)
		}
	}
	if want := "main.fast grows|main.leak grows|main.about not sure|main.steady steady|main.shrinks shrinks"; strings.Join(got, "|") != want {
		t.Errorf("%s, want %s", strings.Join(got, "|"), want)
	}
	if g := rows[0]; math.Abs(g.Slope-2400) > 150 || g.First == 0 || g.Last < 2000 {
		t.Errorf("%+v", g)
	}
	few := series.New(query.Query{})
	for i := range 4 {
		add(t, few, fmt.Sprint(i), profileOf(t, "space", "bytes", start.Add(time.Duration(i)*time.Minute), fmt.Sprintf("main.f %d", 100+i)))
	}
	if r, err := few.Growth(context.Background(), series.Question{}); err != nil || r.Rows[0].Verdict != series.TooFew || math.Abs(r.Rows[0].Slope-60) > 1e-9 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestOnlyGrowing(t *testing.T) {
	s := series.New(query.Query{})
	for i, n := range [][3]int{{1, 5, 7}, {3, 4, 7}, {3, 9, 7}, {8, 10, 7}} {
		add(t, s, fmt.Sprint(i), profileOf(t, "goroutine", "count", start.Add(time.Duration(i)*20*time.Minute),
			fmt.Sprintf("main.main,main.leak %d", n[0]), fmt.Sprintf("main.main,main.pool %d", n[1]), fmt.Sprintf("main.idle %d", n[2])))
	}
	rows, err := s.OnlyGrowing(context.Background())
	if err != nil || len(rows) != 1 {
		t.Fatal(rows, err)
	}
	if r := rows[0]; !slices.Equal(r.Stack, []string{"main.main", "main.leak"}) || r.First != 1 || r.Last != 8 || r.Rises != 2 || r.PerHour != 7 {
		t.Errorf("%+v", r)
	}
}

// Leaked goroutines are divided by stacks as all goroutines are: those of one leak have the same.
func TestOnlyGrowingLeaks(t *testing.T) {
	s := series.New(query.Query{})
	for i, n := range []int{1, 3, 3, 8} {
		add(t, s, fmt.Sprint(i), profileOf(t, "goroutineleak", "count", start.Add(time.Duration(i)*20*time.Minute),
			fmt.Sprintf("main.main,main.leak,runtime.gopark %d", n), "main.old,runtime.gopark 7"))
	}
	if by := s.DefaultBy(); by != series.Stacks || !slices.Contains(series.Ways(s.Kind()), by) {
		t.Errorf("leaks are divided by %s, of %q", by, series.Ways(s.Kind()))
	}
	rows := must.Have(s.OnlyGrowing(t.Context()))
	if len(rows) != 1 || !slices.Equal(rows[0].Stack, []string{"main.main", "main.leak", "runtime.gopark"}) || rows[0].Last-rows[0].First != 7 {
		t.Errorf("%+v", rows)
	}
}

func TestCache(t *testing.T) {
	loads := map[string]int{}
	c := series.NewCache(func(_ context.Context, id string) (*model.Profile, error) {
		loads[id]++
		return profileOf(t, "cpu", "ns", start, "main.f 1"), nil
	})
	for range 2 {
		for i := range series.CacheProfiles {
			must.Have(c.Get(t.Context(), fmt.Sprint(i)))
		}
	}
	c.Get(t.Context(), "more") // the one looked at longest ago, 0, goes
	c.Get(t.Context(), "1")
	c.Get(t.Context(), "0")
	c.Drop("0")
	c.Get(t.Context(), "0")
	if loads["1"] != 1 || loads["0"] != 3 || c.Len() != series.CacheProfiles {
		t.Errorf("%v, %d kept", loads, c.Len())
	}
}

package flame_test

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"profstation/flame"
	"profstation/internal/must"
	"profstation/model"
	"profstation/model/query"
	"profstation/scene"
)

// moment is a typed sample: when, in milliseconds, in which thread, and a stack of letters from the root.
type moment struct {
	at     int64 // −1: not known
	thread string
	stack  string
	value  int64
}

// momentsOf reads moments, a line each: time, thread, stack and value.
func momentsOf(text string) []moment {
	var all []moment
	for line := range strings.Lines(strings.TrimSpace(text)) {
		var m moment
		fmt.Sscan(line, &m.at, &m.thread, &m.stack, &m.value)
		all = append(all, m)
	}
	return all
}

const ms = 1e6

// timedProfile is sampled every 10 ms of CPU time.
func timedProfile(all []moment) *model.Profile {
	b := model.NewBuilder([]model.ValueType{{Type: "samples", Unit: "count"}})
	locs := map[rune]model.LocID{}
	for _, m := range all {
		var stack []model.LocID
		for _, f := range m.stack {
			if _, ok := locs[f]; !ok {
				fn := b.Function(model.Function{Name: b.String(string(f))})
				locs[f] = b.Location(model.NoMapping, 0, []model.Line{{Func: fn}})
			}
			stack = append([]model.LocID{locs[f]}, stack...)
		}
		set := model.LabelSetID(0)
		if m.thread != "-" {
			set = b.LabelSet([]model.Label{{Key: b.String("thread"), Str: b.String(m.thread)}})
		}
		at := m.at * ms
		if m.at < 0 {
			at = model.NoTime
		}
		b.SampleAt(at, stack, set, []int64{m.value})
	}
	return b.Profile(model.Header{Period: 10 * ms, PeriodType: model.ValueType{Type: "cpu", Unit: "nanoseconds"}})
}

func timeChartOf(t testing.TB, all []moment, q query.Query, o flame.TimeOptions, lanes int) *flame.TimeChart {
	t.Helper()
	p := timedProfile(all)
	r := must.Have(query.Evaluate(t.Context(), p, q))
	l := must.Have(flame.NewLanes(t.Context(), r, flame.LaneAxis(p, model.LabelAxis{}), lanes))
	return must.Have(l.Chart(t.Context(), o))
}

// written is a chart as text: a line for each row of a lane, with its boxes.
func written(c *flame.TimeChart) string {
	var b strings.Builder
	for i, l := range c.Lane {
		for _, row := range l.Rows {
			b.WriteString(c.LaneName(i) + ":")
			for _, x := range row {
				name := fmt.Sprintf("(%d)", x.Merged)
				if x.Node != query.NoNode {
					name = c.Result.Nodes.Node(x.Node).Name
				}
				fmt.Fprintf(&b, " %s %g-%g=%d", name, float64(x.From)/ms, float64(x.To)/ms, x.Net)
				if x.Self != 0 {
					fmt.Fprintf(&b, "/%d", x.Self)
				}
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

func TestTimeChart(t *testing.T) {
	all := momentsOf(`
		30 t1 abd 1
		0 t1 abc 2
		10 t1 abc 1
		20 t1 abd 1
		60 t1 ab 1
		5 t2 ax 1
		12 t2 a 1
		-1 t2 a 7
		40 - z 1`)
	c := timeChartOf(t, all, query.Query{}, flame.TimeOptions{}, flame.MaxLanes)
	want := `thread t1: a 0-40=5 a 60-70=1
thread t1: b 0-40=5 b 60-70=1/1
thread t1: c 0-20=3/3 d 20-40=2/2
thread t2: a 5-22=2/1
thread t2: x 5-12=1/1
(no label): z 40-50=1/1
`
	if got := written(c); got != want {
		t.Errorf("the chart is\n%swant\n%s", got, want)
	}
	if c.Untimed != 7 || !slices.Equal(c.Notes(), []string{"7 (43.75%) without a time are left out"}) {
		t.Errorf("it leaves out %d: %q", c.Untimed, c.Notes())
	}
	few := timeChartOf(t, all, query.Query{}, flame.TimeOptions{}, 1)
	if len(few.Lane) != 1 || few.Left != 2 || few.LeftSum != 3 {
		t.Errorf("%d lanes, %d with %d are left out", len(few.Lane), few.Left, few.LeftSum)
	}
	part := timeChartOf(t, all, query.Query{Time: "20ms:41ms"}, flame.TimeOptions{}, flame.MaxLanes)
	if got := written(part); got != "thread t1: a 0-20=2\nthread t1: b 0-20=2\nthread t1: d 0-20=2/2\n(no label): z 20-30=1/1\n" {
		t.Errorf("of a time:\n%s", got)
	}
	// Two boxes under a column that are near are one.
	merged := timeChartOf(t, all, query.Query{}, flame.TimeOptions{Columns: 2}, flame.MaxLanes)
	if got := written(merged); !strings.Contains(got, "thread t1: (2) 0-40=5/5\n") {
		t.Errorf("in two columns:\n%s", got)
	}
	var csv bytes.Buffer
	if err := c.WriteCSV(&csv); err != nil || !strings.HasPrefix(csv.String(), "lane,depth,from_ns,until_ns,total,self,name\nt1,0,0,40000000,5,0,a\n") {
		t.Errorf("%v\n%s", err, csv.String())
	}
}

func randomMoments(r *rand.Rand, n int) []moment {
	var all []moment
	for range n {
		m := moment{at: r.Int64N(int64(n) * 4), thread: []string{"-", "1", "2", "3"}[r.IntN(4)], value: 1 + r.Int64N(3)}
		for range 1 + r.IntN(5) {
			m.stack += string(rune('a' + r.IntN(3)))
		}
		if r.IntN(20) == 0 {
			m.at = -1
		}
		all = append(all, m)
	}
	return all
}

// A thread of which perf knows the number has the name beside it that it had first.
func TestLaneOfAThread(t *testing.T) {
	b := model.NewBuilder([]model.ValueType{{Type: "samples", Unit: "count"}})
	fn := b.Function(model.Function{Name: b.String("main.work")})
	stack := []model.LocID{b.Location(model.NoMapping, 0, []model.Line{{Func: fn}})}
	for at, comm := range []string{"app", "V8 Worker\n7"} {
		set := b.LabelSet([]model.Label{{Key: b.String("comm"), Str: b.String(comm)}, {Key: b.String("tid"), Str: b.String(fmt.Sprint(100 + at/2))}})
		b.SampleAt(int64(at*ms), stack, set, []int64{1})
	}
	p := b.Profile(model.Header{})
	r := must.Have(query.Evaluate(t.Context(), p, query.Query{}))
	l := must.Have(flame.NewLanes(t.Context(), r, flame.LaneAxis(p, model.LabelAxis{}), flame.MaxLanes))
	if c := must.Have(l.Chart(t.Context(), flame.TimeOptions{})); len(c.Lane) != 1 || c.LaneName(0) != "tid 100 · app" {
		t.Errorf("the lanes are %+v", c.Lane)
	}
}

// What functions have in the chart itself is what they have in the flame graph, for the same question; each sample lies
// in the boxes of its stack, and in those of the sample before exactly as far as both begin alike and one follows soon.
func TestTimeChartSlowly(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	for round := range 60 {
		all := randomMoments(r, 1+r.IntN(80))
		timed := slices.DeleteFunc(slices.Clone(all), func(m moment) bool { return m.at < 0 })
		q := []query.Query{{}, {Focus: "b"}, {Hide: "a"}, {Time: "40ms:200ms"}}[round%4]
		c := timeChartOf(t, timed, q, flame.TimeOptions{}, flame.MaxLanes)
		sums := must.Have(c.Result.Sums(t.Context()))
		self, total := make([]int64, c.Result.Nodes.Len()), int64(0)
		for i, l := range c.Lane {
			for depth, row := range l.Rows {
				for k, b := range row {
					self[b.Node] += b.Self
					total += b.Self
					if k > 0 && b.From < row[k-1].To || b.From > b.To {
						t.Fatalf("box %d of row %d overlaps: %+v", k, depth, row)
					}
					if depth > 0 && b.To > b.From {
						if up := c.Find(i, depth-1, b.From); up == flame.NoTimeRef || c.Box(up).To < b.To {
							t.Fatalf("a box of row %d lies in none of the row above:\n%s", depth, written(c))
						}
					}
				}
			}
		}
		if !slices.Equal(self, sums.Flat) {
			t.Fatalf("%+v: self is %v in the chart, %v in the flame graph", q, self, sums.Flat)
		}
		merged := must.Have(c.Chart(t.Context(), flame.TimeOptions{Columns: 1 + r.IntN(40)}))
		again := int64(0)
		for _, l := range merged.Lane {
			for _, row := range l.Rows {
				for _, b := range row {
					again += b.Self
				}
			}
		}
		if again != total {
			t.Fatalf("merged boxes have %d, all have %d", again, total)
		}
		if q != (query.Query{}) {
			continue
		}
		for i := range c.Lane {
			lane := strings.TrimPrefix(strings.Replace(c.LaneName(i), "(no label)", "thread -", 1), "thread ")
			own := slices.DeleteFunc(slices.Clone(timed), func(m moment) bool { return m.thread != lane })
			slices.SortStableFunc(own, func(a, b moment) int { return cmp.Compare(a.at, b.at) })
			own = slices.Compact(own)
			for k, m := range own {
				if k+1 < len(own) && own[k+1].at == m.at {
					continue // it lasts for no time
				}
				for d, f := range m.stack {
					at := m.at*ms - c.Time.From
					ref := c.Find(i, d, at)
					if ref == flame.NoTimeRef || c.Result.Nodes.Node(c.Box(ref).Node).Name != string(f) {
						t.Fatalf("%+v is not in row %d of lane %s:\n%s", m, d, lane, written(c))
					}
					if k == 0 || own[k-1].at == m.at {
						continue
					}
					before := own[k-1]
					alike := d < len(before.stack) && before.stack[:d+1] == m.stack[:d+1] && m.at-before.at <= 20
					if joined := c.Box(ref).From < at; joined != alike {
						t.Fatalf("%+v after %+v: joined in row %d: %v", m, before, d, joined)
					}
				}
			}
		}
	}
}

// Walking reaches every box that is one alone, and ends.
func TestTimeChartWalk(t *testing.T) {
	c := timeChartOf(t, randomMoments(rand.New(rand.NewPCG(2, 2)), 60), query.Query{}, flame.TimeOptions{}, flame.MaxLanes)
	seen, next := map[flame.TimeRef]bool{}, []flame.TimeRef{c.Move(flame.NoTimeRef, flame.Right)}
	for len(next) > 0 {
		at := next[0]
		if next = next[1:]; seen[at] {
			continue
		}
		seen[at] = true
		for _, s := range []flame.Step{flame.Left, flame.Right, flame.Inwards, flame.Outwards} {
			next = append(next, c.Move(at, s))
		}
	}
	all := 0
	for _, l := range c.Lane {
		for _, row := range l.Rows {
			all += len(row)
		}
	}
	if len(seen) != all {
		t.Errorf("%d of %d boxes are reached", len(seen), all)
	}
}

// A point of a box finds it, with the root above or below, and nothing is found outside.
func TestTimeChartAt(t *testing.T) {
	c := timeChartOf(t, randomMoments(rand.New(rand.NewPCG(3, 3)), 60), query.Query{}, flame.TimeOptions{}, flame.MaxLanes)
	for _, down := range []bool{false, true} {
		s := flame.Style{Theme: &scene.Light, RootDown: down}
		v := flame.TimeView{Window: c.Whole(), Area: scene.Rect{X0: 3, Y0: 5, X1: 5003, Y1: 3000}, Mark: query.NoNode}
		n := 0
		for i, l := range c.Lane {
			for d, row := range l.Rows {
				for k := range row {
					ref := flame.TimeRef{Lane: i, Row: d, Box: k}
					if r := c.Rect(v, s, ref); r.W() > 1 {
						n++
						if got := c.At(v, s, r.Middle()); got != ref {
							t.Fatalf("the middle of %v is in %v", ref, got)
						}
					}
				}
			}
		}
		for _, at := range []scene.Point{{X: 50, Y: 6}, {X: 50, Y: 2999}, {X: -1, Y: 50}, {X: math.NaN(), Y: math.NaN()}} {
			if got := c.At(v, s, at); got != flame.NoTimeRef {
				t.Errorf("%v is in %v", at, got)
			}
		}
		if n == 0 {
			t.Fatal("no box is a pixel wide")
		}
		var rec scene.Recorder
		p := flame.TimePicture{Chart: c, Style: s, Width: 1400}
		rec.Width, rec.Height = p.Size()
		p.Draw(&rec)
		if got := rec.String(); !strings.Contains(got, "thread 1") || strings.Count(got, "begin") < n/4 {
			t.Errorf("the picture is\n%s", got)
		}
	}
}

// However many samples there are, a row has few boxes in a number of columns, and steps grow as samples do.
func TestTimeChartGrowth(t *testing.T) {
	looks := func(n int) int {
		p := timedProfile(randomMoments(rand.New(rand.NewPCG(4, 4)), n))
		r := must.Have(query.Evaluate(t.Context(), p, query.Query{}))
		ctx := must.Count()
		l := must.Have(flame.NewLanes(ctx, r, flame.LaneAxis(p, model.LabelAxis{}), flame.MaxLanes))
		for _, o := range []flame.TimeOptions{{Columns: 100}, {Columns: 100, Window: flame.Window{From: 1e9, To: 2e9}}, {Max: 50}} {
			c := must.Have(l.Chart(ctx, o))
			all := 0
			for _, lane := range c.Lane {
				for _, row := range lane.Rows {
					all += len(row)
					if o.Columns > 0 && len(row) > 3*2*o.Columns+3 {
						t.Errorf("%d boxes in %d columns", len(row), o.Columns)
					}
				}
			}
			if o.Max > 0 && (all > o.Max || !c.Cut) {
				t.Errorf("%d boxes of at most %d, cut: %v", all, o.Max, c.Cut)
			}
		}
		return ctx.Asked()
	}
	if one, four := looks(20_000), looks(80_000); float64(four) > 4.6*float64(one)+8 {
		t.Errorf("%d looks at the context for 20,000 samples, %d for 80,000", one, four)
	}
}

// A box ends where its samples do, if they say how long they lasted: neither before nor at the next one, whatever lies
// between most of them.
func TestLastingSamples(t *testing.T) {
	b := model.NewBuilder([]model.ValueType{{Type: "samples", Unit: "count"}, {Type: "time", Unit: "nanoseconds"}})
	loc := func(name string) model.LocID {
		return b.Location(model.NoMapping, 0, []model.Line{{Func: b.Function(model.Function{Name: b.String(name)})}})
	}
	main, load := loc("main"), loc("load")
	for _, s := range []struct {
		at, lasts, count int64
		stack            []model.LocID
	}{
		{0, 10, 1, []model.LocID{main}}, {10, 30, 1, []model.LocID{load, main}}, {40, 30, 0, []model.LocID{load, main}},
		{70, 1, 1, []model.LocID{main}}, {71, 1, 1, []model.LocID{main}}, {90, 5, 1, []model.LocID{main}},
	} {
		b.SampleAt(s.at*ms, s.stack, 0, []int64{s.count, s.lasts * ms})
	}
	p := b.Profile(model.Header{Lasting: "time"})
	for i, name := range []string{"samples", "time"} {
		q := query.Default().Whole()
		q.SampleIndex = name
		r := must.Have(query.Evaluate(t.Context(), p, q))
		l := must.Have(flame.NewLanes(t.Context(), r, model.LabelAxis{}, 1))
		c := must.Have(l.Chart(t.Context(), flame.TimeOptions{}))
		var got []string
		for _, row := range c.Lane[0].Rows {
			for _, x := range row {
				got = append(got, fmt.Sprintf("%s %d-%d %d", r.Nodes.Node(x.Node), x.From/ms, x.To/ms, x.Net))
			}
		}
		want := [][]string{{"main 0-72 4", "main 90-95 1", "load 10-70 1"}, {"main 0-72 72000000", "main 90-95 5000000", "load 10-70 60000000"}}[i]
		if !slices.Equal(got, want) || l.Time.Until != 95*ms {
			t.Errorf("%s: %q, not %q, until %d", name, got, want, l.Time.Until)
		}
	}
}

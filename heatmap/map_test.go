package heatmap

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/model"
	"profstation/model/query"
	"profstation/scene"
)

// timed is a profile of one function with samples of values at times; [model.NoTime] is none.
func timed(samples ...[2]int64) *model.Profile {
	b := model.NewBuilder([]model.ValueType{{Type: "samples", Unit: "count"}})
	f := b.Function(model.Function{Name: b.String("f")})
	at := b.Location(model.NoMapping, 0, []model.Line{{Func: f}})
	for _, s := range samples {
		b.SampleAt(s[0], []model.LocID{at}, 0, []int64{s[1]})
	}
	return b.Profile(model.Header{})
}

// spans are profiles of many lengths of time, some of which begin before zero, and the ends of what times can be.
func spans() [][][2]int64 {
	r := rand.New(rand.NewPCG(1, 2))
	all := [][][2]int64{{{0, 1}}, {{-1, 2}, {0, 3}}, {{7, 0}}, {{model.NoTime, 4}, {5, 1}}, {{-1 << 61, 1}, {1 << 61, 2}}, {{1 << 61, 1}}}
	for span := int64(1); span < 1<<61 && span > 0; span *= 37 {
		var s [][2]int64
		from := r.Int64N(3*span) - span
		for range 200 {
			s = append(s, [2]int64{from + r.Int64N(span), r.Int64N(100) - 3})
		}
		all = append(all, append(s, [2]int64{model.NoTime, 9}))
	}
	return all
}

// What is busy without a pause has no empty cell between its first and its last sample, however often it is sampled.
func TestBusyWithoutAPause(t *testing.T) {
	for _, period := range []int64{10e6, 10_101_010, 1e6, 100e6, 999} {
		for _, n := range []int64{20, 300, 4000} {
			p := timed()
			b := model.NewBuilder(p.Types)
			f := b.Function(model.Function{Name: b.String("f")})
			at := b.Location(model.NoMapping, 0, []model.Line{{Func: f}})
			for i := range n {
				b.SampleAt(i*period, []model.LocID{at}, 0, []int64{1})
			}
			p = b.Profile(model.Header{Period: period, PeriodType: model.ValueType{Type: "cpu", Unit: "nanoseconds"}})
			m := must.Have(New(t.Context(), must.Have(query.Evaluate(t.Context(), p, query.Query{}))))
			first, last := m.cellAt(0), m.cellAt((n-1)*period)
			for i := first; i <= last; i++ {
				if m.Sums[i] == 0 {
					t.Errorf("every %d ns, %d times: cell %d of %d to %d is empty, in columns of %d with %d rows", period, n, i, first, last, m.Column, m.Rows)
					break
				}
			}
		}
	}
}

// Each sample with a time is in one cell, the one whose time holds it; all cells, and what has no time, are the
// total of the query; and the samples of the time of cells are their sum.
func TestCells(t *testing.T) {
	for _, samples := range spans() {
		p := timed(samples...)
		r := must.Have(query.Evaluate(t.Context(), p, query.Query{}))
		m := must.Have(New(t.Context(), r))
		want := make([]int64, len(m.Sums))
		var total, untimed int64
		for _, s := range samples {
			total += s[1]
			if s[0] == model.NoTime {
				untimed += s[1]
				continue
			}
			in := 0
			for i := range m.Sums {
				if m.Time(i, i).Holds(s[0]) {
					want[i] += s[1]
					in++
				}
			}
			if in != 1 && s[1] != 0 {
				t.Fatalf("the sample at %d is in %d cells of %d columns of %d", s[0], in, len(m.Totals), m.Column)
			}
		}
		if fmt.Sprint(want) != fmt.Sprint(m.Sums) || m.Untimed != untimed {
			t.Fatalf("the cells have %v, %v without a time; want %v, %v", m.Sums, m.Untimed, want, untimed)
		}
		if m.Empty() {
			continue
		}
		all, columns := m.Sum(0, len(m.Sums)-1), int64(0)
		for _, v := range m.Totals {
			columns += v
		}
		if all+untimed != total || columns != all {
			t.Errorf("%d in cells, %d in columns, %d without a time: want %d", all, columns, untimed, total)
		}
		if n := len(m.Totals); n > 600 || m.Column%int64(m.Rows) != 0 {
			t.Errorf("%d columns of %d in %d rows", n, m.Column, m.Rows)
		}
		r2 := rand.New(rand.NewPCG(3, 4))
		for range 10 {
			a, b := r2.IntN(len(m.Sums)), r2.IntN(len(m.Sums))
			if first, last, ok := m.Cells(m.Time(a, b)); !ok || first != min(a, b) || last != max(a, b) {
				t.Errorf("the time of cells %d and %d is that of %d and %d", a, b, first, last)
			}
			part := must.Have(query.Evaluate(t.Context(), p, query.Query{Time: m.Time(a, b).String()}))
			var sum int64
			part.EachTimed(t.Context(), func(s query.TimedSample) { sum += s.Value })
			if sum != m.Sum(a, b) {
				t.Errorf("%v has %d, the cells %d", m.Time(a, b), sum, m.Sum(a, b))
			}
		}
		if _, _, ok := m.Cells(query.TimeRange{From: m.Start(len(m.Sums)), Until: math.MaxInt64}); ok {
			t.Error("cells lie behind the last one")
		}
	}
}

func TestDivisions(t *testing.T) {
	for _, c := range []struct {
		span, column int64
		rows         int
	}{{1, 1e6, 10}, {1e8, 1e6, 10}, {1e9, 1e7, 10}, {5e9, 1e8, 20}, {30e9, 1e9, 50}, {500e9, 1e9, 50}, {4000e9, 10e9, 50}, {40 * 3600e9, 600e9, 60}} {
		m := must.Have(New(t.Context(), must.Have(query.Evaluate(t.Context(), timed([2]int64{0, 1}, [2]int64{c.span, 1}), query.Query{}))))
		if m.Column != c.column || m.Rows != c.rows {
			t.Errorf("%v: columns of %v in %d rows, want %v in %d", c.span, m.Column, m.Rows, c.column, c.rows)
		}
	}
}

// A point in a cell finds that cell, at every size that has room for cells; around them is none.
func TestAt(t *testing.T) {
	m := must.Have(New(t.Context(), must.Have(query.Evaluate(t.Context(), timed([2]int64{0, 1}, [2]int64{25e8, 4}), query.Query{}))))
	for _, size := range [][2]float64{{1400, 420}, {640, 300}, {200, 100}, {90, 70}} {
		v := View{Area: scene.Rect{X0: 5, Y0: 7, X1: 5 + size[0], Y1: 7 + size[1]}, Theme: &scene.Light, Chosen: query.AllTimes, Cursor: -1}
		for i := range m.Sums {
			if at := m.Rect(v, i).Middle(); m.At(v, at) != i {
				t.Fatalf("%v: the middle of cell %d is in %d", size, i, m.At(v, at))
			}
		}
		for _, at := range []scene.Point{{}, {X: v.Area.X0 + 3, Y: v.Area.Y1 - 3}, {X: math.NaN(), Y: 50}, {X: 1e300, Y: -1e300}} {
			if i := m.At(v, at); i != -1 {
				t.Errorf("%v is in cell %d", at, i)
			}
			m.Nearest(v, at)
		}
	}
	empty := must.Have(New(t.Context(), must.Have(query.Evaluate(t.Context(), timed(), query.Query{}))))
	if v := (View{Area: scene.Rect{X1: 500, Y1: 500}}); empty.At(v, scene.Point{X: 200, Y: 200}) != -1 {
		t.Error("a map without samples has cells")
	}
}

// The picture draws each cell that has something in the colour of its share, and the line around what is chosen.
func TestPaint(t *testing.T) {
	m := must.Have(New(t.Context(), must.Have(query.Evaluate(t.Context(), timed([2]int64{0, 1}, [2]int64{25e8, 4}), query.Query{}))))
	rec := scene.Recorder{Width: 1000, Height: 480}
	p := Picture{Map: m, Theme: &scene.Light, Width: 1000, Chosen: m.Time(3, 60)}
	p.Draw(&rec)
	got := rec.String()
	for _, want := range []string{m.Describe(0, 0)[:8], "100ms", "5ms", "2.5s"} {
		if !strings.Contains(got, want) {
			t.Errorf("the picture lacks %q:\n%s", want, got)
		}
	}
	var csv bytes.Buffer
	if err := (Cells{m, query.AllTimes}).WriteCSV(&csv); err != nil || !strings.HasPrefix(csv.String(), "from_ns,until_ns,value\n0,5000000,1\n5000000,10000000,0\n") || strings.Count(csv.String(), "\n") != 1+len(m.Sums) {
		t.Errorf("%v %s", err, csv.String())
	}
	csv.Reset()
	if err := (Cells{m, query.TimeRange{From: 6e6, Until: 11e6}}).WriteCSV(&csv); err != nil || !strings.HasPrefix(csv.String(), "from_ns,until_ns,value\n5000000,10000000,0\n10000000,15000000,") || strings.Count(csv.String(), "\n") != 3 {
		t.Errorf("of a chosen time: %v %s", err, csv.String())
	}
}

// Four times the samples take no more than four times the steps.
func TestGrowth(t *testing.T) {
	looks := func(n int) int {
		r := rand.New(rand.NewPCG(5, 6))
		var s [][2]int64
		for range n {
			s = append(s, [2]int64{r.Int64N(60e9), 1})
		}
		p := timed(s...)
		res := must.Have(query.Evaluate(t.Context(), p, query.Query{}))
		ctx := must.Count()
		must.Have(New(ctx, res))
		return ctx.Asked()
	}
	if one, four := looks(50_000), looks(200_000); one == 0 || float64(four) > 4.5*float64(one)+4 {
		t.Errorf("%d looks at the context for 50,000 samples, %d for 200,000", one, four)
	}
}

// A sample that lasts is in all cells of its time, in each with its part, and the parts add up to it.
func TestWhatLasts(t *testing.T) {
	b := model.NewBuilder([]model.ValueType{{Type: "time", Unit: "nanoseconds"}})
	f := b.Function(model.Function{Name: b.String("f")})
	at := b.Location(model.NoMapping, 0, []model.Line{{Func: f}})
	for _, s := range [][2]int64{{1_050_000, 2_000_003}, {7_000_000, 100_000}, {9_000_000, 0}} {
		b.SampleAt(s[0], []model.LocID{at}, 0, []int64{s[1]})
	}
	r := must.Have(query.Evaluate(t.Context(), b.Profile(model.Header{Lasting: "time"}), query.Default().Whole()))
	m := must.Have(New(t.Context(), r))
	if m.Row() != 100_000 || m.Start(0) != 1e6 || m.Sum(0, len(m.Sums)-1) != 2_100_003 {
		t.Fatalf("cells of %d from %d, %d in all", m.Row(), m.Start(0), m.Sum(0, len(m.Sums)-1))
	}
	for i, v := range m.Sums {
		want := int64(0)
		switch {
		case i == 0:
			want = 50_000
		case i < 20, i == 60:
			want = 100_000
		case i == 20:
			want = 50_003
		}
		if v < want-1 || v > want+1 {
			t.Errorf("cell %d has %d, not %d", i, v, want)
		}
	}
}

package series_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"profstation/internal/must"
	"profstation/model"
	"profstation/model/query"
	"profstation/model/series"
)

// recorded is a profile of functions with a value of each type. place is where the system put its part of the
// process; 0: the profile does not say.
func recorded(h model.Header, place uint64, values map[string][]int64, types ...model.ValueType) *model.Profile {
	b := model.NewBuilder(types)
	b.Mapping(model.Mapping{Start: 0x400000, File: b.String("/bin/service")})
	if place != 0 {
		b.Mapping(model.Mapping{Start: place, File: b.String("[vdso]")})
	}
	for name, v := range values {
		fn := b.Function(model.Function{Name: b.String(name)})
		b.Sample([]model.LocID{b.Location(0, 0, []model.Line{{Func: fn}})}, b.LabelSet(nil), v)
	}
	return b.Profile(h)
}

var (
	objects    = model.ValueType{Type: "inuse_objects", Unit: "count"}
	space      = model.ValueType{Type: "inuse_space", Unit: "bytes"}
	cpu        = model.ValueType{Type: "cpu", Unit: "nanoseconds"}
	goroutines = model.ValueType{Type: "goroutine", Unit: "count"}
)

// memory is a heap profile: of each function how much it allocated and how much of that is in use,
// in bytes.
func memory(at time.Time, place uint64, figures map[string][2]int64) *model.Profile {
	values := map[string][]int64{}
	for name, v := range figures {
		values[name] = []int64{v[0] / 100, v[0], v[1] / 100, v[1]}
	}
	return recorded(model.Header{Time: at, DefaultSampleType: "inuse_space"}, place, values,
		model.ValueType{Type: "alloc_objects", Unit: "count"}, model.ValueType{Type: "alloc_space", Unit: "bytes"}, objects, space)
}

func ranked(t *testing.T, s *series.Series, q series.Question) (*series.Ranking, map[string]series.Growth) {
	t.Helper()
	r := must.Have(s.Growth(context.Background(), q))
	byName := map[string]series.Growth{}
	for _, g := range r.Rows {
		byName[g.Name] = g
	}
	return r, byName
}

// service is a series of a service that allocates at constant rates, and was started again after so
// many profiles; 0: never. Since then, something leaks.
func service(restart int, known bool) *series.Series {
	r := rand.New(rand.NewPCG(7, 7))
	s := series.New(query.Query{})
	var serve, parse, kept int64
	at, place := start, uint64(0x7ffc_0000_1000)
	for i := range 60 {
		if i == restart && i > 0 {
			serve, parse, kept = 0, 0, 0
			at, place = at.Add(14*time.Second), 0x7ffd_0000_2000
		}
		if !known {
			place = 0
		}
		serve += 1000_000 + int64(r.NormFloat64()*30_000)
		parse += 400_000 + int64(r.NormFloat64()*20_000)
		if i >= restart {
			kept += 90_000 + int64(r.NormFloat64()*9_000)
		}
		s.Add(context.Background(), fmt.Sprint(i), memory(at, place, map[string][2]int64{
			"main.serve": {serve, 5_000_000 + int64(r.NormFloat64()*100_000)}, "main.parse": {parse, 900_000}, "main.keep": {kept, kept},
		}), at)
		at = at.Add(time.Second)
	}
	return s
}

// A counter of a constant rate grows nowhere, also where its process is started again; and that is
// known. What leaks since then is found.
func TestRestart(t *testing.T) {
	for _, known := range []bool{true, false} {
		s := service(20, known)
		points := s.Points()
		for i, p := range points {
			if p.Restarted != (i == 20) || p.AfterGap != (i == 20) {
				t.Errorf("point %d: restarted %v, after a gap %v", i, p.Restarted, p.AfterGap)
			}
		}
		for _, typ := range []string{"alloc_space", "alloc_objects"} {
			r, rows := ranked(t, s, series.Question{Type: typ})
			if r.Measure != series.Rates || r.Judged != 40 || !r.Since.Equal(points[20].Time) || r.Per != time.Second {
				t.Errorf("%s: %+v", typ, r)
			}
			for name, g := range rows {
				if g.Verdict != series.Unsure {
					t.Errorf("%s: %s %s", typ, name, g.Verdict)
				}
			}
			if g := rows["main.serve"]; typ == "alloc_space" && (g.Last < 900_000 || g.Last > 1_100_000) {
				t.Errorf("the rate is %v", g.Last)
			}
		}
		r, rows := ranked(t, s, series.Question{Type: "inuse_space"})
		if g := r.Rows[0]; r.Measure != series.Values || g.Name != "main.keep" || g.Verdict != series.Grows || g.Low > 90_000*3600 || g.High < 90_000*3600 {
			t.Errorf("%+v", g)
		}
		if rows["main.serve"].Verdict != series.Unsure {
			t.Errorf("%+v", rows["main.serve"])
		}
	}
	if points := service(0, true).Points(); slices.ContainsFunc(points, func(p series.Point) bool { return p.Restarted || p.AfterGap }) {
		t.Error("a process that went on is said to have restarted")
	}
}

// A point that comes late or goes away changes what is next to what.
func TestRestartOfAnyOrder(t *testing.T) {
	s := series.New(query.Query{})
	for _, i := range []int{5, 0, 3, 1, 6, 2, 4} {
		place := uint64(0x1000)
		if i == 3 {
			place = 0x2000
		}
		at := start.Add(time.Duration(i) * time.Second)
		s.Add(t.Context(), fmt.Sprint(i), memory(at, place, map[string][2]int64{"main.f": {int64(i), 5}}), at)
		s.Points()
	}
	restarts := func() (ids string) {
		for _, p := range s.Points() {
			if p.Restarted {
				ids += p.ID
			}
		}
		return ids
	}
	if got := restarts(); got != "34" {
		t.Errorf("restarts at %q", got)
	}
	s.Remove("3")
	if got := restarts(); got != "" {
		t.Errorf("restarts at %q without the other process", got)
	}
}

// Profiles of many processes are a series of these, and nothing restarted: of a program that is run
// again and again, or of several that take turns.
func TestManyProcesses(t *testing.T) {
	for name, place := range map[string]func(i int) uint64{
		"runs": func(i int) uint64 { return uint64(0x1000 * (i + 1)) }, "replicas": func(i int) uint64 { return uint64(0x1000 * (i%2 + 1)) },
	} {
		s := series.New(query.Query{})
		for i := range 20 {
			at := start.Add(time.Duration(i) * time.Minute)
			s.Add(t.Context(), fmt.Sprint(i), memory(at, place(i), map[string][2]int64{"main.f": {5000, 1000 + int64(i)*100 + int64(i*i%7)}}), at)
		}
		if points := s.Points(); series.LastRun(points) != 0 {
			t.Errorf("%s: restarted at %d", name, series.LastRun(points))
		}
		if r, _ := ranked(t, s, series.Question{}); r.Judged != 20 || r.Rows[0].Verdict != series.Grows {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// Stacks of goroutines are judged since the restart, which only the place of the process shows.
func TestOnlyGrowingAfterRestart(t *testing.T) {
	s := series.New(query.Query{})
	for i := range 20 {
		place, n := uint64(0x1000), int64(10+i)
		if i >= 8 {
			place, n = 0x2000, int64(i-7)
		}
		at := start.Add(time.Duration(i) * time.Second)
		s.Add(t.Context(), fmt.Sprint(i), recorded(model.Header{Time: at}, place, map[string][]int64{"main.stuck": {n}}, goroutines), at)
	}
	rows, err := s.OnlyGrowing(t.Context())
	if err != nil || len(rows) != 1 || rows[0].First != 1 || rows[0].Last != 12 || rows[0].Rises != 11 {
		t.Errorf("%+v, %v", rows, err)
	}
	if r, _ := ranked(t, s, series.Question{}); r.Rows[0].Verdict != series.Grows || r.Judged != 12 {
		t.Errorf("%+v", r)
	}
}

// A step is found with its time; recordings of different lengths are judged by what they have for
// each second.
func TestStepAndLengths(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	s := series.New(query.Query{})
	for i := range 30 {
		long := time.Duration(10+i) * time.Second // which alone would make all grow
		step := 0.2
		if i >= 18 {
			step = 0.3
		}
		of := func(share float64) []int64 { return []int64{int64(float64(long) * share * (1 + 0.03*r.NormFloat64()))} }
		at := start.Add(time.Duration(i) * time.Minute)
		values := map[string][]int64{"main.steady": of(0.4), "main.step": of(step)}
		s.Add(t.Context(), fmt.Sprint(i), recorded(model.Header{Time: at, Duration: long}, 0, values, cpu), at)
	}
	ranking, rows := ranked(t, s, series.Question{})
	if ranking.Measure != series.Rates || ranking.Per != time.Second || ranking.Rows[0].Name != "main.step" {
		t.Errorf("%+v", ranking)
	}
	g := rows["main.step"]
	if g.Verdict != series.StepUp || !g.Step.Time.Equal(start.Add(18*time.Minute)) || g.Step.Low > 1e8 || g.Step.High < 1e8 || g.Step.From.After(g.Step.Time) || g.Step.To.Before(g.Step.Time) {
		t.Errorf("%+v", g)
	}
	if rows["main.steady"].Verdict != series.Unsure {
		t.Errorf("%+v", rows["main.steady"])
	}
}

// Of a heap, one sample more is no growth, and many are.
func TestFewSamplesAreNoGrowth(t *testing.T) {
	s := series.New(query.Query{})
	for i := range 30 {
		of := func(samples int) []int64 { return []int64{int64(samples) * 512, int64(samples) * 524288} }
		at := start.Add(time.Duration(i) * time.Second)
		h := model.Header{Time: at, Period: 524288, PeriodType: model.ValueType{Type: "space", Unit: "bytes"}}
		values := map[string][]int64{"main.once": of(1 + i/15), "main.more": of(10 + i), "main.all": of(60)}
		s.Add(t.Context(), fmt.Sprint(i), recorded(h, 0, values, objects, space), at)
	}
	for _, typ := range []string{"inuse_space", "inuse_objects"} {
		_, rows := ranked(t, s, series.Question{Type: typ})
		if rows["main.once"].Verdict != series.Unsure || rows["main.more"].Verdict != series.Grows || rows["main.all"].Verdict != series.Steady {
			t.Errorf("%s: %+v", typ, rows)
		}
	}
}

// What was not kept of old profiles is no growth: neither where a series is over its bound, nor where
// a name is now and then below a thousandth.
func TestUnknownIsNoGrowth(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for _, within := range []int{10_000, 20_000, 30_000, 60_000, 1 << 20} {
		s := series.NewWithin(within)
		for i := range 80 {
			figures := map[string][2]int64{"main.main": {0, 1_000_000}, "main.small": {0, 1000 + int64(20*r.NormFloat64())}}
			for k := range 60 {
				figures[fmt.Sprint("main.f", k)] = [2]int64{0, 3000 + int64(100*r.NormFloat64())}
			}
			at := start.Add(time.Duration(i) * time.Minute)
			s.Add(t.Context(), fmt.Sprint(i), memory(at, 0, figures), at)
		}
		found := 0
		ranking, _ := ranked(t, s, series.Question{})
		for _, g := range ranking.Rows {
			if g.Verdict != series.Unsure && g.Verdict != series.TooFew {
				t.Logf("%+v", g)
				found++
			}
		}
		if found > 3 {
			t.Errorf("%d of %d rows have a verdict", found, len(ranking.Rows))
		}
	}
}

// Whatever the times and the restarts, there is an answer.
func TestJudgedExtremes(t *testing.T) {
	for name, at := range map[string]func(i int) time.Time{
		"one time":       func(int) time.Time { return start },
		"two times":      func(i int) time.Time { return start.Add(time.Duration(i/6) * time.Hour) },
		"restarted last": func(i int) time.Time { return start.Add(time.Duration(i) * time.Second) },
	} {
		for _, n := range []int{1, 2, 3, 5, 12} {
			s := series.New(query.Query{})
			for i := range n {
				counted := int64(i * 1000)
				if name == "restarted last" && i == n-1 {
					counted = 1
				}
				s.Add(t.Context(), fmt.Sprint(i), memory(at(i), 0, map[string][2]int64{"main.f": {counted, 500 + int64(i)}, "main.g": {counted * 2, 5}}), at(i))
			}
			for _, typ := range []string{"alloc_space", "alloc_objects", "inuse_space", "inuse_objects"} {
				r, rows := ranked(t, s, series.Question{Type: typ})
				for name, g := range rows {
					if g.Verdict == series.StepUp || g.Verdict == series.StepDown || g.Name != name {
						t.Errorf("%s, %d profiles, %s: %+v", name, n, typ, g)
					}
				}
				if r.Judged < 1 || r.Since.IsZero() {
					t.Errorf("%s, %d profiles, %s: %+v", name, n, typ, r)
				}
			}
		}
	}
}

// Profiles of a store have a gap between them wherever the one does not begin where the other ends.
func TestGapsOfAStore(t *testing.T) {
	for _, pooled := range []bool{true, false} {
		s, at := series.New(query.Query{}), time.Unix(1e9, 0)
		for i, minute := range []int{0, 1, 2, 4, 5, 6, 7, 9} {
			p := memory(at.Add(time.Duration(minute)*time.Minute), 0, map[string][2]int64{"main.serve": {100, 100}})
			p.Duration, p.Pooled = time.Minute, pooled
			add(t, s, fmt.Sprint(i), p)
		}
		for i, p := range s.Points() {
			if want := pooled && (i == 3 || i == 7); p.AfterGap != want {
				t.Errorf("pooled %v: point %d is after a gap: %v", pooled, i, p.AfterGap)
			}
		}
	}
}

// What a store added up of a part of its time is not judged: it has less, or more, for that alone.
func TestPartialSteps(t *testing.T) {
	at := time.Unix(1e9, 0)
	for whole, want := range map[int]series.Verdict{30: series.Unsure, 0: series.TooFew} {
		s := series.New(query.Query{})
		for i := range 40 {
			value := int64(100e9 + i%3*1e9)
			h := model.Header{Time: at.Add(time.Duration(i) * time.Minute), Duration: time.Minute, Covered: time.Minute, PeriodType: cpu, Period: 1e7, Pooled: true}
			if i >= whole {
				value, h.Covered = value/4, 15*time.Second
			}
			add(t, s, fmt.Sprint(i), recorded(h, 0, map[string][]int64{"main.serve": {value}}, cpu))
		}
		if n := series.Partial(s.Points()); n != 40-whole {
			t.Errorf("%d are partial, expected %d", n, 40-whole)
		}
		r, err := s.Growth(t.Context(), series.Question{By: series.Functions})
		if err != nil || len(r.Rows) != 1 || r.Judged != whole || r.Rows[0].Verdict != want || r.Rows[0].Last != 25e9 {
			t.Errorf("%d whole: %+v, %v", whole, r, err)
		}
	}
}

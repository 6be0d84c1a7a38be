package series_test

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"profstation/internal/must"
	"profstation/model/query"
	"profstation/model/series"
)

// watched is a series of eleven heap profiles, one in ten seconds. In each, keep has allocated and has in use what at says
// for its number.
func watched(at func(k int64) (keep, drop [2]int64)) *series.Series {
	s := series.New(query.Query{})
	for k := range int64(11) {
		keep, drop := at(k)
		must.Do(s.Add(context.Background(), fmt.Sprint(k), heapOf(keep, drop), time.Unix(1000+10*k, 0)))
	}
	return s
}

func lifeOf(t *testing.T, s *series.Series, q series.Question, name string) *series.Life {
	t.Helper()
	for _, g := range must.Have(s.Growth(t.Context(), q)).Rows {
		if g.Name == name {
			return g.Life
		}
	}
	t.Fatalf("nothing is said of %s", name)
	return nil
}

// Of 800 bytes in use, 80 are collected in a second: they live for ten.
func TestLife(t *testing.T) {
	steady := func(k int64) (keep, drop [2]int64) {
		return [2]int64{8000 + 800*k, 800}, [2]int64{8000 + 80000*k, 80}
	}
	for _, x := range []struct {
		typ, name string
		want      float64
		lasting   series.Lasting
	}{
		{"alloc_space", "main.keep", 10, ""}, {"alloc_objects", "main.keep", 10, ""}, {"inuse_space", "main.keep", 10, ""},
		{"collected_space", "main.keep", 10, ""}, {"alloc_space", "main.drop", 0.01, series.Churn},
	} {
		l := lifeOf(t, watched(steady), series.Question{Type: x.typ}, x.name)
		if l == nil || math.Abs(l.Mean-x.want) > 0.01*x.want || l.Low >= x.want || l.High <= x.want || l.Lasting != x.lasting {
			t.Errorf("%s of %s: %+v, want %v s", x.typ, x.name, l, x.want)
		}
	}
}

// What gathers lives longer than anybody looked, also where it began with the series.
func TestLifeOfALeak(t *testing.T) {
	leak := func(k int64) (keep, drop [2]int64) {
		return [2]int64{8000 * (k + 1), 8000 * (k + 1)}, [2]int64{8000 + 80000*k, 80}
	}
	l := lifeOf(t, watched(leak), series.Question{Type: "inuse_space"}, "main.keep")
	if l == nil || !math.IsInf(l.Mean, 1) || !math.IsInf(l.High, 1) || l.Low < 100 || l.Lasting != series.LongLived {
		t.Errorf("%+v", l)
	}
	for lasting, want := range map[series.Lasting]string{series.LongLived: "main.keep", series.Churn: "main.drop"} {
		rows := must.Have(watched(leak).Growth(t.Context(), series.Question{Type: "alloc_space", Lasting: lasting})).Rows
		if len(rows) != 1 || rows[0].Name != want {
			t.Errorf("%s: %v, want %s", lasting, rows, want)
		}
	}
}

// Nothing is known of recordings that cover their own time, and of what lives across a restart only what came after it.
func TestLifeUnknown(t *testing.T) {
	s := series.New(query.Query{})
	for k := range int64(5) {
		p := heapOf([2]int64{8000, 800}, [2]int64{8000, 80})
		p.Duration = 10 * time.Second
		must.Do(s.Add(t.Context(), fmt.Sprint(k), p, time.Unix(1000+10*k, 0)))
	}
	if r := must.Have(s.Growth(t.Context(), series.Question{Type: "alloc_space", Lasting: series.Churn})); r.Lives || len(r.Rows) != 2 {
		t.Errorf("%+v", r)
	}
	again := watched(func(k int64) (keep, drop [2]int64) {
		if k < 5 {
			return [2]int64{1e9 + 8000*k, 8e8}, [2]int64{1e9, 80}
		}
		return [2]int64{8000 + 800*k, 800}, [2]int64{80000 * (k + 1), 80}
	})
	if l := lifeOf(t, again, series.Question{Type: "alloc_space"}, "main.keep"); l == nil || math.Abs(l.Mean-10) > 0.1 {
		t.Errorf("after a restart: %+v", l)
	}
}

// Lives and the ranking of what grows agree on each name.
func TestLives(t *testing.T) {
	s := watched(func(k int64) (keep, drop [2]int64) {
		return [2]int64{8000 + 800*k, 800}, [2]int64{8000 + 80000*k, 80}
	})
	for _, by := range []series.By{series.Functions, series.Packages} {
		q := series.Question{Type: "inuse_space", By: by}
		ranking := must.Have(s.Growth(t.Context(), q))
		lives := must.Have(s.Lives(t.Context(), q))
		if len(lives.Of) == 0 || lives.Covers != ranking.Covers {
			t.Fatalf("%s: %d lives over %s, want %s", by, len(lives.Of), lives.Covers, ranking.Covers)
		}
		for _, g := range ranking.Rows {
			if l := lives.Of[g.Name]; (l == nil) != (g.Life == nil) || l != nil && *l != *g.Life {
				t.Errorf("%s: %s lives for %v, the ranking says %v", by, g.Name, l, g.Life)
			}
		}
	}
	if lives, err := series.New(query.Query{}).Lives(t.Context(), series.Question{}); lives != nil || err != nil {
		t.Errorf("an empty series has the lives %v, %v", lives, err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Lives(ended, series.Question{Type: "inuse_space"}); err == nil {
		t.Error("it does not end with its context")
	}
}

package series_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"profstation/internal/must"
	"profstation/model"
	"profstation/model/query"
	"profstation/model/series"
)

// manyPoints is a series of n profiles, the later of each pair first.
func manyPoints(t testing.TB, n int) *series.Series {
	var p [7]*model.Profile
	for i := range p {
		p[i] = profileOf(t, "space", "bytes", time.Time{}, fmt.Sprintf("main.main,main.leak %d", 10+i), "main.main,main.serve 30", fmt.Sprintf("runtime.f%d 5", i))
	}
	s := series.New(query.Query{})
	for i := range n {
		if err := s.Add(context.Background(), fmt.Sprint(i), p[i%len(p)], time.Unix(int64(i^1), 0)); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// TestSeriesGrows holds that four times the profiles take every call no more than four times the
// memory and the looks at a context.
func TestSeriesGrows(t *testing.T) {
	const n = 500
	added := func(n int) float64 { return testing.AllocsPerRun(1, func() { manyPoints(t, n) }) }
	if one, four := added(n), added(4*n); four > 4.5*one {
		t.Errorf("adding %d profiles takes %v allocations, four times as many %v", n, one, four)
	}
	for name, ask := range map[string]func(ctx context.Context, s *series.Series) error{
		"total": func(_ context.Context, s *series.Series) error { _, err := s.Total(""); return err },
		"names": func(_ context.Context, s *series.Series) error { _, err := s.Names(series.Question{}); return err },
		"lines": func(_ context.Context, s *series.Series) error {
			_, err := s.Lines(series.Question{}, "main.leak", "main.serve")
			return err
		},
		"stack": func(_ context.Context, s *series.Series) error {
			_, err := s.Stack(series.Question{By: series.Packages}, 5)
			return err
		},
		"growth": func(ctx context.Context, s *series.Series) error {
			_, err := s.Growth(ctx, series.Question{})
			return err
		},
		"only growing": func(ctx context.Context, s *series.Series) error {
			_, err := s.OnlyGrowing(ctx)
			return err
		},
		"points": func(_ context.Context, s *series.Series) error { s.Points(); return nil },
		"remove and rename": func(_ context.Context, s *series.Series) error {
			for i := range 10 {
				s.Remove(fmt.Sprint(i * 3))
				s.Rename(fmt.Sprint(i*3+1), fmt.Sprint("new", i))
			}
			return nil
		},
	} {
		of := func(n int) (allocations float64, looks int) {
			s, ctx := manyPoints(t, n), must.Count()
			if err := ask(ctx, s); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			return testing.AllocsPerRun(1, func() { ask(context.Background(), s) }), ctx.Asked()
		}
		few, once := of(n)
		many, often := of(4 * n)
		if many > 4.5*few+50 || float64(often) > 4.5*float64(once)+4 {
			t.Errorf("%s of %d profiles takes %v allocations and %d looks, of four times as many %v and %d", name, n, few, once, many, often)
		}
		if often > 0 {
			ctx := must.Ask(often / 2)
			if err := ask(ctx, manyPoints(t, 4*n)); !errors.Is(err, context.Canceled) || ctx.Asked()-often/2 > 64 {
				t.Errorf("%s, stopped: %v after %d more looks", name, err, ctx.Asked()-often/2)
			}
		}
	}
}

// What is there once in many profiles is no trend, however sure the rest makes its line.
func TestSeenOnce(t *testing.T) {
	s := series.New(query.Query{})
	at := time.Date(2026, 11, 20, 15, 0, 0, 0, time.UTC)
	for i := range 56 {
		lines := []string{"main.main,main.serve 100"}
		if i == 50 {
			lines = append(lines, "main.main,main.once 3")
		}
		at = at.Add(time.Second)
		add(t, s, fmt.Sprint(i), profileOf(t, "goroutine", "count", at, lines...))
	}
	r := must.Have(s.Growth(t.Context(), series.Question{}))
	for _, g := range r.Rows {
		if g.Name == "main.once" && g.Verdict != series.TooFew {
			t.Errorf("%s: %s, %v per hour", g.Name, g.Verdict, g.Slope)
		}
	}
}

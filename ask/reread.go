package ask

import (
	"context"
	"profstation/model"
	"profstation/model/query"
	"profstation/model/series"
	"slices"
	"sync"
	"time"
)

// Reread applies filters to a series that keeps only the sums of whole profiles: it reads the
// profiles again, a few at a time and the newest first, and drops each after that.
type Reread struct {
	mu     sync.Mutex
	query  query.Query
	series *series.Series
	have   map[string]series.Point // profiles that were read, as they were in the whole series
	lost   map[string]bool         // profiles that can no longer be read
}

const filterShift = 300 * time.Millisecond // how long profiles are read before the series is shown

// trendQuery returns the part of a question that changes the sums in a series.
func trendQuery(q query.Query) query.Query {
	of := query.Default()
	for _, f := range q.Filters() {
		of = of.With(f.Name, f.Text)
	}
	of.NoInlines, of.Only, of.ChargeGC = q.NoInlines, q.Only, q.ChargeGC
	return of
}

// fill reads more profiles. It returns the series so far, how many profiles are done, and how many there are.
func (f *Reread) fill(ctx context.Context, q query.Query, whole *series.Series,
	read func(context.Context, string) (*model.Profile, error)) (s *series.Series, done, of int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.series == nil || f.query != q {
		f.query, f.series = q, series.New(q)
		f.have, f.lost = map[string]series.Point{}, map[string]bool{}
	}
	points := whole.Points()
	f.forget(points)
	until := time.Now().Add(filterShift)
	for _, p := range slices.Backward(points) {
		if _, ok := f.have[p.ID]; ok || f.lost[p.ID] {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, 0, 0, err
		}
		if time.Now().After(until) && len(f.have) > 0 {
			break
		}
		x, err := read(ctx, p.ID)
		if err != nil {
			if ctx.Err() != nil {
				return nil, 0, 0, ctx.Err()
			}
			f.lost[p.ID] = true
			continue
		}
		if err := f.series.Add(ctx, p.ID, x, p.Time); err != nil {
			return nil, 0, 0, err
		}
		f.have[p.ID] = p
	}
	return f.series, len(f.have) + len(f.lost), len(points), nil
}

// forget removes profiles that are gone or have changed.
func (f *Reread) forget(points []series.Point) {
	now := make(map[string]series.Point, len(points))
	for _, p := range points {
		now[p.ID] = p
	}
	for id, was := range f.have {
		if p, ok := now[id]; !ok || !p.Time.Equal(was.Time) || !slices.Equal(p.Totals, was.Totals) {
			f.series.Remove(id)
			delete(f.have, id)
		}
	}
	for id := range f.lost {
		if _, ok := now[id]; !ok {
			delete(f.lost, id)
		}
	}
}

package views

import (
	"math"
	"strconv"

	"fyne.io/fyne/v2/lang"

	"profstation/desk/screen"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/pair"
	"profstation/views/surface"
)

// durationOf is the selected row of two traces; nil: none, or it is not in the table.
func durationOf(s *screen.Snapshot) *pair.Row {
	if c := s.Durations; c != nil {
		if row := c.Row(s.Display.Compare.Duration); row >= 0 {
			return &c.Rows[row]
		}
	}
	return nil
}

// durations shows more of the distributions of one row of two traces than the table
// has room for.
func (v *DetailsView) durations(r *pair.Row) {
	v.Title(r.Label())
	v.Note(surface.Arrows(r.Words()))
	of := func(time float64) string { return timeline.Duration(trace.Time(time)) }
	both := func(name string, figure func(*compare.Sample) string) {
		text := func(s *compare.Sample) string {
			if s.N == 0 {
				return "–"
			}
			return figure(s)
		}
		v.Figure(name, "", surface.Arrows(text(&r.Base)+" → "+text(&r.New)))
	}
	v.Heading(surface.Arrows(lang.L("Base → new")))
	v.Figure(lang.L("count"), "", surface.Arrows(model.Count(int64(r.Base.N))+" → "+model.Count(int64(r.New.N))))
	both(lang.L("total"), func(s *compare.Sample) string { return of(s.Total) })
	change := of(r.Delta())
	if r.Delta() > 0 {
		change = "+" + change
	}
	v.Figure("Δ", "Δ", change)
	v.Heading(lang.L("Distribution"))
	both(lang.L("mean"), func(s *compare.Sample) string { return of(s.Mean) })
	for _, q := range []struct {
		name string
		of   func(*compare.Sample) int64
	}{
		{"min", func(s *compare.Sample) int64 { return s.Least }},
		{"p25", func(s *compare.Sample) int64 { return s.P25 }},
		{"p50", func(s *compare.Sample) int64 { return s.P50 }},
		{"p75", func(s *compare.Sample) int64 { return s.P75 }},
		{"p90", func(s *compare.Sample) int64 { return s.P90 }},
		{"p95", func(s *compare.Sample) int64 { return s.P95 }},
		{"p99", func(s *compare.Sample) int64 { return s.P99 }},
		{"p99.9", func(s *compare.Sample) int64 { return s.P999 }},
		{"max", func(s *compare.Sample) int64 { return s.Most }},
	} {
		both(q.name, func(s *compare.Sample) string { return of(float64(q.of(s))) })
	}
	if math.IsNaN(r.Q) {
		return
	}
	v.Heading(lang.L("Is it real?"))
	v.Figure("p", "", chance(r.P))
	v.Figure(lang.L("corrected for all rows"), "", chance(r.Q))
	v.Figure(lang.L("new longer than base"), "", strconv.FormatFloat(r.Larger*100, 'f', 0, 64)+lang.L("% of pairs"))
}

// chance writes a probability.
func chance(p float64) string {
	if p < 0.0001 {
		return "< 0.0001"
	}
	return strconv.FormatFloat(p, 'g', 2, 64)
}

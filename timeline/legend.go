package timeline

import (
	"profstation/scene"
)

const (
	swatch    = 10.0
	legendGap = 12.0
)

// LegendEntry is one kind of time in a legend, and where it stands.
type LegendEntry struct {
	Kind Kind
	Text string
	Rect scene.Rect
}

// Legend lays out the kinds of a trace in one line, from a point of the baseline on.
func (t *Timeline) Legend(at scene.Point) []LegendEntry {
	has := KindSet(0)
	for _, h := range t.has {
		has |= h
	}
	var out []LegendEntry
	for _, k := range stacking {
		if !has.Has(k) {
			continue
		}
		w := swatch + 4 + scene.Measure(k.String(), font)
		out = append(out, LegendEntry{k, k.String(), scene.Rect{X0: at.X, Y0: at.Y - 13, X1: at.X + w, Y1: at.Y + 5}})
		at.X += w + legendGap
	}
	return out
}

// PaintLegend draws entries. Kinds that the user put aside are crossed out.
func PaintLegend(cv scene.Canvas, s Style, entries []LegendEntry) {
	for _, e := range entries {
		box := scene.Rect{X0: e.Rect.X0, Y0: e.Rect.Y0 + 4, X1: e.Rect.X0 + swatch, Y1: e.Rect.Y0 + 4 + swatch}
		cv.Fill(box, s.Color(e.Kind))
		cv.Outline(box, s.Theme.Line, 1)
		at := scene.Point{X: box.X1 + 4, Y: e.Rect.Y0 + 13}
		cv.Text(at, e.Text, font, s.Theme.Muted)
		if s.Quiet.Has(e.Kind) {
			cv.Fill(scene.Rect{X0: at.X, Y0: at.Y - 4, X1: e.Rect.X1, Y1: at.Y - 3}, s.Theme.Muted)
		}
	}
}

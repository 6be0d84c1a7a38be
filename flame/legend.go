package flame

import (
	"profstation/model"
	"profstation/scene"
)

// legendEntry is a colour and what it says.
type legendEntry struct {
	text  string
	color scene.Color
}

// legend explains colours that do not explain themselves: those of packages
// say nothing but that boxes belong together.
func (c *Chart) legend(s Style) []legendEntry {
	t := s.Theme
	switch {
	case c.Diff != nil && !s.Plain:
		return c.Diff.legend(t)
	case c.Negative:
		return []legendEntry{{"less", t.Diff(-1)}, {"same", t.Diff(0)}, {"more", t.Diff(1)}}
	case s.Coloring == ByKind:
		var out []legendEntry
		for _, k := range []model.CodeKind{model.MainModule, model.ThirdParty, model.Std, model.Runtime, model.OtherCode} {
			out = append(out, legendEntry{k.String(), t.Category(int(k))})
		}
		return out
	case s.Coloring == ByLabel && c.DownLabels != nil:
		return c.labelLegend(t)
	case s.Coloring == BySelf:
		return []legendEntry{{"spent in callees", t.Heat(0)}, {"half", t.Heat(0.5)}, {"spent in itself", t.Heat(1)}}
	}
	return nil
}

const (
	swatch    = 10.0
	legendGap = 12.0
)

// PaintLegend draws the legend in one line whose right end and baseline are
// given, on a ground of its own. Without a legend it draws nothing.
func (c *Chart) PaintLegend(cv scene.Canvas, s Style, right, baseline float64) {
	entries := c.legend(s)
	if len(entries) == 0 {
		return
	}
	width := 0.0
	for _, e := range entries {
		width += swatch + 4 + scene.Measure(e.text, font) + legendGap
	}
	x := right - width
	ground := scene.Rect{X0: x - 4, Y0: baseline - 13, X1: right, Y1: baseline + 5}
	cv.Fill(ground, s.Theme.Background)
	for _, e := range entries {
		cv.Fill(scene.Rect{X0: x, Y0: baseline - swatch + 1, X1: x + swatch, Y1: baseline + 1}, e.color)
		x += swatch + 4
		cv.Text(scene.Point{X: x, Y: baseline}, e.text, font, s.Theme.Muted)
		x += scene.Measure(e.text, font) + legendGap
	}
}

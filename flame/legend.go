package flame

import (
	"slices"

	"profstation/model/lang"
	"profstation/model/names"
	"profstation/scene"
)

// legendEntry is a colour and its meaning. Without a colour it says what label the other entries are values of, or
// what a width means.
type legendEntry struct {
	text  string
	color scene.Color
}

// mark returns how much width an entry needs before its text.
func (e *legendEntry) mark() float64 {
	if e.color == (scene.Color{}) {
		return 0
	}
	return swatch + 4
}

// legend explains the colours. It leaves out packages' colours, which only show what belongs together.
func (c *Chart) legend(s Style) []legendEntry {
	t := s.Theme
	switch {
	case c.Diff != nil && !s.Plain:
		return c.Diff.legend(t)
	case c.Negative:
		all := []legendEntry{{lang.L("less"), t.Diff(-1)}, {lang.L("same"), t.Diff(0)}, {lang.L("more"), t.Diff(1)}}
		if c.Diff == nil { // with Diff, the heading says what a width is
			all = slices.Insert(all, 0, legendEntry{text: lang.L("width: increases and decreases added up")})
		}
		return all
	case s.Coloring == ByKind:
		var out []legendEntry
		for _, k := range []names.CodeKind{names.MainModule, names.ThirdParty, names.Std, names.Runtime, names.OtherCode} {
			out = append(out, legendEntry{lang.L(k.String()), t.Category(int(k))})
		}
		return out
	case s.Coloring == ByLabel && c.down.labels != nil:
		return c.labelLegend(t)
	case s.Coloring == BySelf:
		return []legendEntry{{lang.L("in callees"), t.Heat(0)}, {lang.L("half"), t.Heat(0.5)}, {lang.L("self"), t.Heat(1)}}
	}
	return nil
}

const (
	swatch     = 10.0
	legendGap  = 12.0
	legendLine = 17.0 // from one baseline to the next, as in a heading
	// A line's background, above and below its baseline.
	legendAbove = 13.0
	legendBelow = 5.0
)

func (e *legendEntry) width() float64 {
	return e.mark() + scene.Measure(e.text, font) + legendGap
}

// PaintLegend draws the legend between left and right, aligned to the right, on its own background. baseline is its
// last line's. It draws nothing if there are no entries.
func (c *Chart) PaintLegend(cv scene.Canvas, s Style, left, right, baseline float64) {
	lines := legendLines(c.legend(s), right-left)
	y := baseline - float64(len(lines)-1)*legendLine
	for _, entries := range lines {
		x := right - legendWidth(entries)
		cv.Fill(scene.Rect{X0: x - 4, Y0: y - legendAbove, X1: right, Y1: y + legendBelow}, s.Theme.Background)
		for _, e := range entries {
			if e.mark() > 0 {
				s.Theme.Swatch(cv, scene.Rect{X0: x, Y0: y - swatch + 1, X1: x + swatch, Y1: y + 1}, e.color)
			}
			cv.Text(scene.Point{X: x + e.mark(), Y: y}, e.text, font, s.Theme.Muted)
			x += e.width()
		}
		y += legendLine
	}
}

// LegendHeight returns the height that a legend needs in this width, including the space above and below its
// baselines. It returns 0 if there is no legend.
func (c *Chart) LegendHeight(s Style, width float64) float64 {
	n := len(legendLines(c.legend(s), width))
	if n == 0 {
		return 0
	}
	return float64(n-1)*legendLine + legendAbove + legendBelow
}

// headed returns the heading for a picture with that width. It adds lines for a legend that is too wide to stand
// beside the title.
func (c *Chart) headed(h scene.Heading, s Style, width float64) scene.Heading {
	h.Lines = slices.Concat(h.Lines, make([]string, c.ownLines(s, h, width-2*scene.PictureMargin)))
	return h
}

// paintHeadLegend draws the legend into a heading made by headed, beside the title or in its last lines.
func (c *Chart) paintHeadLegend(cv scene.Canvas, s Style, h scene.Heading, area scene.Rect) {
	baseline := h.Baseline()
	if c.ownLines(s, h, area.W()) > 0 {
		baseline = h.LastBaseline()
	}
	if !h.Bare {
		c.PaintLegend(cv, s, area.X0, area.X1, baseline)
	}
}

// ownLines returns how many lines in a heading the legend needs. It returns 0 if the legend fits beside the title.
func (c *Chart) ownLines(s Style, h scene.Heading, available float64) int {
	entries := c.legend(s)
	if legendWidth(entries) <= h.Beside(available) {
		return 0
	}
	return len(legendLines(entries, available))
}

func legendWidth(entries []legendEntry) (w float64) {
	for i := range entries {
		w += entries[i].width()
	}
	return w
}

// legendLines breaks a legend into lines no wider than available, except for single entries that are wider.
func legendLines(entries []legendEntry, available float64) (lines [][]legendEntry) {
	width := 0.0
	for _, e := range entries {
		w := e.width()
		if len(lines) == 0 || width+w > available {
			lines, width = append(lines, nil), 0
		}
		last := len(lines) - 1
		lines[last] = append(lines[last], e)
		width += w
	}
	return lines
}

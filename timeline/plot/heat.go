package plot

import (
	"math"
	"strconv"

	"profstation/model/lang"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/analysis"
	"profstation/timeline/paint"
	"profstation/timeline/wording"
)

// Heat shows what share of the time each P ran goroutines, over time.
type Heat struct {
	Title string
	Of    *analysis.Utilisation
	Name  func(row int) string // the name of a row's P
}

// Paint implements Plot.
func (h *Heat) Paint(cv scene.Canvas, area scene.Rect, t *scene.Theme) {
	rows := len(h.Of.Procs)
	c := ground(cv, area, t, h.Title, rows == 0, lang.L("The trace records no P."))
	if c == nil {
		return
	}
	b := c.box
	style := paint.Style{Theme: t}
	full, none := style.Color(timeline.Running), t.Surface
	high := b.H() / float64(rows)
	label := b.Y0
	for row := range rows {
		y := b.Y0 + float64(row)*high
		gap := 0.0
		if high >= 5 {
			gap = 1
		}
		// Join neighbours with one shade to one shape.
		from, shade := 0, h.step(row, 0)
		for bin := 1; bin <= h.Of.Bins; bin++ {
			next := -1
			if bin < h.Of.Bins {
				next = h.step(row, bin)
			}
			if next == shade {
				continue
			}
			cv.Fill(scene.Rect{X0: h.x(b, from), Y0: y, X1: h.x(b, bin), Y1: y + high - gap}, scene.Mix(none, full, float64(shade)/steps))
			from, shade = bin, next
		}
		if y >= label {
			name := h.Name(row)
			cv.Text(scene.Point{X: b.X0 - scene.Measure(name, font) - 6, Y: y + min(high/2+4, 10)}, name, font, t.Muted)
			label = y + 14
		}
	}
	c.times(h.Of.Interval)
}

const steps = 24 // how many shades there are, not counting none

func (h *Heat) step(row, bin int) int {
	s := h.Of.Share(row, bin)
	if s > 0 && s < 1.0/steps {
		return 1 // a little is not nothing
	}
	return int(s*steps + 0.5)
}

func (h *Heat) x(b scene.Rect, bin int) float64 {
	return b.X0 + b.W()*float64(bin)/float64(h.Of.Bins)
}

// Part returns how far along the time a place in an area is, from 0 to 1.
func (h *Heat) Part(area scene.Rect, x float64) float64 { return share(box(area), x) }

// At returns the cell at a point, or −1 if there is none.
func (h *Heat) At(area scene.Rect, at scene.Point) (row, bin int) {
	b := box(area)
	if rows := len(h.Of.Procs); rows > 0 && b.Contains(at) {
		return min(int((at.Y-b.Y0)/b.H()*float64(rows)), rows-1), min(int(share(b, at.X)*float64(h.Of.Bins)), h.Of.Bins-1)
	}
	return -1, -1
}

// Tip implements Plot.
func (h *Heat) Tip(area scene.Rect, at scene.Point) string {
	row, bin := h.At(area, at)
	if row < 0 {
		return ""
	}
	iv := h.Of.Bin(bin)
	return lang.List(h.Name(row), wording.Times(iv)) + "\n" +
		lang.L("{{.Share}} running, {{.Busy}} not idle", lang.With{
			"Share": strconv.FormatFloat(100*h.Of.Share(row, bin), 'f', 1, 64) + "%", "Busy": wording.Duration(h.Of.Busy(row, bin)),
		}) + "\n" + lang.L("Click or Enter shows it in the timeline")
}

// Begin implements Walker.
func (h *Heat) Begin(area scene.Rect) (x, step float64) { return math.NaN(), box(area).W() / walkSteps }

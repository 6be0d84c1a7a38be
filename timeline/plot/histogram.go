package plot

import (
	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/model/units"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/analysis"
	"profstation/timeline/paint"
	"profstation/timeline/wording"
)

// Histogram shows how durations are distributed, in bins that grow with the durations.
type Histogram struct {
	Title    string
	Bins     []analysis.Bin
	Selected analysis.Durations               // the zero value: no range is selected
	Say      func(times string, n int) string // "1ms to 2ms: 3 regions"
}

// Paint implements Plot.
func (h *Histogram) Paint(cv scene.Canvas, area scene.Rect, t *scene.Theme) {
	c := ground(cv, area, t, h.Title, len(h.Bins) == 0, lang.L("There are no durations: nothing both began and ended here."))
	if c == nil {
		return
	}
	b := c.box
	largest := int64(1)
	for _, bin := range h.Bins {
		largest = max(largest, bin.Count)
	}
	n := int64(c.levels(2))
	for part := int64(1); part <= n; part++ {
		if v := largest * part / n; v > 0 {
			c.level(b.Y1-b.H()*float64(v)/float64(largest), units.Count(v))
		}
	}
	style := paint.Style{Theme: t}
	fill, quiet := style.Color(timeline.Running), scene.Mix(t.Background, style.Color(timeline.Running), 0.35)
	room := 0.0 // labels are written up to here
	for i, bin := range h.Bins {
		r := h.bar(b, i)
		if r.X0 >= room {
			text, _ := wording.FromTo(trace.Interval{From: bin.From, To: bin.To})
			c.tick(r.X0, text)
			room = r.X0 + scene.Measure(text, font) + 16
		}
		if bin.Count == 0 {
			continue
		}
		r.Y0 = min(b.Y1-2, b.Y1-b.H()*float64(bin.Count)/float64(largest))
		color := fill
		if h.Selected != (analysis.Durations{}) && (bin.From < h.Selected.From || bin.From >= h.Selected.To) {
			color = quiet
		}
		cv.Begin(scene.Title(h.text(bin)))
		r.X1 = max(r.X0+1, r.X1-1)
		cv.Fill(r, color)
		cv.End()
	}
}

// bar returns the space for a bin, at the box's full height.
func (h *Histogram) bar(b scene.Rect, i int) scene.Rect {
	w := min(b.W()/float64(len(h.Bins)), 48)
	return scene.Rect{X0: b.X0 + float64(i)*w, Y0: b.Y0, X1: b.X0 + float64(i+1)*w, Y1: b.Y1}
}

// Bin returns the bin at a place along the area, or the nearest if the place is beside all bins. It returns −1 if
// there are no bins.
func (h *Histogram) Bin(area scene.Rect, x float64) int {
	b := box(area)
	if len(h.Bins) == 0 || b.Empty() {
		return -1
	}
	return min(max(int((x-b.X0)/h.bar(b, 0).W()), 0), len(h.Bins)-1)
}

// Range returns the range of durations for the bins between two places.
func (h *Histogram) Range(area scene.Rect, x0, x1 float64) analysis.Durations {
	i, j := h.Bin(area, min(x0, x1)), h.Bin(area, max(x0, x1))
	if i < 0 {
		return analysis.Durations{}
	}
	return analysis.Durations{From: h.Bins[i].From, To: h.Bins[j].To}
}

func (h *Histogram) text(bin analysis.Bin) string {
	return h.Say(wording.Times(trace.Interval{From: bin.From, To: bin.To}), int(bin.Count))
}

// Tip implements Plot.
func (h *Histogram) Tip(area scene.Rect, at scene.Point) string {
	b := box(area)
	if i := h.Bin(area, at.X); i >= 0 && h.bar(b, i).Contains(at) {
		return h.text(h.Bins[i])
	}
	return ""
}

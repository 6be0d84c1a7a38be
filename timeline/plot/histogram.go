package plot

import (
	"math"

	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/model/units"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/analysis"
	"profstation/timeline/paint"
	"profstation/timeline/wording"
)

// Bars is what the bars of a histogram show.
type Bars uint8

// How many durations there are in a bin, or their sum, linear or logarithmic.
const (
	Number Bars = iota
	NumberLog
	Time
	TimeLog
)

func (b Bars) time() bool { return b >= Time }
func (b Bars) log() bool  { return b == NumberLog || b == TimeLog }

// Histogram shows how durations are distributed, in bins that grow with the durations.
type Histogram struct {
	Title    string
	Bins     []analysis.Bin
	Bars     Bars
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
		largest = max(largest, h.value(bin))
	}
	for _, v := range h.levels(largest, c.levels(2)) {
		text := units.Count(v)
		if h.Bars.time() {
			text = wording.Duration(trace.Time(v))
		}
		c.level(b.Y1-b.H()*h.height(v, largest), text)
	}
	style := paint.Style{Theme: t}
	fill, quiet := style.Color(timeline.Running), scene.Mix(t.Background, style.Color(timeline.Running), 0.35)
	last := len(h.Bins) - 1
	_, text := wording.FromTo(trace.Interval{From: h.Bins[last].From, To: h.Bins[last].To})
	end := h.bar(b, last).X1
	c.tick(end, text)
	room, until := 0.0, c.left(end, text)-8 // labels of beginnings are written from here on, and up to there
	for i, bin := range h.Bins {
		r := h.bar(b, i)
		text, _ := wording.FromTo(trace.Interval{From: bin.From, To: bin.To})
		if w := scene.Measure(text, font); r.X0 >= room && r.X0+w/2 <= until {
			c.tick(r.X0, text)
			room = r.X0 + w + 16
		}
		if bin.Count == 0 {
			continue
		}
		r.Y0 = min(b.Y1-2, b.Y1-b.H()*h.height(h.value(bin), largest))
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

// value returns what a bin's bar shows.
func (h *Histogram) value(bin analysis.Bin) int64 {
	if h.Bars.time() {
		return int64(bin.Sum)
	}
	return bin.Count
}

// height returns how high a value's bar is, from 0 to 1. A logarithmic scale begins at a third of the smallest bar, so
// that this one is seen, too.
func (h *Histogram) height(v, largest int64) float64 {
	if !h.Bars.log() {
		return float64(v) / float64(largest)
	}
	foot := math.Log(float64(h.smallest()) / 3)
	return (math.Log(float64(v)) - foot) / (math.Log(float64(largest)) - foot)
}

// smallest returns the least value that is not 0.
func (h *Histogram) smallest() int64 {
	least := int64(math.MaxInt64)
	for _, bin := range h.Bins {
		if v := h.value(bin); v > 0 {
			least = min(least, v)
		}
	}
	return least
}

// levels returns values for at most n lines.
func (h *Histogram) levels(largest int64, n int) (all []int64) {
	if !h.Bars.log() {
		for part := int64(1); part <= int64(n); part++ {
			if v := largest * part / int64(n); v > 0 {
				all = append(all, v)
			}
		}
		return all
	}
	// Powers of ten from the top down, and the top itself.
	all = []int64{largest}
	first, last := int(math.Ceil(math.Log10(float64(h.smallest())/3))), int(math.Log10(float64(largest)/1.5))
	step := max(1, (last-first)/max(n, 1)+1)
	for ten := last; ten >= max(first, 0); ten -= step {
		all = append(all, int64(math.Pow10(ten)))
	}
	return all
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
	text := h.Say(wording.Times(trace.Interval{From: bin.From, To: bin.To}), int(bin.Count))
	if bin.Sum > 0 {
		text += "\n" + lang.L("together {{.Time}}", lang.With{"Time": wording.Duration(bin.Sum)})
	}
	return text
}

// Tip implements Plot.
func (h *Histogram) Tip(area scene.Rect, at scene.Point) string {
	b := box(area)
	if i := h.Bin(area, at.X); i >= 0 && h.bar(b, i).Contains(at) {
		return h.text(h.Bins[i])
	}
	return ""
}

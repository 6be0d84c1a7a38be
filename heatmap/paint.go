package heatmap

import (
	"math"

	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/units"
	"profstation/scene"
)

// View is where and how a map is drawn.
type View struct {
	Area   scene.Rect
	Theme  *scene.Theme
	Chosen query.TimeRange // is outlined; [query.AllTimes]: nothing is
	Cursor int             // a cell with a frame; −1: none
}

var font = scene.Font{Size: scene.TextSize - 1}

// Lengths around the cells, in logical pixels.
const (
	left    = 64.0 // for the curve's figures, and the fractions
	right   = 12.0
	top     = 8.0
	foot    = 22.0 // for the times
	keyLine = 20.0
	gap     = 8.0 // between the curve and the cells

	// The curve has a share of the height. If that is too little, there is no curve.
	curveShare, minCurve, maxCurve = 0.18, 18.0, 64.0
	tickRoom                       = 80.0
)

// plots returns the areas for the curve, which may be empty, and for the cells.
func (v *View) plots() (curve, cells scene.Rect) {
	a := v.Area
	cells = scene.Rect{X0: a.X0 + left, Y0: a.Y0 + top, X1: a.X1 - right, Y1: a.Y1 - foot - keyLine}
	if h := min(maxCurve, cells.H()*curveShare); h >= minCurve {
		curve = cells
		curve.Y1 = curve.Y0 + h
		cells.Y0 = curve.Y1 + gap
	}
	return curve, cells
}

// Rect returns where a cell lies.
func (m *Map) Rect(v View, cell int) scene.Rect {
	_, plot := v.plots()
	w, h := plot.W()/float64(len(m.Totals)), plot.H()/float64(m.Rows)
	column, row := float64(cell/m.Rows), float64(cell%m.Rows)
	return scene.Rect{X0: plot.X0 + column*w, Y0: plot.Y1 - (row+1)*h, X1: plot.X0 + (column+1)*w, Y1: plot.Y1 - row*h}
}

// At returns the cell under a point, −1 if there is none, as over the curve and the axis.
func (m *Map) At(v View, at scene.Point) int {
	if _, plot := v.plots(); m.Empty() || !plot.Contains(at) {
		return -1
	}
	return m.Nearest(v, at)
}

// ColumnAt returns the column under a point on the curve or the axis, −1 if there is none.
func (m *Map) ColumnAt(v View, at scene.Point) int {
	curve, plot := v.plots()
	axis := scene.Rect{X0: plot.X0, X1: plot.X1, Y0: plot.Y1, Y1: plot.Y1 + foot}
	if m.Empty() || plot.Empty() || !curve.Contains(at) && !axis.Contains(at) {
		return -1
	}
	return m.Nearest(v, at) / m.Rows
}

// Nearest returns the cell under a point, or else the nearest one. The map must not be empty.
func (m *Map) Nearest(v View, at scene.Point) int {
	_, plot := v.plots()
	place := func(x, whole float64, of int) int {
		if n := math.Floor(x / whole * float64(of)); n > 0 {
			return int(min(n, float64(of-1)))
		}
		return 0
	}
	return place(at.X-plot.X0, plot.W(), len(m.Totals))*m.Rows + place(plot.Y1-at.Y, plot.H(), m.Rows)
}

// Paint draws the curve, the cells, their axes and the key.
func (m *Map) Paint(cv scene.Canvas, v View) {
	curve, plot := v.plots()
	cv.PushClip(v.Area)
	defer cv.PopClip()
	cv.Fill(v.Area, v.Theme.Background)
	if m.Empty() || plot.Empty() {
		return
	}
	m.paintCurve(cv, &v, curve)
	cv.Fill(plot, v.Theme.Surface)
	for i, sum := range m.Sums {
		if sum == 0 {
			continue
		}
		if i%m.Rows == 0 && cv.Over() {
			return
		}
		cv.Begin(title{m, i})
		cv.Fill(m.Rect(v, i), m.fill(v.Theme, sum))
		cv.End()
	}
	if first, last, ok := m.Cells(v.Chosen); ok && v.Chosen != query.AllTimes {
		p := m.around(v, first, last)
		cv.Path(&p, scene.Color{}, scene.Stroke{Color: v.Theme.Selection, Width: 2})
	}
	if v.Cursor >= 0 && v.Cursor < len(m.Sums) {
		cv.Outline(m.Rect(v, v.Cursor).Inset(-1.5), v.Theme.Text, 1.5)
	}
	m.paintFractions(cv, &v, plot)
	PaintTimes(cv, v.Theme, plot, float64(m.Start(0)), float64(m.Start(len(m.Sums))), plot.Y1+16)
	m.paintKey(cv, &v)
}

func (m *Map) fill(t *scene.Theme, sum int64) scene.Color {
	return t.Density(float64(sum) / float64(max(m.Max, 1)))
}

type title struct {
	m    *Map
	cell int
}

func (t title) Title() string { return t.m.Describe(t.cell, t.cell) }

// around returns the line around consecutive cells.
func (m *Map) around(v View, first, last int) (p scene.Path) {
	a, b := m.Rect(v, first), m.Rect(v, last)
	_, plot := v.plots()
	corners := []scene.Point{{X: a.X0, Y: a.Y1}, {X: a.X0, Y: b.Y0}, {X: a.X1, Y: b.Y0}, {X: a.X1, Y: a.Y1}}
	if first/m.Rows != last/m.Rows {
		corners = []scene.Point{
			{X: a.X0, Y: a.Y1}, {X: a.X0, Y: plot.Y0}, {X: b.X0, Y: plot.Y0}, {X: b.X0, Y: b.Y0},
			{X: b.X1, Y: b.Y0}, {X: b.X1, Y: plot.Y1}, {X: a.X1, Y: plot.Y1}, {X: a.X1, Y: a.Y1},
		}
	}
	for i, c := range corners {
		if i == 0 {
			p.MoveTo(c.X, c.Y)
		} else {
			p.LineTo(c.X, c.Y)
		}
	}
	p.Close()
	return p
}

// paintCurve draws a stepped line with a filled area: a step for each column's sum.
func (m *Map) paintCurve(cv scene.Canvas, v *View, plot scene.Rect) {
	if plot.Empty() {
		return
	}
	var p scene.Path
	p.MoveTo(plot.X0, plot.Y1)
	w := plot.W() / float64(len(m.Totals))
	for i, sum := range m.Totals {
		y := plot.Y1 - float64(units.Magnitude(sum))/float64(max(m.max, 1))*plot.H()
		p.LineTo(plot.X0+float64(i)*w, y)
		p.LineTo(plot.X0+float64(i+1)*w, y)
	}
	p.LineTo(plot.X1, plot.Y1)
	p.Close()
	cv.Path(&p, v.Theme.Category(0), scene.Stroke{Color: v.Theme.Stroke(0), Width: 1})
	cv.Fill(scene.Rect{X0: plot.X0, Y0: plot.Y1, X1: plot.X1, Y1: plot.Y1 + 1}, v.Theme.Muted)
	m.beside(cv, v, m.Result.Short(m.max), plot.Y0+scene.Ascent(font))
	if plot.H() >= 2*scene.LineHeight(font) {
		m.beside(cv, v, "0", plot.Y1)
	}
}

// beside writes a text left of the plots.
func (m *Map) beside(cv scene.Canvas, v *View, text string, baseline float64) {
	text = scene.Fit(text, font, left-10)
	cv.Text(scene.Point{X: v.Area.X0 + left - 6 - scene.Measure(text, font), Y: baseline}, text, font, v.Theme.Muted)
}

// paintFractions labels the rows with their part of a column.
func (m *Map) paintFractions(cv scene.Canvas, v *View, plot scene.Rect) {
	parts := 1
	for _, n := range []int{10, 5, 2} {
		if m.Rows%n == 0 && plot.H()/float64(n) >= 2*scene.LineHeight(font) {
			parts = n
			break
		}
	}
	step := m.Column / int64(parts)
	for i := range int64(parts) + 1 {
		y := plot.Y1 - float64(i)/float64(parts)*plot.H()
		cv.Fill(scene.Rect{X0: plot.X0 - 4, Y0: math.Round(y) - 1, X1: plot.X0, Y1: math.Round(y)}, v.Theme.Muted)
		m.beside(cv, v, "+"+units.Tick(i*step, step), min(y+4, plot.Y1))
	}
}

// PaintTimes writes round times below or above a plot that goes from one time to another, in nanoseconds.
func PaintTimes(cv scene.Canvas, t *scene.Theme, plot scene.Rect, from, to, baseline float64) {
	if !(to > from) || plot.Empty() {
		return
	}
	step := units.TickStep((to - from) / plot.W() * tickRoom)
	free := plot.X0
	for at := math.Ceil(from/float64(step)) * float64(step); at <= to; at += float64(step) {
		x := plot.X0 + (at-from)/(to-from)*plot.W()
		text := units.Tick(int64(at), step)
		w := scene.Measure(text, font)
		x0 := min(max(x-w/2, plot.X0), plot.X1-w)
		if x0 < free {
			continue
		}
		cv.Fill(scene.Rect{X0: math.Round(x), Y0: plot.Y1, X1: math.Round(x) + 1, Y1: plot.Y1 + 4}, t.Muted)
		cv.Text(scene.Point{X: x0, Y: baseline}, text, font, t.Muted)
		free = x0 + w + gap
	}
}

// paintKey says how long columns and cells are, and what the colours mean.
func (m *Map) paintKey(cv scene.Canvas, v *View) {
	const steps, wide, tall = 32, 96.0, 10.0
	y := v.Area.Y1 - 6
	label := m.Result.Short(m.Max)
	x := v.Area.X1 - right - scene.Measure(label, font)
	room := x - v.Area.X0 - left - wide - 24
	cv.Text(scene.Point{X: x, Y: y}, label, font, v.Theme.Muted)
	x -= wide + 4
	for i := range steps {
		cv.Fill(scene.Rect{X0: x + float64(i)*wide/steps, Y0: y - tall + 1, X1: x + float64(i+1)*wide/steps, Y1: y + 1},
			v.Theme.Density(float64(i)/(steps-1)))
	}
	cv.Text(scene.Point{X: x - 4 - scene.Measure("0", font), Y: y}, "0", font, v.Theme.Muted)
	cell := lang.L("a column: {{.Column}}, a cell: {{.Cell}}",
		lang.With{"Column": units.Tick(m.Column, m.Column), "Cell": units.Tick(m.Row(), m.Row())})
	if room > 0 {
		cv.Text(scene.Point{X: v.Area.X0 + left, Y: y}, scene.Fit(cell, font, room), font, v.Theme.Muted)
	}
}

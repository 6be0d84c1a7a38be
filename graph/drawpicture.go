package graph

import "profstation/scene"

// Picture is a whole chart with a heading that says what it shows, for a report.
type Picture struct {
	Chart *Chart
	Style Style
	Title string // usually the name of the file
	Match []bool // per model.NodeID: what a search found; nil: no search
}

// Margins of a picture, in logical pixels.
const (
	pictureMargin = 12.0
	headingLine   = 17.0
	// headingWidth bounds how far the heading widens a narrow picture.
	headingWidth = 900.0
)

var (
	titleFont   = scene.Font{Size: scene.TextSize + 2, Bold: true}
	headingFont = scene.Font{Size: scene.TextSize}
)

// nothing is what a picture without nodes says.
const nothing = "No nodes are left: remove a filter, or choose a smaller node fraction or another sample type."

// Heading is the lines above the chart: pprof's legend.
func (p *Picture) Heading() []string { return p.Chart.Graph.Legend() }

// Width is what the picture needs at 100%, in logical pixels.
func (p *Picture) Width() float64 {
	w := scene.Measure(p.Title, titleFont)
	for _, line := range p.Heading() {
		w = max(w, scene.Measure(line, headingFont))
	}
	if p.empty() {
		w = max(w, scene.Measure(nothing, headingFont))
	}
	return max(min(w+1, headingWidth), p.Chart.W*PointSize) + 2*pictureMargin
}

// Height is what the picture needs at 100%, in logical pixels.
func (p *Picture) Height() float64 {
	h := p.Chart.H * PointSize
	if p.empty() {
		h = 2 * headingLine
	}
	return p.top() + h + pictureMargin
}

func (p *Picture) empty() bool { return len(p.Chart.boxes) == 0 }

func (p *Picture) top() float64 {
	return pictureMargin + headingLine*float64(1+len(p.Heading())) + 6
}

// Draw draws the picture. The canvas should be Width wide and Height high; what a
// smaller one has no room for is cut off.
func (p *Picture) Draw(cv scene.Canvas) {
	w, h := cv.Size()
	t := p.Style.Theme
	cv.Fill(scene.Rect{X1: w, Y1: h}, t.Background)
	y := pictureMargin + scene.Ascent(titleFont)
	room := w - 2*pictureMargin
	cv.Text(scene.Point{X: pictureMargin, Y: y}, scene.Fit(p.Title, titleFont, room), titleFont, t.Text)
	for _, line := range p.Heading() {
		y += headingLine
		cv.Text(scene.Point{X: pictureMargin, Y: y}, scene.Fit(line, headingFont, room), headingFont, t.Muted)
	}
	top := p.top()
	if p.empty() {
		cv.Text(scene.Point{X: pictureMargin, Y: top + headingLine}, scene.Fit(nothing, headingFont, room), headingFont, t.Muted)
		return
	}
	m := NoMarks()
	m.Match = p.Match
	// In the middle, where the heading is wider than the chart. The area takes the
	// margins in, so that no border is lost to rounding.
	v := View{Scale: PointSize, Area: scene.Rect{Y0: top - pictureMargin/2, X1: w, Y1: h}}
	v.Origin = scene.Point{X: (p.Chart.W - w/PointSize) / 2, Y: -pictureMargin / 2 / PointSize}
	NewPainter(p.Chart, p.Style).Paint(cv, v, m)
}

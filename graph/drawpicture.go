package graph

import "profstation/scene"

// Picture is a whole chart with a heading that says what it shows, for a report.
type Picture struct {
	Chart *Chart
	Style Style
	Title string // usually the name of the file
	Match []bool // per model.NodeID: what a search found; nil: no search
	Quiet []bool // per model.NodeID: what is greyed, such as noise; nil: nothing
	Fade  bool   // what is quiet steps back
	// Caption is the lines above the picture; nil: Heading. Bare leaves the title
	// and them out.
	Caption []string
	Bare    bool
	// Part is the part that is drawn, as it is on the screen; nil: all.
	Part *View
}

// headingWidth bounds how far the heading widens a narrow picture.
const headingWidth = 900.0

// nothing is what a picture without nodes says.
const nothing = "No nodes are left: remove a filter, or choose a smaller node fraction or another sample type."

// Heading is the lines above the chart: pprof's legend.
func (p *Picture) Heading() []string { return p.Chart.Graph.Legend() }

func (p *Picture) caption() []string {
	if p.Caption != nil {
		return p.Caption
	}
	return p.Heading()
}

func (p *Picture) heading() scene.Heading {
	return scene.Heading{Title: p.Title, Lines: p.caption(), Bare: p.Bare}
}

// Width is what the picture needs at 100%, in logical pixels.
func (p *Picture) Width() float64 {
	h := p.heading()
	w := h.Width()
	if p.empty() {
		w = max(w, scene.Measure(nothing, scene.NoteFont))
	}
	if p.Part != nil {
		return max(min(w+1, headingWidth), p.Part.Area.W()) + 2*scene.PictureMargin
	}
	return max(min(w+1, headingWidth), p.Chart.W*PointSize) + 2*scene.PictureMargin
}

// Height is what the picture needs at 100%, in logical pixels.
func (p *Picture) Height() float64 {
	h := p.heading()
	room := p.Chart.H * PointSize
	if p.Part != nil {
		room = p.Part.Area.H()
	}
	if p.empty() {
		room = 2 * scene.Ascent(scene.NoteFont)
	}
	return h.Height() + room + scene.PictureMargin
}

func (p *Picture) empty() bool { return len(p.Chart.boxes) == 0 }

// Draw draws the picture. The canvas should be Width wide and Height high; what a
// smaller one has no room for is cut off.
func (p *Picture) Draw(cv scene.Canvas) {
	w, h := cv.Size()
	t := p.Style.Theme
	heading := p.heading()
	heading.Draw(cv, t)
	top := heading.Height()
	if p.empty() {
		room := w - 2*scene.PictureMargin
		at := scene.Point{X: scene.PictureMargin, Y: top + scene.Ascent(scene.NoteFont)}
		cv.Text(at, scene.Fit(nothing, scene.NoteFont, room), scene.NoteFont, t.Muted)
		return
	}
	m := NoMarks()
	m.Match, m.Quiet, m.Fade = p.Match, p.Quiet, p.Fade
	// In the middle, where the heading is wider than the chart. The area takes the
	// margins in, so that no border is lost to rounding.
	const margin = scene.PictureMargin / 2
	v := View{Scale: PointSize, Area: scene.Rect{Y0: top - margin, X1: w, Y1: h}}
	v.Origin = scene.Point{X: (p.Chart.W - w/PointSize) / 2, Y: -margin / PointSize}
	if p.Part != nil {
		v.Scale, v.Origin = p.Part.Scale, p.Part.Origin
		left := (w - p.Part.Area.W()) / 2
		v.Area = scene.Rect{X0: left, Y0: top, X1: left + p.Part.Area.W(), Y1: min(h, top+p.Part.Area.H())}
		cv.PushClip(v.Area)
		defer cv.PopClip()
	}
	NewPainter(p.Chart, p.Style).Paint(cv, v, m)
}

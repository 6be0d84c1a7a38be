package flame

import (
	"math"

	"profstation/model/query"
	"profstation/scene"
)

// The distance between a label and the left edge of its box, in logical pixels, and what depends on it.
const (
	labelGap = 4.0
	// Line widths in the boxes on a marked path: for rows with RowHeight, and for lower ones.
	wayWidth, minWay = 2.0, 1.0

	// A box narrower than wide has less space beside its name, one narrower than slim has none: two letters are worth
	// more.
	narrowGap = 2.0
	wide      = 48.0
	slim      = 24.0
	minWidth  = 7.0 // for a name

	figureWidth = 60.0 // beside a name; in less space no figure is shown
)

// Style is how to draw a chart.
type Style struct {
	Theme    *scene.Theme
	Coloring Coloring
	Generics bool // write type arguments in full
	RootDown bool // draw the root at the bottom: a flame instead of an icicle

	// These are for charts that compare two sides. Beside: the chart stands beside the other side's chart, and its
	// boxes show its own figures. Plain: colours mean what Coloring says, not changes. Fade: boxes whose change is
	// only noise are faded.
	Beside, Plain, Fade bool
}

// View is the part of a chart to draw.
type View struct {
	Window Window
	Row    float64      // height of a row, see [RowIn]; 0: RowHeight
	Top    float64      // how many pixels of the chart lie above Area; may be negative
	Area   scene.Rect   // on the canvas
	Mark   query.NodeID // outline all of this node's boxes; NoNode: none
	Way    Ref          // mark this box's path from the root; the root itself: none
	Filled bool         // the area has the background already
}

// Painter draws one chart in one style. It keeps names and colours between frames, so that painting allocates nothing
// for each box. Only one goroutine may use a Painter at a time.
type Painter struct {
	brush
	c   *Chart
	way []int32 // the path to View.Way, by depth
	box boxTitle
}

// NewPainter prepares to draw a chart. match marks the nodes that a search found, and all others are faded; nil means
// that there is no search. Names and colours are taken from old, a painter for the same result and style; it may be
// nil.
func NewPainter(c *Chart, s Style, match []bool, old *Painter) *Painter {
	if old == nil {
		old = &Painter{}
	}
	return &Painter{brush: newBrush(c.Result, s, match, &old.brush), c: c}
}

// Rect returns where a box lies in a view. It does not clip.
func (c *Chart) Rect(v View, s Style, r Ref) scene.Rect {
	b := c.Box(r)
	scale := v.Area.W() / v.Window.W()
	top := v.Area.Y0 - v.Top + c.rowTop(v, b.Row, s.RootDown)
	return scene.Rect{
		X0: v.Area.X0 + (float64(b.X0)-v.Window.From)*scale,
		X1: v.Area.X0 + (float64(b.X1)-v.Window.From)*scale,
		Y0: top, Y1: top + v.row(),
	}
}

// At returns the box under a point on the canvas, or None.
func (c *Chart) At(v View, s Style, at scene.Point) Ref {
	if !v.Area.Contains(at) || v.Area.W() <= 0 {
		return None
	}
	row, callers := c.row(c.rowAt(v, at.Y, s.RootDown))
	if len(row) == 0 {
		return None
	}
	t := c.Tree(Ref{Callers: callers})
	x := v.Window.From + (at.X-v.Area.X0)/v.Area.W()*v.Window.W()
	i := indexAt(t, row, x)
	if i == len(row) || float64(t.X[row[i]]) > x {
		return None
	}
	return Ref{callers, row[i]}
}

// Paint draws the visible boxes.
func (p *Painter) Paint(cv scene.Canvas, v View) {
	scale := v.Area.W() / v.Window.W()
	if v.Area.Empty() || !(scale > 0 && scale <= math.MaxFloat64) {
		return
	}
	cv.PushClip(v.Area)
	defer cv.PopClip()
	if !v.Filled {
		cv.Fill(v.Area, p.s.Theme.Background)
	}
	if p.way = nil; v.Way.Branch > 0 && p.c.Has(v.Way) {
		p.way = p.c.Tree(v.Way).Path(v.Way.Branch)
	}
	p.labels.write(v.row())
	first, last := p.c.Rows()
	for row := first; row <= last && !cv.Over(); row++ {
		top := v.Area.Y0 - v.Top + p.c.rowTop(v, row, p.s.RootDown)
		if top+v.row() > v.Area.Y0 && top < v.Area.Y1 {
			p.row(cv, v, row, top)
		}
	}
}

// row draws one row. Touching boxes under a pixel wide are drawn as one grey box.
func (p *Painter) row(cv scene.Canvas, v View, row int, top float64) {
	branches, callers := p.c.row(row)
	t := p.c.Tree(Ref{Callers: callers})
	scale := v.Area.W() / v.Window.W()
	bottom := top + v.row()
	small := crowd{Rect: scene.Rect{Y0: top, Y1: bottom - 1}}
	for i := indexAt(t, branches, v.Window.From); i < len(branches); i++ {
		b := branches[i]
		x0 := v.Area.X0 + (float64(t.X[b])-v.Window.From)*scale
		if x0 >= v.Area.X1 {
			break
		}
		x1 := v.Area.X0 + (float64(t.X[b]+t.Abs[b])-v.Window.From)*scale
		if x1-x0 < 1 {
			p.gather(cv, &small, x0, x1, max(1, int(t.Merged[b])))
			continue
		}
		p.crowd(cv, &small)
		if cv.Over() {
			return
		}
		p.paintBox(cv, v, Ref{callers, b}, scene.Rect{X0: x0, Y0: top, X1: x1, Y1: bottom})
	}
	p.crowd(cv, &small)
}

// paintBox draws one box. Its label stays visible if the box begins beyond the left edge.
func (p *Painter) paintBox(cv scene.Canvas, v View, ref Ref, r scene.Rect) {
	t, b := p.c.of(ref), ref.Branch
	node := t.Node[b]
	fill, back := p.searched(node, p.fills.of(p.c, ref))
	inner := inside(r, v.Area)
	p.box = boxTitle{p.c, ref}
	cv.Begin(&p.box)
	cv.Fill(inner, fill)
	switch {
	case b == 0 && p.c.Up != nil: // the pivot, which the chart is about
		cv.Outline(inner, p.s.Theme.Text, 1)
	case node != query.NoNode && node == v.Mark:
		cv.Outline(inner, p.s.Theme.Selection, 1)
	}
	if p.onWay(v, ref) {
		width := wayWidth
		if v.row() < RowHeight {
			width = minWay
		}
		cv.Fill(scene.Rect{X0: inner.X0, Y0: inner.Y1 - width, X1: inner.X1, Y1: inner.Y1}, p.s.Theme.Selection)
	}
	side := gap(inner.W())
	if width := inner.W() - 2*side; width > minWidth && !p.fills.faded(p.c, ref) {
		ink, name := p.fills.on(fill), fitted{p.labels.all, p.labels.font}
		if back {
			ink.name = ink.figure
		}
		switch {
		case t.Merged[b] > 0:
			name.text = scene.Fit(p.labels.merged(int(t.Merged[b])), p.labels.font, width)
			ink.name = p.s.Theme.Muted
		case node != query.NoNode:
			name = p.labels.fit(node, width)
		}
		if name.text != "" {
			at := scene.Point{X: inner.X0 + side, Y: (inner.Y0 + inner.Y1 + scene.Ascent(name.font)) / 2}
			cv.Text(at, name.text, name.font, ink.name)
			if width >= figureWidth {
				p.figure(cv, ref, inner, at, width-scene.Measure(name.text, name.font), inner.X1-side, ink.figure)
			}
		}
	}
	cv.End()
}

func (p *Painter) onWay(v View, ref Ref) bool {
	if len(p.way) == 0 || ref.Callers != v.Way.Callers {
		return false
	}
	d := int(p.c.Tree(ref).Depth[ref.Branch])
	return d < len(p.way) && p.way[d] == ref.Branch
}

// figure writes a box's share at its right end, if the name leaves enough width for it.
func (p *Painter) figure(cv scene.Canvas, ref Ref, box scene.Rect, at scene.Point, width, right float64, color scene.Color) {
	if width < figureWidth {
		return
	}
	s := p.labels.share(p.c, ref, p.s.Beside)
	if w := scene.Measure(s, p.labels.font); w+16 <= width {
		// With a wider font the figure is made smaller, so that it keeps off the edge, too.
		cv.PushClip(scene.Rect{X0: right - w, Y0: box.Y0, X1: right + 1, Y1: box.Y1})
		cv.Text(scene.Point{X: right - w, Y: at.Y}, s, p.labels.font, color)
		cv.PopClip()
	}
}

// boxTitle is a box's text. It is made only if a back end keeps titles.
type boxTitle struct {
	c   *Chart
	ref Ref
}

func (t *boxTitle) Title() string { return t.c.Describe(t.ref) }

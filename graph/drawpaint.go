package graph

import (
	"math"
	"unicode/utf8"

	"profstation/graph/layout"
	"profstation/model/safe"
	"profstation/scene"
)

// Marks point out parts of a chart. Nodes and edges are indexes into the graph's tables, or −1 for none. The zero
// value marks node and edge 0, so begin with [NoMarks].
type Marks struct {
	Hover, Selected         int32 // nodes
	HoverEdge, SelectedEdge int32
	Lit                     []bool // per edge: whether it is on a path that is pointed out; nil: none
	Match                   []bool // per query.NodeID: whether it matches the search; nil without a search
	Quiet                   []bool // per query.NodeID: whether it is greyed, for example as noise; nil: none
	Fade                    bool   // quiet nodes are not only grey but faded, with their edges
	// Changes says for each query.NodeID how much it changed, from −1 to 1, NaN for grey. Colours then show changes.
	// If nil, colours show shares.
	Changes []float32
}

// NoMarks returns marks that point at nothing.
func NoMarks() Marks { return Marks{Hover: -1, Selected: -1, HoverEdge: -1, SelectedEdge: -1} }

// Painter draws one chart in one theme, in one goroutine at a time. It keeps colours and memory between frames.
type Painter struct {
	c       *Chart
	theme   *scene.Theme
	nodes   []colours // for the graph's nodes
	edges   []colours
	nodelet colours
	pale    scene.Color // for the text in a faded node
	seen    []int32     // the visible lines
	path    scene.Path
	title   title
}

// NewPainter prepares to draw a chart.
func NewPainter(c *Chart, theme *scene.Theme) *Painter {
	g := c.Graph
	p := &Painter{c: c, theme: theme, nodes: make([]colours, len(g.Nodes)), edges: make([]colours, len(g.Edges))}
	of := coloursOf
	if g.Options.Difference {
		of = coloursOfChange
	}
	for i := range g.Nodes {
		p.nodes[i] = of(theme, g.Share(g.Nodes[i].Cum))
	}
	for i := range g.Edges {
		p.edges[i] = of(theme, g.Share(g.Edges[i].Weight))
	}
	p.nodelet = colours{fill: theme.Surface, border: theme.Muted, edge: theme.Muted, text: theme.Text}
	p.pale = theme.Paler(theme.Text, theme.Background, 0.55)
	p.title.c = c
	return p
}

// Text below legible logical pixels is left out. A box then shows the last part of its name, at shortSize or as large
// as fits.
const (
	legible   = 5.5
	shortSize = scene.TextSize - 2
	// boldest bounds the scale for lines and arrow heads, in logical pixels for each point.
	boldest = 2 * PointSize
	// dotsFrom is the least scale at which dots can be told apart. Below it a dotted edge is paler instead.
	dotsFrom = 0.35
)

// Paint draws the visible part of the chart.
func (p *Painter) Paint(cv scene.Canvas, v View, m Marks) {
	if !v.usable() {
		return
	}
	cv.PushClip(v.Area)
	defer cv.PopClip()
	cv.Fill(v.Area, p.theme.Background)
	p.seen = p.seen[:0]
	for _, i := range p.c.order {
		if len(p.c.curves[i].Points) > 0 && seen(v, p.c.bounds[i]) {
			p.seen = append(p.seen, i)
		}
	}
	for _, labels := range [...]bool{false, true} { // labels after all lines, so that no line crosses a label
		for _, what := range [...]mark{plain, pointed, chosen} { // marked lines lie above
			for _, i := range p.seen {
				switch {
				case cv.Over():
					return
				case p.mark(i, m) != what:
				case labels:
					p.label(cv, v, m, i, what)
				default:
					p.line(cv, v, m, i, what)
				}
			}
		}
	}
	for i := range p.c.boxes {
		if cv.Over() {
			return
		}
		p.box(cv, v, m, int32(i))
	}
}

// mark is how a line is pointed out.
type mark int

const (
	plain   mark = iota
	pointed      // by the pointer, at the line or at a node at its end
	chosen       // selected: the line, a node at its end, or a path that it belongs to
)

func (p *Painter) mark(i int32, m Marks) mark {
	e := p.c.lines[i].edge
	if e < 0 {
		return plain
	}
	d := &p.c.Graph.Edges[e]
	at := func(n int32) bool { return n >= 0 && (d.From == n || d.To == n) }
	switch {
	case at(m.Selected) || e == m.SelectedEdge || int(e) < len(m.Lit) && m.Lit[e]:
		return chosen
	case at(m.Hover) || e == m.HoverEdge:
		return pointed
	}
	return plain
}

// line draws an edge with its arrow.
func (p *Painter) line(cv scene.Canvas, v View, m Marks, i int32, what mark) {
	c, l := &p.c.curves[i], &p.c.lines[i]
	k := p.nodelet
	if l.edge >= 0 {
		k = p.edges[l.edge]
	}
	switch {
	case what == chosen:
		k.edge = p.theme.Selection
	case what == pointed:
		k.edge = p.theme.Hover
	case p.stepsBack(m, l.edge):
		k.edge = p.theme.Quiet
	case m.Changes != nil && l.edge >= 0 && !p.c.Graph.Options.Difference: // only nodes have colours for changes
		k.edge = p.theme.Muted
	}
	p.title.box, p.title.line = -1, i
	cv.Begin(&p.title)
	stroke := scene.Stroke{Color: k.edge, Width: max(0.8, l.pen*min(v.Scale, boldest))}
	p.curve(v, c, stroke.Width)
	switch {
	case l.dotted && v.Scale < dotsFrom:
		stroke.Color = scene.Mix(p.theme.Background, k.edge, 0.6)
	case l.dotted:
		stroke.Dash = []float64{1.2 * stroke.Width, max(2.2*stroke.Width, 2)}
	}
	cv.Path(&p.path, scene.Color{}, stroke)
	p.arrow(v, c, l.pen)
	cv.Path(&p.path, k.edge, scene.Stroke{})
	cv.End()
}

// curve makes the path for the visible pieces of an edge. A piece of a few pixels is drawn straight.
func (p *Painter) curve(v View, c *layout.Curve, pen float64) {
	const straight = 6.0 // logical pixels
	p.path.Reset()
	from, drawn := v.canvas(c.Points[0]), false
	for i := 1; i+2 < len(c.Points); i += 3 {
		a, b, to := v.canvas(c.Points[i]), v.canvas(c.Points[i+1]), v.canvas(c.Points[i+2])
		r := from.At().Union(a.At()).Union(b.At()).Union(to.At())
		switch {
		case r.Inset(-pen - 1).Intersect(v.Area).Empty():
			from, drawn = to, false
			continue
		case !drawn:
			p.path.MoveTo(from.X, from.Y)
		}
		if max(r.W(), r.H()) < straight {
			p.path.LineTo(to.X, to.Y)
		} else {
			p.path.CubicTo(a.X, a.Y, b.X, b.Y, to.X, to.Y)
		}
		from, drawn = to, true
	}
	if drawn && v.Scale > boldest {
		to := v.canvas(neck(v, c))
		p.path.LineTo(to.X, to.Y)
	}
}

// arrowWidth is half the width of the thinnest edge's arrow head, in points.
const arrowWidth = 3.5

// neck returns where an arrow's head begins. It is nearer to the tip if the head would otherwise become too large.
func neck(v View, c *layout.Curve) scene.Point {
	end, k := c.Points[len(c.Points)-1], min(1, boldest/v.Scale)
	return scene.Point{X: c.Tip.X + k*(end.X-c.Tip.X), Y: c.Tip.Y + k*(end.Y-c.Tip.Y)}
}

func (p *Painter) arrow(v View, c *layout.Curve, pen float64) {
	end, tip := neck(v, c), c.Tip
	p.path.Reset()
	dx, dy := tip.X-end.X, tip.Y-end.Y
	n := math.Hypot(dx, dy)
	if n == 0 {
		return
	}
	half := (arrowWidth + 0.6*(pen-1)) * min(1, boldest/v.Scale)
	dx, dy = dx/n*half, dy/n*half
	from := v.canvas(scene.Point{X: end.X - dy, Y: end.Y + dx})
	p.path.MoveTo(from.X, from.Y)
	for _, q := range [2]scene.Point{tip, {X: end.X + dy, Y: end.Y - dx}} {
		at := v.canvas(q)
		p.path.LineTo(at.X, at.Y)
	}
	p.path.Close()
}

// label writes an edge's weight, on a background that hides the lines below it.
func (p *Painter) label(cv scene.Canvas, v View, m Marks, i int32, what mark) {
	r := p.c.labels[i]
	font := fontOf(edgeTextSize * v.Scale)
	if r.Empty() || font.Size < legible {
		return
	}
	color := p.theme.Text
	if what == plain && p.stepsBack(m, p.c.lines[i].edge) {
		color = p.pale
	}
	p.title.box, p.title.line = -1, i
	cv.Begin(&p.title)
	cv.Fill(v.rect(scene.Rect{X0: r.X0 + labelSpace/4, Y0: r.Y0, X1: r.X1 - labelSpace/4, Y1: r.Y1}), p.theme.Background)
	writeLines(cv, v.rect(r), p.c.lines[i].text, font, edgeTextSize*lineHeight*v.Scale, color)
	cv.End()
}

func (p *Painter) box(cv scene.Canvas, v View, m Marks, i int32) {
	b := &p.c.boxes[i]
	if !seen(v, p.c.rects[i]) {
		return
	}
	k := p.nodelet
	if b.tag == nil {
		k = p.node(m, b.node)
		if m.Match != nil && m.Match[p.c.Graph.Nodes[b.node].ID] {
			k.fill, k.text = p.theme.Match, p.theme.MatchText
		}
	}
	r := v.rect(p.c.rects[i])
	p.title.box, p.title.line = i, -1
	cv.Begin(&p.title)
	cv.Fill(r, k.fill)
	border, width := k.border, 1.0
	switch {
	case b.node == m.Selected:
		border, width = p.theme.Selection, 2
	case b.node == m.Hover:
		border, width = p.theme.Hover, 2
	}
	cv.Outline(r, border, width)
	if font := fontOf(b.size * v.Scale); font.Size >= legible {
		writeLines(cv, r, b.text, font, b.size*lineHeight*v.Scale, k.text)
	} else {
		writeShort(cv, r, b.short, k.text)
	}
	cv.End()
}

// node returns a node's colours, without the mark for a search.
func (p *Painter) node(m Marks, i int32) colours {
	k, id, t := p.nodes[i], p.c.Graph.Nodes[i].ID, p.theme
	quiet := m.Quiet != nil && m.Quiet[id]
	switch {
	case quiet && m.Fade:
		k.fill, k.border, k.text = t.Background, t.Quiet, p.pale
	case quiet, m.Changes != nil && m.Changes[id] != m.Changes[id]:
		k.fill, k.border, k.text = t.Quiet, t.Line, t.On(t.Quiet)
	case m.Changes != nil:
		k.fill = t.Change(float64(m.Changes[id]))
		k.border, k.text = scene.Mix(k.fill, t.Text, 0.35), t.On(k.fill)
	}
	return k
}

// stepsBack reports whether an edge is faded because both of its nodes are.
func (p *Painter) stepsBack(m Marks, i int32) bool {
	if !m.Fade || m.Quiet == nil || i < 0 {
		return false
	}
	g := p.c.Graph
	return m.Quiet[g.Nodes[g.Edges[i].From].ID] && m.Quiet[g.Nodes[g.Edges[i].To].ID]
}

// writeShort writes the last part of a name into a small box, unless too little would be left.
func writeShort(cv scene.Canvas, r scene.Rect, text string, c scene.Color) {
	const air, minLetters = 2.0, 14 // how many letters are enough to recognise a name
	width := r.W() - 2*air
	font := scene.Font{Size: min(shortSize, r.H()-air)}
	if w := scene.Measure(text, font); w > width {
		font = fontOf(max(font.Size*width/w, min(legible+1, font.Size)))
	}
	if font.Size < legible {
		return
	}
	if cut := scene.Fit(text, font, width); cut != text {
		if utf8.RuneCountInString(cut) < minLetters {
			return
		}
		text = cut
	}
	writeLines(cv, r, []string{text}, font, font.Size*lineHeight, c)
}

func writeLines(cv scene.Canvas, r scene.Rect, text []string, font scene.Font, height float64, c scene.Color) {
	y := (r.Y0+r.Y1-height*float64(len(text)))/2 + (height+scene.Ascent(font))/2
	for _, s := range text {
		cv.Text(scene.Point{X: (r.X0 + r.X1 - scene.Measure(s, font)) / 2, Y: y}, s, font, c)
		y += height
	}
}

// fontOf rounds a size down to quarter pixels, so that zooming does not rasterise every glyph again.
func fontOf(size float64) scene.Font {
	const largest = 200
	return scene.Font{Size: math.Floor(4*min(size, largest)) / 4}
}

func seen(v View, r scene.Rect) bool { return !v.rect(r).Intersect(v.Area).Empty() }

// title is a group's text. It is made only if a back end keeps titles.
type title struct {
	c         *Chart
	box, line int32 // −1: not this one
}

func (t *title) Title() string {
	c := t.c
	if t.box >= 0 {
		if b := &c.boxes[t.box]; b.tag != nil {
			return c.Graph.Name(b.node) + "\n" + safe.Text(b.short) + ": " + c.Graph.withShare(b.tag.Weight)
		}
		return c.DescribeNode(c.boxes[t.box].node)
	}
	if l := &c.lines[t.line]; l.edge >= 0 {
		return c.DescribeEdge(l.edge)
	}
	return c.Graph.Name(c.boxes[c.sizes.Edges[t.line].To].node)
}

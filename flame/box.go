package flame

import (
	"profstation/model/query"
	"profstation/scene"
)

// brush holds what the painters of both charts draw with. It keeps names and colours between frames, so that painting
// allocates nothing for each box.
type brush struct {
	s      Style
	labels *texts
	fills  *fills
	match  []bool // per node; nil: no search
	title  crowdTitle
}

// newBrush takes names and colours from old if that was made for the same result. old may be painting meanwhile, so
// newBrush reads only what does not change in it.
func newBrush(r *query.Result, s Style, match []bool, old *brush) brush {
	if old.labels != nil && old.labels.r == r {
		return brush{s: s, labels: old.labels, fills: old.fills, match: match}
	}
	return brush{s: s, labels: newTexts(r, s.Generics), fills: newFills(r, s), match: match}
}

// searched returns a node's fill after a search, and whether the node is faded because it did not match.
func (p *brush) searched(node query.NodeID, fill scene.Color) (scene.Color, bool) {
	switch {
	case p.match == nil:
		return fill, false
	case node != query.NoNode && p.match[node]:
		return p.s.Theme.Match, false
	}
	return p.fills.back(fill), true
}

// gather adds n boxes under a pixel wide to the crowd if they touch it. Otherwise it draws the crowd and begins a new
// one.
func (p *brush) gather(cv scene.Canvas, c *crowd, x0, x1 float64, n int) {
	if c.count > 0 && x0-c.X1 < 1 {
		c.X1, c.count = max(x1, c.X0+1), c.count+n
		return
	}
	p.crowd(cv, c)
	c.X0, c.X1, c.count = x0, max(x1, x0+1), n
}

// crowd draws the boxes gathered so far, if there are any, and empties the crowd.
func (p *brush) crowd(cv scene.Canvas, c *crowd) {
	if c.count > 0 {
		p.title = crowdTitle{p.labels, c.count}
		cv.Begin(&p.title)
		cv.Fill(c.Rect, p.s.Theme.Quiet)
		cv.End()
		c.count = 0
	}
}

// crowdTitle is the text for gathered boxes. It is made only if a back end keeps titles.
type crowdTitle struct {
	labels *texts
	boxes  int
}

func (t *crowdTitle) Title() string { return t.labels.merged(t.boxes) }

// inside returns which part of a box to fill within an area. It leaves a line of background between neighbours if
// there is space for one.
func inside(box, area scene.Rect) scene.Rect {
	in := scene.Rect{X0: max(box.X0, area.X0), Y0: box.Y0, X1: min(box.X1, area.X1), Y1: box.Y1 - 1}
	if box.W() > 3 {
		in.X1 = min(box.X1-1, area.X1)
	}
	return in
}

// gap returns the space to leave on each side of the name in a box with this width.
func gap(width float64) float64 {
	switch {
	case width < slim:
		return 0
	case width < wide:
		return narrowGap
	}
	return labelGap
}

// crowd is touching boxes in a row, each under a pixel wide, that are drawn as one.
type crowd struct {
	scene.Rect
	count int // number of boxes
}

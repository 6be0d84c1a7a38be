package flame

import (
	"math"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/flame"
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/views/surface"
)

// Sides shows a comparison's flame graph: one picture for both sides, or two that move together.
type Sides struct {
	*surface.Sides[*View]
	ratio float64 // a share in the new branch × ratio is one in the base's
}

// NewSides makes the view. post runs a function on the UI goroutine.
func NewSides(send screen.Send, post func(func())) *Sides {
	v := &Sides{ratio: 1}
	v.Sides = surface.NewSides(surface.Beside, func(side int) *View {
		one := New(func(in screen.Intent) { send(v.ofNew(side, in)) }, post)
		one.onMove = func() { v.follow(side) }
		one.onHover = func(ref flame.Ref) { v.point(side, ref) }
		return one
	})
	return v
}

// Show shows a snapshot.
func (v *Sides) Show(s *screen.Snapshot) {
	both := s.Display.Compare.Way == ask.SideBySide
	c := s.Compared()
	if c != nil && s.Answer.Chart != nil { // the old picture stays until there is a new one
		both = c.Other != nil
	}
	v.Lay(s, both, legendText(s.Display.Compare.Width))
	v.ratio = 1
	extent := [2]float64{}
	if c != nil {
		v.ratio, extent = c.Ratio, c.Extent
	}
	shown, worth := []*screen.Snapshot{ask.NewSide: s}, 0
	if both {
		shown[ask.BaseSide] = s.OfBase()
		for _, side := range shown {
			if a := side.Answer; a != nil && a.Chart != nil {
				worth = max(worth, a.Chart.Worth())
			}
		}
	}
	for i, one := range v.Two {
		if one.extent, one.beside, one.worth = extent[i], nil, worth; both {
			one.beside = v.Two[1-i]
		}
	}
	v.Two[1].Show(s)
	if both {
		v.Two[0].Show(shown[ask.BaseSide])
	}
	v.keepUp()
}

func legendText(w compare.Width) string {
	switch w {
	case compare.ByBase:
		return lang.L("width: the base, colour: change")
	case compare.ByLarger:
		return lang.L("width: the larger of both, colour: change")
	}
	return lang.L("width: the new profile, colour: change")
}

func (v *Sides) linked() bool {
	return v.Both() && v.Two[0].chart != nil && v.Two[1].chart != nil
}

// ofNew turns what was done to a side into what that means for the new one.
func (v *Sides) ofNew(side int, i screen.Intent) screen.Intent {
	if side == 1 || !v.linked() {
		return i
	}
	switch i := i.(type) {
	case screen.Look:
		return screen.Look{Span: flame.Span{From: i.Span.From / v.ratio, To: i.Span.To / v.ratio}}
	case screen.Hottest:
		return screen.Hottest{Base: true}
	}
	return i
}

func (v *Sides) follow(side int) {
	if !v.linked() {
		return
	}
	ratio := v.ratio
	if side == 0 {
		ratio = 1 / ratio
	}
	v.Two[1-side].follow(v.Two[side], ratio)
}

// counterpart returns the part on a side that another view shows on its own side.
func counterpart(v, other *View, ratio float64) flame.Window {
	z, x := v.chart.Zoomed, other.chart.Zoomed
	at := func(u float64) float64 { return z.From + (u-x.From)/x.W()*ratio*z.W() }
	return v.within(flame.Window{From: at(other.Window.From), To: at(other.Window.To)})
}

// keepUp shows the base part that the new side shows where both widths have ceased to mean the same, as
// when they get one scale or another profile. Views that move get there on their own.
func (v *Sides) keepUp() {
	base, now := v.Two[ask.BaseSide], v.Two[ask.NewSide]
	if !v.linked() || base.move != nil || now.move != nil || base.chart.Zoomed.W() <= 0 || now.chart.Zoomed.W() <= 0 {
		return
	}
	if want := counterpart(base, now, v.ratio).W(); math.Abs(base.Window.W()-want) > 1e-6*want {
		base.follow(now, v.ratio)
	}
}

// point lights up the box on the other side that is the same as one pointed at.
func (v *Sides) point(side int, ref flame.Ref) {
	if !v.linked() {
		return
	}
	from, to := v.Two[side], v.Two[1-side]
	if ref == flame.None || from.chart.Box(ref).Merged > 0 {
		to.light(flame.None)
		return
	}
	path := from.chart.Path(ref) // nodes have the same numbers on both sides, see compare.Comparison
	found, n := to.chart.Find(ref.Callers, path)
	if n < len(path) {
		found = flame.None
	}
	to.light(found)
}

package flame

import (
	"math"

	"profstation/desk/screen"
	"profstation/flame"
	"profstation/scene"
	"profstation/views/surface"
)

// shown is the chart that a view shows, and what stands beside its boxes.
type shown struct {
	chart   *flame.Chart
	painter *flame.Painter
	style   flame.Style
	extent  float64 // what is shown at most, where that is more than the root
	scaled  float64 // the extent that was shown last
	beside  *View   // which has the same scale; nil: none
	rows    int     // that are worth being in sight, as what is zoomed to was shown first: see row
	worth   int     // the rows worth showing in the deeper chart, where two stand side by side; 0: there is one chart
	legend  struct {
		of     legendOf
		height float64
	}
}

// legendOf is what a legend's height depends on.
type legendOf struct {
	chart *flame.Chart
	style flame.Style
	width float64
}

const legendMargin = 6.0

// whole is the width that can be shown: more than the root where two roots have the same scale.
func (s *shown) whole() float64 { return math.Max(s.extent, float64(s.chart.Down.Abs[0])) }

// legendSpace returns the legend's height with its margins, in a width; 0: there is none.
func (s *shown) legendSpace(width float64) float64 {
	if of := (legendOf{s.chart, s.style, width}); s.legend.of != of {
		s.legend.of, s.legend.height = of, s.chart.LegendHeight(s.style, width-2*legendMargin)
	}
	if s.legend.height == 0 {
		return 0
	}
	return s.legend.height + legendMargin
}

// height returns the height for boxes in a view: above the legend, the higher legend where two stand side by side.
func (s *shown) height(all scene.Rect) float64 {
	legend := s.legendSpace(all.W())
	if b := s.beside; b != nil && b.chart != nil {
		legend = math.Max(legend, b.legendSpace(all.W()))
	}
	if legend < all.H()/2 { // else boxes have a low view's whole height
		return all.H() - legend
	}
	return all.H()
}

// row returns the row height. It stays while one moves among the boxes, and in the next profile of a series.
func (s *shown) row(all scene.Rect) float64 { return flame.RowIn(s.height(all), s.rows) }

// scrolled returns the height that can be scrolled to.
func (s *shown) scrolled(all scene.Rect) float64 { return float64(s.chart.Depth()+1) * s.row(all) }

// area is where the boxes are: above the legend, and beside the mark for what is visible, so that neither
// lies on them.
func (v *View) area() scene.Rect {
	r := v.Area()
	if v.chart == nil {
		return r
	}
	all := r
	r.Y1 = r.Y0 + v.height(all)
	if v.scrolled(all) > r.H() || v.beside != nil && v.beside.chart != nil && v.beside.scrolled(all) > r.H() {
		r.X1 -= surface.ThumbSpace
	}
	return r
}

// within returns a part that is as wide as w, if there is so much.
func (s *shown) within(w flame.Window) flame.Window {
	whole := s.whole()
	if math.IsNaN(w.W()) { // moved while the view had no size
		return flame.Window{To: whole}
	}
	width := s.widthIn(w.W())
	from := math.Min(math.Max(0, w.From), whole-width)
	return flame.Window{From: from, To: from + width}
}

// closest returns the min share of the root that the window shows.
const closest = 1e-9

func (s *shown) widthIn(w float64) float64 {
	whole := s.whole()
	return math.Max(math.Min(w, whole), closest*whole)
}

// reveals counts what was gone to, see [screen.Snapshot].
type reveals int

// now reports whether what is selected was gone to since the last snapshot. While its box is still to come it
// is not forgotten.
func (n *reveals) now(s *screen.Snapshot) bool {
	if int(*n) == s.RevealCount {
		return false
	}
	a := s.Answer
	here := false
	if d := a.Details; d != nil && a.Chart.Has(d.Box) {
		here = a.Chart.Result.Nodes.Node(a.Chart.Box(d.Box).Node).String() == s.Place.Selected.Node
	}
	if here || !s.Stale {
		*n = reveals(s.RevealCount)
	}
	return here
}

package flame

import (
	"math"

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
	beside  *View   // which has the same scale; nil: none
	legend  struct {
		of     legendOf
		height float64
	}
}

// legendOf is what the height of a legend depends on.
type legendOf struct {
	chart *flame.Chart
	style flame.Style
	width float64
}

const legendMargin = 6.0

// whole is the width that can be shown: more than the root where two roots have the same scale.
func (s *shown) whole() float64 { return math.Max(s.extent, float64(s.chart.Down.Abs[0])) }

// scrolled is the height of what can be scrolled to.
func (s *shown) scrolled() float64 { return s.chart.Height() + flame.RowHeight }

// legendRoom is the height of the legend with what is around it, in a width; 0: there is none.
func (s *shown) legendRoom(width float64) float64 {
	if of := (legendOf{s.chart, s.style, width}); s.legend.of != of {
		s.legend.of, s.legend.height = of, s.chart.LegendHeight(s.style, width-2*legendMargin)
	}
	if s.legend.height == 0 {
		return 0
	}
	return s.legend.height + legendMargin
}

// area is where the boxes are: above the legend, and beside the mark of what is visible, so that neither
// lies on them.
func (v *View) area() scene.Rect {
	r := v.Area()
	if v.chart == nil {
		return r
	}
	if legend := v.legendRoom(r.W()); legend < r.H()/2 { // else boxes have all of a low view
		r.Y1 -= legend
	}
	if v.scrolled() > r.H() || v.beside != nil && v.beside.chart != nil && v.beside.scrolled() > r.H() {
		r.X1 -= surface.ThumbRoom
	}
	return r
}

// Package scene draws every picture in the program: rectangles, paths and
// text in logical pixels, the colours they take and the one type size they use. Everything that
// draws uses it; the first call is [NewRaster] or [NewSVG].
//
// A picture is a function that takes a [Canvas] and calls it. The same function paints the window
// ([Raster]), writes a file for a report ([SVG], and [Tape] for PNG) and is tested as a readable list of
// calls ([Recorder]):
//
//	img := image.NewRGBA(image.Rect(0, 0, 1600, 900))
//	c := NewRaster(img, 2) // 800×450 logical pixels on a sharp screen
//	t := &Light
//	box := Rect{X0: 10, Y0: 10, X1: 210, Y1: 28}
//	c.Fill(box, t.Hue(HashHue("net/http")))
//	c.Text(Point{X: 14, Y: 23}, "net/http", Font{Size: TextSize}, t.Text)
//
// The package depends neither on profiles and traces nor on windows.
package scene

import (
	"context"
	"math"
)

// Canvas is the vocabulary in which every picture is drawn. Coordinates are logical pixels;
// geometry.go says which way they run. Later calls draw above earlier ones.
//
// A Canvas is used by one goroutine at a time. No coordinate, colour or string makes it panic:
// shapes that cannot be drawn (NaN, empty, without a size) are skipped.
type Canvas interface {
	// Size returns the whole picture's width and height.
	Size() (w, h float64)
	// Fill paints a rectangle. Rectangles that share an edge neither overlap
	// nor leave a gap, wherever the edge lies.
	Fill(r Rect, c Color)
	// Outline paints a border with the given width along r's inside.
	Outline(r Rect, c Color, width float64)
	// Path fills p by the non-zero rule, then strokes it. A colour with zero
	// alpha, or a stroke with zero width, leaves that half out.
	Path(p *Path, fill Color, s Stroke)
	// Text writes s on one line, with at as the left end of its baseline.
	Text(at Point, s string, f Font, c Color)
	// PushClip limits what follows to r and to the clips already in force, until the matching
	// PopClip. A PopClip without a PushClip is ignored.
	PushClip(r Rect)
	PopClip()
	// Begin opens a group of shapes that belong together, such as a box and its label; End closes
	// it. The title is what a reader sees on pointing at the group. Only back ends that keep
	// titles ask for it, so that painting builds no strings. A nil title opens a group without one.
	Begin(t Titler)
	End()
	// Over reports that nothing more needs to be drawn: nobody wants the picture any more, or it
	// cannot be written. Code that draws many shapes asks before each row.
	Over() bool
}

// Until is the context that a canvas is drawn for. The zero value never ends.
type Until struct{ ctx context.Context }

// Stop makes the canvas over when the context ends.
func (u *Until) Stop(ctx context.Context) { u.ctx = ctx }

// Over reports whether the context has ended.
func (u *Until) Over() bool { return u.Err() != nil }

// Err returns the context's error, nil if it has not ended.
func (u *Until) Err() error {
	if u.ctx == nil {
		return nil
	}
	return u.ctx.Err()
}

// Titler names a group of shapes, in full and in one or more lines.
type Titler interface{ Title() string }

// Title is a Titler whose title is already known.
type Title string

// Title returns the string itself.
func (t Title) Title() string { return string(t) }

// Stroke is how a path's line is drawn: Width in logical pixels, Dash as alternating lengths of
// dashes and gaps (none: solid). Ends are cut off flat, corners are mitred.
type Stroke struct {
	Color Color
	Width float64
	Dash  []float64
}

// period returns the sum of all dashes and gaps; 0: the line is solid.
func (s Stroke) period() float64 {
	sum := 0.0
	for _, d := range s.Dash {
		if !(d >= 0) {
			return 0
		}
		sum += d
	}
	if math.IsInf(sum, 0) {
		return 0
	}
	return sum
}

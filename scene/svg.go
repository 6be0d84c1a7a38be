package scene

import "io"

// SVG writes a picture as Scalable Vector Graphics 1.1.
type SVG struct {
	w             io.Writer
	width, height float64
}

// NewSVG begins a picture of the given size in logical pixels.
func NewSVG(w io.Writer, width, height float64, background Color, title, desc string) *SVG {
	return &SVG{w: w, width: width, height: height}
}

// Close ends the picture and returns the first error in writing it.
func (s *SVG) Close() error { return nil }

// Size is the size given to NewSVG.
func (s *SVG) Size() (w, h float64) { return s.width, s.height }

func (s *SVG) Fill(Rect, Color)                {}
func (s *SVG) Outline(Rect, Color, float64)    {}
func (s *SVG) Path(*Path, Color, Stroke)       {}
func (s *SVG) Text(Point, string, Font, Color) {}
func (s *SVG) PushClip(Rect)                   {}
func (s *SVG) PopClip()                        {}
func (s *SVG) Begin(Titler)                    {}
func (s *SVG) End()                            {}

package scene

import (
	"fmt"
	"strings"
)

// Recorder is a Canvas that keeps its calls as a readable list, indented by group, for tests of drawings:
//
//	begin "main.main"
//	  fill 0 0 100 18 #c5d9f2
//	  text 4 13 "main.main" 12 #1a1b1e
//	end
type Recorder struct {
	Until
	Width, Height float64 // what Size returns
	lines         []string
	depth         int
}

// Size returns the fields Width and Height.
func (r *Recorder) Size() (w, h float64) { return r.Width, r.Height }

// Lines returns the calls so far, in order.
func (r *Recorder) Lines() []string { return r.lines }

// String returns Lines with a line end after each.
func (r *Recorder) String() string {
	if len(r.lines) == 0 {
		return ""
	}
	return strings.Join(r.lines, "\n") + "\n"
}

// Fill notes "fill x0 y0 x1 y1 colour".
func (r *Recorder) Fill(b Rect, c Color) { r.note("fill %s %s", rectWords(b), hexOf(c)) }

// Outline notes "outline x0 y0 x1 y1 colour width".
func (r *Recorder) Outline(b Rect, c Color, width float64) {
	r.note("outline %s %s %s", rectWords(b), hexOf(c), numbers(width))
}

// Path notes the steps as in SVG, then fill and stroke if there are any.
func (r *Recorder) Path(p *Path, fill Color, s Stroke) {
	line := strings.TrimSpace("path " + p.words())
	if fill.A != 0 {
		line += " fill " + hexOf(fill)
	}
	if s.Color.A != 0 && s.Width > 0 {
		line += " stroke " + hexOf(s.Color) + " " + numbers(s.Width)
		if len(s.Dash) > 0 {
			line += " dash " + numbers(s.Dash...)
		}
	}
	r.note("%s", line)
}

// Text notes "text x y "string" size bold mono fade colour".
func (r *Recorder) Text(at Point, s string, f Font, c Color) {
	style := ""
	if f.Bold {
		style += " bold"
	}
	if f.Mono {
		style += " mono"
	}
	if f.Fade {
		style += " fade"
	}
	r.note("text %s %q %s%s %s", numbers(at.X, at.Y), s, numbers(f.Size), style, hexOf(c))
}

// PushClip notes "clip x0 y0 x1 y1".
func (r *Recorder) PushClip(b Rect) { r.note("clip %s", rectWords(b)); r.depth++ }

// PopClip notes "unclip".
func (r *Recorder) PopClip() { r.depth = max(0, r.depth-1); r.note("unclip") }

// Begin notes "begin", and the title if there is one.
func (r *Recorder) Begin(t Titler) {
	if t == nil {
		r.note("begin")
	} else {
		r.note("begin %q", t.Title())
	}
	r.depth++
}

// End notes "end".
func (r *Recorder) End() { r.depth = max(0, r.depth-1); r.note("end") }

func (r *Recorder) note(format string, args ...any) {
	r.lines = append(r.lines, strings.Repeat("  ", r.depth)+fmt.Sprintf(format, args...))
}

func rectWords(b Rect) string { return numbers(b.X0, b.Y0, b.X1, b.Y1) }

// words returns the steps with the letters of SVG's path data, and points as "x,y".
func (p *Path) words() string {
	var words []string
	points := p.points
	for _, s := range p.steps {
		word := stepLetters[s : s+1]
		for range stepPoints[s] {
			if len(word) > 1 {
				word += " "
			}
			word += numbers(points[0].X) + "," + numbers(points[0].Y)
			points = points[1:]
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

const stepLetters = "MLQCZ"

func hexOf(c Color) string {
	if c.A == 255 {
		return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
	}
	return fmt.Sprintf("#%02x%02x%02x%02x", c.R, c.G, c.B, c.A)
}

package scene

import (
	"io"
	"math"
	"strconv"
	"unicode/utf8"
)

// SVG writes a picture as Scalable Vector Graphics 1.1: selectable text, titles as tooltips, no
// scripts, links or references to the outside. The XML is well formed whatever bytes the strings
// hold.
//
// Elements are written by hand and not with ajstarks/svgo, which writes all numbers with the same
// count of decimals and leaves escaping and attributes on groups to the caller; a flame graph
// with 5,000 boxes would be twice as large.
type SVG struct {
	Until
	w             io.Writer
	err           error
	buf           []byte
	width, height float64

	picture Rect
	clips   []Rect // intersections; the last one is in force
	clipIDs map[[4]int64]int
	box     Rect // the shape drawn last, which text that begins in it must not leave
	groups  []group
	opened  int // how many groups are written
}

// group is written together with its first shape.
type group struct {
	title    string
	hasTitle bool
}

const (
	sansFirst = "Go, 'Noto Sans', "
	sansLast  = "'DejaVu Sans', Arial, sans-serif"
	monoFirst = "'Go Mono', 'Noto Sans Mono', "
	monoLast  = "'DejaVu Sans Mono', 'Liberation Mono', monospace"
)

// NewSVG begins a picture with the given size in logical pixels. A background with zero alpha is
// skipped, and so are an empty title and desc, which tell readers and screen readers what the
// picture shows. The caller must call Close.
func NewSVG(w io.Writer, width, height float64, background Color, title, desc string) *SVG {
	s := &SVG{w: w, width: extent(width), height: extent(height), clipIDs: map[[4]int64]int{}}
	s.picture = Rect{0, 0, s.width, s.height}
	s.text(`<?xml version="1.0" encoding="UTF-8"?>` + "\n")
	s.text(`<svg xmlns="http://www.w3.org/2000/svg" width="` + numbers(s.width) + `" height="` + numbers(s.height))
	s.text(`" viewBox="0 0 ` + numbers(s.width, s.height))
	// Edges on pixels keep a viewer from showing seams between boxes; blanks are kept.
	s.text(`" font-family="` + sansFirst + sansLast + `" font-size="` + numbers(TextSize))
	s.text(`" shape-rendering="crispEdges" xml:space="preserve">` + "\n")
	s.element("title", title)
	s.element("desc", desc)
	if background.A != 0 {
		s.text(`<rect width="100%" height="100%"`)
		s.paint("fill", background)
		s.text("/>\n")
	}
	return s
}

// extent returns v as the width or height of the picture.
func extent(v float64) float64 {
	if !(v > 0) {
		return 0
	}
	return min(v, farAway)
}

// Close ends the picture, including the groups that are still open, and returns the first error
// from writing. It does not close the writer.
func (s *SVG) Close() error {
	for len(s.groups) > 0 {
		s.End()
	}
	s.text("</svg>\n")
	s.flush()
	return s.err
}

// Over reports that the context has ended, or that the writer has failed.
func (s *SVG) Over() bool { return s.err != nil || s.Until.Over() }

// Size returns the size given to NewSVG.
func (s *SVG) Size() (w, h float64) { return s.width, s.height }

// Fill writes a rect, cut to the clip.
func (s *SVG) Fill(r Rect, c Color) {
	if r.Empty() {
		return
	}
	s.box = r
	if v := r.Intersect(s.clip()); c.A != 0 && !v.Empty() {
		s.rect(v, func() { s.paint("fill", c) })
		s.text("\n")
	}
}

// Outline writes a rect with a stroke that lies along its inside.
func (s *SVG) Outline(r Rect, c Color, width float64) {
	if r.Empty() {
		return
	}
	s.box = r
	if c.A == 0 || !(width > 0) || r.Intersect(s.clip()).Empty() {
		return
	}
	if width = min(width, r.W()/2, r.H()/2); math.IsInf(width, 0) {
		return
	}
	clip := s.defineClip(r, s.clip())
	s.rect(r.Inset(width/2), func() {
		s.text(` fill="none"`)
		s.paint("stroke", c)
		s.attribute("stroke-width", width)
		s.clipBy(clip)
	})
	s.text("\n")
}

// rect writes a rect with more attributes. Its right edge is rounded like the left edge of a neighbour.
func (s *SVG) rect(r Rect, more func()) {
	x0, y0, x1, y1 := hundredths(r.X0), hundredths(r.Y0), hundredths(r.X1), hundredths(r.Y1)
	if x0 == x1 || y0 == y1 {
		return
	}
	s.open()
	s.text("<rect")
	for i, v := range [4]int64{x0, y0, x1 - x0, y1 - y0} {
		s.text([4]string{` x="`, ` y="`, ` width="`, ` height="`}[i])
		s.buf = appendHundredths(s.buf, v)
		s.text(`"`)
	}
	more()
	s.text("/>")
}

func (s *SVG) Path(p *Path, fill Color, k Stroke) {
	if p == nil || p.Empty() || !p.finite() {
		return
	}
	stroked := k.Color.A != 0 && k.Width > 0 && !math.IsInf(k.Width, 0)
	b := Around(p.points) // also the points that only bend a curve
	if fill.A != 0 {
		s.box = b
	}
	if stroked {
		b = b.Inset(-k.Width * miterLimit / 2)
	}
	if fill.A == 0 && !stroked || b.Intersect(s.clip()).Empty() {
		return
	}
	clip := s.defineClip(b, s.clip())
	s.open()
	s.text(`<path shape-rendering="auto" d="`)
	points := p.points
	for _, step := range p.steps {
		s.buf = append(s.buf, stepLetters[step])
		for i, q := range points[:stepPoints[step]] {
			if i > 0 {
				s.text(" ")
			}
			s.number(q.X)
			s.text(" ")
			s.number(q.Y)
		}
		points = points[stepPoints[step]:]
	}
	s.text(`"`)
	if fill.A == 0 {
		s.text(` fill="none"`)
	} else {
		s.paint("fill", fill)
	}
	if stroked {
		s.paint("stroke", k.Color)
		s.attribute("stroke-width", k.Width)
		if k.period() > 0 {
			s.text(` stroke-dasharray="` + numbers(k.Dash...) + `"`)
		}
	}
	s.clipBy(clip)
	s.text("/>\n")
}

func (s *SVG) PushClip(r Rect) { s.clips = append(s.clips, s.clip().Intersect(r)) }

func (s *SVG) PopClip() {
	if n := len(s.clips); n > 0 {
		s.clips = s.clips[:n-1]
	}
}

func (s *SVG) clip() Rect {
	if n := len(s.clips); n > 0 {
		return s.clips[n-1]
	}
	return s.picture
}

// defineClip returns the number of the clipPath that cuts what covers area to the clip. It writes the
// clipPath if there is none yet. It returns 0 if nothing needs to be cut; the picture itself cuts at its edges.
func (s *SVG) defineClip(area, clip Rect) int {
	if area.Intersect(clip) == area || clip == s.picture {
		return 0
	}
	key := [4]int64{hundredths(clip.X0), hundredths(clip.Y0), hundredths(clip.X1), hundredths(clip.Y1)}
	id, ok := s.clipIDs[key]
	if !ok {
		id = len(s.clipIDs) + 1
		s.clipIDs[key] = id
		s.open()
		s.text(`<clipPath id="c`)
		s.buf = strconv.AppendInt(s.buf, int64(id), 10)
		s.text(`">`)
		s.rect(clip, func() {})
		s.text("</clipPath>\n")
	}
	return id
}

func (s *SVG) clipBy(id int) {
	if id != 0 {
		s.text(` clip-path="url(#c`)
		s.buf = strconv.AppendInt(s.buf, int64(id), 10)
		s.text(`)"`)
	}
}

// Begin opens a group; its title is asked for now.
func (s *SVG) Begin(t Titler) {
	g := group{hasTitle: t != nil}
	if g.hasTitle {
		g.title = t.Title()
	}
	s.groups, s.box = append(s.groups, g), Rect{}
}

// End closes the group begun last. A group without shapes is not written.
func (s *SVG) End() {
	n := len(s.groups)
	if n == 0 {
		return
	}
	if s.opened == n {
		s.text("</g>\n")
		s.opened--
	}
	s.groups, s.box = s.groups[:n-1], Rect{}
}

// open writes the groups that have begun.
func (s *SVG) open() {
	for ; s.opened < len(s.groups); s.opened++ {
		s.text("<g>")
		if g := s.groups[s.opened]; g.hasTitle {
			s.text("<title>")
			s.escape(g.title, false)
			s.text("</title>")
		}
		s.text("\n")
	}
	if len(s.buf) >= flushSize {
		s.flush()
	}
}

func (s *SVG) element(name, content string) {
	if content != "" {
		s.text("<" + name + ">")
		s.escape(content, false)
		s.text("</" + name + ">\n")
	}
}

func (s *SVG) paint(attribute string, c Color) {
	const digits = "0123456789abcdef"
	s.text(" " + attribute + `="#`)
	for _, v := range [3]uint8{c.R, c.G, c.B} {
		s.buf = append(s.buf, digits[v>>4], digits[v&15])
	}
	s.text(`"`)
	if c.A != 255 {
		s.attribute(attribute+"-opacity", float64(c.A)/255)
	}
}

func (s *SVG) attribute(name string, v float64) {
	s.text(" " + name + `="`)
	s.number(v)
	s.text(`"`)
}

func (s *SVG) number(v float64) { s.buf = appendHundredths(s.buf, hundredths(v)) }
func (s *SVG) text(t string)    { s.buf = append(s.buf, t...) }

// escape writes t as character data. On one line, blanks stand for line ends and tabs.
func (s *SVG) escape(t string, oneLine bool) {
	for _, r := range t {
		if !oneLine && (r == '\n' || r == '\t') {
			s.buf = append(s.buf, byte(r))
			continue
		}
		switch r = shown(r); r {
		case '&':
			s.text("&amp;")
		case '<':
			s.text("&lt;")
		case '>':
			s.text("&gt;")
		default:
			s.buf = utf8.AppendRune(s.buf, r)
		}
	}
}

const flushSize = 64 << 10

func (s *SVG) flush() {
	if s.err == nil && s.Until.Over() {
		s.err = s.ctx.Err()
	}
	if s.err == nil {
		_, s.err = s.w.Write(s.buf)
	}
	s.buf = s.buf[:0]
}

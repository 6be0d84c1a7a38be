package scene

import (
	"image"
	"math"
	"slices"
)

// Tape is a Canvas that keeps shapes, so that a picture can be painted a strip at a time: on all processors, and
// without memory for all its pixels. Shapes that cannot be seen are not kept.
type Tape struct {
	*Raster // knows the size and the clips; its image has no pixels
	shapes  []taped
}

// taped is a shape with the clip it is painted in, and the rows of device pixels that it touches.
type taped struct {
	clip        image.Rectangle
	top, bottom int32
	paint       func(*Raster)
}

// NewTape begins a picture of w × h device pixels, at least one of each, on white. scale is as for [NewRaster].
func NewTape(w, h int, scale float64) *Tape {
	t := &Tape{Raster: NewRaster(&image.RGBA{Rect: image.Rect(0, 0, max(w, 1), max(h, 1))}, scale)}
	t.keep(0, t.clip.Max.Y, func(r *Raster) { r.fill(r.clip, premultiplied{255, 255, 255, 255}) })
	return t
}

// keep keeps a shape that touches the rows from top on, above bottom.
func (t *Tape) keep(top, bottom int, paint func(*Raster)) {
	top, bottom = max(top, t.clip.Min.Y), min(bottom, t.clip.Max.Y)
	if top < bottom && !t.clip.Empty() {
		t.shapes = append(t.shapes, taped{t.clip, int32(top), int32(bottom), paint})
	}
}

func (t *Tape) Fill(b Rect, c Color) {
	if c.A == 0 || b.Empty() {
		return
	}
	if seen := t.device(b).Intersect(t.clip); !seen.Empty() {
		t.keep(seen.Min.Y, seen.Max.Y, func(r *Raster) { r.Fill(b, c) })
	}
}

func (t *Tape) Outline(b Rect, c Color, width float64) {
	if c.A == 0 || !(width > 0) || b.Empty() {
		return
	}
	if seen := t.device(b).Intersect(t.clip); !seen.Empty() {
		t.keep(seen.Min.Y, seen.Max.Y, func(r *Raster) { r.Outline(b, c, width) })
	}
}

func (t *Tape) Path(p *Path, fill Color, s Stroke) {
	if p == nil || p.Empty() || !p.finite() {
		return
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, q := range p.points { // a curve lies between its points
		low, high = min(low, q.Y), max(high, q.Y)
	}
	reach := 1.0
	if s.Width > 0 {
		reach += miterLimit * s.Width * t.scale
	}
	kept := &Path{slices.Clone(p.steps), slices.Clone(p.points)}
	s.Dash = slices.Clone(s.Dash)
	t.keep(snap(low*t.scale-reach), snap(high*t.scale+reach), func(r *Raster) { r.Path(kept, fill, s) })
}

func (t *Tape) Text(at Point, s string, f Font, c Color) {
	if top, bottom := t.textRows(at, f); c.A != 0 && len(s) > 0 {
		t.keep(top, bottom, func(r *Raster) { r.Text(at, s, f, c) })
	}
}

// strips returns the shapes in each strip of that many rows.
func (t *Tape) strips(rows int) [][]*taped {
	all := make([][]*taped, (t.img.Rect.Dy()+rows-1)/rows)
	for i := range t.shapes {
		s := &t.shapes[i]
		for k := int(s.top) / rows; k*rows < int(s.bottom); k++ {
			all[k] = append(all[k], s)
		}
	}
	return all
}

// paint paints shapes into a part of the picture, whose rectangle says where in the picture it lies.
func (t *Tape) paint(r *Raster, part *image.RGBA, shapes []*taped) {
	r.Reset(part, t.scale)
	r.origin = t.origin
	for _, s := range shapes {
		if t.Over() {
			return
		}
		r.clip = s.clip.Intersect(part.Rect)
		s.paint(r)
	}
}

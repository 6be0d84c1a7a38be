package scene

import (
	"encoding/binary"
	"image"
	"math"
)

// hairlineWidth is the width, in device pixels, up to which a hairline paints lines without corners.
const hairlineWidth = 1.5

// hairline paints thin lines straight into an image: a rather level line column by column, a
// rather steep one row by row. The line's area within each pixel is exact, except for the two
// ends, which are cut along pixels instead of across the line, and for the wedges on the outer
// sides at bends. It takes a tenth of a polygon's time, and call graphs have thousands of such lines.
type hairline struct {
	img    *image.RGBA
	origin image.Point // as in [Raster]
	clip   image.Rectangle
	colour uint64 // in lanes
	half   float64

	// The sum for the current column, or row. Neighbouring pieces of a line share one.
	steep   bool
	at      int // the column's index
	first   int // its first pixel
	used    int // how many pixels
	covered [16]float64
}

// line paints pieces from point to point, in device pixels from the image's corner.
func (h *hairline) line(points []Point) {
	seen := pixels(h.clip.Sub(h.origin)).Inset(-h.half - 2)
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		t0, t1 := seen.cut(a, b)
		if t0 >= t1 {
			continue
		}
		if t0 > 0 || t1 < 1 {
			a, b = between(a, b, t0), between(a, b, t1)
		}
		h.piece(a, b)
	}
	h.flush()
}

// piece paints one straight piece. u counts along columns, or rows if the piece is steep, and v across them.
func (h *hairline) piece(a, b Point) {
	steep := math.Abs(b.Y-a.Y) > math.Abs(b.X-a.X)
	if steep {
		a.X, a.Y, b.X, b.Y = a.Y, a.X, b.Y, b.X
	}
	if steep != h.steep {
		h.flush()
		h.steep = steep
	}
	length := b.X - a.X
	if length == 0 {
		return
	}
	slope := (b.Y - a.Y) / length
	across := h.half * math.Sqrt(1+slope*slope) // half the line's extent in v
	for u := a.X; u != b.X; {
		var col int
		var next float64
		if length > 0 {
			col = int(math.Floor(u))
			next = min(float64(col+1), b.X)
		} else {
			col = int(math.Ceil(u)) - 1
			next = max(float64(col), b.X)
		}
		v0, v1 := a.Y+(u-a.X)*slope, a.Y+(next-a.X)*slope
		h.column(col, math.Abs(next-u), v0, v1, across)
		u = next
	}
}

// column adds the part of a line that crosses a column, or a share of the column; its middle goes from v0 to v1.
func (h *hairline) column(col int, share, v0, v1, across float64) {
	if v1 < v0 {
		v0, v1 = v1, v0
	}
	first := int(math.Floor(v0 - across))
	last := int(math.Floor(v1 + across))
	if col != h.at || h.used == 0 || first < h.first || last >= h.first+len(h.covered) {
		h.flush()
		h.at, h.first = col, first-2
	}
	rise := v1 - v0
	above := 0.0
	for j := first; ; j++ {
		// The area above the lower border of row j, and within the line: the difference between
		// what its two edges leave.
		border := float64(j + 1)
		below := filled(v0-across, rise, border) - filled(v0+across, rise, border)
		i := j - h.first
		h.covered[i] += share * (below - above)
		h.used = max(h.used, i+1)
		above = below
		if j >= last {
			return
		}
	}
}

// filled returns how much of a column lies below an edge from v to v+rise and above a border: mean max(0, border−edge).
func filled(v, rise, border float64) float64 {
	d := border - v // at the higher end
	switch {
	case d <= 0:
		return 0
	case d >= rise:
		return d - rise/2
	}
	return d * d / (2 * rise)
}

func (h *hairline) flush() {
	for i, k := range h.covered[:h.used] {
		h.covered[i] = 0
		x, y := h.origin.X+h.at, h.origin.Y+h.first+i
		if h.steep {
			x, y = h.origin.X+h.first+i, h.origin.Y+h.at
		}
		share := uint64(min(k, 1)*255 + 0.5)
		if share == 0 || x < h.clip.Min.X || x >= h.clip.Max.X || y < h.clip.Min.Y || y >= h.clip.Max.Y {
			continue
		}
		pix := h.img.Pix[h.img.PixOffset(x, y):][:4]
		was := uint64(binary.LittleEndian.Uint32(pix))
		v := h.colour*share + ((was|was<<24)&lanes)*(255-share) + lanes/255*128
		v = (v + (v>>8)&lanes) >> 8 & lanes // div255 in each lane
		binary.LittleEndian.PutUint32(pix, uint32(v|v>>24))
	}
	h.used = 0
}

// straightish reports whether a line has no corner that needs care.
func straightish(line []Point) bool {
	for i := 2; i < len(line); i++ {
		ax, ay := line[i-1].X-line[i-2].X, line[i-1].Y-line[i-2].Y
		bx, by := line[i].X-line[i-1].X, line[i].Y-line[i-1].Y
		dot := ax*bx + ay*by
		// The cosine of the turn is at least 0.8.
		if dot <= 0 || dot*dot < 0.64*(ax*ax+ay*ay)*(bx*bx+by*by) {
			return false
		}
	}
	return true
}

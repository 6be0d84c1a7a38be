package write

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"profstation/ask"
	"profstation/model/lang"
	"profstation/model/units"
	"profstation/scene"
)

// The usual size of a picture: as wide as a page shows well, and sharp in print.
const (
	Width = 1400.0 // logical pixels
	Scale = 2.0    // pixels in a PNG for each logical pixel
)

// Range has the values that a size may have.
type Range struct{ Min, Max float64 }

// The sizes that pictures may have, in logical pixels, and their scales. Height 0 leaves room for all rows.
var (
	Widths  = Range{100, 20_000}
	Heights = Range{0, 200_000}
	Scales  = Range{0.1, 16}
)

// Holds reports whether a value is in the range. NaN never is.
func (r Range) Holds(v float64) bool { return v >= r.Min && v <= r.Max }

// String returns the range in words: from 0.1 to 16.
func (r Range) String() string { return fmt.Sprintf("from %s to %s", figure(r.Min), figure(r.Max)) }

func figure(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// Drawing is a picture with its size in logical pixels.
type Drawing struct {
	Width, Height float64
	Title, Desc   string // for those who cannot see it
	Draw          func(scene.Canvas)

	less string // what one can do if it is too large
}

// Of returns a picture in its own size.
func Of(p scene.Picture, title string) Drawing {
	w, h := p.Size()
	return Drawing{Width: w, Height: h, Title: title, Desc: strings.Join(p.Heading(), "\n"), Draw: p.Draw}
}

// SVG writes the picture with real text. It returns the context's error, an error from w, or a
// [SizeError] if the file would be larger than 128 MB.
func (d *Drawing) SVG(ctx context.Context, w io.Writer) error {
	cv := scene.NewSVG(bounded(w, ask.SVG, d.less), d.Width, d.Height, scene.Color{}, d.Title, d.Desc)
	cv.Stop(ctx)
	d.Draw(cv)
	return cv.Close()
}

// PNG writes the picture in pixels; scale is how many there are for each logical pixel. It
// returns the context's error or one from w. It returns as soon as the context ends.
func (d *Drawing) PNG(ctx context.Context, w io.Writer, scale float64) error {
	return promptly(ctx, w, func(w io.Writer) error { return d.png(ctx, w, scale) })
}

func (d *Drawing) png(ctx context.Context, w io.Writer, scale float64) error {
	t := scene.NewTape(int(pixels(d.Width, scale)), int(pixels(d.Height, scale)), scale)
	t.Stop(ctx)
	d.Draw(t)
	return t.WritePNG(w)
}

// check returns a [SizeError] if the picture is longer than any that is drawn, or has too many
// pixels; scale 0 means a picture without pixels.
func (d *Drawing) check(scale float64) error {
	large := func(w, h float64) lang.With {
		return lang.With{"Width": whole(w), "Height": whole(h)}
	}
	if d.Width > maxLength || d.Height > maxLength {
		with := large(d.Width, d.Height)
		with["Most"] = whole(maxLength)
		return &SizeError{lang.L("the picture would be {{.Width}} × {{.Height}} pixels large, at most {{.Most}} are drawn in either direction",
			with) + ": " + d.less}
	}
	if w, h := pixels(d.Width, scale), pixels(d.Height, scale); w*h > maxPixels {
		with := large(w, h)
		with["Most"] = whole(maxPixels / 1e6)
		return &SizeError{lang.L("the picture would have {{.Width}} × {{.Height}} pixels, more than {{.Most}} million: use a smaller scale, width or height, or .svg",
			with) + "; " + d.less}
	}
	return nil
}

func whole(v float64) string { return units.Count(int64(v)) }

// pixels converts a length to whole device pixels, at least one.
func pixels(length, scale float64) float64 { return max(1, float64(int64(length*scale+0.5))) }

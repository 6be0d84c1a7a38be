package surface

import (
	"image"
	"image/color"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/scene"
)

// Raster is filled by our painter, at the size in device pixels.
type Raster struct {
	*canvas.Raster
	draw func(scene.Canvas)
	img  *image.RGBA
	cv   scene.Raster
}

// NewRaster makes a raster that draw fills.
func NewRaster(draw func(scene.Canvas)) *Raster {
	r := &Raster{draw: draw}
	r.Raster = canvas.NewRaster(r.generate)
	r.ScaleMode = canvas.ImageScalePixels
	return r
}

// generate paints. Fyne uploads the pixels at once, so one image serves all frames.
func (r *Raster) generate(w, h int) image.Image {
	if r.img == nil || r.img.Rect.Dx() != w || r.img.Rect.Dy() != h {
		r.img = scene.NewImage(w, h)
	}
	scale := 1.0
	if width := r.Size().Width; width > 0 {
		scale = float64(w) / float64(width)
	}
	r.cv.Reset(r.img, scale)
	r.draw(&r.cv)
	return r.img
}

// Text makes a text line, larger than others by some pixels.
func Text(text string, c color.Color, larger float32, bold bool) *canvas.Text {
	t := canvas.NewText(text, c)
	t.TextSize = TextSize() + larger
	t.TextStyle.Bold = bold
	return t
}

// Paragraph makes a text over as many lines as it needs.
func Paragraph(text string, i widget.Importance) *widget.Label {
	l := widget.NewLabel(text)
	l.Wrapping = fyne.TextWrapWord
	l.Importance = i
	return l
}

// Cut makes a one-line text, which ends in dots where it has no space.
func Cut(text string, i widget.Importance) *widget.Label {
	l := widget.NewLabel(text)
	l.Truncation, l.Importance = fyne.TextTruncateEllipsis, i
	return l
}

// Quiet makes a button that looks like a text. The icon may be nil.
func Quiet(text string, icon fyne.Resource, tapped func()) *Button {
	b := NewButton(text, icon, tapped)
	b.Importance = widget.LowImportance
	return b
}

// lineLength is the max characters in a text line: longer ones are hard to read.
const lineLength = 100

// LineWidth returns the width for a text's longest line. A digit is about as wide as a letter in words.
func LineWidth(style fyne.TextStyle) float32 {
	return fyne.MeasureText(strings.Repeat("0", lineLength), theme.TextSize(), style).Width
}

// Readable keeps a text's lines short where there is more width.
func Readable(text fyne.CanvasObject, style fyne.TextStyle) fyne.CanvasObject {
	return container.New(Laid{text.MinSize, func(size fyne.Size) {
		text.Resize(fyne.NewSize(min(size.Width, LineWidth(style)), size.Height))
	}}, text)
}

const thumbWidth = 5.0

// ThumbSpace is the width that [PaintThumb] paints, with a line beside it.
const ThumbSpace = thumbWidth + 1

// PaintThumb marks at an area's right edge which part of a height is visible, if not all of it is.
func PaintThumb(cv scene.Canvas, t *scene.Theme, area scene.Rect, top, height float64) {
	if y, long := thumb(area.H(), top, height); long > 0 {
		cv.Fill(scene.Rect{X0: area.X1 - thumbWidth, Y0: area.Y0 + y, X1: area.X1 - 1, Y1: area.Y0 + y + long}, thumbColor(t))
	}
}

func paintThumbBelow(cv scene.Canvas, t *scene.Theme, area scene.Rect, left, width float64) {
	if x, long := thumb(area.W(), left, width); long > 0 {
		cv.Fill(scene.Rect{X0: area.X0 + x, Y0: area.Y1 - thumbWidth, X1: area.X0 + x + long, Y1: area.Y1 - 1}, thumbColor(t))
	}
}

// thumb is where the mark stands in its space, and how long it is; 0: there is none.
func thumb(track, at, whole float64) (from, long float64) {
	if whole <= track || track <= 0 {
		return 0, 0
	}
	long = max(24, track*track/whole)
	return (track - long) * min(1, max(0, at/(whole-track))), long
}

// thumbColor is opaque: nothing can be read below it.
func thumbColor(t *scene.Theme) scene.Color {
	if t.High {
		return t.Muted
	}
	return scene.Mix(t.Background, t.Muted, 0.5)
}

// Outline is a border around one box, moved without repainting the picture.
type Outline struct {
	*canvas.Rectangle
	on *Surface
}

// Surround puts the border around r, cut to the given area.
func (o Outline) Surround(r, within scene.Rect, c scene.Color) {
	r = r.Intersect(within)
	if r.Empty() {
		o.Hide()
		return
	}
	o.StrokeColor = c
	o.Move(fyne.NewPos(float32(r.X0), float32(r.Y0)))
	o.Resize(fyne.NewSize(float32(r.W()), float32(r.H())))
	o.Show()
	o.on.uncovered(o.Rectangle)
}

// Hide takes the border off the screen. It leaves a hidden one alone: the window would be painted anew.
func (o Outline) Hide() { SetVisible(o.Rectangle, false) }

// EmptyText says what could be where there is nothing, and how to get it.
func EmptyText(s *screen.Snapshot) string {
	if s.Active == 0 {
		return lang.L("Nothing is open.") // the window says what to do, over it
	}
	empty := ""
	for _, d := range s.Documents {
		if d.ID != s.Active {
			continue
		}
		empty = d.Empty
		switch d.State {
		case screen.Waiting:
			if i := slices.IndexFunc(s.Folders, func(f *screen.Folder) bool { return f.Document == d.ID }); i >= 0 {
				if f := s.Folders[i]; f.Failed.Name != "" {
					return lang.L("{{.Name}} cannot be shown.\n{{.Why}}", lang.With{"Name": f.Failed.Name, "Why": f.Failed.Why})
				} else if f.Bundle {
					return emptyBundle(f)
				}
			}
			return lang.L("No profile in {{.Name}} yet.\nNew files appear here as soon as they are complete.", lang.With{"Name": d.Name})
		case screen.Loading:
			return lang.L("Reading {{.Name}}…", lang.With{"Name": d.Name})
		case screen.Failed:
			return lang.L("{{.Name}} cannot be shown.\n{{.Why}}", lang.With{"Name": d.Name, "Why": d.Detail})
		}
	}
	if s.Answer == nil || s.Trace != nil || s.Stale {
		return lang.L("Preparing…")
	}
	if empty != "" {
		return empty
	}
	if s.Answer.Blank != "" {
		return s.Answer.Blank
	}
	if r := s.Answer.Result; s.Place.Query.Time != "" && r != nil && r.Profile.Samples.Times == nil {
		return lang.L("No sample has a time, so that the filter on time leaves nothing.\nRemove it above, or press Ctrl+Backspace to remove all filters.")
	}
	if s.Answer.FilteredOut || len(s.Place.Query.Filters()) > 0 {
		return lang.L("No samples match the filters.\nRemove one above, or press Ctrl+Backspace to remove all.")
	}
	return lang.L("This profile has no samples of this type.\nChoose another sample type above.")
}

// emptyBundle says why no file in a bundle is shown.
func emptyBundle(f *screen.Folder) string {
	switch {
	case f.Bad:
		return lang.L("{{.Name}} cannot be shown.\n{{.Why}}", lang.With{"Name": f.Name, "Why": f.Note})
	case f.Looking || len(f.Files) > 0:
		return lang.L("Reading {{.Name}}…", lang.With{"Name": f.Name})
	}
	return f.Name + "\n" + f.Note
}

// PaintEmpty writes lines into a canvas' middle.
func PaintEmpty(cv scene.Canvas, t *scene.Theme, text string) {
	w, h := cv.Size()
	cv.Fill(scene.Rect{X1: w, Y1: h}, t.Background)
	font := scene.Font{Size: scene.TextSize + 1}
	lines := Lines(text, func(s string) bool { return scene.Measure(s, font) <= w-48 })
	y := h/2 - float64(len(lines))*scene.LineHeight(font)/2
	for i, line := range lines {
		c := t.Muted
		if i == 0 {
			c = t.Text
		}
		x := max(24, (w-scene.Measure(line, font))/2)
		cv.Text(scene.Point{X: x, Y: y + scene.Ascent(font)}, line, font, c)
		y += scene.LineHeight(font) * 1.25
	}
}

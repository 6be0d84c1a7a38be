package scene

// Picture is a drawing for a report, with a heading that says what it shows.
// Exports treat all pictures alike.
type Picture interface {
	// Size returns the size of the whole picture, in logical pixels.
	Size() (width, height float64)
	// Heading returns the lines below its title.
	Heading() []string
	// Draw draws the picture over the whole canvas. A canvas smaller than Size
	// cuts off what does not fit.
	Draw(Canvas)
}

// PictureMargin is the space around a picture's content, in logical pixels.
const PictureMargin = 12.0

// headingStep is the distance between a heading's baselines.
const headingStep = 17.0

var titleFont = Font{Size: TextSize + 2, Bold: true}

// NoteFont is the font for a heading's lines.
var NoteFont = Font{Size: TextSize}

// Heading stands above a picture for a report: its title, and lines that say what is shown and filtered.
type Heading struct {
	Title string   // usually the file name
	Lines []string // nil for the picture's own
	Bare  bool     // nothing but the margin
}

// Or returns a heading with these lines if h has none.
func (h Heading) Or(lines func() []string) Heading {
	if h.Lines == nil {
		h.Lines = lines()
	}
	return h
}

// Height returns how high the heading is, including the margin above it.
func (h Heading) Height() float64 {
	if h.Bare {
		return PictureMargin
	}
	return PictureMargin + headingStep*float64(1+len(h.Lines)) + 6
}

// Width returns the longest text's width, without margins.
func (h Heading) Width() float64 {
	if h.Bare {
		return 0
	}
	w := Measure(h.Title, titleFont)
	for _, line := range h.Lines {
		w = max(w, Measure(line, NoteFont))
	}
	return w
}

// Beside returns the width that the title leaves between the margins.
func (h Heading) Beside(width float64) float64 {
	return width - Measure(h.Title, titleFont) - PictureMargin
}

// Baseline returns the title's baseline.
func (h Heading) Baseline() float64 { return PictureMargin + Ascent(titleFont) }

// LastBaseline returns the last line's baseline.
func (h Heading) LastBaseline() float64 { return h.Height() - 10 }

// Draw fills the canvas with the background, writes the heading and returns the area below it.
func (h Heading) Draw(cv Canvas, t *Theme) Rect {
	width, height := cv.Size()
	cv.Fill(Rect{X1: width, Y1: height}, t.Background)
	area := Rect{X0: PictureMargin, Y0: h.Height(), X1: width - PictureMargin, Y1: height - PictureMargin}
	if h.Bare {
		return area
	}
	at := Point{X: PictureMargin, Y: h.Baseline()}
	cv.Text(at, Fit(h.Title, titleFont, area.W()), titleFont, t.Text)
	for _, line := range h.Lines {
		at.Y += headingStep
		Note(cv, at, line, area.W(), t.Muted)
	}
	return area
}

// Note writes a line that a picture says about itself, cut to a width.
func Note(cv Canvas, at Point, text string, width float64, c Color) {
	cv.Text(at, Fit(text, NoteFont, width), NoteFont, c)
}

// SideLine is the height of the line above each half with the name of its side.
const SideLine = 22.0

// Halves divides an area into two side by side, writes a name above each and returns the areas below the names.
func Halves(cv Canvas, t *Theme, area Rect, names [2]string) [2]Rect {
	const gap = 16.0
	half := (area.W() - gap) / 2
	out := [2]Rect{area, area}
	out[0].X1, out[1].X0 = area.X0+half, area.X0+half+gap
	for i := range out {
		Note(cv, Point{X: out[i].X0, Y: area.Y0 + SideLine - 8}, names[i], out[i].W(), t.Text)
		out[i].Y0 += SideLine
	}
	return out
}

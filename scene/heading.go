package scene

// PictureMargin is the room around what a picture shows, in logical pixels.
const PictureMargin = 12.0

// headingStep is the distance of the baselines of a heading.
const headingStep = 17.0

var titleFont = Font{Size: TextSize + 2, Bold: true}

// NoteFont is the type of what a picture says about itself.
var NoteFont = Font{Size: TextSize}

// Heading is what stands above a picture for a report: its title, and lines
// that say what is shown and which filters are in force.
type Heading struct {
	Title string
	Lines []string
	Bare  bool // nothing but the margin
}

// below is what is left of a canvas of that size for the picture itself.
func (h *Heading) below(width, height float64) Rect {
	return Rect{X0: PictureMargin, Y0: h.Height(), X1: width - PictureMargin, Y1: height - PictureMargin}
}

// Height is the room that the heading takes, the margin above it included.
func (h *Heading) Height() float64 {
	if h.Bare {
		return PictureMargin
	}
	return PictureMargin + headingStep*float64(1+len(h.Lines)) + 6
}

// Width is what the longest of the texts needs, without margins.
func (h *Heading) Width() float64 {
	if h.Bare {
		return 0
	}
	w := Measure(h.Title, titleFont)
	for _, line := range h.Lines {
		w = max(w, Measure(line, NoteFont))
	}
	return w
}

// Beside is how much of the width between the margins the title leaves.
func (h *Heading) Beside(room float64) float64 {
	return room - Measure(h.Title, titleFont) - PictureMargin
}

// Baseline is where the title stands, for what is to stand beside it.
func (h *Heading) Baseline() float64 { return PictureMargin + Ascent(titleFont) }

// Draw fills the whole canvas with the background and writes the heading,
// cut to the width there is. It returns the area that is left below it.
func (h *Heading) Draw(cv Canvas, t *Theme) Rect {
	width, height := cv.Size()
	cv.Fill(Rect{X1: width, Y1: height}, t.Background)
	area := h.below(width, height)
	if h.Bare {
		return area
	}
	at := Point{X: PictureMargin, Y: h.Baseline()}
	cv.Text(at, Fit(h.Title, titleFont, area.W()), titleFont, t.Text)
	for _, line := range h.Lines {
		at.Y += headingStep
		cv.Text(at, Fit(line, NoteFont, area.W()), NoteFont, t.Muted)
	}
	return area
}

package surface

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/scene"
)

// Column is a pane of lines below each other: headings, figures, links and texts.
type Column struct {
	Page
	Theme *scene.Theme // of the lines
	Box   *fyne.Container
}

// NewColumn makes an empty column.
func NewColumn() *Column {
	c := &Column{Box: container.New(layout.NewCustomPaddedVBoxLayout(0))}
	c.Object = container.NewVScroll(container.NewPadded(c.Box))
	return c
}

// Fill replaces all lines with those that the function adds, in the colours of a
// theme.
func (c *Column) Fill(t *scene.Theme, lines func()) {
	c.Theme = t
	c.Box.RemoveAll()
	lines()
	c.Box.Refresh()
}

// Filled reports whether the column has lines in the colours of a theme.
func (c *Column) Filled(t *scene.Theme) bool { return c.Theme == t && len(c.Box.Objects) > 0 }

// Add adds lines.
func (c *Column) Add(lines ...fyne.CanvasObject) {
	for _, o := range lines {
		c.Box.Add(o)
	}
}

// Title adds the name of what all lines below are about.
func (c *Column) Title(text string) {
	name := widget.NewLabel(text)
	name.Wrapping = fyne.TextWrapBreak
	name.TextStyle.Bold = true
	name.Selectable = true
	c.Add(name)
}

// Heading adds a line with a rule above it.
func (c *Column) Heading(text string) {
	line := canvas.NewRectangle(c.Theme.Line)
	line.SetMinSize(fyne.NewSize(1, 1))
	c.Add(Gap(7), line, Gap(4), Text(text, c.Theme.Muted, 0, true))
}

// Gap is a bit of empty height.
func Gap(height float32) fyne.CanvasObject {
	r := canvas.NewRectangle(color.Transparent)
	r.SetMinSize(fyne.NewSize(1, height))
	return r
}

// Note adds a quiet text over several lines.
func (c *Column) Note(text string) {
	l := Paragraph(text, widget.LowImportance)
	l.SizeName = theme.SizeNameCaptionText
	c.Add(l)
}

// Figure adds a figure, whose name is a term of the glossary.
func (c *Column) Figure(name, term, value string) {
	l := NewLink(name, value, c.Theme, nil)
	l.Hint = Explain(term)
	c.Add(l)
}

// Link adds a text with a figure at its right, which can be clicked.
func (c *Column) Link(text, figure string, tapped func()) {
	c.Add(NewLink(text, figure, c.Theme, tapped))
}

// Line adds a figure with its name. If tapped is not nil, the figure, or a name
// without one, looks like a link.
func (c *Column) Line(name, value string, tapped func()) {
	if tapped != nil && value == "" {
		name, value = "", name
	}
	l := NewLink(name, value, c.Theme, tapped)
	l.goes = tapped != nil
	c.Add(l)
}

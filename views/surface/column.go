package surface

import (
	"image/color"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/model/names"
	"profstation/model/safe"
	"profstation/origin"
	"profstation/scene"
)

// Column is a pane with lines below each other: headings, figures, links and texts.
type Column struct {
	Page
	Theme *scene.Theme // for the lines
	Box   *fyne.Container

	scroll *container.Scroll
	links  *Roving
}

// NewColumn makes an empty column.
func NewColumn() *Column {
	c := &Column{Box: container.New(layout.NewCustomPaddedVBoxLayout(0))}
	c.scroll = NewScroll(container.NewPadded(c.Box))
	c.Object = c.scroll
	c.links = NewRovingIn(c.Box, func(t *Touch) { c.reveal(t.self) })
	return c
}

// touchesIn visits what can be clicked in an object.
func touchesIn(o fyne.CanvasObject, visit func(*Touch)) {
	switch x := o.(type) {
	case interface{ touch() *Touch }:
		visit(x.touch())
	case *fyne.Container:
		for _, o := range x.Objects {
			touchesIn(o, visit)
		}
	}
}

// reveal scrolls until a line is in sight.
func (c *Column) reveal(line fyne.CanvasObject) {
	const margin = 8
	place := fyne.CurrentApp().Driver().AbsolutePositionForObject
	top := place(line).Y - place(c.Box).Y
	switch bottom := top + line.Size().Height + margin; {
	case top < c.scroll.Offset.Y:
		scrollTo(c.scroll, fyne.NewPos(0, top))
	case bottom > c.scroll.Offset.Y+c.scroll.Size().Height:
		scrollTo(c.scroll, fyne.NewPos(0, bottom-c.scroll.Size().Height))
	}
}

// Fill replaces all lines with those that the function adds, in a theme's colours.
func (c *Column) Fill(t *scene.Theme, lines func()) {
	c.Theme = t
	c.links.Renew(func() {
		c.Box.RemoveAll()
		lines()
		c.Box.Refresh()
	})
}

// Begin scrolls to the first line. A scroll does not notice that what it holds became shorter while it was hidden.
func (c *Column) Begin() { scrollTo(c.scroll, fyne.Position{}) }

// Filled reports whether the column has lines in a theme's colours.
func (c *Column) Filled(t *scene.Theme) bool { return c.Theme == t && len(c.Box.Objects) > 0 }

// Add adds lines.
func (c *Column) Add(lines ...fyne.CanvasObject) {
	for _, o := range lines {
		c.Box.Add(o)
		touchesIn(o, c.links.Add)
	}
}

// Title adds the name for all lines below.
func (c *Column) Title(text string) {
	c.Add(NewName(text))
}

// Heading adds a line with a rule above it.
func (c *Column) Heading(text string) {
	line := canvas.NewRectangle(c.Theme.Line)
	line.SetMinSize(fyne.NewSize(1, 1))
	c.Add(Gap(7), line, Gap(4), Text(text, c.Theme.Muted, 0, true))
}

// Gap is a little empty height.
func Gap(height float32) fyne.CanvasObject { return Space(1, height) }

// Space is an empty object with a min size.
func Space(width, height float32) fyne.CanvasObject {
	r := canvas.NewRectangle(color.Transparent)
	r.SetMinSize(fyne.NewSize(width, height))
	return r
}

// Note adds a quiet text over several lines.
func (c *Column) Note(text string) {
	l := Paragraph(text, widget.LowImportance)
	l.SizeName = theme.SizeNameCaptionText
	c.Add(l)
}

// Place adds a quiet name for where something stands, such as a file.
func (c *Column) Place(name string) {
	c.Add(NewPlace(name))
}

// Figure adds a figure, whose name is a glossary term.
func (c *Column) Figure(name, term, value string) {
	l := NewLink(name, value, c.Theme, nil)
	l.Hint = Explain(term)
	c.Add(l)
}

// Link adds a text with a figure at its right, which can be clicked.
func (c *Column) Link(text, figure string, tapped func()) {
	c.Add(NewLink(text, figure, c.Theme, tapped))
}

// Line adds a figure with its name. If tapped is not nil, the figure, or a name without one, looks like a link.
func (c *Column) Line(name, value string, tapped func()) *Link {
	if tapped != nil && value == "" {
		name, value = "", name
	}
	l := NewLink(name, value, c.Theme, tapped)
	l.goes = tapped != nil
	c.Add(l)
	return l
}

// LineWithin adds a line that leads somewhere and is no wider than that: in a wide column its two ends stay together.
// Without a value the name looks like a link.
func (c *Column) LineWithin(width float32, name, value string, tapped func()) *Link {
	l := NewLink(name, value, c.Theme, tapped)
	if value == "" {
		l.Text, l.figure, l.left = "", name, true
	}
	l.goes = true
	c.Add(container.New(atMost(width), l))
	return l
}

// atMost gives an object the width there is, but no more than that.
type atMost float32

// MinSize implements fyne.Layout.
func (atMost) MinSize(o []fyne.CanvasObject) fyne.Size { return o[0].MinSize() }

// Layout implements fyne.Layout.
func (l atMost) Layout(o []fyne.CanvasObject, size fyne.Size) {
	o[0].Resize(fyne.NewSize(min(size.Width, float32(l)), size.Height))
}

// LongestChip is how many terminal cells a chip shows at most.
const LongestChip = 48

// Short returns a function's short name, cut to what a chip shows.
func Short(name string) string {
	return CutText(names.Short(safe.Text(name), false))
}

// CutText cuts a text to what a chip shows.
func CutText(s string) string { return safe.CutEnd(safe.Text(s), LongestChip) }

// Link is a line that can be clicked: a text, cut in its middle where it does not fit, and a figure at the right.
type Link struct {
	Touch
	Menu         func() *fyne.Menu // makes its context menu; nil: it has none
	Text, figure string
	Marked       bool // the keyboard is on it
	goes         bool // the figure is what the link leads to
	left         bool // the figure stands where the text would: there is none
}

// NewLink makes a link. Without tapped it is a text line.
func NewLink(text, figure string, theme *scene.Theme, tapped func()) *Link {
	l := &Link{Touch: Touch{Theme: theme, Do: tapped}, Text: text, figure: figure}
	l.Extend(l)
	return l
}

// Label returns the link's text, or its figure if it has no text.
func (l *Link) Label() string {
	if l.Text == "" {
		return l.figure
	}
	return l.Text
}

// TappedSecondary implements fyne.SecondaryTappable.
func (l *Link) TappedSecondary(e *fyne.PointEvent) { l.open(e.AbsolutePosition) }

// TypedKey implements fyne.Focusable.
func (l *Link) TypedKey(e *fyne.KeyEvent) {
	if l.Menu == nil || !IsMenuKey(e.Name, CurrentModifiers()) {
		l.Touch.TypedKey(e)
		return
	}
	l.open(fyne.CurrentApp().Driver().AbsolutePositionForObject(l).AddXY(0, l.Size().Height))
}

// open shows the menu, if there is one.
func (l *Link) open(at fyne.Position) {
	if l.Menu != nil {
		PopUp(l, l.Menu(), at)
	}
}

// Cursor implements desktop.Cursorable.
func (l *Link) Cursor() desktop.Cursor {
	if l.Do == nil {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

const linkPadding = float32(4)

// CreateRenderer implements fyne.Widget.
func (l *Link) CreateRenderer() fyne.WidgetRenderer {
	back, text, figure := canvas.NewRectangle(color.Transparent), Text("", nil, 0, false), Text("", nil, 0, false)
	d := &Drawing{On: []fyne.CanvasObject{back, text, figure}}
	d.Min = func() fyne.Size { return fyne.NewSize(60, TextSize()+8) }
	d.Color = func() {
		figure.Text = l.figure
		text.Color, figure.Color, back.FillColor = l.Theme.Text, l.Theme.Muted, color.Transparent
		if l.goes {
			figure.Color = l.Theme.Selection
		}
		if l.Hovered || l.Marked {
			back.FillColor = l.Theme.Quiet
		}
	}
	d.Lay = func(size fyne.Size) {
		back.Resize(size)
		space := size.Width - 2*linkPadding
		fit := FitText // in figures the beginning says most
		if l.goes {
			fit = FitMiddle // that is a name
		}
		figure.Text, text.Text = fit(l.figure, space), ""
		if !l.left && l.Text != "" {
			space -= linkPadding
			// The text has the width that the figure leaves; a figure that is long leaves half.
			figure.Text = fit(l.figure, max(space-textWidth(l.Text), space/2))
			text.Text = FitMiddle(l.Text, space-textWidth(figure.Text))
		}
		l.whole = ""
		if figure.Text != l.figure || text.Text != l.Text && !l.left {
			l.whole = strings.TrimSpace(l.Text + "\n" + l.figure)
		}
		figure.Text, text.Text = Written(figure.Text), Written(text.Text)
		fig := figure.MinSize()
		y := (size.Height - fig.Height) / 2
		if l.left {
			Put(figure, linkPadding, y)
			return
		}
		Put(figure, size.Width-fig.Width-linkPadding, y)
		Put(text, linkPadding, y)
	}
	return d.Draw(l)
}

// TextSize is the text size for data in panes: as in pictures, unless a user has chosen another one.
func TextSize() float32 { return theme.CaptionTextSize() }

// Arrows writes » for →, which Fyne takes from a font without a blank: a box would stand there.
func Arrows(s string) string { return strings.ReplaceAll(s, " → ", " » ") }

// Written returns a name as it is given to Fyne, without blanks behind arrows and with the parts in what runs from
// right to left where they stand.
func Written(s string) string { return scene.Visual(Arrows(s)) }

func noteText(n origin.Note) fyne.CanvasObject {
	w := NewWords(n.Words(), fyne.TextStyle{}, fyne.TextWrapWord)
	w.Label.SizeName = theme.SizeNameCaptionText
	return w
}

// Notes adds links to what notes are on, each with its words below, under a heading if there are any.
func (c *Column) Notes(notes []origin.Note, heading func(text string), send screen.Send) {
	if len(notes) > 0 {
		heading(lang.L("Notes"))
	}
	for _, n := range notes {
		l := NewLink("", ask.NoteTitle(n), c.Theme, func() { send(screen.ShowNoted{Note: n}) })
		l.goes, l.left = true, true
		c.Add(l, noteText(n))
	}
}

// NotesOn adds the notes that are on the selection, with what can be done; blank could be written.
func (c *Column) NotesOn(notes []origin.Note, on func(origin.Note) bool, blank origin.Note, send screen.Send) {
	act := func(label string, i screen.Intent) { c.Line(label, "", func() { send(i) }) }
	if !slices.ContainsFunc(notes, on) {
		act(lang.L("Write a note…"), screen.AskNote{Note: blank})
	}
	for _, n := range notes {
		if on(n) {
			gone := n
			gone.Text = ""
			c.Add(noteText(n))
			act(lang.L("Change the note…"), screen.AskNote{Note: n})
			act(lang.L("Remove note"), screen.WriteNote{Note: gone})
		}
	}
}

package views

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/model/complete"
	"profstation/scene"
	"profstation/views/surface"
)

// completed is an input that proposes texts beside itself while it has the keyboard. Down asks for them, too, Down and Up go through them,
// Enter and Tab take the one that is marked, and Escape takes them away.
type completed struct {
	surface.Field
	// ask proposes texts; it is called beside the window.
	ask  func(typed string) []complete.Proposal
	post func(func())
	// settled takes a text that was left, entered or taken.
	settled func(text string)
	saved   func() // what Ctrl+Enter does; nil: nothing

	float     *surface.Float
	list      *proposalList
	proposals []complete.Proposal
	at        int // the one that is marked; −1: none
	asking    asking
	asked     int
	theme     *scene.Theme
	filling   bool
	focused   bool
	left      bool // the keyboard went elsewhere, and the text is still to be settled
}

const maxProposals = 8

// newCompleted makes a form input, in whose layer its proposals float.
func newCompleted(text, hint string, float *surface.Float, theme *scene.Theme, post func(func())) *completed {
	c := &completed{post: post, at: -1, theme: theme, float: float, list: newProposalList()}
	c.Extend(c)
	c.SetPlaceHolder(hint)
	c.SetText(text)
	c.OnChanged = func(text string) {
		if !c.filling {
			c.propose(text)
		}
	}
	c.OnSubmitted = func(string) { c.settle() }
	return c
}

func (c *completed) propose(text string) {
	c.asked++
	asked, ask := c.asked, c.ask
	if ask == nil {
		return
	}
	c.asking.ask(func() {
		found := ask(text)
		c.post(func() {
			if asked == c.asked && c.focused {
				c.offer(found)
			}
		})
	})
}

func (c *completed) offer(found []complete.Proposal) {
	c.proposals, c.at = found, -1
	c.list.rows.Objects = nil
	for _, p := range found {
		o := &proposal{Link: surface.Link{Touch: surface.Touch{Theme: c.theme, Do: func() { c.take(p) }}, Text: p.Show}, of: c}
		o.Extend(o)
		c.list.rows.Objects = append(c.list.rows.Objects, o)
	}
	if len(found) == 0 {
		c.float.Hide(c.list)
		return
	}
	c.list.scroll.Offset = fyne.Position{}
	c.float.Show(c.list, c)
}

func (c *completed) take(p complete.Proposal) {
	c.fill(p.Text)
	c.CursorColumn = len([]rune(c.Text)) // where typing goes on
	c.Refresh()
	c.settle()
}

// fill sets the text, for which nothing is proposed.
func (c *completed) fill(text string) {
	c.filling = true
	c.SetText(text)
	c.filling = false
}

// settle hands over the text and ends proposing.
func (c *completed) settle() {
	c.asked++
	c.left = false
	c.offer(nil)
	c.settled(c.Text)
}

func (c *completed) FocusGained() {
	c.left, c.focused = false, true
	c.Field.FocusGained()
}

// FocusLost settles what was typed, but not before the click is over: settling may move what is clicked.
func (c *completed) FocusLost() {
	c.Entry.FocusLost()
	c.left, c.focused = true, false
	c.offer(nil)
	time.AfterFunc(clickTime, func() { c.post(c.settleLeft) })
}

// clickTime is how long a mouse button may be held down for a click.
const clickTime = 250 * time.Millisecond

// settleLeft settles what was left and is not settled yet.
func (c *completed) settleLeft() {
	if c.left {
		c.settle()
	}
}

func (c *completed) set(text string) {
	c.asked++
	c.fill(text)
	c.offer(nil)
}

func (c *completed) TypedKey(e *fyne.KeyEvent) {
	n := len(c.proposals)
	switch {
	case n > 0 && e.Name == fyne.KeyDown:
		c.mark((c.at + 1) % n)
	case n > 0 && e.Name == fyne.KeyUp:
		c.mark((max(c.at, 0) + n - 1) % n)
	case n == 0 && e.Name == fyne.KeyDown:
		c.OnChanged(c.Text) // proposes for what stands there
	case c.at >= 0 && (e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter || e.Name == fyne.KeyTab):
		c.take(c.proposals[c.at])
	case n > 0 && e.Name == fyne.KeyEscape:
		c.offer(nil)
	default:
		c.Field.TypedKey(e)
	}
}

// AcceptsTab implements fyne.Tabbable: the key takes what is marked, and else leaves the input.
func (c *completed) AcceptsTab() bool {
	return c.at >= 0 && surface.CurrentModifiers()&fyne.KeyModifierShift == 0
}

// TypedShortcut implements fyne.Shortcutable.
func (c *completed) TypedShortcut(s fyne.Shortcut) {
	if c.saved != nil && isSave(s) {
		c.saved()
		return
	}
	c.Field.TypedShortcut(s)
}

// mark shows which proposal Enter takes.
func (c *completed) mark(at int) {
	c.at = at
	for i, o := range c.list.rows.Objects {
		p := o.(*proposal)
		p.Marked = i == at
		p.Refresh()
	}
	c.list.reveal(c.list.rows.Objects[at])
}

// proposal is a text that an input proposes. Pressing it takes the keyboard from the input, which gets it back.
type proposal struct {
	surface.Link
	of *completed
}

func (p *proposal) MouseDown(e *desktop.MouseEvent) {
	if e.Button != desktop.MouseButtonPrimary {
		return
	}
	c := fyne.CurrentApp().Driver().CanvasForObject(p.of)
	p.of.post(func() { // once the input has lost it
		if c != nil {
			c.Focus(p.of)
		}
		p.Do()
	})
}

func (p *proposal) MouseUp(*desktop.MouseEvent) {}

func (p *proposal) Tapped(*fyne.PointEvent) {}

// Disabled implements fyne.Disableable: the keyboard stays in the input.
func (p *proposal) Disabled() bool { return true }

// proposalList is the list with an input's proposals. The pointer reaches nothing below it.
type proposalList struct {
	widget.BaseWidget
	rows   *fyne.Container
	scroll *container.Scroll
}

func newProposalList() *proposalList {
	l := &proposalList{rows: container.New(layout.NewCustomPaddedVBoxLayout(0))}
	l.scroll = container.NewVScroll(l.rows)
	l.ExtendBaseWidget(l)
	l.Hide()
	return l
}

// reveal scrolls a row into sight.
func (l *proposalList) reveal(row fyne.CanvasObject) {
	top, bottom := row.Position().Y, row.Position().Y+row.Size().Height
	y := max(min(l.scroll.Offset.Y, top), bottom-l.scroll.Size().Height)
	l.scroll.ScrollToOffset(fyne.NewPos(0, y))
}

// CreateRenderer implements fyne.Widget.
func (l *proposalList) CreateRenderer() fyne.WidgetRenderer {
	const border = 1
	ground := canvas.NewRectangle(nil)
	ground.StrokeWidth = border
	d := &surface.Drawing{On: []fyne.CanvasObject{ground, l.scroll}}
	d.Min = func() fyne.Size { return l.rows.MinSize().AddWidthHeight(2*border, 2*border) }
	d.Lay = func(size fyne.Size) {
		ground.Resize(size)
		l.scroll.Move(fyne.NewSquareOffsetPos(border))
		l.scroll.Resize(size.SubtractWidthHeight(2*border, 2*border))
	}
	d.Color = func() {
		ground.FillColor = theme.Color(theme.ColorNameMenuBackground)
		ground.StrokeColor = theme.Color(theme.ColorNameInputBorder)
		l.rows.Refresh()
	}
	return d.Draw(l)
}

// MouseIn implements desktop.Hoverable.
func (l *proposalList) MouseIn(*desktop.MouseEvent) {}

// MouseMoved implements desktop.Hoverable.
func (l *proposalList) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (l *proposalList) MouseOut() {}

// Tapped implements fyne.Tappable.
func (l *proposalList) Tapped(*fyne.PointEvent) {}

// Cursor implements desktop.Cursorable.
func (l *proposalList) Cursor() desktop.Cursor { return desktop.DefaultCursor }

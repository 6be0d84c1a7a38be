package views

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"

	"profstation/model"
	"profstation/scene"
	"profstation/views/surface"
)

// completed is an input that proposes texts below itself. Down and Up go through them, Enter takes one.
type completed struct {
	surface.Field
	// ask proposes texts; it is called beside the window.
	ask  func(typed string) []model.Completion
	post func(func())
	// settled takes a text that was left, entered or taken.
	settled func(text string)

	list      *fyne.Container // of the proposals
	proposals []model.Completion
	at        int // the one that is marked; −1: none
	asking    asking
	asked     int
	theme     *scene.Theme
	filling   bool
	left      bool // the keyboard went elsewhere, and the text is still to be settled
}

const mostProposals = 8

func newCompleted(text, hint string, theme *scene.Theme, post func(func())) *completed {
	c := &completed{post: post, at: -1, theme: theme, list: container.New(layout.NewCustomPaddedVBoxLayout(0))}
	c.Extend(c)
	c.SetPlaceHolder(hint)
	c.SetText(text)
	c.OnChanged = func(text string) {
		if !c.filling {
			c.propose(text)
		}
	}
	c.OnSubmitted = func(string) { c.settle() }
	c.list.Hide()
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
			if asked == c.asked {
				c.offer(found)
			}
		})
	})
}

func (c *completed) offer(found []model.Completion) {
	c.proposals, c.at = found, -1
	c.list.RemoveAll()
	for i, p := range found {
		o := &proposal{surface.Link{Touch: surface.Touch{Theme: c.theme, Do: func() { c.take(i) }}, Text: p.Show}}
		o.Extend(o)
		c.list.Add(o)
	}
	surface.SetVisible(c.list, len(found) > 0)
	c.list.Refresh()
}

func (c *completed) take(i int) {
	c.fill(c.proposals[i].Text)
	c.CursorColumn = len([]rune(c.Text)) // where typing goes on
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
	c.left = false
	c.Field.FocusGained()
}

// FocusLost settles what was typed, but not before the click is over: settling moves what is clicked.
func (c *completed) FocusLost() {
	c.Entry.FocusLost()
	c.left = true
	time.AfterFunc(clickTime, func() { c.post(c.settleLeft) })
}

// clickTime is how long a button of the mouse may be held down for a click.
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
	case n > 0 && c.at >= 0 && (e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter):
		c.take(c.at)
	case n > 0 && e.Name == fyne.KeyEscape:
		c.offer(nil)
	default:
		c.Field.TypedKey(e)
	}
}

// mark shows which proposal Enter takes.
func (c *completed) mark(at int) {
	c.at = at
	for i, o := range c.list.Objects {
		p := o.(*proposal)
		p.Marked = i == at
		p.Refresh()
	}
}

// proposal is a text that an input proposes. It is taken when the mouse button goes down: that takes the
// keyboard from the input, which then applies what was typed, and the button has nothing to go up on.
type proposal struct {
	surface.Link
}

func (p *proposal) MouseDown(e *desktop.MouseEvent) {
	if e.Button == desktop.MouseButtonPrimary {
		p.Do()
	}
}

func (p *proposal) MouseUp(*desktop.MouseEvent) {}

func (p *proposal) Tapped(*fyne.PointEvent) {}

// Disabled implements fyne.Disableable: the keyboard stays in the input.
func (p *proposal) Disabled() bool { return true }

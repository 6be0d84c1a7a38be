package surface

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"profstation/ask"
	"profstation/desk/screen"
)

// Controls makes a bar's widgets. Each has a hint, and sends what a user chooses but nothing while it is set.
type Controls struct {
	*Hinted
	send    screen.Send
	post    func(func())
	filling bool
	cleared int // from the last snapshot
	inputs  []*Input
	states  []state
}

// state is a box to check that shows whether something is in force.
type state struct {
	*Check
	on func(*screen.Snapshot) bool
}

// NewControls makes controls without widgets. post runs a function on the UI goroutine, for inputs.
func NewControls(send screen.Send, post func(func())) *Controls {
	return &Controls{Hinted: NewHinted(nil), send: send, post: post}
}

// Forget takes back what all controls are for, and lets go of the inputs.
func (c *Controls) Forget() {
	c.Hinted.Forget()
	for _, i := range c.inputs {
		i.pause.Stop()
	}
	c.inputs = nil
}

// Lay sets the content that holds the controls, and returns both with their hints.
func (c *Controls) Lay(content fyne.CanvasObject) fyne.CanvasObject {
	c.content = content
	return c.Hinted
}

// Showing begins to set the widgets, until the function that it returns is called: defer v.Showing(s)().
func (c *Controls) Showing(s *screen.Snapshot) (shown func()) {
	c.filling = true
	for _, w := range c.states {
		w.SetChecked(w.on(s))
	}
	if s.Cleared != c.cleared {
		c.cleared = s.Cleared
		for _, i := range c.inputs {
			i.clear()
		}
	}
	return func() { c.filling = false }
}

// Unless returns a function that does nothing while the controls are filled.
func (c *Controls) Unless(f func(float64)) func(float64) {
	return func(x float64) {
		if !c.filling {
			f(x)
		}
	}
}

// Button makes a quiet button. The icon may be nil.
func (c *Controls) Button(text string, icon fyne.Resource, hint string, tapped func()) *Button {
	b := Quiet(text, icon, tapped)
	c.Tell(b, hint)
	return b
}

// Check makes a box to check. chosen takes its new state.
func (c *Controls) Check(text, hint string, chosen func(on bool)) *Check {
	w := NewCheck(text, func(on bool) {
		if !c.filling {
			chosen(on)
		}
	})
	c.Tell(w, hint)
	return w
}

// State makes a box to check that shows whether something is in force.
func (c *Controls) State(text, hint string, on func(*screen.Snapshot) bool, chosen func(on bool)) *Check {
	w := c.Check(text, hint, chosen)
	c.states = append(c.states, state{w, on})
	return w
}

// Switch makes a check box for a display setting, which it shows.
func (c *Controls) Switch(text, hint string, part func(*ask.Display) *bool) *Check {
	return c.State(text, hint, func(s *screen.Snapshot) bool { return *part(&s.Display) }, func(on bool) {
		c.send(screen.Show{Change: func(d *ask.Display) { *part(d) = on }})
	})
}

// Choice makes a list to choose from. chosen takes the option's index.
func (c *Controls) Choice(options []string, hint string, chosen func(i int)) *Select {
	w := NewSelect(options)
	w.OnChanged = func(string) {
		if i := w.SelectedIndex(); i >= 0 && !c.filling {
			chosen(i)
		}
	}
	c.Tell(w, hint)
	return w
}

// Offer shows what there is to choose from, and the chosen option's index; −1: nothing.
func Offer(w *Select, options []string, at int) {
	if !slices.Equal(w.Options, options) {
		w.SetOptions(options)
	}
	switch {
	case at < 0:
		w.ClearSelected()
	case at != w.SelectedIndex():
		w.SetSelectedIndex(at)
	}
}

const typingPause = 220 * time.Millisecond

// Input is an input whose text applies when typing pauses, or with Enter.
type Input struct {
	*Field
	Name   string // for the input, in a complaint about it
	Filter bool   // it is emptied when all filters are removed
	wrong  error  // with the text; nil: nothing
	judged func() // takes note that wrong was set, as Fyne marks no input that has the keyboard; nil: nobody does
	check  func(string) error
	apply  func(string)
	sent   string   // the text that was applied or shown last
	shown  string   // the last snapshot's text
	coming []string // texts that were applied, and that no snapshot has yet
	pause  Delay
}

// Input makes an input. check says what is wrong with a text; what is right is applied once.
func (c *Controls) Input(placeholder, hint string, check func(string) error, apply func(string)) *Input {
	i := &Input{Field: NewField(), check: check, apply: apply}
	i.SetPlaceHolder(placeholder)
	i.OnChanged = func(string) {
		if c.filling {
			return
		}
		hideTips(i.Field) // one reads what is typed, and what follows
		i.pause.Start(typingPause, c.post, i.Apply)
	}
	i.OnSubmitted = func(string) { i.Apply() }
	c.Tell(i.Field, hint)
	c.inputs = append(c.inputs, i)
	return i
}

// Settle applies what is being typed.
func (c *Controls) Settle() {
	for _, i := range c.inputs {
		i.pause.Settle()
	}
}

// Apply applies the text now.
func (i *Input) Apply() {
	i.pause.Stop()
	i.judge()
	if i.wrong == nil && i.Text != i.sent {
		i.sent = i.Text
		i.coming = append(i.coming, i.Text)
		i.apply(i.Text)
	}
}

// judge finds out what is wrong with the text.
func (i *Input) judge() {
	i.wrong = i.check(i.Text)
	i.SetValidationError(i.wrong)
	if i.judged != nil {
		i.judged()
	}
}

// clear drops a filter's text that was not applied: what was applied goes by itself.
func (i *Input) clear() {
	if i.Filter && (i.wrong != nil || i.pause.Pending()) {
		i.pause.Stop()
		i.SetText("")
		i.judge()
	}
}

// Set takes a snapshot's text. It shows what changed elsewhere. What is being typed stays: a snapshot
// may be older than that.
func (i *Input) Set(text string) {
	if text == i.shown {
		return
	}
	i.shown = text
	if at := slices.Index(i.coming, text); at >= 0 {
		i.coming = i.coming[at+1:]
		return
	}
	i.coming = nil
	if i.sent != text {
		i.sent = text
		i.SetText(text)
		i.judge()
	}
}

// Sent returns the text that was applied or shown last.
func (i *Input) Sent() string { return i.sent }

// Wide gives an object a width.
func Wide(width float32, o fyne.CanvasObject) fyne.CanvasObject {
	return container.NewGridWrap(fyne.NewSize(width, o.MinSize().Height), o)
}

// SetText sets a button's text, if it is another one.
func SetText(b *Button, text string) {
	if b.Text != text {
		b.SetText(text)
	}
}

// SetEnabled enables or disables a widget.
func SetEnabled(w fyne.Disableable, on bool) {
	switch {
	case on && w.Disabled():
		w.Enable()
	case !on && !w.Disabled():
		w.Disable()
	}
}

// SetVisible shows or hides an object.
func SetVisible(o fyne.CanvasObject, on bool) {
	switch {
	case on && !o.Visible():
		o.Show()
	case !on && o.Visible():
		o.Hide()
	}
}

// Delay runs a function once a hand has come to rest, or at once by Settle, on the UI goroutine.
type Delay struct {
	timer *time.Timer
	run   func() // nil: nothing is pending
}

// Start runs f after a time, replacing what is pending. post runs a function on the UI goroutine.
func (d *Delay) Start(after time.Duration, post func(func()), f func()) {
	d.Stop()
	d.run = f
	var timer *time.Timer
	timer = time.AfterFunc(after, func() {
		post(func() {
			if d.timer == timer {
				d.Settle()
			}
		})
	})
	d.timer = timer
}

// Pending reports whether a function waits.
func (d *Delay) Pending() bool { return d.run != nil }

// Stop forgets what is pending.
func (d *Delay) Stop() {
	if d.timer != nil {
		d.timer.Stop()
	}
	d.timer, d.run = nil, nil
}

// Settle runs at once what is pending.
func (d *Delay) Settle() {
	f := d.run
	d.Stop()
	if f != nil {
		f()
	}
}

// Package surface has the parts for views: a picture ([Surface]) and the gestures that move it ([Viewport]), a
// table ([Grid]), panes with lines ([Column]), controls with hints ([Controls]), two views side by side ([Sides]).
package surface

import (
	"slices"

	"fyne.io/fyne/v2"

	"profstation/ask"
	"profstation/desk/screen"
)

// View is a tab's content.
type View interface {
	Part                        // for a text, Main is nil
	Content() fyne.CanvasObject // fills the tab
	Show(*screen.Snapshot)
	// InSight returns the picture or table part on the screen that an export could have alone.
	InSight() ask.Sight
	// SideAt returns which comparison side is at a position in the window: 0 the base, 1 the new, −1 neither.
	SideAt(fyne.Position) int
	// Input returns the input that searching starts with; nil if there is none.
	Input() fyne.Focusable
	// Settle sends what the view holds back until a hand rests.
	Settle()
}

// Page is what all views share. It answers for what a view does not have: views embed it, most with a [Surface].
type Page struct {
	Object fyne.CanvasObject
	Parts  []Part // the first one takes what is typed
}

// Part is a view, or its part, that can have the keyboard.
type Part interface {
	Main() *Surface    // takes what is typed and no input took
	Unused(func(rune)) // sets who gets the letters that it has no use for
	Menu() *fyne.Menu  // returns the selection's context menu; nil: there is none
	OpenMenu()         // opens it
}

// Content implements [View].
func (p *Page) Content() fyne.CanvasObject { return p.Object }

// Main implements [View].
func (p *Page) Main() *Surface {
	if len(p.Parts) == 0 {
		return nil
	}
	return p.Parts[0].Main()
}

// Unused implements [View].
func (p *Page) Unused(f func(rune)) {
	for _, part := range p.Parts {
		part.Unused(f)
	}
}

// turns are the parts, the one that has the keyboard before the others.
func (p *Page) turns() []Part {
	if len(p.Parts) < 2 {
		return p.Parts
	}
	c := fyne.CurrentApp().Driver().CanvasForObject(p.Object)
	at := slices.IndexFunc(p.Parts, func(part Part) bool { return c != nil && c.Focused() == fyne.Focusable(part.Main()) })
	if at < 0 {
		return p.Parts
	}
	return slices.Concat(p.Parts[at:at+1], p.Parts)
}

// Menu implements [View].
func (p *Page) Menu() *fyne.Menu {
	for _, part := range p.turns() {
		if m := part.Menu(); m != nil {
			return m
		}
	}
	return nil
}

// OpenMenu implements [View].
func (p *Page) OpenMenu() {
	for _, part := range p.turns() {
		if part.Menu() != nil {
			part.OpenMenu()
			return
		}
	}
}

// InSight implements [View].
func (p *Page) InSight() ask.Sight { return ask.Sight{} }

// SideAt implements [View].
func (p *Page) SideAt(fyne.Position) int { return -1 }

// Input implements [View].
func (p *Page) Input() fyne.Focusable { return nil }

// Settle implements [View].
func (p *Page) Settle() {}

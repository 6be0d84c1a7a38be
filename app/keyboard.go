package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/views"
	"profstation/views/surface"
)

// keyboard gives what is typed and no input has to the visible view.
type keyboard struct {
	*Window
	last surface.View // that was shown last
}

// letter takes a letter.
func (k *keyboard) letter(r rune) {
	if k.dialogs.top() != nil {
		return
	}
	k.hints.Leave()
	if main := k.visible().Main(); main != nil {
		main.TypedRune(r)
	} else {
		views.Rune(k.desk.Do, r)
	}
}

// key takes a key, which is for the dialog above the window if there is one.
func (k *keyboard) key(e *fyne.KeyEvent) {
	if k.dialogs.typed(e.Name) {
		return
	}
	k.hints.Leave()
	if k.ofWindow(e.Name) {
		return
	}
	view := k.visible()
	if main := view.Main(); main != nil {
		main.TypedKey(e)
	} else if e.Name == fyne.KeyEscape {
		k.desk.Do(screen.Escape{})
	} else if text, ok := view.Content().(*container.Scroll); ok {
		surface.Scroll(text, e.Name)
	}
}

// ofWindow does what a key is for in the whole window, and reports whether it is for anything.
func (k *keyboard) ofWindow(name fyne.KeyName) bool {
	switch mods := surface.CurrentModifiers(); {
	case surface.IsMenuKey(name, mods):
		if v := k.visible(); v.Menu() == nil {
			k.desk.Say(lang.L("Nothing is selected."))
		} else {
			v.OpenMenu()
		}
	case name == fyne.KeyF1:
		k.help.showManual()
	case name == fyne.KeyF10:
		if c, ok := k.window.Canvas().(interface{ ToggleMenu() }); ok { // the system's own menu bar has none
			c.ToggleMenu()
		}
	default:
		return false
	}
	return true
}

// follow prepares for showing a view. It returns a function that gives the keyboard to what the view shows
// then, if what has the keyboard now goes away: who goes on by keys is in the picture that they led to.
func (k *keyboard) follow(next surface.View) (pass func()) {
	c, before := k.window.Canvas(), k.last
	k.last = next
	had, ok := c.Focused().(fyne.CanvasObject)
	if !ok || before == nil || c.Overlays().Top() != nil {
		return func() {}
	}
	was := before.Main()
	return func() {
		main := next.Main()
		on, ok := c.Focused().(fyne.CanvasObject) // what stands in its place may have taken it
		if !ok || !surface.Holds(k.frame, on) || on == fyne.CanvasObject(was) && main != was {
			surface.Pass(c, had, main)
		}
	}
}

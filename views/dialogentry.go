package views

import (
	"path/filepath"
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"profstation/views/surface"
)

// DialogEntry is an input in a dialog. It gives Escape, and Enter unless it has a use for it, to the window, which
// cancels or answers the dialog. Fyne's inputs keep these keys to themselves.
type DialogEntry struct {
	widget.Entry
	Saved func() // what Ctrl+Enter does; nil: nothing
	// Takes, if it is not nil, is offered each key first, and reports whether it has a use for it.
	Takes func(fyne.KeyName) bool
	Left  func() // is called when the keyboard goes elsewhere; nil: nothing
}

// NewDialogEntry makes a one-line input, with a text and what is shown without one.
func NewDialogEntry(text, hint string) *DialogEntry {
	e := &DialogEntry{}
	e.Wrapping = fyne.TextWrap(fyne.TextTruncateClip)
	e.ExtendBaseWidget(e)
	e.SetPlaceHolder(hint)
	e.SetText(text)
	return e
}

// NewDialogText makes a several-line input.
func NewDialogText(text, hint string, lines int) *DialogEntry {
	e := NewDialogEntry("", hint)
	e.MultiLine = true
	e.SetMinRowsVisible(lines)
	e.SetText(text)
	return e
}

// SelectName selects, in a file path, its name without the ending: what is typed next replaces it. Fyne
// selects less than all only by keys.
func (e *DialogEntry) SelectName() {
	base := filepath.Base(e.Text)
	stem := strings.TrimSuffix(base, filepath.Ext(base))
	if stem == "" || !strings.HasSuffix(e.Text, base) {
		return
	}
	begin := utf8.RuneCountInString(strings.TrimSuffix(e.Text, base))
	shift := &fyne.KeyEvent{Name: desktop.KeyShiftLeft}
	e.CursorRow, e.CursorColumn = 0, begin
	e.KeyDown(shift)
	for range utf8.RuneCountInString(stem) {
		e.Entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	}
	e.KeyUp(shift)
}

// FocusGained implements fyne.Focusable.
func (e *DialogEntry) FocusGained() {
	e.Entry.FocusGained()
	surface.Reveal(e)
}

// FocusLost implements fyne.Focusable.
func (e *DialogEntry) FocusLost() {
	e.Entry.FocusLost()
	if e.Left != nil {
		e.Left()
	}
}

// TypedKey implements fyne.Focusable.
func (e *DialogEntry) TypedKey(key *fyne.KeyEvent) {
	enter := key.Name == fyne.KeyReturn || key.Name == fyne.KeyEnter
	switch {
	case e.Takes != nil && e.Takes(key.Name):
	case key.Name == fyne.KeyEscape, enter && !e.MultiLine && e.OnSubmitted == nil:
		surface.Key(e, key)
	default:
		e.Entry.TypedKey(key)
	}
}

// AcceptsTab implements fyne.Tabbable: the key leaves inputs with several lines too.
func (e *DialogEntry) AcceptsTab() bool { return false }

// TypedShortcut implements fyne.Shortcutable.
func (e *DialogEntry) TypedShortcut(s fyne.Shortcut) {
	if e.Saved != nil && isSave(s) {
		e.Saved()
		return
	}
	e.Entry.TypedShortcut(s)
}

// isSave reports whether a shortcut is Ctrl+Enter.
func isSave(s fyne.Shortcut) bool {
	k, ok := s.(*desktop.CustomShortcut)
	return ok && k.Modifier == fyne.KeyModifierShortcutDefault && (k.KeyName == fyne.KeyReturn || k.KeyName == fyne.KeyEnter)
}

// CloseTop closes what lies above a window, and reports whether anything did. Hiding it would not free the keys.
func CloseTop(c fyne.Canvas) bool {
	top := c.Overlays().Top()
	if top != nil {
		c.Overlays().Remove(top)
	}
	return top != nil
}

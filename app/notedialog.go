package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/model"
	"profstation/views"
)

// AskNote implements Shell.
func (w *Window) AskNote(n screen.Note, done func(text string)) {
	words := newNoteEntry()
	words.SetText(n.Text)
	on := widget.NewLabel(model.Sanitise(n.On))
	on.Wrapping = fyne.TextWrapBreak
	on.TextStyle.Bold = true
	d := dialog.NewCustomConfirm(lang.L("Note"), lang.L("Save"), lang.L("Cancel"), container.NewBorder(on, nil, nil, nil, words), func(ok bool) {
		if ok {
			done(words.Text)
		}
	}, w.window)
	words.saved = d.Confirm
	d.Show()
	d.Resize(fyne.NewSize(560, 300))
	w.window.Canvas().Focus(words)
}

// noteEntry is an input of several lines: Ctrl+Enter saves it, Escape closes it.
type noteEntry struct {
	widget.Entry
	saved func()
}

func newNoteEntry() *noteEntry {
	e := &noteEntry{}
	e.MultiLine = true
	e.Wrapping = fyne.TextWrapWord
	e.ExtendBaseWidget(e)
	e.SetPlaceHolder(lang.L("What is to be known of it. Ctrl+Enter saves; without words there is no note."))
	return e
}

// TypedKey implements fyne.Focusable.
func (e *noteEntry) TypedKey(key *fyne.KeyEvent) {
	if key.Name == fyne.KeyEscape {
		views.LeaveDialog(e)
		return
	}
	e.Entry.TypedKey(key)
}

// TypedShortcut implements fyne.Shortcutable.
func (e *noteEntry) TypedShortcut(s fyne.Shortcut) {
	if k, ok := s.(*desktop.CustomShortcut); ok && k.Modifier == fyne.KeyModifierShortcutDefault && (k.KeyName == fyne.KeyReturn || k.KeyName == fyne.KeyEnter) {
		e.saved()
		return
	}
	e.Entry.TypedShortcut(s)
}

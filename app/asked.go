package app

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/desk"
	"profstation/model/lang"
	"profstation/views"
	"profstation/views/surface"
)

// dialogs makes a window's dialogs. In each one Escape cancels, and Enter presses the button that is
// blue, whatever has the keyboard: the widgets in views and surface give these keys to the window, which Fyne's
// own do not.
type dialogs struct {
	window    fyne.Window
	asked     []asked
	record    *views.RecordForm // that was open last; nil: none was
	store     *views.StoreForm  // the same
	inquiries inquiries
}

// asked is a dialog on the screen.
type asked struct {
	over    fyne.CanvasObject
	content fyne.CanvasObject
	answer  *surface.Button // what Enter presses
	left    func()          // is called when Escape takes it off; nil: nothing is
}

// ask opens a dialog with a button row. A button that does nothing else closes it. The dialog has a size, or less
// where the window is smaller. The function returned closes it.
func (d *dialogs) ask(title string, content fyne.CanvasObject, width, height float32, buttons ...*surface.Button) (closed func()) {
	surface.HideTips(d.window.Canvas())
	shown := dialog.NewCustomWithoutButtons(title, content, d.window)
	row, answer := make([]fyne.CanvasObject, len(buttons)), buttons[0]
	for i, b := range buttons {
		row[i] = b
		if b.OnTapped == nil {
			b.OnTapped = shown.Hide
		}
		if b.Importance == widget.HighImportance {
			answer = b
		}
	}
	shown.SetButtons(row)
	shown.Show()
	d.asked = append(d.open(), asked{over: d.top(), content: content, answer: answer})
	space := d.window.Canvas().Size()
	shown.Resize(fyne.NewSize(min(width, space.Width-40), min(height, space.Height-40)))
	return shown.Hide
}

// confirm asks a question. Enter answers it with no, so that nothing is lost by a key too many.
func (d *dialogs) confirm(title, question string, yes func()) {
	var closed func()
	no := surface.NewButton(lang.L("No"), theme.CancelIcon(), nil)
	no.Importance = widget.HighImportance
	words := widget.NewLabel(question)
	words.Wrapping = fyne.TextWrapBreak
	closed = d.ask(title, words, 480, 0, no, surface.NewButton(lang.L("Yes"), theme.ConfirmIcon(), func() {
		closed()
		yes()
	}))
	d.window.Canvas().Focus(no)
}

// into goes on once files can be written in a folder, which it makes if it is missing. Where that is impossible,
// refuse says why, in the dialog that asked for the folder with a button.
func (d *dialogs) into(button *surface.Button, folder string, refuse func(why string), then func()) {
	inquire(d, button, folder, func() string { return desk.MakeFolder(folder) }, func(why string) {
		if why != "" {
			refuse(why)
			return
		}
		then()
	})
}

// cancelling makes the button that leaves a dialog.
func cancelling() *surface.Button {
	return surface.NewButton(lang.L("Cancel"), theme.CancelIcon(), nil)
}

// answering makes the button that answers.
func answering(text string, do func()) *surface.Button {
	b := surface.NewButton(text, theme.ConfirmIcon(), do)
	b.Importance = widget.HighImportance
	return b
}

// show opens a dialog that only shows something.
func (d *dialogs) show(title string, content fyne.CanvasObject, width, height float32) {
	d.ask(title, content, width, height, surface.NewButton(lang.L("Close"), nil, nil))
}

// top is what lies above the window; nil: nothing.
func (d *dialogs) top() fyne.CanvasObject { return d.window.Canvas().Overlays().Top() }

// open returns the dialogs that are still on the screen.
func (d *dialogs) open() []asked {
	d.asked = slices.DeleteFunc(d.asked, func(a asked) bool {
		return !slices.Contains(d.window.Canvas().Overlays().List(), a.over)
	})
	return d.asked
}

// unlessOpen makes a window command. It does nothing while a dialog is open: neither above nor below it.
func (d *dialogs) unlessOpen(do func()) func() {
	return func() {
		if d.top() == nil {
			do()
		}
	}
}

// recording is the recording dialog's form; nil while that is closed.
func (d *dialogs) recording() *views.RecordForm {
	if d.record == nil || !d.shows(d.record.Object) {
		return nil
	}
	return d.record
}

// storing is the form in the dialog for opening from a store; nil while that is closed.
func (d *dialogs) storing() *views.StoreForm {
	if d.store == nil || !d.shows(d.store.Object) {
		return nil
	}
	return d.store
}

// shows reports whether the dialog around a content is on the screen.
func (d *dialogs) shows(content fyne.CanvasObject) bool {
	return slices.ContainsFunc(d.open(), func(a asked) bool { return a.content == content })
}

// typed takes a key that no input has, and reports whether something lies above the window, which then has it.
func (d *dialogs) typed(name fyne.KeyName) bool {
	top := d.top()
	switch {
	case top == nil:
		return false
	case name == fyne.KeyEscape:
		if a := d.front(); a != nil && a.left != nil {
			a.left()
		}
		views.CloseTop(d.window.Canvas())
	case name == fyne.KeyReturn, name == fyne.KeyEnter:
		if a := d.front(); a != nil && !a.answer.Disabled() {
			a.answer.OnTapped() // a tap would take the keyboard from where it is
		}
	}
	return true
}

// front is the dialog above everything else; nil: there is none, or something lies above it.
func (d *dialogs) front() *asked {
	if all := d.open(); len(all) > 0 && all[len(all)-1].over == d.top() {
		return &all[len(all)-1]
	}
	return nil
}

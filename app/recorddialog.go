package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"profstation/views"
)

// ShowRecord implements Shell: it opens the dialog for recording from a server.
func (w *Window) ShowRecord() {
	if w.record != nil && w.window.Canvas().Overlays().Top() != nil {
		return // Escape closes a dialog without a call to it
	}
	form := views.NewRecordForm(w.desk.Do, w.ChooseFolder)
	var d *dialog.CustomDialog
	start := widget.NewButton(lang.L("Record"), func() {
		if form.Start() && d != nil {
			d.Hide()
		}
	})
	start.Importance = widget.HighImportance
	d = dialog.NewCustomWithoutButtons(lang.L("Record from a server"), container.NewVScroll(form.Object), w.window)
	d.SetButtons([]fyne.CanvasObject{widget.NewButton(lang.L("Cancel"), d.Hide), start})
	d.SetOnClosed(func() { w.record = nil })
	w.record = form
	d.Show()
	room := w.window.Canvas().Size()
	d.Resize(fyne.NewSize(min(760, room.Width-40), min(640, room.Height-40)))
	w.window.Canvas().Focus(form.Address)
}

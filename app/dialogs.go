package app

import (
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/model"
	"profstation/views"
	"profstation/views/surface"
)

// AskNote implements Shell.
func (w *Window) AskNote(n screen.Note, done func(text string)) {
	words := views.NewDialogText(n.Text, lang.L("Write a note. Ctrl+Enter saves; leave empty to delete."), 3)
	words.Wrapping = fyne.TextWrapWord
	on := surface.NewName(model.Sanitise(n.On))
	d := dialog.NewCustomConfirm(lang.L("Note"), lang.L("Save"), lang.L("Cancel"), surface.Border(on, nil, nil, nil, words), func(ok bool) {
		if ok {
			done(words.Text)
		}
	}, w.window)
	words.Saved = d.Confirm
	open(d, w.window, 560, 300)
	w.window.Canvas().Focus(words)
}

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
	open(d, w.window, 760, 640)
	w.window.Canvas().Focus(form.Address)
}

// ShowText implements Shell.
func (w *Window) ShowText(title, text string) {
	words := widget.NewLabel(text)
	words.Wrapping = fyne.TextWrapWord
	page := surface.NewPages(words)
	open(dialog.NewCustom(title, lang.L("Close"), page.Object, w.window), w.window, 700, 300)
	w.window.Canvas().Focus(page)
}

// OpenFolder implements Shell.
func (w *Window) OpenFolder(path string) error {
	return w.app.OpenURL(&url.URL{Scheme: "file", Path: filepath.ToSlash(path)})
}

// open shows a dialog, and then resizes it: to a size, or less where the window has less room.
func open(d dialog.Dialog, in fyne.Window, width, height float32) {
	surface.HideTips(in.Canvas())
	d.Show()
	room := in.Canvas().Size()
	d.Resize(fyne.NewSize(min(width, room.Width-40), min(height, room.Height-40)))
}

// ChooseFiles implements Shell.
func (w *Window) ChooseFiles(title string, done func(paths []string)) {
	w.chooseFiles(title, w.desk.Folder(), done)
}

func (w *Window) chooseFiles(title, folder string, done func(paths []string)) {
	d := dialog.NewFileOpen(func(r fyne.URIReadCloser, err error) {
		if err != nil {
			dialog.ShowError(err, w.window)
			return
		}
		if r != nil {
			r.Close()
			done(paths([]fyne.URI{r.URI()}))
		}
	}, w.window)
	if folder != "" {
		if l, err := storage.ListerForURI(storage.NewFileURI(folder)); err == nil {
			d.SetLocation(l)
		}
	}
	d.SetTitleText(title)
	open(d, w.window, 900, 620)
}

// ChooseFolder implements Shell.
func (w *Window) ChooseFolder(begin string, done func(path string)) {
	d := dialog.NewFolderOpen(func(l fyne.ListableURI, err error) {
		if err == nil && l != nil {
			done(l.Path())
		}
	}, w.window)
	if l, err := storage.ListerForURI(storage.NewFileURI(begin)); err == nil {
		d.SetLocation(l)
	}
	open(d, w.window, 900, 620)
}

// ChoosePath implements Shell.
func (w *Window) ChoosePath(title, begin string, done func(path string)) {
	path := views.NewDialogEntry(begin, "")
	w.askPath(title, lang.L("Save"), path, nil, func() { done(path.Text) })
}

// askPath asks for a file to write, with more rows below, and again before a file is replaced.
func (w *Window) askPath(title, confirm string, path *views.DialogEntry, more []*widget.FormItem, write func()) {
	browse := widget.NewButton(lang.L("Folder…"), func() {
		w.ChooseFolder(filepath.Dir(path.Text), func(folder string) {
			path.SetText(filepath.Join(folder, filepath.Base(path.Text)))
		})
	})
	form := widget.NewForm(append([]*widget.FormItem{
		widget.NewFormItem(lang.L("File"), surface.Border(nil, nil, nil, browse, path)),
	}, more...)...)
	d := dialog.NewCustomConfirm(title, confirm, lang.L("Cancel"), form, func(ok bool) {
		if !ok || strings.TrimSpace(path.Text) == "" {
			return
		}
		if _, err := os.Stat(path.Text); err == nil {
			exists := lang.L("{{.Name}} exists already.", map[string]any{"Name": model.Sanitise(path.Text)})
			dialog.ShowConfirm(lang.L("Replace the file?"), exists, func(yes bool) {
				if yes {
					write()
				}
			}, w.window)
			return
		}
		write()
	}, w.window)
	path.OnSubmitted = func(string) { d.Confirm() }
	open(d, w.window, 680, 200)
	w.window.Canvas().Focus(path)
}

// choice is a list to choose from, in which each option stands for a value.
type choice[T comparable] struct {
	*widget.Select
	values []T
}

func newChoice[T comparable](chosen T, values []T, options ...string) choice[T] {
	c := choice[T]{widget.NewSelect(options, nil), values}
	c.SetSelectedIndex(max(0, slices.Index(values, chosen)))
	return c
}

func (c choice[T]) value() T { return c.values[c.SelectedIndex()] }

package app

import (
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/widget"

	"profstation/model"
)

// ChooseExport implements Shell. Fyne's own dialog for saving takes no path
// that is typed, and empties the file before there is anything to write.
func (w *Window) ChooseExport(name string, formats []Format, done func(path string)) {
	folder := w.exportFolder
	if folder == "" {
		folder = w.desk.folder()
	}
	path := newPathEntry()
	path.SetText(filepath.Join(folder, name))
	labels := make([]string, len(formats))
	for i, f := range formats {
		labels[i] = f.Label
	}
	format := widget.NewSelect(labels, nil)
	format.SetSelectedIndex(0)
	format.OnChanged = func(string) {
		path.SetText(withEnding(path.Text, formats, formats[format.SelectedIndex()].Ending))
	}
	w.askPath("Export what is shown", "Export", path, []*widget.FormItem{widget.NewFormItem("Format", format)}, func() {
		w.exportFolder = filepath.Dir(path.Text)
		done(path.Text)
	})
}

// ChoosePath implements Shell.
func (w *Window) ChoosePath(title, begin string, done func(path string)) {
	path := newPathEntry()
	path.SetText(begin)
	w.askPath(title, "Save", path, nil, func() { done(path.Text) })
}

// askPath asks for the name of a file to write, and more, and makes sure before a
// file is replaced.
func (w *Window) askPath(title, confirm string, path *pathEntry, more []*widget.FormItem, write func()) {
	browse := widget.NewButton("Folder …", func() {
		w.ChooseFolder(filepath.Dir(path.Text), func(folder string) {
			path.SetText(filepath.Join(folder, filepath.Base(path.Text)))
		})
	})
	form := widget.NewForm(append([]*widget.FormItem{
		widget.NewFormItem("File", container.NewBorder(nil, nil, nil, browse, path)),
	}, more...)...)
	d := dialog.NewCustomConfirm(title, confirm, "Cancel", form, func(ok bool) {
		if !ok || strings.TrimSpace(path.Text) == "" {
			return
		}
		if _, err := os.Stat(path.Text); err == nil {
			dialog.ShowConfirm("Replace the file?", model.Sanitise(path.Text)+" exists already.", func(yes bool) {
				if yes {
					write()
				}
			}, w.window)
			return
		}
		write()
	}, w.window)
	path.OnSubmitted = func(string) { d.Confirm() }
	path.escaped = d.Hide
	d.Show()
	d.Resize(fyne.NewSize(640, 200))
	w.window.Canvas().Focus(path)
}

// pathEntry is an input that tells of Escape, which Fyne's keeps to itself.
type pathEntry struct {
	widget.Entry
	escaped func()
}

func newPathEntry() *pathEntry {
	e := &pathEntry{escaped: func() {}}
	e.ExtendBaseWidget(e)
	return e
}

// TypedKey implements fyne.Focusable.
func (e *pathEntry) TypedKey(key *fyne.KeyEvent) {
	if key.Name == fyne.KeyEscape {
		e.escaped()
		return
	}
	e.Entry.TypedKey(key)
}

// withEnding gives a path another ending, in place of a known one.
func withEnding(path string, formats []Format, ending string) string {
	for _, f := range formats {
		path = strings.TrimSuffix(path, f.Ending)
	}
	return path + ending
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
	d.Show()
	d.Resize(fyne.NewSize(900, 620))
}

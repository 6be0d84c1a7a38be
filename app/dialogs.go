package app

import (
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"profstation/desk"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/origin"
	"profstation/views"
	"profstation/views/surface"
)

// AskNote implements Shell.
func (w *Window) AskNote(n origin.Note, done func(text string)) {
	words := views.NewDialogText(n.Text, lang.L("Write a note. Ctrl+Enter saves; leave empty to delete."), 3)
	words.Wrapping = fyne.TextWrapWord
	on := surface.NewName(safe.Text(n.On))
	var closed func()
	words.Saved = func() {
		closed()
		done(words.Text)
	}
	closed = w.dialogs.ask(lang.L("Note"), surface.Border(on, nil, nil, nil, words), 560, 300,
		cancelling(), answering(lang.L("Save"), words.Saved))
	w.window.Canvas().Focus(words)
}

// ShowRecord implements Shell: it opens the dialog for recording from a server, replacing the one for opening
// from a store.
func (w *Window) ShowRecord() {
	if w.dialogs.recording() != nil {
		return
	}
	if w.dialogs.storing() != nil {
		views.CloseTop(w.window.Canvas())
	}
	form := views.NewRecordForm(w.desk.Do, w.ChooseFolder)
	var closed func()
	w.dialogs.record = form
	begin := answering(lang.L("Record"), nil)
	begin.OnTapped = func() {
		if i, ok := form.Chosen(); ok {
			w.dialogs.into(begin, i.Folder, form.Refuse, func() {
				closed()
				w.desk.Do(i)
			})
		}
	}
	closed = w.dialogs.ask(lang.L("Record from a server"), form.Object, 860, 640, cancelling(), begin)
	w.window.Canvas().Focus(form.Address)
}

// ShowStore implements Shell: it opens the dialog for opening from a store, replacing the one for recording.
func (w *Window) ShowStore() {
	if w.dialogs.storing() != nil {
		return
	}
	if w.dialogs.recording() != nil {
		views.CloseTop(w.window.Canvas())
	}
	form := views.NewStoreForm(w.desk.Do, w.desk.Post, w.desk.Display.Theme)
	w.dialogs.store = form
	form.Opened = w.dialogs.ask(lang.L("Open from a store"), form.Object, 900, 720, cancelling(), answering(lang.L("Open"), form.Open))
	w.window.Canvas().Focus(form.Address)
}

// ShowText implements Shell.
func (w *Window) ShowText(title, text string) {
	page := surface.NewPages(surface.Paragraph(text, widget.MediumImportance))
	w.dialogs.show(title, page.Object, 700, 300)
	w.window.Canvas().Focus(page)
}

// OpenFolder implements Shell.
func (w *Window) OpenFolder(path string) error {
	return w.app.OpenURL(&url.URL{Scheme: "file", Path: filepath.ToSlash(path)})
}

// ChooseFiles implements Shell.
func (w *Window) ChooseFiles(title string, done func(paths []string)) {
	w.chooseFiles(title, w.desk.Folder(), done)
}

func (w *Window) chooseFiles(title, folder string, done func(paths []string)) {
	recent, _ := w.desk.Recent()
	w.dialogs.choose(title, lang.L("Open"), w.dialogs.newChooser(folder, false, recent.Folders), done)
}

// ChooseFolder implements Shell.
func (w *Window) ChooseFolder(begin string, done func(path string)) {
	recent, _ := w.desk.Recent()
	w.dialogs.choose(lang.L("Choose a folder"), lang.L("Choose"), w.dialogs.newChooser(begin, true, recent.Folders),
		func(paths []string) { done(paths[0]) })
}

// ChoosePath implements Shell.
func (w *Window) ChoosePath(title, begin string, write func(path string) *desk.Writing) {
	path := views.NewDialogEntry(begin, "")
	w.askPath(title, lang.L("Save"), path, nil, func(string) (string, bool) { return "", true },
		func() *desk.Writing { return write(path.Text) })
}

// askPath asks for a file to write, with more rows below, and again before a file is replaced: a no leads back to
// the answers. What judge says about the file is shown below it, as is why its folder cannot be written to, or why
// the file was not written, and the dialog stays, as it does where judge finds another answer wrong.
func (w *Window) askPath(title, confirm string, path *views.DialogEntry, more []*widget.FormItem,
	judge func(path string) (wrong string, right bool), write func() *desk.Writing) {
	wrong := widget.NewLabel("")
	wrong.Wrapping, wrong.Importance = fyne.TextWrapBreak, widget.DangerImportance
	wrong.Hide()
	refuse := func(why string) {
		wrong.SetText(why)
		surface.SetVisible(wrong, why != "")
	}
	changed := path.OnChanged
	path.OnChanged = func(text string) {
		refuse("")
		if changed != nil {
			changed(text)
		}
	}
	browse := surface.NewButton(lang.L("Folder…"), nil, func() {
		w.ChooseFolder(filepath.Dir(path.Text), func(folder string) {
			path.SetText(filepath.Join(folder, filepath.Base(path.Text)))
		})
	})
	form := widget.NewForm(append([]*widget.FormItem{
		widget.NewFormItem(lang.L("File name"), container.NewVBox(surface.Border(nil, nil, nil, browse, path), wrong)),
	}, more...)...)
	answer := answering(confirm, nil)
	kept := &kept{dialogs: &w.dialogs, title: title, form: form, answer: answer, refuse: refuse}
	answer.OnTapped = func() {
		name := path.Text
		if strings.TrimSpace(name) == "" {
			return
		}
		why, right := judge(name)
		if refuse(why); !right {
			return
		}
		folder := filepath.Dir(name)
		// What is typed while the disk is asked is another answer, which nobody has given yet.
		same := func(do func()) {
			if path.Text == name {
				do()
			}
		}
		into := func() {
			w.dialogs.into(answer, folder, refuse, func() {
				same(func() { kept.until(write()) })
			})
		}
		inquire(&w.dialogs, answer, name, func() standing { return standingOf(folder, name) }, func(at standing) {
			same(func() {
				switch at {
				case noFolder:
					w.dialogs.confirm(lang.L("Create the folder?"), lang.L("{{.Name}} does not exist.", map[string]any{"Name": safe.Text(folder)}), into)
				case isFolder:
					refuse(lang.L("{{.Name}} is a folder: give the file another name, or a name in that folder.", map[string]any{"Name": safe.Text(name)}))
				case taken:
					w.dialogs.confirm(lang.L("Replace the file?"), lang.L("{{.Name}} already exists.", map[string]any{"Name": safe.Text(name)}), into)
				default:
					into()
				}
			})
		})
	}
	kept.show()
	w.window.Canvas().Focus(path)
	path.SelectName()
}

// kept is a dialog that stays until the file is written that it asks for.
type kept struct {
	*dialogs
	title   string
	form    fyne.CanvasObject
	answer  *surface.Button
	refuse  func(why string)
	closed  func()
	writing *desk.Writing // nil: nothing is written
}

// longWriting is how long a dialog stays in the way while its file is written. The writing goes on without it then.
const longWriting = 2 * time.Second

func (k *kept) show() {
	cancel := cancelling()
	cancel.OnTapped = func() {
		k.leave()
		k.closed()
	}
	k.closed = k.ask(k.title, k.form, 680, 200, cancel, k.answer)
	k.front().left = k.leave
}

// leave stops the writing.
func (k *kept) leave() {
	if w := k.writing; w != nil {
		k.writing = nil
		w.Stop()
	}
}

// until waits for a file. If there is none in the end, the dialog is there, with its answers, and says why.
func (k *kept) until(w *desk.Writing) {
	k.writing = w
	k.answer.Disable()
	late := time.AfterFunc(longWriting, func() {
		k.inquiries.post(func() {
			if k.writing == w {
				k.closed()
			}
		})
	})
	w.Then(func(wrong string) {
		late.Stop()
		k.answer.Enable()
		if k.writing != w {
			return // the user has left it
		}
		k.writing = nil
		if wrong == "" {
			k.closed()
			return
		}
		if !k.shows(k.form) && k.top() == nil {
			k.show()
		}
		k.refuse(wrong)
	})
}

// standing is what stands where a file is to be written.
type standing int

const (
	free standing = iota
	noFolder
	taken    // by a file
	isFolder // which no file replaces
)

// standingOf looks at a file and its folder. It waits for the file system.
func standingOf(folder, name string) standing {
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		return noFolder
	}
	switch at, err := os.Stat(name); {
	case err != nil:
		return free
	case at.IsDir():
		return isFolder
	}
	return taken
}

// choice is a list to choose from, in which each option stands for a value.
type choice[T comparable] struct {
	*surface.Select
	values []T
}

func newChoice[T comparable](chosen T, values []T, options ...string) choice[T] {
	c := choice[T]{surface.NewSelect(options), values}
	c.SetSelectedIndex(max(0, slices.Index(values, chosen)))
	return c
}

func (c choice[T]) value() T { return c.values[c.SelectedIndex()] }

package app

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/storage"
	"fyne.io/fyne/v2/widget"

	"profstation/desk"
	"profstation/desk/export"
	"profstation/model"
	"profstation/scene"
	"profstation/views"
)

// exportForm holds the inputs of the export dialog.
type exportForm struct {
	offer  desk.ExportOffer
	path   *views.DialogEntry
	format *widget.Select
	whole  *widget.RadioGroup
	width  *views.DialogEntry
	height *views.DialogEntry
	scale  *widget.Select
	theme  *widget.Select
	title  *views.DialogEntry
	bare   *widget.Check // the caption, the other way round
	size   *widget.Label
	copy   *widget.Button
	hint   *widget.Label
}

// The choices of the export dialog.
const (
	partInSight = "What is in sight"
	partWhole   = "Everything"
	likeWindow  = "As in the window"
	lightTheme  = "Light"
	darkTheme   = "Dark"
	allRows     = "all rows"
)

var scales = []string{"1 ×", "2 ×", "3 ×", "4 ×", "6 ×", "8 ×"}

// ChooseExport implements Shell. It does not use Fyne's own dialog for saving,
// which accepts no typed path and empties the file before there is anything to
// write.
func (w *Window) ChooseExport(offer desk.ExportOffer, done func(path string, l export.Look)) {
	f := w.newExportForm(offer)
	w.askPath(lang.L("Export"), lang.L("Export"), f.path, f.items(), func() { done(f.path.Text, f.look()) })
}

func (w *Window) newExportForm(offer desk.ExportOffer) *exportForm {
	f := &exportForm{offer: offer, path: views.NewDialogEntry(), size: widget.NewLabel(""), hint: widget.NewLabel("")}
	f.path.SetText(filepath.Join(offer.Folder, offer.Name+offer.Ending))
	labels := make([]string, len(offer.Formats))
	for i, format := range offer.Formats {
		labels[i] = format.Label()
	}
	l := offer.Look
	f.format = widget.NewSelect(labels, nil)
	f.whole = widget.NewRadioGroup([]string{lang.L(partInSight), lang.L(partWhole)}, nil)
	f.whole.Horizontal, f.whole.Required = true, true
	f.whole.SetSelected(lang.L(partInSight))
	if l.Whole || !offer.Part {
		f.whole.SetSelected(lang.L(partWhole))
	}
	f.width, f.height = views.NewDialogEntry(), views.NewDialogEntry()
	f.width.SetText(strconv.FormatFloat(l.Width, 'f', -1, 64))
	f.height.SetPlaceHolder(lang.L(allRows))
	if l.Height > 0 {
		f.height.SetText(strconv.FormatFloat(l.Height, 'f', -1, 64))
	}
	f.scale = widget.NewSelect(scales, nil)
	f.scale.SetSelected(strconv.FormatFloat(l.Scale, 'f', -1, 64) + " ×")
	if f.scale.SelectedIndex() < 0 {
		f.scale.SetSelectedIndex(1)
	}
	f.theme = widget.NewSelect([]string{lang.L(likeWindow), lang.L(lightTheme), lang.L(darkTheme)}, nil)
	f.theme.SetSelected(lang.L(likeWindow))
	if l.Theme != w.desk.Display.Theme {
		f.theme.SetSelected(map[bool]string{false: lang.L(lightTheme), true: lang.L(darkTheme)}[l.Theme.Dark])
	}
	f.title = views.NewDialogEntry()
	f.title.SetText(l.Title)
	f.bare = widget.NewCheck(lang.L("Kind of data, time and filters above the picture"), nil)
	f.bare.SetChecked(!l.Bare)
	f.copy = widget.NewButton(lang.L("Copy"), func() {
		offer.Copy(f.chosen(), f.look())
	})
	f.hint.Importance, f.size.Importance = widget.LowImportance, widget.LowImportance

	f.format.OnChanged = func(string) {
		f.path.SetText(withEnding(f.path.Text, offer.Formats, f.chosen().Ending))
		f.show()
	}
	f.width.OnChanged = func(string) { f.show() }
	f.scale.OnChanged = f.width.OnChanged
	f.format.SetSelectedIndex(max(0, slices.IndexFunc(offer.Formats, func(o export.Format) bool { return o.Ending == offer.Ending })))
	f.show()
	return f
}

// items returns the rows of the form below the path.
func (f *exportForm) items() []*widget.FormItem {
	items := []*widget.FormItem{widget.NewFormItem(lang.L("Format"), f.format)}
	if f.offer.Part {
		items = append(items, widget.NewFormItem(lang.L("Part"), f.whole))
	}
	if slices.ContainsFunc(f.offer.Formats, func(o export.Format) bool { return o.Drawn }) {
		narrow := func(o fyne.CanvasObject, width float32) fyne.CanvasObject {
			return container.New(&fixedWidth{width}, o)
		}
		items = append(items,
			widget.NewFormItem(lang.L("Size"), container.NewHBox(narrow(f.width, 76), widget.NewLabel(lang.L("wide,")), narrow(f.height, 76), widget.NewLabel(lang.L("high,")), f.scale, f.size)),
			widget.NewFormItem(lang.L("Colours"), f.theme),
			widget.NewFormItem(lang.L("Title"), f.title),
			widget.NewFormItem(lang.L("Caption"), f.bare))
	}
	return append(items, widget.NewFormItem("", container.NewHBox(f.copy, f.hint)))
}

// chosen returns the chosen format.
func (f *exportForm) chosen() export.Format { return f.offer.Formats[max(0, f.format.SelectedIndex())] }

// show enables the inputs that the chosen format uses.
func (f *exportForm) show() {
	drawn := f.chosen().Drawn
	for _, o := range []fyne.Disableable{f.width, f.height, f.theme, f.title, f.bare} {
		enable(o, drawn)
	}
	pixels := drawn && !f.chosen().Text
	enable(f.scale, pixels)
	f.size.SetText("")
	if l := f.look(); pixels {
		f.size.SetText(lang.L("{{.Pixels}} pixels wide", map[string]any{"Pixels": strconv.FormatFloat(l.Width*l.Scale, 'f', 0, 64)}))
	}
	enable(f.copy, f.chosen().Text)
	f.hint.SetText("")
	if pixels {
		f.hint.SetText(lang.L("Pixels can only be written to a file: this clipboard takes text."))
	}
}

func enable(o fyne.Disableable, on bool) {
	if on {
		o.Enable()
	} else {
		o.Disable()
	}
}

// look returns what was chosen. A size that makes no sense stays as it was.
func (f *exportForm) look() export.Look {
	l := f.offer.Look
	if v, err := strconv.ParseFloat(strings.TrimSpace(f.width.Text), 64); err == nil && export.Widths.Holds(v) {
		l.Width = v
	}
	l.Height = 0
	if v, err := strconv.ParseFloat(strings.TrimSpace(f.height.Text), 64); err == nil && export.Heights.Holds(v) {
		l.Height = v
	}
	if v, err := strconv.ParseFloat(strings.TrimSuffix(f.scale.Selected, " ×"), 64); err == nil {
		l.Scale = v
	}
	if f.offer.Part {
		l.Whole = f.whole.Selected == lang.L(partWhole)
	}
	switch f.theme.Selected {
	case lang.L(lightTheme):
		l.Theme = scene.Variant(false, f.offer.Window.Safe())
	case lang.L(darkTheme):
		l.Theme = scene.Variant(true, f.offer.Window.Safe())
	default:
		l.Theme = f.offer.Window
	}
	l.Title, l.Bare = f.title.Text, !f.bare.Checked
	return l
}

// fixedWidth is a layout that gives an object a width.
type fixedWidth struct{ width float32 }

// MinSize implements fyne.Layout.
func (f *fixedWidth) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(f.width, o[0].MinSize().Height)
}

// Layout implements fyne.Layout.
func (f *fixedWidth) Layout(o []fyne.CanvasObject, size fyne.Size) { o[0].Resize(size) }

// ChoosePath implements Shell.
func (w *Window) ChoosePath(title, begin string, done func(path string)) {
	path := views.NewDialogEntry()
	path.SetText(begin)
	w.askPath(title, lang.L("Save"), path, nil, func() { done(path.Text) })
}

// askPath asks for the name of a file to write, with more rows below it, and asks
// again before a file is replaced.
func (w *Window) askPath(title, confirm string, path *views.DialogEntry, more []*widget.FormItem, write func()) {
	browse := widget.NewButton(lang.L("Folder …"), func() {
		w.ChooseFolder(filepath.Dir(path.Text), func(folder string) {
			path.SetText(filepath.Join(folder, filepath.Base(path.Text)))
		})
	})
	form := widget.NewForm(append([]*widget.FormItem{
		widget.NewFormItem(lang.L("File"), container.NewBorder(nil, nil, nil, browse, path)),
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
	d.Show()
	d.Resize(fyne.NewSize(680, 200))
	w.window.Canvas().Focus(path)
}

// withEnding replaces the ending of a path, or adds one to a path without a known
// ending.
func withEnding(path string, formats []export.Format, ending string) string {
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

package app

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"profstation/ask"
	"profstation/ask/write"
	"profstation/desk"
	"profstation/model/lang"
	"profstation/scene"
	"profstation/views"
	"profstation/views/surface"
)

// exportForm holds the export dialog's inputs.
type exportForm struct {
	offer  desk.ExportOffer
	format *surface.Select
	whole  choice[bool]
	part   bool // the visible part was chosen before a format that has everything
	scale  choice[float64]
	theme  choice[*scene.Theme]
	bare   *surface.Check // the caption, the other way round
	copy   *surface.Button

	path, title   *views.DialogEntry
	width, height judged
	size, hint    *widget.Label
}

// The export dialog's choices.
const (
	partInSight = "Visible part"
	partWhole   = "Everything"
	likeWindow  = "As in the window"
	lightTheme  = "Light"
	darkTheme   = "Dark"
	allRows     = "all rows"
)

// ChooseExport implements Shell. It does not use Fyne's own dialog for saving, which accepts no
// typed path and empties the file before there is anything to write.
func (w *Window) ChooseExport(offer desk.ExportOffer, write func(path string, l ask.Look) *desk.Writing) {
	f := newExportForm(offer)
	w.askPath(lang.L("Export"), lang.L("Export"), f.path, f.items(), f.judge, func() *desk.Writing { return write(f.path.Text, f.look()) })
}

func newExportForm(offer desk.ExportOffer) *exportForm {
	f := &exportForm{offer: offer, size: widget.NewLabel(""), hint: surface.Cut("", widget.LowImportance)}
	f.path = views.NewDialogEntry(filepath.Join(offer.Folder, offer.Name+offer.Ending), "")
	labels := make([]string, len(offer.Formats))
	for i, format := range offer.Formats {
		labels[i] = format.Label()
	}
	l := offer.Look
	f.format = surface.NewSelect(labels)
	f.whole = newChoice(l.Whole || !offer.Part, []bool{false, true}, lang.L(partInSight), lang.L(partWhole))
	f.width = newJudged(strconv.FormatFloat(l.Width, 'f', -1, 64), "")
	f.height = newJudged("", lang.L(allRows))
	if l.Height > 0 {
		f.height.SetText(strconv.FormatFloat(l.Height, 'f', -1, 64))
	}
	scales := []float64{1, 2, 3, 4, 6, 8}
	if !slices.Contains(scales, l.Scale) {
		l.Scale = 2
	}
	f.scale = newChoice(l.Scale, scales, "1 ×", "2 ×", "3 ×", "4 ×", "6 ×", "8 ×")
	f.theme = newChoice(l.Theme, []*scene.Theme{offer.Window, offer.Window.In(false), offer.Window.In(true)},
		lang.L(likeWindow), lang.L(lightTheme), lang.L(darkTheme))
	f.title = views.NewDialogEntry(surface.Arrows(l.Title), "") // inputs have no font with arrows
	f.bare = surface.NewCheck(lang.L("Kind of data, time and filters above the picture"), nil)
	f.bare.SetChecked(!l.Bare)
	f.copy = surface.NewButton(lang.L("Copy"), nil, func() {
		offer.Copy(f.chosen(), f.look()).Then(func(wrong string) { f.remark(wrong, widget.DangerImportance) })
	})
	f.size.Importance = widget.LowImportance

	// The format is the name's ending: each follows the other.
	f.format.OnChanged = func(string) {
		if f.named() != f.format.SelectedIndex() {
			f.path.SetText(withEnding(f.path.Text, offer.Formats, f.chosen().Ending))
		}
		f.show()
	}
	f.path.OnChanged = func(string) {
		if at := f.named(); at >= 0 && at != f.format.SelectedIndex() {
			f.format.SetSelectedIndex(at)
		}
	}
	for _, o := range []*views.DialogEntry{f.width.DialogEntry, f.height.DialogEntry} {
		o.OnChanged = func(string) { f.show() }
	}
	f.scale.OnChanged = func(string) { f.show() }
	f.format.SetSelectedIndex(max(0, slices.IndexFunc(offer.Formats, func(o ask.Format) bool { return o.Ending == offer.Ending })))
	f.show()
	return f
}

// named is the format that the name ends with, −1 for none.
func (f *exportForm) named() int {
	format, _ := ask.FormatNamed(f.path.Text, f.offer.Formats)
	return slices.IndexFunc(f.offer.Formats, func(o ask.Format) bool { return format != nil && o.Ending == format.Ending })
}

func (f *exportForm) items() []*widget.FormItem {
	items := []*widget.FormItem{widget.NewFormItem(lang.L("Format"), f.format)}
	if f.offer.Part {
		items = append(items, widget.NewFormItem(lang.L("What to export"), f.whole.Select))
	}
	if slices.ContainsFunc(f.offer.Formats, func(o ask.Format) bool { return o.Drawn }) {
		items = append(items,
			widget.NewFormItem(lang.L("Size"), f.width.with(f.height.with(
				container.NewHBox(surface.Wide(76, f.width.DialogEntry), widget.NewLabel("×"),
					surface.Wide(76, f.height.DialogEntry), f.scale.Select, f.size)))),
			widget.NewFormItem(lang.L("Colours"), f.theme.Select),
			widget.NewFormItem(lang.L("Title"), f.title),
			widget.NewFormItem(lang.L("Caption"), f.bare))
	}
	return append(items, widget.NewFormItem("", surface.Border(nil, nil, f.copy, nil, f.hint)))
}

func (f *exportForm) chosen() ask.Format { return f.offer.Formats[max(0, f.format.SelectedIndex())] }

// show enables the inputs that the chosen format uses.
func (f *exportForm) show() {
	drawn := f.chosen().Drawn
	f.judgeSize()
	for _, o := range []fyne.Disableable{f.width, f.height, f.theme, f.title, f.bare} {
		surface.SetEnabled(o, drawn)
	}
	f.showWhole(f.chosen().Parts())
	pixels := drawn && !f.chosen().Text
	surface.SetEnabled(f.scale, pixels)
	f.size.SetText("")
	if l := f.look(); pixels {
		f.size.SetText(lang.L("{{.Pixels}} pixels wide", map[string]any{"Pixels": strconv.FormatFloat(l.Width*l.Scale, 'f', 0, 64)}))
	}
	surface.SetEnabled(f.copy, f.chosen().Text)
	f.remark("", widget.LowImportance)
	if pixels {
		f.remark(lang.L("Pixels can only be saved to a file: this clipboard takes text."), widget.LowImportance)
	}
}

// showWhole offers the visible part to formats that can have it alone. The others say that they have everything, and
// what was chosen before comes back after them.
func (f *exportForm) showWhole(parts bool) {
	switch offered := !f.whole.Disabled(); {
	case offered && !parts:
		f.part = !f.whole.value()
		f.whole.SetSelected(lang.L(partWhole))
	case !offered && parts && f.part:
		f.whole.SetSelected(lang.L(partInSight))
	}
	surface.SetEnabled(f.whole, parts)
}

// remark says something about copying.
func (f *exportForm) remark(text string, i widget.Importance) {
	f.hint.Importance = i
	f.hint.SetText(text)
}

// judge returns what is wrong with a path, "" for nothing, and reports whether all answers are right.
func (f *exportForm) judge(path string) (wrong string, right bool) {
	wrong = f.offer.Refusal(path)
	return wrong, f.judgeSize() && wrong == ""
}

// judgeSize has the size inputs say what is wrong with them, and reports whether they are right, or not used.
func (f *exportForm) judgeSize() bool {
	wide, high := "", ""
	if f.chosen().Drawn {
		if _, ok := number(f.width, write.Widths); !ok {
			wide = lang.L("Expected a width from {{.Least}} to {{.Most}}.", lang.With{"Least": write.Widths.Min, "Most": write.Widths.Max})
		}
		if _, ok := number(f.height, write.Heights); !ok && f.height.Text != "" {
			high = lang.L("Expected a height up to {{.Most}}, or nothing for all rows.", lang.With{"Most": write.Heights.Max})
		}
	}
	f.width.judge(wide)
	f.height.judge(high)
	return wide == "" && high == ""
}

// number reads a number that is in a range.
func number(e judged, in write.Range) (v float64, ok bool) {
	v, err := strconv.ParseFloat(strings.TrimSpace(e.Text), 64)
	if err != nil || !in.Holds(v) {
		return 0, false
	}
	return v, true
}

// look returns what was chosen. A size that makes no sense stays as it was.
func (f *exportForm) look() ask.Look {
	l := f.offer.Look
	if v, ok := number(f.width, write.Widths); ok {
		l.Width = v
	}
	l.Height, _ = number(f.height, write.Heights)
	if f.offer.Part {
		l.Whole = f.whole.value() && !(f.whole.Disabled() && f.part)
	}
	l.Scale, l.Theme = f.scale.value(), f.theme.value()
	if f.title.Text != surface.Arrows(l.Title) {
		l.Title = f.title.Text
	}
	l.Bare = !f.bare.Checked
	return l
}

// withEnding replaces a path's ending, or adds one to a path without a known ending.
func withEnding(path string, formats []ask.Format, ending string) string {
	_, stem := ask.FormatNamed(path, formats)
	return stem + ending
}

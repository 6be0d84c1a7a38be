package views

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/model"
	"profstation/views/surface"
)

// refineRow is one filter: on or off, its name, turned round or not, away; its
// text, and the error in it.
type refineRow struct {
	object fyne.CanvasObject
	panel  *RefinePanel
	at     int // index of the filter; behind the last: the one without a text yet
	name   string
	on     *widget.Check
	invert *widget.Check // nil: there is no contrary
	text   *completed
	wrong  *widget.Label
	shown  string // what was last shown as text
}

// sameRows reports whether the present rows can show the filters.
func (v *RefinePanel) sameRows() bool {
	names := make([]string, 0, len(v.filters)+1)
	for _, f := range v.filters {
		names = append(names, f.Name)
	}
	if v.adding != "" {
		names = append(names, v.adding)
	}
	return slices.EqualFunc(v.listed, names, func(r *refineRow, name string) bool { return r.name == name })
}

// fill lists the filters anew.
func (v *RefinePanel) fill() {
	v.rows.RemoveAll()
	v.listed = nil
	for i, f := range v.filters {
		v.row(i, f)
	}
	if v.adding != "" {
		v.row(len(v.filters), model.Refining{Name: v.adding})
	}
	if len(v.listed) == 0 {
		l := widget.NewLabel(lang.L("No filter is in force."))
		l.Importance = widget.LowImportance
		v.rows.Add(l)
	}
	v.rows.Refresh()
}

// update shows the filters in the present rows, so that a row in use stays where it
// is.
func (v *RefinePanel) update() {
	for i, r := range v.listed {
		r.propose()
		if i < len(v.filters) {
			r.show(v.filters[i])
		}
	}
}

// settle applies texts that were left a moment ago, before the next change builds on
// them.
func (v *RefinePanel) settle() {
	for _, r := range slices.Clone(v.listed) {
		r.text.settleLeft()
	}
}

// row adds a row.
func (v *RefinePanel) row(i int, f model.Refining) {
	r := &refineRow{panel: v, at: i, name: f.Name, shown: f.Text}
	r.on = v.Check(f.Name, "", func(on bool) { v.change(i, func(f *model.Refining) { f.Off = !on }) })
	r.on.Checked = !f.Off
	away := v.Button("", theme.ContentClearIcon(), "", r.remove)
	ends := container.NewHBox(away)
	if model.CanInvert(f.Name) {
		r.invert = v.Check(lang.L("invert"), "", func(on bool) { v.change(i, func(f *model.Refining) { f.Inverted = on }) })
		r.invert.Checked = f.Inverted
		ends = container.NewHBox(r.invert, away)
	}
	r.wrong = surface.Paragraph("", widget.DangerImportance)
	r.wrong.SizeName = theme.SizeNameCaptionText
	r.wrong.Hide()
	e := newCompleted(f.Text, surface.Help(model.OptionNamed(f.Name).Hint), v.theme, v.post)
	r.text = e
	typed := e.OnChanged
	e.OnChanged = func(text string) {
		r.check(text)
		typed(text)
	}
	e.settled = func(text string) {
		if r.check(text) && text != r.shown {
			v.change(i, func(f *model.Refining) { f.Text = text })
		}
	}
	r.propose()
	r.check(f.Text)
	v.listed = append(v.listed, r)
	r.object = container.New(layout.NewCustomPaddedVBoxLayout(0),
		container.NewBorder(nil, nil, r.on, ends), e, e.list, r.wrong)
	v.rows.Add(r.object)
}

// propose takes proposals from the profile that is shown now.
func (r *refineRow) propose() {
	r.text.ask = nil
	if complete := r.panel.complete; complete != nil {
		r.text.ask = func(typed string) []model.Completion { return complete(r.name, typed, mostProposals) }
	}
}

// show shows a filter. A text that is being typed stays, unless it changed
// elsewhere.
func (r *refineRow) show(f model.Refining) {
	r.on.SetChecked(!f.Off)
	if r.invert != nil {
		r.invert.SetChecked(f.Inverted)
	}
	if r.shown != f.Text {
		r.shown = f.Text
		if r.text.Text != f.Text {
			r.text.set(f.Text)
		}
	}
	r.check(r.text.Text)
}

// check says what is wrong with a text, and reports whether nothing is.
func (r *refineRow) check(text string) bool {
	var err error
	if p := r.panel.profile; p != nil {
		err = p.CheckFilter(r.name, text)
	}
	if err != nil {
		r.wrong.SetText(model.Sanitise(err.Error()))
	}
	surface.SetVisible(r.wrong, err != nil)
	return err == nil
}

// remove takes the filter away.
func (r *refineRow) remove() {
	v := r.panel
	r.text.left = false // its own text goes with it
	v.settle()
	if r.at >= len(v.filters) {
		v.adding = ""
		v.fill()
		return
	}
	v.send(screen.SetFilters{Filters: slices.Delete(slices.Clone(v.filters), r.at, r.at+1)})
}

// change changes one filter, or adds the one that has no text yet.
func (v *RefinePanel) change(i int, f func(*model.Refining)) {
	v.settle()
	all := slices.Clone(v.filters)
	if i >= len(all) {
		if v.adding == "" {
			return
		}
		all = append(all, model.Refining{Name: v.adding})
		i = len(all) - 1
		f(&all[i])
		if all[i].Text == "" {
			return
		}
		v.adding = ""
	} else {
		f(&all[i])
	}
	if slices.Equal(all, v.filters) {
		return
	}
	v.send(screen.SetFilters{Filters: all})
}

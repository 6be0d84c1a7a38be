package views

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/complete"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/scene"
	"profstation/views/surface"
)

// filterList lists the filters and lets a user change them.
type filterList struct {
	*surface.Controls
	send screen.Send
	post func(func())

	rows    *fyne.Container // for filters
	float   *surface.Float  // above the panel
	filters []query.Refining
	listed  []*refineRow
	add     *surface.Button
	adding  string // the name for a filter that has no text yet
	cleared int    // from the last snapshot

	complete ask.Complete
	theme    *scene.Theme
}

func newFilterList(send screen.Send, post func(func())) *filterList {
	v := &filterList{Controls: surface.NewControls(send, post), send: send, post: post, theme: &scene.Light}
	v.rows = container.New(layout.NewCustomPaddedVBoxLayout(2))
	v.add = surface.NewButton(lang.L("Add a filter…"), nil, v.choose)
	return v
}

// choose offers the filters there are. What is chosen gets the keyboard.
func (v *filterList) choose() {
	var items []*fyne.MenuItem
	for _, o := range query.Options {
		if o.IsFilter() {
			items = append(items, fyne.NewMenuItem(o.Name+": "+lang.L(o.Hint), func() { v.addFilter(o.Name) }))
		}
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(v.add); c != nil {
		widget.ShowPopUpMenuAtRelativePosition(fyne.NewMenu("", items...), c, fyne.NewPos(0, v.add.Size().Height), v.add)
	}
}

func (v *filterList) addFilter(name string) {
	v.settle()
	v.adding = name
	v.fill()
	e := v.listed[len(v.listed)-1].text
	// The button's canvas: what was just made has none until it is painted.
	if c := fyne.CurrentApp().Driver().CanvasForObject(v.add); c != nil {
		c.Focus(e)
	}
	e.propose("")
}

// show shows a snapshot's filters, in the same rows if possible: one may be in use.
func (v *filterList) show(s *screen.Snapshot) {
	v.complete = nil
	if s.Answer != nil && s.Answer.Result != nil {
		v.complete = s.Answer.Complete
	}
	v.filters = slices.Clone(s.Place.Filters)
	if v.cleared != s.Cleared {
		v.cleared, v.adding = s.Cleared, ""
	}
	if v.theme != s.Display.Theme || v.rows.Objects == nil || !v.sameRows() {
		v.theme = s.Display.Theme
		v.fill()
		return
	}
	for i, r := range v.listed {
		r.propose()
		if i < len(v.filters) {
			r.show(v.filters[i])
		}
	}
}

func (v *filterList) sameRows() bool {
	names := make([]string, 0, len(v.filters)+1)
	for _, f := range v.filters {
		names = append(names, f.Name)
	}
	if v.adding != "" {
		names = append(names, v.adding)
	}
	return slices.EqualFunc(v.listed, names, func(r *refineRow, name string) bool { return r.name == name })
}

func (v *filterList) fill() {
	v.float.Clear()
	v.rows.RemoveAll()
	v.listed = nil
	for i, f := range v.filters {
		v.row(i, f)
	}
	if v.adding != "" {
		v.row(len(v.filters), query.Refining{Name: v.adding})
	}
	if len(v.listed) == 0 {
		l := widget.NewLabel(lang.L("No filter is active."))
		l.Importance = widget.LowImportance
		v.rows.Add(l)
	}
	v.rows.Refresh()
}

// settle applies texts that were left a moment ago, before the next change builds on them.
func (v *filterList) settle() {
	for _, r := range slices.Clone(v.listed) {
		r.text.settleLeft()
	}
}

// refineRow is one filter: on or off, its name, inverted or not, away; its text, and its error.
type refineRow struct {
	object fyne.CanvasObject
	list   *filterList
	at     int // filter index; behind the last: the one without a text yet
	name   string
	on     *surface.Check
	invert *surface.Check // nil: there is no contrary
	text   *completed
	wrong  *widget.Label
	shown  string // what was last shown as text
}

func (v *filterList) row(i int, f query.Refining) {
	r := &refineRow{list: v, at: i, name: f.Name, shown: f.Text}
	r.on = v.Check(f.Name, "", func(on bool) { v.change(i, func(f *query.Refining) { f.Off = !on }) })
	r.on.Checked = !f.Off
	away := v.Button("", theme.ContentClearIcon(), lang.L("Removes this filter."), r.remove)
	ends := container.NewHBox(away)
	if query.CanInvert(f.Name) {
		r.invert = v.Check(lang.L("invert"), "", func(on bool) { v.change(i, func(f *query.Refining) { f.Inverted = on }) })
		r.invert.Checked = f.Inverted
		ends = container.NewHBox(r.invert, away)
	}
	r.wrong = surface.Paragraph("", widget.DangerImportance)
	r.wrong.SizeName = theme.SizeNameCaptionText
	r.wrong.Hide()
	e := newCompleted(f.Text, surface.Help(query.OptionNamed(f.Name).Hint), v.float, v.theme, v.post)
	r.text = e
	typed := e.OnChanged
	e.OnChanged = func(text string) {
		r.check(text)
		typed(text)
	}
	e.settled = func(text string) {
		if r.check(text) && text != r.shown {
			v.change(i, func(f *query.Refining) { f.Text = text })
		}
	}
	r.propose()
	r.check(f.Text)
	v.listed = append(v.listed, r)
	r.object = container.New(layout.NewCustomPaddedVBoxLayout(0),
		surface.Border(nil, nil, r.on, ends, nil), e, r.wrong)
	v.rows.Add(r.object)
}

// propose takes proposals from the profile that is shown now.
func (r *refineRow) propose() {
	r.text.ask = nil
	if propose := r.list.complete; propose != nil {
		r.text.ask = func(typed string) []complete.Proposal { return propose(r.name, typed, maxProposals) }
	}
}

// show shows a filter. A text that is being typed stays, unless it changed elsewhere.
func (r *refineRow) show(f query.Refining) {
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

func (r *refineRow) check(text string) bool {
	err := query.CheckFilter(r.name, text)
	surface.Blame(r.wrong, err)
	return err == nil
}

func (r *refineRow) remove() {
	v := r.list
	r.text.left = false // its own text goes with it
	v.settle()
	if r.at >= len(v.filters) {
		v.adding = ""
		v.fill()
		return
	}
	v.send(screen.SetFilters{Filters: slices.Delete(slices.Clone(v.filters), r.at, r.at+1)})
}

func (v *filterList) change(i int, f func(*query.Refining)) {
	v.settle()
	all := slices.Clone(v.filters)
	added := i >= len(all)
	if added {
		if v.adding == "" {
			return
		}
		i, all = len(all), append(all, query.Refining{Name: v.adding})
	}
	f(&all[i])
	if added && all[i].Text == "" || slices.Equal(all, v.filters) {
		return
	}
	if added {
		v.adding = ""
	}
	v.send(screen.SetFilters{Filters: all})
}

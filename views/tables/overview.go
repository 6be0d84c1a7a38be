package tables

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/lists"
	"profstation/origin"
	"profstation/scene"
	"profstation/table"
	"profstation/views/surface"
)

// Overview says what a profile is and measures, what to beware of, and which packages it covers.
type Overview struct {
	*surface.Column
	memory   drawn
	packages drawn
	send     screen.Send
	of       int // the document's number
	shown    *ask.Overview
	empty    string // what it says if there is none
	notes    []origin.Note
	news     []screen.News // what stood out in a followed folder, as it came

	findings findings
}

// NewOverview makes the view.
func NewOverview(send screen.Send) *Overview {
	v := &Overview{Column: surface.NewColumn(), send: send, findings: findings{send: send}}
	v.Box.Layout = layout.NewCustomPaddedVBoxLayout(1)
	for _, t := range []*drawn{&v.memory, &v.packages} {
		t.Raster = surface.NewRaster(func(cv scene.Canvas) { t.draw(cv, v.Theme) })
	}
	return v
}

// Show shows a snapshot.
func (v *Overview) Show(s *screen.Snapshot) {
	var o *ask.Overview
	switch {
	case s.Answer != nil:
		o = s.Answer.Overview
	case s.Trace != nil:
		o = s.Trace.Overview
	}
	empty := ""
	if o == nil {
		empty = surface.EmptyText(s)
	}
	var news []screen.News
	if s.Series != nil {
		news = s.Series.News
	}
	if o == v.shown && empty == v.empty && slices.Equal(v.notes, s.Notes) && slices.Equal(v.findings.dismissed, s.Dismissed) && lists.Same(news, v.news) &&
		v.Filled(s.Display.Theme) {
		return
	}
	if v.of != s.Active {
		v.of = s.Active
		v.Begin()
	}
	v.findings.show(s.Dismissed, o == v.shown)
	v.shown, v.empty, v.notes, v.news = o, empty, s.Notes, news
	v.renew(s.Display.Theme)
}

// renew writes all lines anew.
func (v *Overview) renew(t *scene.Theme) {
	o, empty := v.shown, v.empty
	v.Fill(t, func() {
		if o == nil {
			v.Add(surface.Paragraph(empty, widget.MediumImportance))
			return
		}
		v.fill(o)
	})
}

func (v *Overview) fill(o *ask.Overview) {
	v.Add(surface.Text(o.Title, v.Theme.Text, 6, true), v.text(o.About))
	if len(o.Found) > 0 {
		v.heading(lang.L("What stands out"))
		v.findings.list(v.Column, lists.Map(o.Found, func(f ask.Finding) foundLine { return foundLine{f, ask.Marked(f)} }), firstFound, v.renew)
	}
	if len(o.Found) == 0 && o.Asked > 0 {
		silent := v.text(lang.N(o.Asked, "Nothing stands out: the rule that looks at this did not reach its threshold.", "Nothing stands out: none of the {{.N}} rules that look at this reached its threshold.", nil))
		silent.Label.Importance = widget.LowImportance
		v.Add(silent)
	}
	v.came()
	for _, w := range o.Warnings {
		warning := v.text(w)
		warning.Label.Importance = widget.WarningImportance
		v.Add(warning)
	}
	v.Notes(v.notes, v.heading, v.send)
	v.worst(o.Worst)
	v.leaked(o.Leaked)
	v.heading(lang.L("About this recording"))
	v.facts(o.Facts)
	if len(o.Beside) > 0 {
		v.heading(lang.L("About the bundle"))
		v.facts(o.Beside)
	}
	if m := o.Memory; m != nil {
		v.heading(lang.L("Where the memory of the process is"))
		for _, s := range m.Summary {
			v.Add(v.text(s))
		}
		v.Add(v.memory.show(m.Table))
		v.facts(m.Advice)
	}
	if len(o.Course) > 0 {
		v.heading(lang.L("How the memory of the process changed since it started"))
		for _, s := range o.Course {
			v.Add(v.text(s))
		}
	}
	types := container.New(layout.NewFormLayout())
	if len(o.Types) > 0 {
		v.heading(lang.L("Sample types"))
	}
	for _, t := range o.Types {
		name := t.Name
		if t.Default {
			name += " " + lang.L("(default)")
		}
		types.Add(v.name(name))
		about := t.Total
		if t.Help != "" {
			about += "  –  " + surface.Help(t.Help)
		}
		types.Add(v.text(about))
	}
	v.Add(types)
	if o.Packages != nil && o.Packages.Rows > 0 {
		title := lang.L("Packages")
		if o.Left != "" {
			title += " · " + o.Left
		}
		v.heading(title)
		v.Add(v.packages.show(o.Packages))
	}
}

// wide is how wide lines are at most: the names stand near what they name, however wide the window is.
const wide = 720

// leaked lists which functions started goroutines that are blocked for ever, each with a link to those.
func (v *Overview) leaked(all []ask.Leaked) {
	if len(all) == 0 {
		return
	}
	v.heading(lang.L("Leaked goroutines"))
	for _, l := range all {
		v.LineWithin(wide, l.By, l.Count, func() {
			v.send(screen.Narrow{To: l.Only})
			v.send(screen.Jump{Tab: ask.FlameTab})
		})
	}
}

// came lists what stood out in the newest profiles of a followed folder and did not before, the latest first.
func (v *Overview) came() {
	if len(v.news) == 0 {
		return
	}
	v.heading(lang.L("New while this folder is followed"))
	for _, n := range v.news {
		l := v.LineWithin(wide, n.Finding.Text, n.Time.Local().Format("15:04:05"), func() { v.send(screen.ShowNews{News: n}) })
		l.Hint = ask.ProofText(n.Finding)
	}
}

// worst lists the worst things, each with a link to where it is.
func (v *Overview) worst(all []ask.Worst) {
	if len(all) == 0 {
		return
	}
	v.heading(lang.L("What took longest"))
	for _, w := range all {
		v.LineWithin(wide, w.Name, w.Text, func() {
			if w.Reveal == nil {
				v.send(screen.Jump{Tab: w.Tab})
				return
			}
			v.send(screen.GoTo{Reveal: *w.Reveal, Select: w.Select})
		})
	}
}

func (v *Overview) facts(all []model.Fact) {
	form := container.New(layout.NewFormLayout())
	for _, f := range all {
		form.Add(v.name(f.Name))
		form.Add(v.text(f.Text))
	}
	v.Add(form)
}

// drawn is a whole table: it scrolls with the page, and does not answer the pointer.
type drawn struct {
	*surface.Raster
	table *table.Table
}

func (d *drawn) show(t *table.Table) fyne.CanvasObject {
	d.table = t
	d.SetMinSize(fyne.NewSize(80, float32(t.Height())))
	d.Refresh()
	return d.Raster.Raster
}

func (d *drawn) draw(cv scene.Canvas, theme *scene.Theme) {
	w, h := cv.Size()
	d.table.Paint(cv, table.View{Area: scene.Rect{X1: w, Y1: h}, Theme: theme, Selected: -1, Hover: -1, SortColumn: -1})
}

func (v *Overview) heading(text string) {
	v.Add(surface.Gap(8), surface.Text(text, v.Theme.Text, 1, true))
}

func (v *Overview) name(text string) fyne.CanvasObject {
	return surface.Text(text, v.Theme.Muted, 0, false)
}

func (v *Overview) text(text string) *surface.Words {
	return surface.NewWords(text, fyne.TextStyle{}, fyne.TextWrapWord)
}

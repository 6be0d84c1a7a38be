package views

import (
	"image/color"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/flame"
	"profstation/model"
	"profstation/model/compare"
	"profstation/scene"
	"profstation/timeline/pair"
)

// DetailsView tells what is known of the selected node: its figures in this
// box and everywhere, who calls it and whom it calls.
type DetailsView struct {
	Object fyne.CanvasObject
	send   screen.Send
	box    *fyne.Container
	shown  *screen.Details
	notes  []screen.Note
	theme  *scene.Theme
	prompt string    // what is said where nothing is selected
	row    *pair.Row // of two traces

	generics bool
}

// mostNeighbours is how many callers and callees are listed.
const mostNeighbours = 40

// NewDetailsView makes the view.
func NewDetailsView(send screen.Send) *DetailsView {
	v := &DetailsView{send: send, box: container.New(layout.NewCustomPaddedVBoxLayout(0))}
	v.Object = container.NewVScroll(container.NewPadded(v.box))
	return v
}

// Show shows a snapshot.
func (v *DetailsView) Show(s *screen.Snapshot) {
	var d *screen.Details
	if s.Answer != nil {
		d = s.Answer.Details
	}
	prompt, row := lang.L("Select a box or a row to see its figures, its callers and its callees."), (*pair.Row)(nil)
	if s.Tab == screen.DurationsTab {
		prompt, row = lang.L("Select a row to see its figures in both traces."), durationOf(s)
	}
	if d == v.shown && prompt == v.prompt && row == v.row && v.theme == s.Display.Theme && v.generics == s.Display.Generics && slices.Equal(v.notes, s.Notes) && len(v.box.Objects) > 0 {
		return
	}
	v.shown, v.notes, v.theme, v.generics = d, s.Notes, s.Display.Theme, s.Display.Generics
	v.prompt, v.row = prompt, row
	v.box.RemoveAll()
	if row != nil {
		v.durations(row)
		v.box.Refresh()
		return
	}
	if d == nil {
		v.add(v.note(prompt))
		if len(v.notes) > 0 {
			v.heading(lang.L("Notes"))
			v.add(noteList(v.notes, v.theme, v.send)...)
		}
		v.box.Refresh()
		return
	}
	v.fill(s.Answer, d)
	v.box.Refresh()
}

func (v *DetailsView) add(o ...fyne.CanvasObject) {
	for _, o := range o {
		v.box.Add(o)
	}
}

func (v *DetailsView) fill(a *screen.Answer, d *screen.Details) {
	r := a.Result
	v.title(model.ShortName(d.Name, v.generics))
	for _, line := range []string{d.File, d.Package} {
		if line != "" {
			v.add(v.note(line))
		}
	}
	on := r.Nodes.Node(d.Node).String()
	v.add(noteLines(onFrame(v.notes, on), screen.Note{On: on}, v.theme, v.send)...)
	if d.Change != nil {
		v.change("flat", d.Change.Comparison, &d.Change.Flat)
		v.change("cum", d.Change.Comparison, &d.Change.Cum)
	} else {
		v.heading(lang.L("All instances"))
		v.figure("flat", "flat", flame.Figure(r, d.Flat))
		v.figure("cum", "cum", flame.Figure(r, d.Cum))
	}
	if c := a.Chart; c != nil && c.Has(d.Box) && c.Diff != nil {
		change := c.Change(d.Box)
		v.change(lang.L("this instance"), c.Diff.Comparison, &change)
	} else if c != nil && c.Has(d.Box) {
		b := c.Box(d.Box)
		v.heading(lang.L("This instance"))
		v.figure("self", "self", flame.Figure(r, b.Self))
		v.figure("total", lang.L("of this box"), flame.Figure(r, b.Net))
		v.figure(lang.L("of its parent"), lang.L("of parent"), ofParent(c, d.Box))
		v.figure("depth", "depth", depthText(b.Row))
	}
	if d.Change != nil {
		v.changedNeighbours(d.Change, lang.L("Callers"), d.Change.Callers, lang.L("Nobody: it is a root."))
		v.changedNeighbours(d.Change, lang.L("Callees"), d.Change.Callees, lang.L("Nothing: it is a leaf."))
		return
	}
	if len(d.Labels) > 0 {
		v.heading(lang.L("Labels"))
		for _, l := range d.Labels {
			v.add(newLink(l.Text, flame.Figure(r, l.Net), v.theme, func() { v.send(screen.Narrow{To: []model.Selecting{l.Only}}) }))
		}
	}
	v.neighbours(r, lang.L("Callers"), d.Callers, lang.L("Nobody: it is a root."))
	v.neighbours(r, lang.L("Callees"), d.Callees, lang.L("Nothing: it is a leaf."))
}

// title is what all below is of.
func (v *DetailsView) title(text string) {
	name := widget.NewLabel(text)
	name.Wrapping = fyne.TextWrapBreak
	name.TextStyle = fyne.TextStyle{Bold: true}
	name.Selectable = true
	v.add(name)
}

// change tells of one figure of both sides.
func (v *DetailsView) change(title string, c *compare.Comparison, x *compare.Change) {
	v.heading(strings.ToUpper(title[:1]) + title[1:])
	v.figure("base", "base", c.Format(x.Before))
	v.figure("new", "new", c.Format(x.After))
	v.figure("Δ", "Δ", c.FormatChange(x.Delta)+" ("+x.PercentText()+")")
	v.add(v.note(arrows(x.Verdict.Words())))
}

func ofParent(c *flame.Chart, ref flame.Ref) string {
	t := c.Tree(ref)
	p := t.Parent[ref.Branch]
	if p < 0 {
		return "–"
	}
	return model.Percent(t.Net[ref.Branch], t.Net[p])
}

func depthText(row int) string {
	if row < 0 {
		row = -row
	}
	return model.Format(int64(row), "", "")
}

func (v *DetailsView) heading(text string) {
	t := canvas.NewText(text, v.theme.Muted)
	t.TextSize = textSize()
	t.TextStyle = fyne.TextStyle{Bold: true}
	above, line, below := gap(7), canvas.NewRectangle(v.theme.Line), gap(4)
	line.SetMinSize(fyne.NewSize(1, 1))
	v.add(above, line, below, t)
}

// gap is a bit of empty height.
func gap(height float32) fyne.CanvasObject {
	r := canvas.NewRectangle(color.Transparent)
	r.SetMinSize(fyne.NewSize(1, height))
	return r
}

func (v *DetailsView) note(text string) fyne.CanvasObject {
	l := widget.NewLabel(text)
	l.Wrapping = fyne.TextWrapWord
	l.Importance = widget.LowImportance
	l.SizeName = theme.SizeNameCaptionText
	return l
}

// figure is a line with a figure, whose name is a term of the glossary.
func (v *DetailsView) figure(name, term, value string) {
	l := newLink(name, value, v.theme, nil)
	l.hint = explain(term)
	v.add(l)
}

func (v *DetailsView) changedNeighbours(d *screen.Change, title string, edges []screen.ChangedEdge, none string) {
	v.heading(title)
	if len(edges) == 0 {
		v.add(newLink(none, "", v.theme, nil))
	}
	c := d.Comparison
	for i, e := range edges {
		if i == mostNeighbours {
			v.add(newLink(model.Format(int64(len(edges)-i), "", "")+lang.L(" more"), "", v.theme, nil))
			break
		}
		name := c.Name(e.Node)
		v.add(newLink(model.ShortName(model.Sanitise(name), false), arrows(c.Format(e.Base)+" → "+c.Format(e.New)), v.theme,
			func() { v.send(screen.Select{Selection: screen.Selection{Node: name}}) }))
	}
}

func (v *DetailsView) neighbours(r *model.Result, title string, edges []model.Edge, none string) {
	v.heading(title)
	if len(edges) == 0 {
		v.add(newLink(none, "", v.theme, nil))
	}
	for i, e := range edges {
		if i == mostNeighbours {
			v.add(newLink(model.Format(int64(len(edges)-i), "", "")+lang.L(" more"), "", v.theme, nil))
			break
		}
		name := r.Nodes.Node(e.Node).String()
		v.add(newLink(model.ShortName(model.Sanitise(name), false), flame.Figure(r, e.Weight), v.theme,
			func() { v.send(screen.Select{Selection: screen.Selection{Node: name}}) }))
	}
}

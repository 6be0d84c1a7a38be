// Package overtime has the view for samples over time: a heat map in which one chooses a time, and a flame chart.
package overtime

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/heatmap"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/scene"
	"profstation/views/surface"
)

// View shows samples over time.
type View struct {
	*surface.Surface
	send screen.Send

	controls *surface.Controls
	way      *surface.Select // heat map or flame chart
	lanes    *surface.Select // by what the lanes of the chart are divided
	axes     []model.LabelAxis
	note     *widget.Label

	shown *ask.OverTimeAnswer // nil: empty is said
	empty string
	heat  *heat
	chart *chart
}

// New makes the view. post runs a function on the UI goroutine.
func New(send screen.Send, post func(func())) *View {
	v := &View{send: send}
	v.Surface = surface.New(blank{v: v}, send)
	v.heat = &heat{v: v, cursor: -1, anchor: -1}
	v.chart = newChart(v, post)
	v.Selected = func() (scene.Point, bool) {
		if v.Picture() == v.heat {
			return v.heat.marked()
		}
		return v.chart.marked()
	}
	c := surface.NewControls(send, nil)
	v.controls = c
	v.way = c.Choice([]string{lang.L("heat map"), lang.L("flame chart")},
		lang.L("The heat map adds up what was sampled in short times; the flame chart has the stacks in the order of time."), func(i int) {
			send(screen.Show{Change: func(d *ask.Display) { d.OverTime.Chart = i == 1 }})
		})
	v.lanes = c.Choice(nil, lang.L("Each value of this label has a lane."), func(i int) {
		axis := v.axes[i]
		send(screen.Show{Change: func(d *ask.Display) { d.OverTime.Axis, d.OverTime.Window.From, d.OverTime.Window.To = axis, 0, 0 }})
	})
	v.note = surface.Cut("", widget.LowImportance)
	bar := c.Lay(surface.Border(nil, nil, container.NewHBox(v.way, v.lanes), nil, v.note))
	v.Object = surface.Border(bar, nil, nil, nil, v.Surface)
	return v
}

// takeBack ends the chosen time.
func (v *View) takeBack() { v.send(screen.Refine{Name: "time"}) }

// choose limits all tabs to a time.
func (v *View) choose(t query.TimeRange) { v.send(screen.Refine{Name: "time", Text: t.String()}) }

// Show shows a snapshot.
func (v *View) Show(s *screen.Snapshot) {
	defer v.controls.Showing(s)()
	v.SetTheme(s.Display.Theme)
	v.empty = emptyText(s)
	v.shown = nil
	if s.Answer != nil {
		v.shown = s.Answer.OverTime
	}
	o := v.shown
	surface.Offer(v.way, v.way.Options, map[bool]int{true: 1}[s.Display.OverTime.Chart])
	v.heat.show(o)
	v.chart.show(s, o)
	surface.SetVisible(v.lanes, o != nil && o.Chart != nil && len(o.Axes) > 0)
	v.note.SetText("")
	v.Exchange(v.part())
	if o == nil {
		v.Leave()
		v.Repaint()
		return
	}
	v.offer(o)
	var notes []string
	switch {
	case o.Heat != nil:
		notes = o.Heat.Notes()
	case o.Chart != nil:
		notes = o.Chart.Notes()
	}
	v.note.SetText(lang.Sentences(notes...))
	v.Repaint()
}

func (v *View) offer(o *ask.OverTimeAnswer) {
	v.axes = nil
	var names []string
	at := -1
	if o.Axis == (model.LabelAxis{}) {
		v.axes, names, at = []model.LabelAxis{{}}, []string{lang.L("one lane")}, 0
	}
	for _, a := range o.Axes {
		if a == o.Axis {
			at = len(v.axes)
		}
		v.axes, names = append(v.axes, a), append(names, lang.L("lanes by {{.Key}}", lang.With{"Key": safe.Text(a.Key)}))
	}
	surface.Offer(v.lanes, names, at)
}

// emptyText says why there is nothing to see.
func emptyText(s *screen.Snapshot) string {
	if s.Answer == nil || s.Stale || s.Answer.Result == nil {
		return surface.EmptyText(s)
	}
	r, o := s.Answer.Result, s.Answer.OverTime
	if o != nil && (o.Heat != nil && o.Heat.Empty() || o.Chart != nil && o.Chart.Empty()) && r.Passed() != 0 ||
		r.Profile.Samples.Times == nil {
		return heatmap.Empty(r)
	}
	return surface.EmptyText(s)
}

// part is what is shown: the heat map, the flame chart, or a text in their place.
func (v *View) part() surface.Picture {
	switch o := v.shown; {
	case o == nil:
	case o.Heat != nil && !o.Heat.Empty():
		return v.heat
	case o.Chart != nil && !o.Chart.Empty():
		return v.chart
	}
	return blank{v: v}
}

// Leave takes away what is said about what is under the pointer.
func (v *View) Leave() {
	v.HideTip()
	v.chart.leave()
}

// Settle implements [surface.View].
func (v *View) Settle() { v.chart.look.Settle() }

// blank says why there is nothing to see.
type blank struct {
	surface.Inert
	v *View
}

// Paint implements [surface.Picture].
func (b blank) Paint(cv scene.Canvas) { surface.PaintEmpty(cv, b.v.Theme, b.v.empty) }

// Hover implements [surface.Picture].
func (blank) Hover(scene.Point) {}

// Leave implements [surface.Picture].
func (b blank) Leave() { b.v.Leave() }

// Click implements [surface.Picture].
func (blank) Click(surface.Pointer) {}

// Key implements [surface.Picture].
func (b blank) Key(name fyne.KeyName, _ fyne.KeyModifier) bool {
	if name == fyne.KeyEscape {
		b.v.send(screen.Escape{})
	}
	return name == fyne.KeyEscape
}

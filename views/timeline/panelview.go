package timeline

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/describe"
	"profstation/timeline/figures"
	"profstation/views/surface"
)

// panelView is one panel in a sheet: a grid or a plot, under its title.
type panelView struct {
	object fyne.CanvasObject
	send   screen.Send
	title  *canvas.Text // takes no space while it says nothing
	grid   *surface.Grid
	plot   *plotView

	panel    *figures.Panel
	trace    *ask.TraceAnswer
	selected int // row that was clicked, where the sheet has no selection
}

func newPanelView(send screen.Send, unused func(rune)) *panelView {
	v := &panelView{send: send, grid: surface.NewGrid(send), selected: -1}
	v.plot = newPlotView(v)
	v.title = surface.Text("", nil, 0, true)
	v.title.Hide()
	v.object = container.NewBorder(container.New(captionLayout{}, v.title), nil, nil, nil, container.NewStack(v.grid.Surface, v.plot.Surface))
	v.grid.Sideways = true
	v.grid.Pick = v.pick
	v.grid.Open = func(row int) {
		switch t := v.target(row); {
		case v.act(t, true):
		case v.inEditor(t).File != "":
			send(v.inEditor(t))
		default:
			send(screen.Remark{Text: lang.L("This row has no lane and no time to go to.")})
		}
	}
	v.grid.Cell = func(row, col int) {
		t := v.target(row)
		if col == 0 && t.Link {
			v.act(t, false)
		} else if t.Ended != nil && v.panel.Table.Keys[col] == figures.EndedBy {
			v.act(*t.Ended, false)
		}
	}
	v.grid.Keys = v.key
	v.grid.Sort = func(col int) { v.send(screen.Choose{Change: v.panel.Sort(col)}) }
	v.grid.MenuOf = func(row int) *fyne.Menu { return v.menu(v.target(row), row) }
	v.grid.Copied = func() {
		text := ""
		if row := v.at(); row >= 0 && v.panel.Table != nil {
			text = v.text(v.target(row), row)
		}
		send(screen.Copy{Text: text})
	}
	v.grid.Unused(unused)
	v.plot.Unused(unused)
	return v
}

func (v *panelView) show(s *screen.Snapshot, p *figures.Panel) {
	if v.panel == nil || v.panel.Table != p.Table {
		if v.panel == nil || v.panel.Table == nil || p.Table == nil || v.panel.Order != p.Order {
			v.grid.Rewind()
		}
		v.selected = -1
	}
	v.panel, v.trace = p, s.Trace
	title := surface.Written(p.Title)
	if ink := s.Display.Theme.Text; v.title.Text != title || v.title.Color != ink {
		v.title.Text, v.title.Color = title, ink
		surface.SetVisible(v.title, p.Title != "")
		v.title.Refresh()
	}
	surface.SetVisible(v.grid.Surface, p.Plot == nil)
	surface.SetVisible(v.plot.Surface, p.Plot != nil)
	if p.Plot != nil {
		v.plot.show(p, s.Display.Theme)
		return
	}
	v.plot.panel = nil
	v.grid.Set(surface.GridState{
		Table: p.Table, Theme: s.Display.Theme, Empty: p.Empty, Selected: v.at(),
		SortColumn: p.Order.Column(p.Table), Descending: !p.Order.Ascending,
	})
}

// part is what the panel shows: a table or a plot.
func (v *panelView) part() surface.Part {
	if v.panel.Plot != nil {
		return v.plot
	}
	return v.grid
}

// at is the selected row; −1: none.
func (v *panelView) at() int {
	if v.panel.Selected >= 0 {
		return v.panel.Selected
	}
	return v.selected
}

func (v *panelView) target(row int) figures.Target {
	if v.panel.Row == nil {
		return figures.Target{}
	}
	return v.panel.Row(row)
}

func (v *panelView) pick(row int) {
	t := v.target(row)
	if t.Pick != nil {
		v.choose(t)
		return
	}
	if v.momentOf(t) != nil && !v.panel.Stays {
		t.Pick = func(c figures.Choice) figures.Choice { return c }
		v.choose(t)
	}
	v.selected = row
	state := v.grid.State
	state.Selected = row
	v.grid.Set(state)
}

func (v *panelView) pointed(t figures.Target) {
	if t.Pick != nil {
		v.choose(t)
		return
	}
	v.act(t, false)
}

// choose makes a target what is selected: details of what was selected before it go.
func (v *panelView) choose(t figures.Target) {
	v.send(screen.Choose{Change: t.Pick, Row: true, Moment: v.momentOf(t)})
}

// momentOf returns the span or the event that a target is about; nil if it is about none.
func (v *panelView) momentOf(t figures.Target) *ask.Moment { return v.goTo(t).Select }

// act does what a target is there for, and reports whether that is anything. second: a click has just chosen it.
func (v *panelView) act(t figures.Target, second bool) bool {
	switch {
	case t.Toggle != nil:
		v.send(screen.Choose{Change: t.Toggle})
	case t.Measure:
		v.send(screen.Measure{Interval: &t.Time})
	case t.Lane || t.Time != (trace.Interval{}):
		g := v.goTo(t)
		g.Joins = second && (t.Pick != nil || g.Select != nil)
		v.send(g)
	default:
		return false
	}
	return true
}

// goTo shows a target in the timeline.
func (v *panelView) goTo(t figures.Target) screen.GoTo {
	if o, ok := describe.InspectEvent(v.trace.Timeline.Names, t.Event); ok {
		return screen.ShowEvent(v.trace.Timeline, &o)
	}
	g := screen.GoTo{Reveal: ask.Reveal{From: t.Time.From, To: t.Time.To, Narrow: t.Time.To > t.Time.From}}
	if t.Lane {
		g.Key = timeline.Key{Kind: timeline.GoroutineRow, Index: int32(t.Go)}
		g.Select = &ask.Moment{Go: t.Go, At: t.Time.From}
	}
	return g
}

func (v *panelView) key(row int, key fyne.KeyName) bool {
	if key != fyne.KeyRight && key != fyne.KeyLeft {
		return false
	}
	if row < 0 || row >= v.panel.Table.Rows {
		v.send(surface.Unselected())
		return true
	}
	t := v.target(row)
	if t.Toggle == nil {
		v.send(screen.Remark{Text: lang.L("This row cannot be expanded.")})
		return true
	}
	if (key != fyne.KeyRight || t.Open) && (key != fyne.KeyLeft || !t.Open) {
		return false
	}
	v.send(screen.Choose{Change: t.Toggle})
	return true
}

func (v *panelView) menu(t figures.Target, row int) *fyne.Menu {
	var items []*fyne.MenuItem
	add := func(label string, all ...screen.Intent) { items = append(items, surface.Item(v.send, label, all...)) }
	if t.Toggle != nil {
		label := lang.L("Expand")
		if t.Open {
			label = lang.L("Collapse")
		}
		add(label, screen.Choose{Change: t.Toggle})
	}
	if t.Lane || t.Time != (trace.Interval{}) {
		add(lang.L("Show in the timeline"), v.goTo(t))
	}
	if t.Time.To > t.Time.From {
		add(lang.L("Measure its time"), screen.Measure{Interval: &t.Time})
	}
	if len(t.Goroutines) > 0 {
		items = append(items, fyne.NewMenuItem(lang.L("Only its lanes in the timeline"), func() {
			for _, i := range v.onlyLanes(t) { // their numbers may be a million: they are listed when they are asked for
				v.send(i)
			}
		}))
	}
	if t.Profile {
		items = append(items, profilesItem(v.send, v.trace.Timeline.Trace, t.Scope, t.Of))
	}
	if i := v.inEditor(t); i.File != "" {
		items = append(items, surface.InEditor(v.send, i))
	}
	if text := v.text(t, row); text != "" {
		items = append(items, fyne.NewMenuItemSeparator())
		add(lang.L("Copy"), screen.Copy{Text: text})
	}
	export := lang.L("Export this table…")
	if v.panel.Plot != nil {
		export = lang.L("Export this plot…")
	}
	add(export, screen.Export{Panel: v.panel.Name})
	return fyne.NewMenu("", items...)
}

// onlyLanes limit the timeline to a target's goroutines, and show its time.
func (v *panelView) onlyLanes(t figures.Target) []screen.Intent {
	ids := make([]int64, len(t.Goroutines))
	for i, g := range t.Goroutines {
		ids[i] = v.trace.Timeline.Trace.Goroutines[g].ID
	}
	limit := func(q *timeline.Query) { q.IDs, q.Filter, q.Flat = ids, "", len(ids) <= 100 }
	t.Lane, t.Event = false, timeline.Event{}
	return []screen.Intent{screen.AskLanes{Change: limit}, v.goTo(t)}
}

// inEditor opens a target's place in the source; it has no file if that is not known.
func (v *panelView) inEditor(t figures.Target) screen.OpenInEditor {
	if len(t.Stack) == 0 {
		return screen.OpenInEditor{}
	}
	return inEditor(ask.SpotInStack(v.trace.Timeline, t.Stack))
}

func (v *panelView) text(t figures.Target, row int) string {
	switch tb := v.panel.Table; {
	case t.Copy != "":
		return t.Copy
	case tb != nil && tb.Note != nil:
		return tb.Note(row)
	case tb != nil && row >= 0:
		var cells []string
		for c := range tb.Columns {
			if cell := tb.Cell(row, c); cell != "" {
				cells = append(cells, cell)
			}
		}
		return strings.Join(cells, "\t")
	}
	return ""
}

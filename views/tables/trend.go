package tables

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/model/lists"
	"profstation/model/safe"
	"profstation/model/series"
	"profstation/model/units"
	"profstation/scene"
	"profstation/table"
	"profstation/views/surface"
)

// Trend shows a series over time, and below it what grows.
type Trend struct {
	surface.Page
	send    screen.Send
	picture *trendPicture
	growth  *surface.Grid
	split   *container.Split // the picture, and growth below it
	by      *surface.Select
	ways    []ask.TrendChoice // for the choices in by
	lasting *surface.Select
	cum     *surface.Check
	back    *surface.Button
	asOf    *widget.Label
	shown   *ask.TrendAnswer
	choice  ask.TrendChoice

	controls *surface.Controls
}

// lasting lists what the table may be limited to.
var lasting = []series.Lasting{"", series.LongLived, series.Churn}

// NewTrend makes the view.
func NewTrend(send screen.Send) *Trend {
	v := &Trend{send: send, picture: newTrendPicture(send), growth: surface.NewGrid(send)}
	v.asOf = surface.Cut("", widget.LowImportance)
	c := surface.NewControls(send, nil)
	v.controls = c
	v.by = c.Choice(nil, lang.L("What the lines of the trend stand for."), func(i int) {
		way := v.ways[i]
		send(screen.Show{Change: func(d *ask.Display) { way.Cum, way.Lasting = d.Trend.Cum, d.Trend.Lasting; d.Trend = way }})
	})
	v.lasting = c.Choice(lists.Map(lasting, func(l series.Lasting) string { return lang.L(table.Lasting[l]) }),
		lang.Sentences(lang.L("Limits the table to names whose allocations surely live long, or surely do not."), surface.Explain("long-lived"), surface.Explain("churn")),
		func(i int) { send(screen.Show{Change: func(d *ask.Display) { d.Trend.Lasting = lasting[i] }}) })
	v.cum = c.Switch(lang.L("rank by cum"), lang.Sentences(lang.L("Ranks by cum instead of flat."), surface.Explain("cum")),
		func(d *ask.Display) *bool { return &d.Trend.Cum })
	v.back = c.Button("", nil, lang.L("Back to all of them."), func() { v.line("") })
	v.growth.Pick = func(row int) { v.line(v.shown.Names[row]) }
	v.growth.Open = v.focus
	v.growth.MenuOf = func(row int) *fyne.Menu {
		name := v.shown.Names[row]
		items := []*fyne.MenuItem{fyne.NewMenuItem(lang.L("Select in the flame graph"), func() { v.focus(row) })}
		if node := v.node(row); node != "" {
			items = append(items, surface.InEditor(send, screen.OpenInEditor{Node: node}))
		}
		return fyne.NewMenu("", append(items,
			fyne.NewMenuItem(lang.L("Copy name"), func() { send(screen.Copy{Text: strings.ReplaceAll(name, "\n", ";")}) }))...)
	}
	v.growth.Escape = v.escape
	v.picture.escape = v.escape
	v.picture.pick = v.line
	controls := c.Lay(surface.Border(nil, nil, container.NewHBox(v.by, v.lasting, v.back), v.cum, v.asOf))
	v.split = container.NewVSplit(v.picture.Surface, surface.Border(controls, nil, nil, nil, v.growth.Surface))
	v.split.SetOffset(0.58)
	v.Object, v.Parts = v.split, []surface.Part{v.picture, v.growth}
	return v
}

func (v *Trend) line(name string) {
	v.send(screen.Show{Change: func(d *ask.Display) {
		if name != "" {
			d.Trend.By, d.Trend.Key = v.question()
		}
		d.Trend.Name, d.Trend.All = name, false
	}})
}

func (v *Trend) question() (series.By, string) {
	if v.shown == nil || v.shown.Trend == nil {
		return "", ""
	}
	w := v.choice
	if i := v.by.SelectedIndex(); i >= 0 && i < len(v.ways) {
		w = v.ways[i]
	}
	return w.By, w.Key
}

func (v *Trend) escape() {
	if v.choice.Name != "" {
		v.line("")
		return
	}
	v.send(screen.Escape{})
}

func (v *Trend) focus(row int) {
	if name := v.node(row); name != "" {
		v.send(screen.Select{Selection: ask.Selection{Node: name}})
		v.send(screen.Jump{Tab: ask.FlameTab})
	}
}

// node is the function that a row is about, or the leaf of a stack; "": it is about something else.
func (v *Trend) node(row int) string {
	name := v.shown.Names[row]
	switch by, _ := v.question(); by {
	case series.Stacks:
		return name[strings.LastIndexByte(name, '\n')+1:]
	case series.Functions:
		return name
	}
	return ""
}

// Show shows a snapshot.
func (v *Trend) Show(s *screen.Snapshot) {
	defer v.controls.Showing(s)()
	state := surface.GridState{Theme: s.Display.Theme, Selected: -1, SortColumn: -1, Empty: lang.L("Nothing grows.")}
	var t *ask.TrendAnswer
	if s.Answer != nil {
		t = s.Answer.Trend
	}
	v.shown, v.choice = t, s.Display.Trend
	v.picture.show(s, t)
	if v.split.Trailing.Visible() != (t != nil) {
		surface.SetVisible(v.split.Trailing, t != nil)
		v.split.Refresh()
	}
	if t == nil {
		state.Empty = ""
		v.growth.Set(state)
		return
	}
	v.choice.By, v.choice.Key = t.By, t.Key
	v.offer(t)
	by, _ := v.question()
	surface.SetVisible(v.cum, by != series.Stacks && by != series.Labels)
	surface.SetVisible(v.lasting, t.Lives)
	surface.Offer(v.lasting, v.lasting.Options, slices.Index(lasting, v.choice.Lasting))
	surface.SetVisible(v.back, v.choice.Name != "")
	surface.SetText(v.back, lang.L("‹ all · {{.Name}}", lang.With{"Name": surface.Short(strings.ReplaceAll(v.choice.Name, "\n", " › "))}))
	v.asOf.SetText(strings.TrimPrefix(t.Note+"  "+t.AsOf, "  "))
	state.Table = t.Growth
	if by == series.Stacks {
		state.Empty = lang.L("No stack grew continuously.")
	}
	if t.Lives && v.choice.Lasting != "" {
		state.Empty = lang.L("No name surely does. Choose alloc_space to see names that have hardly anything in use.")
	}
	if v.choice.Name != "" {
		state.Selected = slices.Index(t.Names, v.choice.Name)
	}
	v.growth.Set(state)
}

func (v *Trend) offer(t *ask.TrendAnswer) {
	v.ways = []ask.TrendChoice{{By: series.Packages, All: true}}
	names := []string{lang.L("total")}
	at := 1
	add := func(name string, way ask.TrendChoice) {
		if way.By == v.choice.By && way.Key == v.choice.Key && (!v.choice.All || v.choice.Name != "") {
			at = len(v.ways)
		}
		v.ways, names = append(v.ways, way), append(names, name)
	}
	for _, by := range t.Ways {
		add(lang.L(ask.Groupings[by]), ask.TrendChoice{By: by})
	}
	for _, key := range t.Keys {
		add(lang.L("by label {{.Key}}", lang.With{"Key": safe.Text(key)}), ask.TrendChoice{By: series.Labels, Key: key})
	}
	if v.choice.All && v.choice.Name == "" {
		at = 0
	}
	surface.Offer(v.by, names, at)
}

// nameOf returns a line's name as the desk is asked for it; "" for a line without one.
func nameOf(t *table.Trend, line int) string {
	if line < 0 || line >= len(t.Lines.Lines) || t.Lines.Lines[line].Rest || t.Lines.Question.By == "" {
		return ""
	}
	return t.Lines.Lines[line].Name
}

// trendPicture draws figures over time. A click on a time shows its profile, one on a layer shows only that layer.
type trendPicture struct {
	*surface.Surface
	surface.Inert
	send   screen.Send
	pick   func(name string)
	escape func()

	trend       *table.Trend // nil: the text in empty is shown
	empty       string
	document    int
	at          int // the shown profile; −1: none
	point, line int // what is under the pointer; −1: none
}

func newTrendPicture(send screen.Send) *trendPicture {
	v := &trendPicture{send: send, at: -1, point: -1, line: -1}
	v.Surface = surface.New(v, send)
	return v
}

func (v *trendPicture) show(s *screen.Snapshot, t *ask.TrendAnswer) {
	v.SetTheme(s.Display.Theme)
	v.document = s.Active
	if t == nil {
		v.trend, v.at, v.empty = nil, -1, surface.EmptyText(s)
		if s.Answer != nil && !s.Stale {
			v.empty = lang.L("There is no trend: it needs several profiles that have this sample type.")
		}
		v.Leave()
		v.Repaint()
		return
	}
	if v.trend != t.Trend {
		v.point, v.line = -1, -1
		v.HideTip()
	}
	v.trend, v.at = t.Trend, t.At
	v.Repaint()
}

func (v *trendPicture) view() table.TrendView {
	view := table.TrendView{Area: v.Area(), Theme: v.Theme, Point: v.at, Line: v.line}
	if v.point >= 0 {
		view.Point = v.point
	}
	return view
}

func (v *trendPicture) Paint(cv scene.Canvas) {
	if v.trend == nil {
		surface.PaintEmpty(cv, v.Theme, v.empty)
		return
	}
	v.trend.Paint(cv, v.view())
}

// Hover implements [surface.Picture]: a tip shows the figures at a time.
func (v *trendPicture) Hover(at scene.Point) {
	if v.trend == nil {
		return
	}
	point, line := v.trend.At(v.view(), at)
	v.ShowTip(v.note(point, line), at)
	if point != v.point || line != v.line {
		v.point, v.line = point, line
		v.Repaint()
	}
}

func (v *trendPicture) note(point, line int) string {
	lines := v.trend.Lines
	text := ""
	if line >= 0 {
		text = v.trend.Label(line)
	}
	if point < 0 {
		return text
	}
	p := lines.Points[point]
	if line >= 0 {
		l := &lines.Lines[line]
		figure := units.FormatShort(l.Values[point], lines.Type.Unit, "auto")
		if l.Known != nil && !l.Known[point] {
			figure = lang.L("below 0.1%")
		}
		text += ": " + figure + "\n"
	}
	text += p.Time.Local().Format("2006-01-02 15:04:05")
	if v.trend.Stacked {
		var total int64
		for i := range lines.Lines {
			total += lines.Lines[i].Values[point]
		}
		text = lang.List(text, lang.L("all: {{.Total}}", lang.With{"Total": units.FormatShort(total, lines.Type.Unit, "auto")}))
	}
	switch {
	case p.Restarted:
		text += "\n" + lang.L("The process was restarted before this profile")
	case p.AfterGap:
		text += "\n" + lang.L("Gap: no profile for a while before this one")
	}
	return text + "\n" + lang.L("Click to show this profile")
}

func (v *trendPicture) Leave() {
	v.HideTip()
	if v.point >= 0 || v.line >= 0 {
		v.point, v.line = -1, -1
		v.Repaint()
	}
}

func (v *trendPicture) Click(p surface.Pointer) {
	if v.trend == nil {
		return
	}
	point, line := v.trend.At(v.view(), p.At)
	name := nameOf(v.trend, line)
	if p.Button == desktop.MouseButtonSecondary {
		v.PopUp(v.menu(point, name), p.Abs)
		return
	}
	switch {
	case point >= 0:
		v.open(point)
	case name != "":
		v.pick(name)
	}
}

func (v *trendPicture) open(point int) {
	v.send(screen.ShowFile{Document: v.document, Path: v.trend.Lines.Points[point].ID})
}

func (v *trendPicture) menu(point int, name string) *fyne.Menu {
	var items []*fyne.MenuItem
	if point >= 0 {
		path := v.trend.Lines.Points[point].ID
		items = append(items,
			fyne.NewMenuItem(lang.L("Show this profile"), func() { v.open(point) }),
			fyne.NewMenuItem(lang.L("Show as flame graph"), func() { v.open(point); v.send(screen.ShowTab{Tab: ask.FlameTab}) }),
			fyne.NewMenuItem(lang.L("Compare current profile with this"), func() { v.send(screen.CompareFile{Path: path}) }))
	}
	if name != "" {
		items = append(items, fyne.NewMenuItem(lang.L("Only {{.Name}}", lang.With{"Name": surface.Short(name)}), func() { v.pick(name) }))
	}
	return fyne.NewMenu("", append(items, fyne.NewMenuItem(lang.L("Export…"), func() { v.send(screen.Export{}) }))...)
}

// Menu implements [surface.View]: the menu is the shown profile's.
func (v *trendPicture) Menu() *fyne.Menu {
	if v.trend == nil || v.at < 0 {
		return nil
	}
	return v.menu(v.at, "")
}

// OpenMenu implements [surface.View].
func (v *trendPicture) OpenMenu() {
	if m := v.Menu(); m != nil {
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(v.Surface)
		v.PopUp(m, at.AddXY(v.Size().Width/2, v.Size().Height/2))
	}
}

// Key implements [surface.Picture]: the arrows walk along the series.
func (v *trendPicture) Key(name fyne.KeyName, _ fyne.KeyModifier) bool {
	switch name {
	case fyne.KeyLeft:
		v.send(screen.Step{By: -1})
	case fyne.KeyRight:
		v.send(screen.Step{By: 1})
	case fyne.KeyHome:
		v.send(screen.StepTo{At: 0})
	case fyne.KeyEnd:
		if v.trend != nil {
			v.send(screen.StepTo{At: len(v.trend.Lines.Points) - 1})
		}
	case fyne.KeyEscape:
		v.escape()
	default:
		return false
	}
	return true
}

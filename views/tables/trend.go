package tables

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/model"
	"profstation/model/series"
	"profstation/table"
	"profstation/views/surface"
)

// Trend shows a series over time, and below it what grows.
type Trend struct {
	surface.Page
	send    screen.Send
	picture *trendPicture
	growth  *surface.Grid
	by      *widget.Select
	ways    []screen.TrendChoice // of the choices of by
	cum     *widget.Check
	back    *widget.Button
	asOf    *widget.Label
	shown   *screen.TrendAnswer
	choice  screen.TrendChoice

	controls *surface.Controls
}

// NewTrend makes the view.
func NewTrend(send screen.Send) *Trend {
	v := &Trend{send: send, picture: newTrendPicture(send), growth: surface.NewGrid(send), asOf: widget.NewLabel("")}
	v.asOf.Importance = widget.LowImportance
	v.asOf.Truncation = fyne.TextTruncateEllipsis
	c := surface.NewControls(send, nil)
	v.controls = c
	v.by = c.Choice(nil, lang.L("What the profiles are added up by, over time."), func(i int) {
		way := v.ways[i]
		send(screen.Show{Change: func(d *screen.Display) { way.Cum = d.Trend.Cum; d.Trend = way }})
	})
	v.cum = c.Switch(lang.L("rank by cum"), surface.Sentences(lang.L("Ranks by cum, rather than by flat."), surface.Explain("cum")),
		func(d *screen.Display) *bool { return &d.Trend.Cum })
	v.back = c.Button("", nil, lang.L("All of them again, in place of this one."), func() { v.line("") })
	v.growth.Pick = func(row int) { v.line(v.shown.Names[row]) }
	v.growth.Open = v.focus
	v.growth.Menu = func(row int) *fyne.Menu {
		name := v.shown.Names[row]
		return fyne.NewMenu("",
			fyne.NewMenuItem(lang.L("Select it in the flame graph"), func() { v.focus(row) }),
			fyne.NewMenuItem(lang.L("Copy name"), func() { send(screen.Copy{Text: strings.ReplaceAll(name, "\n", ";")}) }))
	}
	v.growth.Escape = v.escape
	v.picture.escape = v.escape
	v.picture.pick = v.line
	controls := c.Lay(container.NewBorder(nil, nil, container.NewHBox(v.by, v.back), v.cum, v.asOf))
	split := container.NewVSplit(v.picture.Surface, container.NewBorder(controls, nil, nil, nil, v.growth.Surface))
	split.SetOffset(0.58)
	v.Object, v.Parts = split, []surface.Part{v.picture, v.growth}
	return v
}

// line shows the line of one name, or all with "".
func (v *Trend) line(name string) {
	v.send(screen.Show{Change: func(d *screen.Display) {
		if name != "" {
			d.Trend.By, d.Trend.Key = v.question()
		}
		d.Trend.Name, d.Trend.All = name, false
	}})
}

// question is what the rows of the table are.
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

// focus shows a function of the table where it stands in the profile.
func (v *Trend) focus(row int) {
	name := v.shown.Names[row]
	if by, _ := v.question(); by == series.Stacks {
		name = name[strings.LastIndexByte(name, '\n')+1:]
	} else if by != series.Functions {
		return
	}
	v.send(screen.Select{Selection: screen.Selection{Node: name}})
	v.send(screen.ShowTab{Tab: screen.FlameTab})
}

// Show shows a snapshot.
func (v *Trend) Show(s *screen.Snapshot) {
	defer v.controls.Showing(s)()
	state := surface.GridState{Theme: s.Display.Theme, Selected: -1, SortColumn: -1, Empty: lang.L("Nothing grows.")}
	var t *screen.TrendAnswer
	if s.Answer != nil {
		t = s.Answer.Trend
	}
	v.shown, v.choice = t, s.Display.Trend
	v.picture.show(s, t)
	surface.SetVisible(v.by, t != nil)
	if t == nil {
		surface.SetVisible(v.cum, false)
		surface.SetVisible(v.back, false)
		v.asOf.SetText("")
		state.Empty = ""
		v.growth.Set(state)
		return
	}
	v.choice.By, v.choice.Key = t.By, t.Key
	v.offer(t)
	by, _ := v.question()
	surface.SetVisible(v.cum, by != series.Stacks && by != series.Labels)
	surface.SetVisible(v.back, v.choice.Name != "")
	surface.SetText(v.back, lang.L("‹ all · {{.Name}}", surface.With{"Name": surface.Short(strings.ReplaceAll(v.choice.Name, "\n", " › "))}))
	v.asOf.SetText(strings.TrimPrefix(t.Note+"  "+t.AsOf, "  "))
	state.Table = t.Growth
	if by == series.Stacks {
		state.Empty = lang.L("No stack's number only grew.")
	}
	if v.choice.Name != "" {
		state.Selected = slices.Index(t.Names, v.choice.Name)
	}
	v.growth.Set(state)
}

// offer fills the choices of what the total is divided by.
func (v *Trend) offer(t *screen.TrendAnswer) {
	v.ways = []screen.TrendChoice{{By: series.Packages, All: true}}
	names := []string{"total"}
	at := 1
	add := func(name string, way screen.TrendChoice) {
		if way.By == v.choice.By && way.Key == v.choice.Key && (!v.choice.All || v.choice.Name != "") {
			at = len(v.ways)
		}
		v.ways, names = append(v.ways, way), append(names, name)
	}
	for _, by := range t.Ways {
		add(lang.L("by {{.What}}", surface.With{"What": string(by)}), screen.TrendChoice{By: by})
	}
	for _, key := range t.Keys {
		add(lang.L("by label {{.Key}}", surface.With{"Key": model.Sanitise(key)}), screen.TrendChoice{By: series.Labels, Key: key})
	}
	if v.choice.All && v.choice.Name == "" {
		at = 0
	}
	if !slices.Equal(names, v.by.Options) {
		v.by.SetOptions(names)
	}
	if v.by.SelectedIndex() != at {
		v.by.SetSelectedIndex(at)
	}
}

// nameOf is a line's name as it is asked for; "" for what has none of its own.
func nameOf(t *table.Trend, line int) string {
	if line < 0 || line >= len(t.Lines.Lines) || t.Lines.Lines[line].Rest || t.Lines.Question.By == "" {
		return ""
	}
	return t.Lines.Lines[line].Name
}

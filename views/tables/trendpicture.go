package tables

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"

	"profstation/desk/screen"
	"profstation/model"
	"profstation/scene"
	"profstation/table"
	"profstation/views/surface"
)

// trendPicture is figures over time. A click on a time shows its profile, one on
// a layer or its name in the key that layer alone.
type trendPicture struct {
	*surface.Surface
	surface.Inert
	send   screen.Send
	pick   func(name string)
	escape func()

	trend       *table.Trend // nil: empty is said
	empty       string
	document    int
	at          int // the shown profile; −1: none
	point, line int // under the pointer; −1: none
}

func newTrendPicture(send screen.Send) *trendPicture {
	v := &trendPicture{send: send, at: -1, point: -1, line: -1}
	v.Surface = surface.New(v)
	return v
}

func (v *trendPicture) show(s *screen.Snapshot, t *screen.TrendAnswer) {
	v.SetTheme(s.Display.Theme)
	v.document = s.Active
	if t == nil {
		v.trend, v.at, v.empty = nil, -1, surface.EmptyText(s)
		if s.Answer != nil && !s.Stale {
			v.empty = lang.L("There is no trend of this.")
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
		figure := model.FormatSpaced(l.Values[point], lines.Type.Unit, "auto")
		if l.Known != nil && !l.Known[point] {
			figure = lang.L("below a thousandth")
		}
		text += ": " + figure + "\n"
	}
	text += p.Time.Local().Format("2006-01-02 15:04:05")
	if v.trend.Stacked {
		var total int64
		for i := range lines.Lines {
			total += lines.Lines[i].Values[point]
		}
		text += ", " + lang.L("all: {{.Total}}", surface.With{"Total": model.FormatSpaced(total, lines.Type.Unit, "auto")})
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
			fyne.NewMenuItem(lang.L("Show it as a flame graph"), func() { v.open(point); v.send(screen.ShowTab{Tab: screen.FlameTab}) }),
			fyne.NewMenuItem(lang.L("Compare the shown one with it"), func() { v.send(screen.CompareFile{Path: path}) }))
	}
	if name != "" {
		items = append(items, fyne.NewMenuItem(lang.L("Only {{.Name}}", surface.With{"Name": surface.Short(name)}), func() { v.pick(name) }))
	}
	return fyne.NewMenu("", append(items, fyne.NewMenuItem(lang.L("Export …"), func() { v.send(screen.Export{}) }))...)
}

var trendKeys = surface.Keys[*trendPicture]{
	fyne.KeyLeft:   func(v *trendPicture) { v.send(screen.Step{By: -1}) },
	fyne.KeyRight:  func(v *trendPicture) { v.send(screen.Step{By: 1}) },
	fyne.KeyHome:   func(v *trendPicture) { v.send(screen.StepTo{At: 0}) },
	fyne.KeyEnd:    (*trendPicture).last,
	fyne.KeyEscape: func(v *trendPicture) { v.escape() },
}

// last goes to the end of the series.
func (v *trendPicture) last() {
	if v.trend != nil {
		v.send(screen.StepTo{At: len(v.trend.Lines.Points) - 1})
	}
}

// Key implements [surface.Picture]: the arrows walk along the series.
func (v *trendPicture) Key(name fyne.KeyName, _ fyne.KeyModifier) bool {
	return trendKeys.Press(v, name)
}

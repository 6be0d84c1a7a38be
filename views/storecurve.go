package views

import (
	"math"
	"time"

	"fyne.io/fyne/v2"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/model/units"
	"profstation/scene"
	"profstation/table"
	"profstation/views/surface"
)

// storeCurve shows what a store has over time. A drag chooses a time in it.
type storeCurve struct {
	*surface.Surface
	surface.Inert
	form  *StoreForm
	base  *surface.Check // drags choose the time to compare with
	shown *screen.Store  // nil: nothing yet
	drag  *drag          // nil: there is none
}

// drag is a time that is being chosen.
type drag struct {
	side int
	span screen.TimeSpan
}

func newStoreCurve(form *StoreForm, theme *scene.Theme) *storeCurve {
	c := &storeCurve{form: form, base: surface.NewCheck(lang.L("Drag the time to compare with"), nil)}
	c.Surface = surface.New(c, nil)
	c.SetTheme(theme)
	return c
}

func (c *storeCurve) show(s *screen.Store) {
	c.shown = s
	c.Leave()
	c.Repaint()
}

func (c *storeCurve) view() table.TrendView {
	return table.TrendView{Area: c.Area(), Theme: c.Theme, Point: -1, Line: -1}
}

// trend is the curve; nil: there is none.
func (c *storeCurve) trend() *table.Trend {
	if c.shown == nil {
		return nil
	}
	return c.shown.Curve
}

// marks are the times that are chosen, with the one that is being chosen now.
func (c *storeCurve) marks() [2]screen.TimeSpan {
	m := c.shown.Marks
	if c.drag != nil {
		m[c.drag.side] = c.drag.span
	}
	return m
}

// says is what stands in a curve's place.
func (c *storeCurve) says() string {
	switch s := c.shown; {
	case s == nil || s.Engine == "" || s.Error != "":
		return ""
	case s.Asking || s.Drawing:
		return lang.L("Waiting for the curve…")
	}
	return lang.L("There are no profiles of this type and these labels in this time.")
}

var curveFont = scene.Font{Size: scene.TextSize - 1}

// Paint implements surface.Picture.
func (c *storeCurve) Paint(cv scene.Canvas) {
	area, t := c.Area(), c.trend()
	if t == nil {
		cv.Fill(area, c.Theme.Background)
		cv.Text(scene.Point{X: 8, Y: area.H() / 2}, scene.Fit(c.says(), curveFont, area.W()-16), curveFont, c.Theme.Muted)
		return
	}
	t.Paint(cv, c.view())
	plot := t.Plot(c.view())
	for side, m := range c.marks() {
		c.paintMark(cv, plot, side, m)
	}
	if !c.form.current() {
		c.paintOld(cv, area)
	}
}

// paintOld fades a curve that does not match the form, and says so.
func (c *storeCurve) paintOld(cv scene.Canvas, area scene.Rect) {
	veil := c.Theme.Background
	veil.A = 200
	cv.Fill(area, veil)
	text := lang.L("This curve shows the previous choice.")
	if c.shown.Asking || c.shown.Drawing {
		text = lang.L("Waiting for the curve…")
	}
	text = scene.Fit(text, curveFont, area.W()-16)
	y := area.H() / 2
	cv.Fill(scene.Rect{X0: 4, Y0: y - curveFont.Size - 3, X1: 12 + scene.Measure(text, curveFont), Y1: y + 6}, c.Theme.Background)
	cv.Text(scene.Point{X: 8, Y: y}, text, curveFont, c.Theme.Text)
}

// paintMark shades a time in the curve, and names it where that fits.
func (c *storeCurve) paintMark(cv scene.Canvas, plot scene.Rect, side int, m screen.TimeSpan) {
	if m == (screen.TimeSpan{}) {
		return
	}
	t, v := c.trend(), c.view()
	r := plot
	r.X0, r.X1 = max(plot.X0, math.Round(t.X(v, m.From))), min(plot.X1, math.Round(t.X(v, m.Until)))
	if r.X1 < r.X0 || r.Empty() && (r.X0 >= plot.X1 || r.X1 <= plot.X0) {
		return
	}
	r.X1 = max(r.X1, r.X0+1)
	ink, name := c.Theme.Selection, lang.L("opened")
	if side == ask.BaseSide {
		ink, name = c.Theme.Warning, lang.L("compared with")
	}
	shade := ink
	shade.A = 56
	cv.Fill(r, shade)
	for _, x := range []float64{r.X0, r.X1 - 2} {
		cv.Fill(scene.Rect{X0: x, Y0: r.Y0, X1: x + 2, Y1: r.Y1}, ink)
	}
	if w := scene.Measure(name, curveFont); w+12 < r.W() {
		at := scene.Rect{X0: r.X0 + 4, Y0: r.Y0 + 2, X1: r.X0 + 10 + w, Y1: r.Y0 + curveFont.Size + 7}
		cv.Fill(at, c.Theme.Background)
		cv.Text(scene.Point{X: at.X0 + 3, Y: at.Y0 + 2 + scene.Ascent(curveFont)}, name, curveFont, c.Theme.Text)
	}
}

// Hover implements surface.Picture: it says what was measured.
func (c *storeCurve) Hover(at scene.Point) {
	t := c.trend()
	if t == nil {
		return
	}
	point, line := t.At(c.view(), at)
	if point < 0 {
		c.Leave()
		return
	}
	text := t.Lines.Points[point].Time.Local().Format("2006-01-02 15:04:05")
	if t.Lines.Points[point].Missing {
		c.ShowTip(text+"\n"+lang.L("no profiles"), at)
		return
	}
	for i := range t.Lines.Lines {
		if i == line || len(t.Lines.Lines) == 1 {
			text += "\n" + t.Label(i) + ": " + units.FormatShort(t.Lines.Lines[i].Values[point], t.Lines.Type.Unit, "auto")
		}
	}
	c.ShowTip(text, at)
}

// Leave implements surface.Picture.
func (c *storeCurve) Leave() { c.HideTip() }

// Click implements surface.Picture.
func (c *storeCurve) Click(surface.Pointer) {}

// Drag implements surface.Picture.
func (c *storeCurve) Drag(_, _ float64, p surface.Pointer) {
	t := c.trend()
	if t == nil {
		return
	}
	v := c.view()
	from, until := t.Time(v, c.Pressed.At.X), t.Time(v, p.At.X)
	if until.Before(from) {
		from, until = until, from
	}
	side := ask.NewSide
	if p.Mods&fyne.KeyModifierShift != 0 || c.base.Checked {
		side = ask.BaseSide
	}
	c.drag = &drag{side, c.whole(from, until)}
	c.Leave()
	c.Repaint()
}

// whole returns a time in whole curve steps, at least one.
func (c *storeCurve) whole(from, until time.Time) screen.TimeSpan {
	points, step := c.trend().Lines.Points, c.shown.Step
	begin, end := points[0].Time, points[len(points)-1].Time
	n := func(at time.Time) time.Duration { return at.Sub(begin) / step * step }
	s := screen.TimeSpan{From: begin.Add(n(from)), Until: begin.Add(n(until.Add(step - 1)))}
	if !s.From.Before(end) {
		s.From = end.Add(-step)
	}
	if !s.Until.After(s.From) {
		s.Until = s.From.Add(step)
	}
	return s
}

// LetGo implements surface.Picture.
func (c *storeCurve) LetGo() {
	if d := c.drag; d != nil {
		c.drag = nil
		c.form.choose(d.side, d.span.Texts())
	}
}

// Curve steps that keys go.
const keySteps, pageSteps = 1, 10

// Key implements surface.Picture: arrows move the chosen time by a step, Page keys by ten, Home and End to the ends
// of the curve. With Shift they move its end alone. Delete takes it back.
func (c *storeCurve) Key(name fyne.KeyName, mods fyne.KeyModifier) bool {
	side := ask.NewSide
	if c.base.Checked {
		side = ask.BaseSide
	}
	by, moves := map[fyne.KeyName]int{
		fyne.KeyLeft: -keySteps, fyne.KeyRight: keySteps, fyne.KeyPageUp: -pageSteps, fyne.KeyPageDown: pageSteps,
		fyne.KeyHome: math.MinInt32, fyne.KeyEnd: math.MaxInt32,
	}[name]
	switch {
	case moves && c.trend() != nil:
		c.move(side, by, mods&fyne.KeyModifierShift != 0)
	case name == fyne.KeyDelete || name == fyne.KeyBackspace:
		c.form.choose(side, screen.TimeTexts{})
	default:
		surface.Key(c.Surface, &fyne.KeyEvent{Name: name})
	}
	return true
}

// move moves the chosen time by some steps, or its end alone, as far as the curve goes. Without one it begins with
// a step at that curve end that the key comes from.
func (c *storeCurve) move(side, by int, end bool) {
	points, step := c.trend().Lines.Points, c.shown.Step
	last := len(points) - 1
	at := func(t time.Time) int { return int(t.Sub(points[0].Time) / step) }
	from, until := at(c.shown.Marks[side].From), at(c.shown.Marks[side].Until)
	wasFrom, wasUntil := from, until
	switch {
	case c.shown.Marks[side] == (screen.TimeSpan{}) && (by == -keySteps || by == -pageSteps || by == math.MaxInt32):
		from, until = last-1, last
	case c.shown.Marks[side] == (screen.TimeSpan{}):
		from, until = 0, 1
	case end:
		until = min(max(until+by, from+1), last)
	default:
		by = min(max(by, -from), last-until)
		from, until = from+by, until+by
	}
	if from == wasFrom && until == wasUntil {
		c.form.send(screen.Remark{Text: lang.L("The curve ends there.")})
		return
	}
	c.form.choose(side, screen.TimeSpan{From: points[from].Time, Until: points[until].Time}.Texts())
}

package plot

import (
	"math"
	"strconv"
	"time"

	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline/analysis"
	"profstation/timeline/wording"
)

// Utilization shows the minimum mutator utilization by window length, on a logarithmic scale, and the utilization
// below which only a few windows lie.
type Utilization struct {
	Title  string
	Points []analysis.MMUPoint
	Parts  []float64     // what fractions the points' quantiles are for
	Window time.Duration // the window whose worst places are listed; 0: none
}

// Paint implements Plot.
func (u *Utilization) Paint(cv scene.Canvas, area scene.Rect, t *scene.Theme) {
	c := ground(cv, area, t, u.Title, len(u.Points) < 2, lang.L("There is nothing to draw: the interval is too short."))
	if c == nil {
		return
	}
	b := c.box
	n := c.levels(4)
	for i := range n + 1 {
		p := float64(i) / float64(n)
		c.level(b.Y1-p*b.H(), strconv.Itoa(int(100*p))+"%")
	}
	for w := time.Duration(1); w <= u.last(); w *= 10 {
		if w >= u.Points[0].Window {
			x := u.x(b, w)
			cv.Fill(scene.Rect{X0: x, Y0: b.Y0, X1: x + 1, Y1: b.Y1 + 4}, c.rule())
			c.below(x, wording.Duration(trace.Time(w)))
		}
	}
	if u.Window > 0 {
		x := u.x(b, u.Window)
		cv.Fill(scene.Rect{X0: x, Y0: b.Y0, X1: x + 2, Y1: b.Y1}, t.Selection)
	}
	for i := len(u.Parts); i >= 0; i-- {
		stroke, _ := u.ink(t, i)
		u.line(cv, b, i, stroke)
	}
	u.legend(c)
}

// Space around an entry's name in the legend: a dash before it, and a gap after it.
const dashRoom, entryGap = 21.0, 5.0

// legend names the lines beside the title. If there is no space, it lists them at the bottom right, where the lines
// leave space if there is anything to see.
func (u *Utilization) legend(c *chart) {
	title := scene.Font{Size: scene.TextSize, Bold: true}
	whole, widest := 0.0, 0.0
	for i := range len(u.Parts) + 1 {
		_, name := u.ink(c.t, i)
		w := dashRoom + scene.Measure(name, font) + entryGap
		whole, widest = whole+w, max(widest, w)
	}
	at, step := scene.Point{X: c.area.X1 - right - whole, Y: c.area.Y0 + 6}, scene.Point{}
	if c.area.X0+8+scene.Measure(u.Title, title)+16 > at.X {
		step.Y = font.Size + 4
		at = scene.Point{X: c.box.X1 - widest, Y: c.box.Y1 - float64(len(u.Parts)+1)*step.Y - 4}
		ground := c.t.Background
		ground.A = 210 // lines lead there, and stay visible below
		c.Fill(scene.Rect{X0: at.X - 4, Y0: at.Y - 4, X1: c.box.X1, Y1: c.box.Y1}, ground)
	}
	for i := range len(u.Parts) + 1 {
		stroke, name := u.ink(c.t, i)
		var p scene.Path
		p.MoveTo(at.X, at.Y+4.5)
		p.LineTo(at.X+15, at.Y+4.5)
		c.Path(&p, scene.Color{}, stroke)
		c.Text(scene.Point{X: at.X + dashRoom, Y: at.Y + scene.Ascent(font)}, name, font, c.t.Text)
		if at.Y += step.Y; step.Y == 0 {
			at.X += dashRoom + scene.Measure(name, font) + entryGap
		}
	}
}

// ink returns a line's stroke and name: 0 is the minimum, the others are the quantiles.
//
// Lines differ in both colours and dashes, since the eye cannot tell neighbouring greys apart.
func (u *Utilization) ink(t *scene.Theme, i int) (scene.Stroke, string) {
	if i == 0 {
		return scene.Stroke{Color: t.Selection, Width: 1.5}, lang.L("minimum")
	}
	s := scene.Stroke{Color: []scene.Color{t.Warning, t.Muted}[(i-1)%2], Width: 1.5}
	if i > 1 {
		s.Dash = []float64{4, 3}
	}
	return s, "p" + strconv.FormatFloat(100*(1-u.Parts[i-1]), 'f', -1, 64)
}

func (u *Utilization) line(cv scene.Canvas, b scene.Rect, i int, stroke scene.Stroke) {
	var p scene.Path
	for k := range u.Points {
		p.LineTo(u.x(b, u.Points[k].Window), b.Y1-u.value(k, i)*b.H())
	}
	cv.Path(&p, scene.Color{}, stroke)
}

func (u *Utilization) value(k, i int) float64 {
	if i == 0 {
		return u.Points[k].Min
	}
	return u.Points[k].Quantiles[i-1]
}

func (u *Utilization) last() time.Duration { return u.Points[len(u.Points)-1].Window }

func (u *Utilization) x(b scene.Rect, w time.Duration) float64 {
	lo, hi := math.Log(float64(u.Points[0].Window)), math.Log(float64(u.last()))
	return b.X0 + (math.Log(float64(w))-lo)/(hi-lo)*b.W()
}

// At returns the window length at a place in an area, or 0 if there is none.
func (u *Utilization) At(area scene.Rect, x float64) time.Duration {
	if k := u.nearest(area, x); k >= 0 {
		return u.Points[k].Window
	}
	return 0
}

func (u *Utilization) nearest(area scene.Rect, x float64) int {
	b := box(area)
	if len(u.Points) < 2 || b.Empty() {
		return -1
	}
	return int(share(b, x)*float64(len(u.Points)-1) + 0.5)
}

// Tip implements Plot.
func (u *Utilization) Tip(area scene.Rect, at scene.Point) string {
	k := u.nearest(area, at.X)
	if b := box(area); k < 0 || !b.Contains(at) {
		return ""
	}
	text := lang.L("window of {{.Time}}", lang.With{"Time": wording.Duration(trace.Time(u.Points[k].Window))})
	for i := range len(u.Parts) + 1 {
		_, name := u.ink(&scene.Light, i)
		text += "\n" + name + ": " + strconv.FormatFloat(100*u.value(k, i), 'f', 1, 64) + "%"
	}
	return text + "\n" + lang.L("Click or Enter lists its worst places")
}

// stepsPerDecade is how many steps on the keyboard make a window ten times as long.
const stepsPerDecade = 5

// Begin implements Walker. A walk begins at the window whose worst places are listed.
func (u *Utilization) Begin(area scene.Rect) (x, step float64) {
	b := box(area)
	if len(u.Points) < 2 || b.Empty() {
		return math.NaN(), 0
	}
	decades := math.Log10(float64(u.last()) / float64(u.Points[0].Window))
	if x = math.NaN(); u.Window > 0 {
		x = u.x(b, u.Window)
	}
	return x, b.W() / decades / stepsPerDecade
}

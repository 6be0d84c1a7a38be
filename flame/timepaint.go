package flame

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"profstation/heatmap"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/scene"
)

// headRows is the height of a lane's heading, in rows.
const headRows = 1.25

// timeAxis is the height for the times above the lanes, in logical pixels.
const timeAxis = 22.0

// TimeView is the part of a flame chart to draw.
type TimeView struct {
	Window Window       // nanoseconds since Lanes.Time.From
	Row    float64      // height of a row; 0: RowHeight
	Top    float64      // how many pixels of the lanes are scrolled out of sight
	Area   scene.Rect   // on the canvas, including the times
	Mark   query.NodeID // outline all of this node's boxes; NoNode: none
}

func (v *TimeView) row() float64 { return cmp.Or(v.Row, RowHeight) }

// lanes returns the area below the times.
func (v *TimeView) lanes() scene.Rect {
	a := v.Area
	a.Y0 = min(a.Y0+timeAxis, a.Y1)
	return a
}

// LanesHeight returns the height left for lanes in a view with that height.
func LanesHeight(height float64) float64 { return max(0, height-timeAxis) }

// Height returns how high all lanes are, in logical pixels, if rows have the given height.
func (c *TimeChart) Height(row float64) float64 { return c.first[len(c.first)-1] * row }

// top returns where a row in a lane begins. Row −1 is the heading.
func (c *TimeChart) top(v *TimeView, s Style, lane, row int) float64 {
	y := v.lanes().Y0 - v.Top + c.first[lane]*v.row()
	if row < 0 {
		return y
	}
	if s.RootDown {
		row = len(c.Lane[lane].Rows) - 1 - row
	}
	return y + (headRows+float64(row))*v.row()
}

// Rect returns where a box lies. It does not clip.
func (c *TimeChart) Rect(v TimeView, s Style, r TimeRef) scene.Rect {
	b, y := c.Box(r), c.top(&v, s, r.Lane, r.Row)
	return scene.Rect{X0: v.x(b.From), Y0: y, X1: v.x(b.To), Y1: y + v.row()}
}

func (v *TimeView) x(at int64) float64 {
	return v.Area.X0 + (float64(at)-v.Window.From)/v.Window.W()*v.Area.W()
}

// At returns the box under a point, or NoTimeRef.
func (c *TimeChart) At(v TimeView, s Style, at scene.Point) TimeRef {
	if !v.lanes().Contains(at) || !(v.Window.W() > 0) || len(c.Lane) == 0 {
		return NoTimeRef
	}
	y := (at.Y - v.lanes().Y0 + v.Top) / v.row()
	lane := sort.Search(len(c.Lane), func(i int) bool { return c.first[i+1] > y })
	if lane == len(c.Lane) || y < 0 {
		return NoTimeRef
	}
	row := int(math.Floor(y - c.first[lane] - headRows))
	if rows := len(c.Lane[lane].Rows); s.RootDown {
		row = rows - 1 - row
	}
	return c.Find(lane, row, int64(math.Floor(v.Window.From+(at.X-v.Area.X0)/v.Area.W()*v.Window.W())))
}

// Find returns the box in a row at a time since Lanes.Time.From, or NoTimeRef if there is none.
func (c *TimeChart) Find(lane, row int, at int64) TimeRef {
	if lane < 0 || lane >= len(c.Lane) || row < 0 || row >= len(c.Lane[lane].Rows) {
		return NoTimeRef
	}
	boxes := c.Lane[lane].Rows[row]
	i := sort.Search(len(boxes), func(i int) bool { return boxes[i].To > at })
	if i == len(boxes) || boxes[i].From > at {
		return NoTimeRef
	}
	return TimeRef{lane, row, i}
}

// TimeOf returns a box's time on the samples' clock.
func (c *TimeChart) TimeOf(r TimeRef) query.TimeRange {
	b := c.Box(r)
	return query.TimeRange{From: c.Time.From + b.From, Until: c.Time.From + max(b.To, b.From+1)}
}

// Describe returns a box's name, time and figures, in lines.
func (c *TimeChart) Describe(r TimeRef) string {
	b, t := c.Box(r), c.TimeOf(r)
	step := units.RoundStep(float64(max(t.Until-t.From, 100)) / 100)
	return nameOf(c.Result, b.Node, int(b.Merged)) + "\n" +
		units.Tick(t.From, step) + " – " + units.Tick(t.Until, step) + "\n" + figures(c.Result, b.Net, b.Self)
}

// LaneName returns a lane's heading.
func (c *TimeChart) LaneName(i int) string {
	switch {
	case c.Axis == (model.LabelAxis{}):
		return lang.L("all samples")
	case c.lanes[i].other:
		return lang.L(noLabel)
	}
	return safe.Text(c.Axis.Key) + " " + c.Lane[i].Name
}

// Notes returns lines that say what the chart leaves out.
func (c *TimeChart) Notes() []string {
	var notes []string
	if c.Left > 0 {
		notes = append(notes, lang.N(c.Left, "1 lane with {{.Amount}} is left out: the heaviest are shown",
			"{{.N}} lanes with {{.Amount}} are left out: the heaviest are shown", lang.With{"Amount": c.Result.WithShare(c.LeftSum)}))
	}
	if c.Untimed != 0 {
		notes = append(notes, lang.L("{{.Amount}} without a time are left out", lang.With{"Amount": c.Result.WithShare(c.Untimed)}))
	}
	if c.Cut {
		notes = append(notes, lang.L("not all boxes are drawn: zoom in, or choose a shorter time"))
	}
	return notes
}

// TimePainter draws one flame chart in one style. It keeps names and colours between frames. Only one goroutine may
// use it at a time.
type TimePainter struct {
	brush
	c   *TimeChart
	box timeTitle
}

// NewTimePainter prepares to draw a chart, see [NewPainter].
func NewTimePainter(c *TimeChart, s Style, match []bool, old *TimePainter) *TimePainter {
	if old == nil {
		old = &TimePainter{}
	}
	return &TimePainter{brush: newBrush(c.Result, s, match, &old.brush), c: c}
}

// Paint draws the times, and the lanes below them.
func (p *TimePainter) Paint(cv scene.Canvas, v TimeView) {
	area, t := v.lanes(), p.s.Theme
	scale := area.W() / v.Window.W()
	if v.Area.Empty() || !(scale > 0 && scale <= math.MaxFloat64) {
		return
	}
	cv.PushClip(v.Area)
	defer cv.PopClip()
	cv.Fill(v.Area, t.Background)
	axis := v.Area
	axis.Y1 = area.Y0 - 4
	from := float64(p.c.Time.From) + v.Window.From
	heatmap.PaintTimes(cv, t, axis, from, from+v.Window.W(), v.Area.Y0+13)
	cv.PushClip(area)
	defer cv.PopClip()
	p.labels.write(v.row())
	for i := range p.c.Lane {
		head := p.c.top(&v, p.s, i, -1)
		if bottom := head + (p.c.first[i+1]-p.c.first[i])*v.row(); bottom < area.Y0 {
			continue
		}
		if head > area.Y1 || cv.Over() {
			return
		}
		p.head(cv, &v, i, head)
		for row, boxes := range p.c.Lane[i].Rows {
			if y := p.c.top(&v, p.s, i, row); y+v.row() > area.Y0 && y < area.Y1 {
				p.row(cv, &v, boxes, y)
			}
		}
	}
}

// head writes a lane's name and value.
func (p *TimePainter) head(cv scene.Canvas, v *TimeView, lane int, y float64) {
	r := scene.Rect{X0: v.Area.X0, Y0: y, X1: v.Area.X1, Y1: y + headRows*v.row() - 1}
	cv.Fill(r, p.s.Theme.Surface)
	base := (r.Y0 + r.Y1 + scene.Ascent(font)) / 2
	name := scene.Fit(p.c.LaneName(lane), font, r.W()-2*labelGap)
	cv.Text(scene.Point{X: r.X0 + labelGap, Y: base}, name, font, p.s.Theme.Text)
	figure := p.c.Result.WithShare(p.c.Lane[lane].Total)
	x := r.X0 + labelGap + scene.Measure(name, font) + 12
	if x+scene.Measure(figure, font) < r.X1 {
		cv.Text(scene.Point{X: x, Y: base}, figure, font, p.s.Theme.Muted)
	}
}

// row draws a row's visible boxes. Touching boxes under a pixel wide are drawn as one grey box.
func (p *TimePainter) row(cv scene.Canvas, v *TimeView, boxes []TimeBox, y float64) {
	small := crowd{Rect: scene.Rect{Y0: y, Y1: y + v.row() - 1}}
	first := sort.Search(len(boxes), func(i int) bool { return float64(boxes[i].To) > v.Window.From })
	for i := first; i < len(boxes); i++ {
		b := &boxes[i]
		x0, x1 := v.x(b.From), v.x(b.To)
		if x0 >= v.Area.X1 {
			break
		}
		if x1-x0 < 1 || b.Merged > 0 {
			p.gather(cv, &small, x0, x1, max(1, int(b.Merged)))
			continue
		}
		p.crowd(cv, &small)
		p.paintBox(cv, v, b, scene.Rect{X0: x0, Y0: y, X1: x1, Y1: y + v.row()})
	}
	p.crowd(cv, &small)
}

func (p *TimePainter) paintBox(cv scene.Canvas, v *TimeView, b *TimeBox, r scene.Rect) {
	fill := p.fills.node[b.Node]
	if p.s.Coloring == BySelf {
		fill = p.s.Theme.Heat(max(0, float64(b.Self)/float64(max(units.Magnitude(b.Net), 1))))
	}
	fill, back := p.searched(b.Node, fill)
	inner := inside(r, v.Area)
	p.box = timeTitle{p.c.Result, b}
	cv.Begin(&p.box)
	cv.Fill(inner, fill)
	if b.Node == v.Mark {
		cv.Outline(inner, p.s.Theme.Selection, 1)
	}
	side := gap(inner.W())
	if width := inner.W() - 2*side; width > minWidth {
		ink := p.fills.on(fill)
		if back {
			ink.name = ink.figure
		}
		if name := p.labels.fit(b.Node, width); name.text != "" {
			cv.Text(scene.Point{X: inner.X0 + side, Y: (inner.Y0 + inner.Y1 + scene.Ascent(name.font)) / 2}, name.text, name.font, ink.name)
		}
	}
	cv.End()
}

// timeTitle is a box's text. It is made only if a back end keeps titles.
type timeTitle struct {
	r   *query.Result
	box *TimeBox
}

func (t *timeTitle) Title() string {
	return safe.Text(t.r.Nodes.Node(t.box.Node).String()) + "\n" + t.r.WithShare(t.box.Net)
}

// TimePicture is a whole flame chart with a heading, for a report: a [scene.Picture].
type TimePicture struct {
	Head  scene.Heading // if it has no lines: the data shown, and the active filters
	Chart *TimeChart
	Style Style
	Width float64
	Match []bool // per node: whether it matches the search; nil without a search
}

// Heading implements scene.Picture.
func (p *TimePicture) Heading() []string { return p.Head.Or(p.lines).Lines }

func (p *TimePicture) lines() []string {
	r := p.Chart.Result
	return slices.Concat([]string{heatmap.Headline(r)}, r.Query.Caption(r.Profile), p.Chart.Notes())
}

// Size implements scene.Picture.
func (p *TimePicture) Size() (w, h float64) {
	return p.Width, p.Head.Or(p.lines).Height() + timeAxis + max(p.Chart.Height(RowHeight), noteHeight) + scene.PictureMargin
}

// Draw implements scene.Picture.
func (p *TimePicture) Draw(cv scene.Canvas) {
	area := p.Head.Or(p.lines).Draw(cv, p.Style.Theme)
	if p.Chart.Empty() {
		scene.Note(cv, scene.Point{X: area.X0, Y: area.Y0 + noteHeight - 6}, heatmap.Empty(p.Chart.Result), area.W(), p.Style.Theme.Muted)
		return
	}
	NewTimePainter(p.Chart, p.Style, p.Match, nil).Paint(cv, TimeView{Window: p.Chart.Window, Area: area, Mark: query.NoNode})
}

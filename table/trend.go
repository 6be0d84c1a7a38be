package table

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"profstation/model"
	"profstation/model/series"
	"profstation/scene"
)

// Trend draws figures over time: layers upon each other, or lines beside each
// other. It is used by one goroutine at a time.
type Trend struct {
	Lines *series.Lines
	// Stacked draws layers, the first lowest; otherwise each figure is a line.
	Stacked bool
	// Local is the zone of the times on the axis; nil: the local one.
	Local *time.Location
}

// TrendView is where and how a trend is drawn.
type TrendView struct {
	Area  scene.Rect
	Theme *scene.Theme
	// Point is a marked profile, an index into Points; −1: none.
	Point int
	// Line is a marked line or layer; −1: none.
	Line int
}

// WriteCSV writes a row for each profile: its time (RFC 3339, in UTC), its id,
// and a column for each line. Values are exact; one that was not kept is empty.
func (t *Trend) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	fields := []string{"time", "profile"}
	for _, l := range t.Lines.Lines {
		fields = append(fields, t.field(&l))
	}
	if err := out.Write(fields); err != nil {
		return err
	}
	for i, p := range t.Lines.Points {
		fields = append(fields[:0], p.Time.UTC().Format(time.RFC3339Nano), p.ID)
		for _, l := range t.Lines.Lines {
			if l.Known != nil && !l.Known[i] {
				fields = append(fields, "")
			} else {
				fields = append(fields, strconv.FormatInt(l.Values[i], 10))
			}
		}
		if err := out.Write(fields); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// field is a line's name in a file.
func (t *Trend) field(l *series.Line) string {
	switch {
	case l.Rest:
		return "(rest)"
	case l.Name == "" && len(t.Lines.Lines) == 1:
		return "total"
	case l.Name == "":
		return "(none)"
	case t.Lines.Question.By == series.Stacks:
		return strings.ReplaceAll(l.Name, "\n", ";")
	}
	return l.Name
}

// label is the same, safe for a screen and short.
func (t *Trend) label(l *series.Line) string {
	name := t.field(l)
	if t.Lines.Question.By == series.Stacks {
		return model.Sanitise(model.ShortName(waiting(strings.Split(name, ";")), false))
	}
	if t.Lines.Question.By == series.Functions && l.Name != "" {
		name = model.ShortName(name, false)
	}
	return model.Sanitise(name)
}

// Label is the name of a line for a screen.
func (t *Trend) Label(line int) string { return t.label(&t.Lines.Lines[line]) }

// waiting is the function of a stack, root first, that says most of it: the leaf,
// but for what all goroutines end in that wait.
func waiting(stack []string) string {
	for i := len(stack) - 1; i >= 0; i-- {
		if !strings.HasPrefix(stack[i], "runtime.") && !strings.HasPrefix(stack[i], "internal/") {
			return stack[i]
		}
	}
	return stack[len(stack)-1]
}

// Margins around the plot, in logical pixels.
const (
	trendLeft   = 72.0 // figures of the axis
	trendBottom = 22.0 // times
	trendTop    = 8.0
	keyRow      = 18.0 // a line of the key
	keySwatch   = 10.0
)

// plot is the area of the figures themselves, above the key.
func (t *Trend) plot(area scene.Rect) scene.Rect {
	return scene.Rect{X0: area.X0 + trendLeft, Y0: area.Y0 + trendTop, X1: area.X1 - 12, Y1: area.Y1 - trendBottom - t.keyHeight(area)}
}

// keyHeight is the room that the names take below; one line without names
// takes none.
func (t *Trend) keyHeight(area scene.Rect) float64 {
	if len(t.Lines.Lines) < 2 {
		return 0
	}
	rows := 1 + t.placeKey(area, nil)
	return float64(rows)*keyRow + 6
}

// placeKey tells where each name of the key stands, and returns the last row.
func (t *Trend) placeKey(area scene.Rect, do func(line int, x float64, row int, text string)) int {
	x, row := area.X0+trendLeft, 0
	most := max(area.W()-trendLeft-12, 40)
	for i := range t.Lines.Lines {
		text := scene.Fit(t.label(&t.Lines.Lines[i]), font, min(260, most-keySwatch-6))
		w := keySwatch + 6 + scene.Measure(text, font) + 18
		if x+w > area.X1 && x > area.X0+trendLeft {
			x, row = area.X0+trendLeft, row+1
		}
		if do != nil {
			do(i, x, row, text)
		}
		x += w
	}
	return row
}

// scale maps times and values to the plot.
type scale struct {
	plot      scene.Rect
	from      time.Time
	span      float64 // seconds
	low, high float64
}

func (t *Trend) scale(plot scene.Rect) scale {
	s := scale{plot: plot}
	points := t.Lines.Points
	if n := len(points); n > 0 {
		s.from = points[0].Time
		s.span = points[n-1].Time.Sub(s.from).Seconds()
	}
	for i := range points {
		var up, down float64
		for _, l := range t.Lines.Lines {
			v := float64(l.Values[i])
			switch {
			case !t.Stacked:
				up, down = max(up, v), min(down, v)
			case v > 0:
				up += v
			default:
				down += v
			}
		}
		s.low, s.high = min(s.low, down), max(s.high, up)
	}
	if s.high == s.low {
		s.high = s.low + 1
	}
	s.high += (s.high - s.low) / 20
	return s
}

func (s *scale) x(at time.Time) float64 {
	if s.span <= 0 {
		return (s.plot.X0 + s.plot.X1) / 2
	}
	return s.plot.X0 + at.Sub(s.from).Seconds()/s.span*s.plot.W()
}

func (s *scale) y(v float64) float64 { return s.plot.Y1 - (v-s.low)/(s.high-s.low)*s.plot.H() }

// At is the profile nearest to a point of the canvas, and the layer or line
// there; −1 where there is none.
func (t *Trend) At(v TrendView, at scene.Point) (point, line int) {
	plot := t.plot(v.Area)
	point, line = -1, -1
	t.placeKey(v.Area, func(i int, x float64, row int, text string) {
		y := plot.Y1 + trendBottom + float64(row)*keyRow
		r := scene.Rect{X0: x, Y0: y, X1: x + keySwatch + 6 + scene.Measure(text, font), Y1: y + keyRow}
		if len(t.Lines.Lines) > 1 && r.Contains(at) {
			line = i
		}
	})
	if !plot.Inset(-4).Contains(at) || len(t.Lines.Points) == 0 {
		return point, line
	}
	s := t.scale(plot)
	best := math.Inf(1)
	for i, p := range t.Lines.Points {
		if d := math.Abs(s.x(p.Time) - at.X); d < best {
			point, best = i, d
		}
	}
	up, down, near := 0.0, 0.0, 6.0
	for i := range t.Lines.Lines {
		val := float64(t.Lines.Lines[i].Values[point])
		if !t.Stacked {
			if d := math.Abs(s.y(val) - at.Y); d < near {
				near, line = d, i
			}
			continue
		}
		from := &up
		if val < 0 {
			from = &down
		}
		a, b := s.y(*from), s.y(*from+val)
		if min(a, b) <= at.Y && at.Y < max(a, b) {
			line = i
		}
		*from += val
	}
	return point, line
}

package table

import (
	"io"
	"math"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"profstation/model/lang"
	"profstation/model/names"
	"profstation/model/safe"
	"profstation/model/series"
	"profstation/model/units"
	"profstation/scene"
)

// Trend draws figures over time, as layers or as lines. Several goroutines may draw it at once.
type Trend struct {
	Lines   *series.Lines
	Stacked bool // layers, the first lowest; otherwise each figure is a line

	mu     sync.Mutex
	made   *trendCurves // the curves as last drawn
	top    float64      // the margin above the plot; 0: not known yet
	stacks []string     // the stacks' names; nil until made
}

// TrendView is where and how a trend is drawn.
type TrendView struct {
	Area  scene.Rect
	Theme *scene.Theme
	Point int // a marked profile, an index into Points; −1: none
	Line  int // a marked line or layer; −1: none
}

// WriteCSV writes a row for each profile: its time (RFC 3339, in UTC), its id, the number of its run, and the
// exact value of each line, empty where the value was not kept. A restart of the program begins a new run.
func (t *Trend) WriteCSV(w io.Writer) error {
	fields := []string{"time", "profile", "run"}
	for i := range t.Lines.Lines {
		fields = append(fields, t.named(&t.Lines.Lines[i], lang.English))
	}
	return units.WriteCSV(w, fields, func(yield func([]units.Cell) bool) {
		run := 1
		for i, p := range t.Lines.Points {
			if p.Restarted {
				run++
			}
			row := []units.Cell{units.Text(p.Time.UTC().Format(time.RFC3339Nano)), units.Text(p.ID), units.WholeCell(run)}
			for _, l := range t.Lines.Lines {
				if l.Known != nil && !l.Known[i] {
					row = append(row, units.Cell{})
				} else {
					row = append(row, units.WholeCell(l.Values[i]))
				}
			}
			if !yield(row) {
				return
			}
		}
	})
}

// full returns a line's name for a user.
func (t *Trend) full(l *series.Line) string { return t.named(l, lang.L) }

func (t *Trend) named(l *series.Line, say lang.Voice) string {
	switch {
	case l.Rest:
		return say("(rest)")
	case l.Name == "" && len(t.Lines.Lines) == 1:
		return say("total")
	case l.Name == "":
		return say("(none)")
	case t.Lines.Question.By == series.Stacks:
		return strings.ReplaceAll(l.Name, "\n", ";")
	}
	return l.Name
}

// Label returns a line's short name, safe for a screen.
func (t *Trend) Label(line int) string {
	l := &t.Lines.Lines[line]
	name := t.full(l)
	if t.Lines.Question.By == series.Stacks {
		return t.stackLabel(line)
	}
	if t.Lines.Question.By == series.Functions && l.Name != "" {
		name = names.Short(name, false)
	}
	return safe.Text(name)
}

// stackLabel returns the name of a line that stands for a stack.
func (t *Trend) stackLabel(line int) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.stacks == nil {
		stacks := make([][]string, len(t.Lines.Lines))
		for i := range stacks {
			stacks[i] = strings.Split(t.full(&t.Lines.Lines[i]), ";")
		}
		t.stacks = nameStacks(stacks)
	}
	return t.stacks[line]
}

// nameStacks names stacks, root first, by the functions that they wait in. Stacks that wait in the same function
// also get the name of the first caller in which they differ, or else the first such callee.
func nameStacks(stacks [][]string) []string {
	named, at := make([]string, len(stacks)), make([]int, len(stacks))
	short := func(frame string) string { return safe.Text(names.Short(frame, false)) }
	same := map[string][]int{}
	for i, s := range stacks {
		at[i] = waiting(s)
		named[i] = short(s[at[i]])
		same[named[i]] = append(same[named[i]], i)
	}
	frame := func(i, up int) string {
		if k := at[i] - up; k >= 0 && k < len(stacks[i]) {
			return stacks[i][k]
		}
		return ""
	}
	var tell func(alike []int, up, by int)
	tell = func(alike []int, up, by int) {
		for ; len(alike) > 1; up += by {
			groups, left := map[string][]int{}, false
			for _, i := range alike {
				f := frame(i, up)
				groups[f] = append(groups[f], i)
				left = left || f != ""
			}
			switch {
			case !left && by > 0:
				up, by = 0, -1 // all callers are the same
			case !left:
				return
			case len(groups) > 1:
				for f, group := range groups {
					for _, i := range group {
						if f != "" && by > 0 {
							named[i] += " ← " + short(f)
						} else if f != "" {
							named[i] += " → " + short(f)
						}
					}
					tell(group, up+by, by)
				}
				return
			}
		}
	}
	for _, alike := range same {
		tell(alike, 1, 1)
	}
	return named
}

// waiting returns the index of the function that names a stack best, root first. That is the leaf, but not one of
// the runtime's functions, in which all waiting goroutines end.
func waiting(stack []string) int {
	for i := len(stack) - 1; i >= 0; i-- {
		if !strings.HasPrefix(stack[i], "runtime.") && !strings.HasPrefix(stack[i], "internal/") {
			return i
		}
	}
	return len(stack) - 1
}

// Margins around the plot, in logical pixels.
const (
	trendLeft   = 72.0 // for the axis labels
	trendBottom = 22.0 // for times
	trendTop    = 8.0
	restartRow  = 14.0 // for the words about restarts
	keyRow      = 18.0 // one line in the key
	keySwatch   = 10.0
	keyText     = keySwatch + 6 // where the name begins
)

// plot returns the area for the figures themselves, above the key.
func (t *Trend) plot(area scene.Rect) scene.Rect {
	return scene.Rect{X0: area.X0 + trendLeft, Y0: area.Y0 + t.above(), X1: area.X1 - 12, Y1: area.Y1 - trendBottom - t.keyHeight(area)}
}

// above returns the margin above the plot. Restarts are named there.
func (t *Trend) above() float64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.top == 0 {
		t.top = trendTop
		if slices.ContainsFunc(t.Lines.Points, func(p series.Point) bool { return p.Restarted }) {
			t.top = trendTop + restartRow
		}
	}
	return t.top
}

func (t *Trend) keyHeight(area scene.Rect) float64 {
	k := t.key(area)
	if len(k) == 0 {
		return 0
	}
	return k[len(k)-1].top - trendBottom + keyRow + 6
}

// keyEntry is a name in the key: x is its left edge, top its distance from the plot.
type keyEntry struct {
	x, top float64
	text   string
}

// key returns a name for each line. A single line has no key.
func (t *Trend) key(area scene.Rect) []keyEntry {
	if len(t.Lines.Lines) < 2 {
		return nil
	}
	left := area.X0 + trendLeft
	e := keyEntry{x: left, top: trendBottom}
	largest := max(area.W()-trendLeft-12, 40)
	var key []keyEntry
	for i := range t.Lines.Lines {
		e.text = scene.Fit(t.Label(i), font, min(260, largest-keyText))
		w := keyText + scene.Measure(e.text, font) + 18
		if e.x+w > area.X1 && e.x > left {
			e.x, e.top = left, e.top+keyRow
		}
		key = append(key, e)
		e.x += w
	}
	return key
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
		s.span = end(&points[n-1]).Sub(s.from).Seconds()
	}
	for i := range points {
		t.layers(i, func(_ int, from, to float64) { s.low, s.high = min(s.low, from, to), max(s.high, from, to) })
	}
	if s.high == s.low {
		s.high = s.low + 1
	}
	s.high += (s.high - s.low) / 20
	return s
}

// layers calls do for each figure in a profile, with its two ends. Lines begin at 0. Layers lie upon each other,
// and those below zero go downwards. A line without layers has a gap where it is not known.
func (t *Trend) layers(point int, do func(line int, from, to float64)) {
	up, down := 0.0, 0.0
	for i := range t.Lines.Lines {
		v := float64(t.Lines.Lines[i].Values[point])
		switch {
		case !t.Stacked && !t.known(i, point):
		case !t.Stacked:
			do(i, 0, v)
		case v < 0:
			do(i, down, down+v)
			down += v
		default:
			do(i, up, up+v)
			up += v
		}
	}
}

// known reports whether a line's figure in a profile can be drawn. What was too small to be kept is nearly 0, but a counter
// cannot fall to that.
func (t *Trend) known(line, point int) bool {
	l := &t.Lines.Lines[line]
	return !t.Lines.Counter || l.Known == nil || l.Known[point]
}

// end returns until when to draw a profile. If a store was asked for steps, a profile covers its whole step.
func end(p *series.Point) time.Time {
	if p.Until.IsZero() {
		return p.Time
	}
	return p.Until
}

func (s *scale) x(at time.Time) float64 {
	if s.span <= 0 {
		return (s.plot.X0 + s.plot.X1) / 2
	}
	return s.plot.X0 + at.Sub(s.from).Seconds()/s.span*s.plot.W()
}

func (s *scale) y(v float64) float64 { return s.plot.Y1 - (v-s.low)/(s.high-s.low)*s.plot.H() }

// Plot returns the part of a view with the figures themselves.
func (t *Trend) Plot(v TrendView) scene.Rect { return t.plot(v.Area) }

// X returns where a time lies across a view, inside its plot or beside it.
func (t *Trend) X(v TrendView, at time.Time) float64 {
	s := t.curves(t.plot(v.Area)).scale
	return s.x(at)
}

// Time returns the time at a place across a view. It is limited to the times that are drawn.
func (t *Trend) Time(v TrendView, x float64) time.Time {
	s := t.curves(t.plot(v.Area)).scale
	share := min(max(0, (x-s.plot.X0)/s.plot.W()), 1)
	return s.from.Add(time.Duration(share * s.span * float64(time.Second)))
}

// At returns the profile nearest to a point on the canvas, and the layer or line there. Each is −1 if there is
// none.
func (t *Trend) At(v TrendView, at scene.Point) (point, line int) {
	plot := t.plot(v.Area)
	point, line = -1, -1
	for i, k := range t.key(v.Area) {
		y := plot.Y1 + k.top
		r := scene.Rect{X0: k.x, Y0: y, X1: k.x + keyText + scene.Measure(k.text, font), Y1: y + keyRow}
		if r.Contains(at) {
			line = i
		}
	}
	if !plot.Inset(-4).Contains(at) || len(t.Lines.Points) == 0 {
		return point, line
	}
	s := t.curves(plot)
	x := func(i int) float64 { return s.x(t.Lines.Points[i].Time) }
	n := len(t.Lines.Points)
	first := func(from float64) int { return sort.Search(n, func(i int) bool { return x(i) >= from }) }
	// Take the profile before, if it is nearer or as near. Among those at the same time take the first.
	point = min(first(at.X), n-1)
	if point > 0 && at.X-s.x(end(&t.Lines.Points[point-1])) <= math.Abs(x(point)-at.X) {
		point = first(x(point - 1))
	}
	near := 6.0
	t.layers(point, func(i int, from, to float64) {
		a, b := s.y(from), s.y(to)
		switch d := math.Abs(b - at.Y); {
		case t.Stacked && min(a, b) <= at.Y && at.Y < max(a, b):
			line = i
		case !t.Stacked && d < near:
			near, line = d, i
		}
	})
	return point, line
}

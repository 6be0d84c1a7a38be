package timeline

import (
	"math"

	"profstation/model/trace"
	"profstation/scene"
)

// Window is a range of the trace's time, in nanoseconds; fractions matter
// where a nanosecond is wider than a pixel.
type Window struct{ From, To float64 }

// W returns how wide the window is.
func (w Window) W() float64 { return w.To - w.From }

// View is the part of the lanes that is drawn.
type View struct {
	Window Window
	Top    float64    // how many pixels of scrolling rows lie above those in sight
	Area   scene.Rect // where on the canvas, with the axis and the labels
	Label  float64    // how wide the labels at the left are
	Extent float64    // the last time that may be shown, in nanoseconds, if a longer trace stands beside this one
	Peaks  Peaks      // what counters' full heights stand for at least
}

// Peaks are the largest values of a trace's counters: the heap with its goal, in bytes, the number of Ps, and how many
// goroutines and threads at work there are at once.
type Peaks struct {
	Heap, Procs         uint64
	Goroutines, Threads int
}

// PeaksOf returns the larger ones of two timelines that stand together.
func PeaksOf(a, b *Timeline) (p Peaks) {
	for _, t := range []*Timeline{a, b} {
		for _, name := range []string{trace.HeapObjects, trace.HeapGoal} {
			if s := t.Metric(name); s != nil {
				p.Heap = max(p.Heap, s.Max)
			}
		}
		if s := t.Metric(trace.GoMaxProcs); s != nil {
			p.Procs = max(p.Procs, s.Max)
		}
		p.Goroutines, p.Threads = max(p.Goroutines, t.MaxAtOnce(StatesRow)), max(p.Threads, t.MaxAtOnce(ThreadsRow))
	}
	return p
}

// Share returns the part of a counting row's height that a timeline's own largest number takes.
func (p Peaks) Share(row RowKind, t *Timeline) float64 {
	most := map[RowKind]int{StatesRow: p.Goroutines, ThreadsRow: p.Threads}[row]
	if most == 0 {
		return 1
	}
	return min(1, float64(t.MaxAtOnce(row))/float64(most))
}

// AxisHeight is how high the axis above the lanes is, in logical pixels.
const AxisHeight = 26.0

const MinWindow = 20.0 // how wide a window is at least, in nanoseconds

// Plot returns where lanes are drawn: the area without axis and labels.
func (v *View) Plot() scene.Rect {
	r := v.Area
	r.X0, r.Y0 = min(r.X0+v.Label, r.X1), min(r.Y0+AxisHeight, r.Y1)
	return r
}

// Grid divides a view into columns: column i goes from (first+i)×step to (first+i+1)×step nanoseconds.
// It begins at a multiple of the step, so that a column keeps its content when the view moves.
type Grid struct {
	Step  float64 // nanoseconds
	first int64
	N     int
	X0    float64
}

func (v *View) Grid() Grid {
	p := v.Plot()
	if p.Empty() || !(v.Window.W() > 0) {
		return Grid{Step: 1, X0: p.X0}
	}
	step := v.Window.W() / p.W()
	return Grid{Step: step, first: int64(math.Round(v.Window.From / step)), N: int(math.Ceil(p.W())), X0: p.X0}
}

// Until is the columns up to a time.
func (g Grid) Until(end trace.Time) Grid {
	if g.N > 0 && g.Edge(g.N) > end {
		g.N = min(g.N, max(0, int(math.Ceil(g.Place(end)))))
	}
	return g
}

// Edge returns the time at a column's left, to the nanosecond.
func (g *Grid) Edge(column int) trace.Time {
	return trace.Time(math.Round(float64(g.first+int64(column)) * g.Step))
}

func (g *Grid) Place(at trace.Time) float64 { return float64(at)/g.Step - float64(g.first) }

func (g *Grid) X(at trace.Time) float64 { return g.X0 + g.Place(at) }

// Snapped returns a time's x, rounded to a column.
func (g *Grid) Snapped(at trace.Time) float64 {
	return g.X0 + float64(int64(g.Place(at)+0.5+1e6)-1e6)
}

// X returns where a time lies on the canvas, within or beside the plot.
func (v *View) X(at trace.Time) float64 {
	g := v.Grid()
	return g.X(at)
}

// Time returns the time at a place on the canvas, which may lie beside the plot.
func (v *View) Time(x float64) trace.Time {
	g := v.Grid()
	return trace.Time(math.Round((x - g.X0 + float64(g.first)) * g.Step))
}

// Fit shows a range of time, with a margin on both sides, unless it is the whole.
func (v View) Fit(l *Lanes, from, to trace.Time) View {
	w := Window{float64(from), float64(to)}
	if w != v.Whole(l) {
		margin := max(w.W(), MinWindow) * 0.05
		w.From, w.To = w.From-margin, w.To+margin
	}
	v.Window = w
	return v.Clamp(l)
}

// Pan moves the view by pixels: what it shows moves left and up by dx and dy.
func (v View) Pan(l *Lanes, dx, dy float64) View {
	g := v.Grid()
	v.Window.From += dx * g.Step
	v.Window.To += dx * g.Step
	v.Top += dy
	return v.Clamp(l)
}

// ZoomAt makes the window narrower by a factor, or wider for one below 1; the
// time at x stays where it is.
func (v View) ZoomAt(l *Lanes, x, factor float64) View {
	p := v.Plot()
	if p.Empty() || !(factor > 0) {
		return v
	}
	at := (x - p.X0) / p.W()
	width := v.Window.W()
	// Limited here and not only by Clamp, so that the time at x stays.
	next := min(max(width/factor, MinWindow), v.Whole(l).W())
	v.Window.From += at * (width - next)
	v.Window.To = v.Window.From + next
	return v.Clamp(l)
}

// Bring scrolls until a row is in sight; −1: it is not in the list.
func (v View) Bring(l *Lanes, row int) View {
	if row < 0 {
		return v
	}
	top, room := l.Top(row)-l.PinnedHeight(), v.Plot().H()-l.PinnedHeight()
	if top < v.Top || top+2*LaneHeight > v.Top+room {
		v.Top = top - room/3
	}
	return v
}

// Clamp keeps a view within the trace and its rows.
func (v View) Clamp(l *Lanes) View {
	whole := v.Whole(l)
	width := v.Window.W()
	if !(width >= MinWindow) {
		middle := (v.Window.From + v.Window.To) / 2
		if math.IsNaN(middle) || math.IsInf(middle, 0) {
			middle = 0
		}
		width = MinWindow
		v.Window.From = middle - width/2
	}
	width = min(width, whole.W())
	v.Window.From = min(max(v.Window.From, whole.From), whole.To-width)
	v.Window.To = v.Window.From + width
	room := v.Plot().H() - l.PinnedHeight()
	v.Top = max(0, min(v.Top, l.Height()-l.PinnedHeight()-room))
	return v
}

// Part reports whether there are times or rows that are not in sight.
func (v *View) Part(l *Lanes) bool {
	return v.Window != v.Whole(l) || l.Height()-l.PinnedHeight() > v.Plot().H()-l.PinnedHeight()
}

// Whole returns all that a view may show.
func (v *View) Whole(l *Lanes) Window {
	w := l.Timeline.Whole()
	w.To = max(w.To, v.Extent)
	return w
}

// Whole returns the window that shows the whole trace.
func (t *Timeline) Whole() Window { return Window{0, max(float64(t.Trace.End), MinWindow)} }

// Extent returns the time up to which two timelines that stand together can be shown.
func Extent(a, b *Timeline) float64 { return max(a.Whole().To, b.Whole().To) }

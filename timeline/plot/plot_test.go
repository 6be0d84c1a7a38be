package plot

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"profstation/internal/golden"
	"profstation/loader"
	"profstation/model/trace"
	"profstation/model/units"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/analysis"
	"profstation/timeline/paint"
	"profstation/timeline/wording"
)

var (
	area = scene.Rect{X0: 10, Y0: 20, X1: 310, Y1: 160}
	data = box(area)
)

// drawn paints a plot, and returns the calls.
func drawn(p Plot, area scene.Rect) []string {
	r := &scene.Recorder{Width: area.X1, Height: area.Y1}
	p.Paint(r, area, &scene.Light)
	return r.Lines()
}

// filled returns the rectangles of one colour.
func filled(lines []string, c scene.Color) (all []scene.Rect) {
	for _, line := range lines {
		var r scene.Rect
		var colour string
		n, _ := fmt.Sscanf(strings.TrimSpace(line), "fill %g %g %g %g %s", &r.X0, &r.Y0, &r.X1, &r.Y1, &colour)
		if n == 5 && colour == fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) {
			all = append(all, r)
		}
	}
	return all
}

// full is the colour of what ran.
func full() scene.Color {
	return (&paint.Style{Theme: &scene.Light}).Color(timeline.Running)
}

func near(a, b float64) bool { return math.Abs(a-b) < 0.02 }

// middle is a point at half the height of the data.
func middle(x float64) scene.Point { return scene.Point{X: x, Y: (data.Y0 + data.Y1) / 2} }

func requests() *Histogram {
	return &Histogram{Title: "Durations of request", Say: func(times string, n int) string { return times + ": " + units.Plural(n, "request") }, Bins: []analysis.Bin{
		{From: 1000, To: 2000, Count: 4}, {From: 2000, To: 4000, Count: 0}, {From: 4000, To: 8000, Count: 1}, {From: 8000, To: 16000, Count: 1000},
	}}
}

func grown() *Heap {
	return &Heap{
		Title: "Heap", Interval: trace.Interval{From: 1000, To: 3000},
		Objects: []analysis.Point{{Time: 1200, Value: 1 << 20}, {Time: 1201, Value: 3 << 20}, {Time: 1202, Value: 2 << 20}, {Time: 2500, Value: 4 << 20}},
		Goal:    []analysis.Point{{Time: 1000, Value: 4 << 20}, {Time: 2000, Value: 8 << 20}},
	}
}

func mutators() *Utilization {
	u := &Utilization{Title: "Minimum mutator utilization", Parts: []float64{0.01}, Window: time.Millisecond}
	for i, w := range []time.Duration{10 * time.Microsecond, 100 * time.Microsecond, time.Millisecond, 10 * time.Millisecond, 100 * time.Millisecond} {
		u.Points = append(u.Points, analysis.MMUPoint{Window: w, Min: 0.2 * float64(i), Quantiles: []float64{0.2 + 0.2*float64(i)}})
	}
	return u
}

// ran is what the Ps of a recording did, in so many bins.
func ran(t *testing.T, bins int) *Heat {
	t.Helper()
	f, err := loader.Open(t.Context(), "../../testdata/trace.trace", loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	of, err := analysis.New(f.Trace).Utilisation(t.Context(), trace.Interval{To: math.MaxInt64}, bins)
	if err != nil {
		t.Fatal(err)
	}
	return &Heat{Title: "Ps", Of: of, Name: func(row int) string { return fmt.Sprintf("P %d", row) }}
}

func TestDrawings(t *testing.T) {
	for name, p := range map[string]Plot{
		"histogram": requests(), "heap": grown(), "utilization": mutators(),
		"empty-histogram": &Histogram{Title: "Durations of nothing"}, "empty-heap": &Heap{Title: "Heap"},
		"empty-utilization": &Utilization{Title: "Minimum mutator utilization"},
		"empty-heat":        &Heat{Title: "Ps", Of: &analysis.Utilisation{}},
	} {
		golden.Check(t, name+".txt", strings.Join(drawn(p, area), "\n")+"\n")
	}
}

// Where there is no room for data there is none to point at, and nothing is drawn
// outside the area.
func TestLittleRoom(t *testing.T) {
	for _, p := range []Plot{requests(), grown(), mutators(), ran(t, 6)} {
		for _, size := range []float64{0, 1, 20, 60, 150, 1000} {
			area := scene.Rect{X0: 10, Y0: 20, X1: 10 + size, Y1: 20 + size}
			for _, line := range drawn(p, area) {
				var r scene.Rect
				n, _ := fmt.Sscanf(strings.TrimSpace(line), "fill %g %g %g %g", &r.X0, &r.Y0, &r.X1, &r.Y1)
				if n == 4 && (r.X0 < area.X0 || r.Y0 < area.Y0 || r.X1 > area.X1+1 || r.Y1 > area.Y1+1) || strings.Contains(line, "NaN") {
					t.Errorf("%T in %v: %s", p, area, line)
				}
			}
			if b := box(area); b.Empty() && p.Tip(area, scene.Point{X: b.X0, Y: b.Y0}) != "" {
				t.Errorf("%T in %v says something", p, area)
			}
		}
		for _, at := range []scene.Point{{X: data.X0 - 5, Y: data.Y0 + 5}, {X: data.X0 + 5, Y: data.Y1 + 5}} {
			if tip := p.Tip(area, at); tip != "" {
				t.Errorf("%T beside its data says %q", p, tip)
			}
		}
		if p.Tip(area, middle(data.X0+2)) == "" {
			t.Errorf("%T says nothing of its data", p)
		}
	}
}

// Each bar is as high as its count, never so low that it is not seen, and is found
// again at its place.
func TestHistogramBars(t *testing.T) {
	h := requests()
	bars := filled(drawn(h, area), full())
	if len(bars) != 3 { // an empty bin has none
		t.Fatalf("%d bars: %v", len(bars), bars)
	}
	for i, high := range []float64{2, 2, data.H()} {
		if !near(bars[i].H(), high) || bars[i].Y1 != data.Y1 {
			t.Errorf("bar %d is %v, want a height of %v", i, bars[i], high)
		}
	}
	for i, want := range []string{"1µs to 2µs: 4 requests", "2µs to 4µs: 0 requests", "4µs to 8µs: 1 request", "8µs to 16µs: 1,000 requests"} {
		x := (h.bar(data, i).X0 + h.bar(data, i).X1) / 2
		if got, tip := h.Bin(area, x), h.Tip(area, middle(x)); got != i || tip != want {
			t.Errorf("bin %d is found as %d: %q", i, got, tip)
		}
	}
	if tip := h.Tip(area, middle(data.X1-1)); tip != "" {
		t.Errorf("behind the last bar: %q", tip)
	}
}

// The scale below the bars says where the last one ends, however narrow they are, and no label runs into another.
func TestHistogramEnds(t *testing.T) {
	for _, n := range []int{1, 2, 4, 40, 200} {
		h := &Histogram{Say: func(string, int) string { return "" }}
		for i := range n {
			from := 1000 * trace.Time(i+1)
			h.Bins = append(h.Bins, analysis.Bin{From: from, To: from + 1000, Count: 1})
		}
		end, found, right := wording.Duration(1000*trace.Time(n+1)), false, -1e9
		labels := map[float64]string{}
		for _, line := range drawn(h, area) {
			var x, y float64
			if _, err := fmt.Sscanf(strings.TrimSpace(line), "text %g %g", &x, &y); err == nil && y > data.Y1 {
				labels[x] = strings.Split(line, `"`)[1]
			}
		}
		for _, x := range slices.Sorted(maps.Keys(labels)) {
			if x < right {
				t.Errorf("%d bins: %q begins at %v, before %v", n, labels[x], x, right)
			}
			right, found = x+scene.Measure(labels[x], font), labels[x] == end
		}
		if !found {
			t.Errorf("%d bins: %q is not last under the bars: %v", n, end, labels)
		}
	}
}

// Dragging either way selects whole bins; all others fade.
func TestHistogramSelects(t *testing.T) {
	h := requests()
	from, to := h.bar(data, 2).X0+1, h.bar(data, 3).X0+1
	h.Selected = h.Range(area, to, from)
	if h.Selected != h.Range(area, from, to) || h.Selected != (analysis.Durations{From: 4000, To: 16000}) {
		t.Errorf("selected %v", h.Selected)
	}
	if n := len(filled(drawn(h, area), full())); n != 2 {
		t.Errorf("%d bars have the full colour", n)
	}
	if got := h.Range(area, data.X0-100, data.X1+100); got != (analysis.Durations{From: 1000, To: 16000}) {
		t.Errorf("from side to side: %v", got)
	}
	if got := (&Histogram{}).Range(area, from, to); got != (analysis.Durations{}) {
		t.Errorf("of nothing: %v", got)
	}
}

// Every column of pixels spans what the heap was in it, as a walk over all times
// finds.
func TestHeapColumns(t *testing.T) {
	h := grown()
	pixels := int(data.W())
	lo, hi := make([]uint64, pixels), make([]uint64, pixels)
	for at := h.Interval.From; at <= h.Interval.To; at++ {
		v, ok := valueAt(h.Objects, at)
		if !ok {
			continue
		}
		j := min(int(float64(at-h.Interval.From)/float64(h.Interval.Len())*float64(pixels)), pixels-1)
		if lo[j] == 0 {
			lo[j], hi[j] = v, v
		}
		lo[j], hi[j] = min(lo[j], v), max(hi[j], v)
	}
	next := data.X0
	for j := 0; lo[j] == 0; j++ {
		next++
	}
	for _, c := range h.columns(data, h.Objects, never) {
		if c.x0 != next {
			t.Errorf("a column begins at %v, the one before ends at %v", c.x0, next)
		}
		next = c.x1
		for x := c.x0; x < c.x1; x++ {
			// What it was at the pixel's beginning is in it too.
			j := int(x - data.X0)
			if j > 0 && lo[j-1] != 0 {
				last, _ := valueAt(h.Objects, h.Interval.From+trace.Time(float64(j)/float64(pixels)*float64(h.Interval.Len()))-1)
				lo[j], hi[j] = min(lo[j], last), max(hi[j], last)
			}
			if c.lo != lo[j] || c.hi != hi[j] {
				t.Errorf("pixel %d spans %d to %d, want %d to %d", j, c.lo, c.hi, lo[j], hi[j])
			}
		}
	}
	if next != data.X1 {
		t.Errorf("the last column ends at %v of %v", next, data.X1)
	}
}

func TestHeapTip(t *testing.T) {
	h := grown()
	for x, want := range map[float64]string{
		0:    "1.000µs\ngoal 4MB", // before the heap is known
		0.15: "1.300µs\nheap 2MB\ngoal 4MB",
		0.9:  "2.800µs\nheap 4MB\ngoal 8MB",
	} {
		want += "\nClick or Enter shows it in the timeline"
		if got := h.Tip(area, middle(data.X0+x*data.W())); got != want {
			t.Errorf("at %v: %q, want %q", x, got, want)
		}
	}
	if got := h.At(area, data.X1+50); got != h.Interval.To {
		t.Errorf("beside the data it is %v", got)
	}
}

// While the collector has no goal, the line of the goal has a gap, the scale is that of the rest, and the tip says so.
func TestHeapNoGoal(t *testing.T) {
	for _, none := range []uint64{0, math.MaxUint64} {
		h := grown()
		h.Goal = []analysis.Point{{Time: 1000, Value: 4 << 20}, {Time: 2000, Value: none}, {Time: 2500, Value: 8 << 20}, {Time: 2800, Value: none}}
		if h.max() != 8<<20 {
			t.Errorf("the scale reaches %d", h.max())
		}
		var got [][2]float64
		for _, c := range h.columns(data, h.Goal, trace.NoGoal) {
			if c.lo != c.hi || c.lo != 4<<20 && c.lo != 8<<20 {
				t.Errorf("the goal is from %d to %d", c.lo, c.hi)
			}
			got = append(got, [2]float64{c.x0 - data.X0, c.x1 - data.X0})
		}
		if len(got) != 2 || got[0] != [2]float64{0, 111} || got[1] != [2]float64{165, 199} {
			t.Errorf("the goal is drawn at %v of %v", got, data.W())
		}
		line := drawn(h, area)
		path := line[slices.IndexFunc(line, func(s string) bool { return strings.Contains(s, "path") })]
		if n := strings.Count(path, "M"); n != 2 {
			t.Errorf("the line has %d parts: %s", n, path)
		}
		if got := h.Tip(area, middle(data.X0+0.6*data.W())); !strings.Contains(got, "\nno goal\n") {
			t.Errorf("the tip says %q", got)
		}
	}
}

// Each window's length is found where it is drawn, and a line's height is its value.
func TestUtilization(t *testing.T) {
	u := mutators()
	for i, p := range u.Points {
		x := u.x(data, p.Window)
		if want := data.X0 + data.W()*float64(i)/4; !near(x, want) {
			t.Errorf("the window %v is at %v, want %v", p.Window, x, want)
		}
		if got := u.At(area, x); got != p.Window {
			t.Errorf("the window %v is found as %v", p.Window, got)
		}
	}
	if got := u.At(scene.Rect{}, 0); got != 0 {
		t.Errorf("without room the window is %v", got)
	}
	want := "window of 1ms\nminimum: 40.0%\np99: 60.0%\nClick or Enter lists its worst places"
	if got := u.Tip(area, middle(u.x(data, time.Millisecond)+3)); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The lines differ in colour or dashes, in both themes; the legend draws what the lines are.
func TestUtilizationLinesDiffer(t *testing.T) {
	u := mutators()
	u.Parts = []float64{0.01, 0.05}
	for i := range u.Points {
		u.Points[i].Quantiles = []float64{0.5, 0.9}
	}
	for _, theme := range []*scene.Theme{&scene.Light, &scene.Dark} {
		for i := range 3 {
			for j := range i {
				a, b := inkOf(u, theme, i), inkOf(u, theme, j)
				far := 0
				for _, d := range [][2]uint8{{a.Color.R, b.Color.R}, {a.Color.G, b.Color.G}, {a.Color.B, b.Color.B}} {
					far += max(int(d[0]), int(d[1])) - min(int(d[0]), int(d[1]))
				}
				if far < 100 && slices.Equal(a.Dash, b.Dash) {
					t.Errorf("%s: the lines %d and %d look alike: %v and %v", theme.Name, i, j, a, b)
				}
			}
		}
	}
	for i := range 3 {
		want := inkOf(u, &scene.Light, i)
		c := fmt.Sprintf("stroke #%02x%02x%02x", want.Color.R, want.Color.G, want.Color.B)
		n := 0
		for _, line := range drawn(u, scene.Rect{X1: 600, Y1: 200}) {
			if strings.Contains(line, c) && strings.Contains(line, "dash") == (want.Dash != nil) {
				n++
			}
		}
		if n != 2 {
			t.Errorf("%d paths are drawn as line %d, want the line and its sample", n, i)
		}
	}
}

func inkOf(u *Utilization, t *scene.Theme, i int) scene.Stroke {
	s, _ := u.ink(t, i)
	return s
}

// The shade of each cell follows from how long its P ran, and a little is not
// nothing.
func TestHeat(t *testing.T) {
	h := ran(t, 40)
	rows, bins := len(h.Of.Procs), h.Of.Bins
	if rows == 0 || bins != 40 {
		t.Fatalf("%d rows of %d bins", rows, bins)
	}
	lines, cells := drawn(h, area), 0
	for shade := range steps + 1 {
		for _, r := range filled(lines, scene.Mix(scene.Light.Surface, full(), float64(shade)/steps)) {
			row, from := h.At(area, scene.Point{X: r.X0 + 0.1, Y: (r.Y0 + r.Y1) / 2})
			for bin := from; bin < bins && h.x(data, bin) < r.X1-0.1; bin++ {
				cells++
				s := h.Of.Share(row, bin)
				if math.Abs(s*steps-float64(shade)) > 0.5 && !(s > 0 && s < 1.0/steps && shade == 1) {
					t.Errorf("P %d, bin %d: %.3f has the shade %d", row, bin, s, shade)
				}
			}
		}
	}
	if cells != rows*bins {
		t.Errorf("%d cells are drawn of %d", cells, rows*bins)
	}
	tip := h.Tip(area, scene.Point{X: data.X0 + 1, Y: data.Y1 - 1})
	if !strings.HasPrefix(tip, fmt.Sprintf("P %d, 0 to ", rows-1)) || !strings.Contains(tip, "% running, ") {
		t.Errorf("the first cell of the last row says %q", tip)
	}
}

// A scale of time has round steps, and marks close enough to read a time from.
func TestTimes(t *testing.T) {
	for _, long := range []trace.Time{1, 3, 999, 12_345, 5_000_000, 7_777_777_777, 3_600_000_000_000} {
		r := &scene.Recorder{}
		c := &chart{Canvas: r, t: &scene.Light, area: area, box: data}
		c.times(trace.Interval{From: 17, To: 17 + long})
		marks := filled(r.Lines(), scene.Light.Muted)
		if len(marks) == 0 || len(marks) > 4 {
			t.Errorf("%d marks on %v", len(marks), long)
		}
		for _, m := range marks {
			if m.X0 < data.X0 || m.X0 > data.X1 {
				t.Errorf("a mark of %v at %v, outside %v", long, m.X0, data)
			}
		}
	}
}

// TestLogBars holds that on a logarithmic scale the smallest bar is seen, larger values are higher, and the lines lie
// within the plot.
func TestLogBars(t *testing.T) {
	for _, bars := range []Bars{NumberLog, TimeLog} {
		h := &Histogram{Bars: bars}
		for i, n := range []int64{1, 0, 30, 1000, 7} {
			h.Bins = append(h.Bins, analysis.Bin{From: trace.Time(i), To: trace.Time(i + 1), Count: n, Sum: trace.Time(n * 1e6)})
		}
		largest := h.value(h.Bins[3])
		last := 0.0
		for _, i := range []int{0, 4, 2, 3} {
			got := h.height(h.value(h.Bins[i]), largest)
			if got <= last+0.05 || got > 1 {
				t.Errorf("bars %d: bin %d is %.2f high, the one below it %.2f", bars, i, got, last)
			}
			last = got
		}
		levels := h.levels(largest, 4)
		if len(levels) < 3 || levels[0] != largest {
			t.Errorf("bars %d: lines at %v", bars, levels)
		}
		for _, v := range levels {
			if at := h.height(v, largest); at < 0 || at > 1 {
				t.Errorf("bars %d: a line for %d at %.2f", bars, v, at)
			}
		}
	}
}

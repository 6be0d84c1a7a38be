package desk

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/graph"
	"profstation/internal/fixture"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/describe"
	"profstation/timeline/wording"
)

// A table and a call graph are exported as a whole, or only the part on the
// screen.
func TestExportInSight(t *testing.T) {
	r := newRig(t)
	r.do(screen.Open{Paths: []string{fixture.WriteCPU(t)}}, screen.ShowTab{Tab: ask.TopTab})
	written := func(whole bool) string {
		t.Helper()
		r.export = filepath.Join(t.TempDir(), "x.svg")
		r.look = func(l *ask.Look) {
			if !l.Whole {
				t.Error("everything is not what is offered first")
			}
			l.Whole = whole
		}
		r.do(screen.Export{})
		data, err := os.ReadFile(r.export)
		if err != nil {
			t.Fatal(err, r.shown.Notice)
		}
		return string(data)
	}
	r.sight = ask.Sight{From: 1, To: 3}
	rows := r.shown.Answer.TopRows
	name := func(i int) string { return ">" + r.shown.Answer.Result.Nodes.Node(rows[i].Node).String() + "<" }
	if all := written(true); !r.offer.Part || !strings.Contains(all, name(0)) || !strings.Contains(all, name(1)) {
		t.Errorf("part %v; all rows:\n%s", r.offer.Part, all)
	}
	part := written(false)
	if strings.Contains(part, name(0)) || !strings.Contains(part, name(1)) || !strings.Contains(part, name(2)) || strings.Contains(part, name(3)) ||
		!strings.Contains(part, "rows 2 to 3 of") {
		t.Errorf("rows 2 and 3:\n%s", part)
	}
	r.do(screen.ShowTab{Tab: ask.GraphTab})
	c := r.shown.Graph.Chart
	r.sight = ask.Sight{Graph: &graph.View{Scale: 2, Origin: scene.Point{X: c.W / 2, Y: c.H / 2}, Area: scene.Rect{X1: 300, Y1: 200}}}
	whole, part := written(true), written(false)
	if whole == part || !strings.Contains(part, "the visible part") || strings.Contains(whole, "the visible part") {
		t.Error("the call graph is the same in whole and in part")
	}
}

// What is in sight of a timeline is exactly that: its time and rows, with the selection, who woke it
// and the measured time.
func TestExportTimelineInSight(t *testing.T) {
	r, s := openTrace(t)
	tl := s.Trace.Timeline
	tr := tl.Trace
	var woken describe.Inspection
	for span := trace.SpanIndex(0); woken.Waker == trace.NoGo || woken.Woken == trace.NoSpan || woken.State != trace.GoWaiting || woken.WokenAt < tr.End/4; span++ {
		woken = describe.Inspect(tl, span)
	}
	s = r.do(
		screen.AskLanes{Change: func(q *timeline.Query) { q.Flat = true }},
		screen.SelectMoment{Moment: &ask.Moment{Go: woken.Go, At: woken.Start}},
		screen.Measure{Interval: &trace.Interval{From: woken.WokenAt - 1000, To: woken.WokenAt + 3000}},
	)
	l := s.Trace.Lanes
	row := l.Find(timeline.Key{Kind: timeline.GoroutineRow, Index: int32(woken.Go)})
	w := timeline.Window{From: float64(woken.WokenAt) - 5000, To: float64(woken.WokenAt) + 5000}
	v := timeline.View{Window: w, Area: scene.Rect{X1: 800, Y1: 200}, Label: 200, Top: l.Top(row) - 60}
	v = v.Clamp(l)
	r.sight.Lanes[0] = &v
	written := func(ending string, whole bool) string {
		t.Helper()
		r.export = filepath.Join(t.TempDir(), "x"+ending)
		r.look = func(look *ask.Look) { look.Whole = whole }
		r.do(screen.Export{})
		data, err := os.ReadFile(r.export)
		if err != nil {
			t.Fatal(err, r.shown.Notice)
		}
		return string(data)
	}
	part := written(".svg", false)
	name := ">" + tl.GoName(woken.Go)
	for what, want := range map[string]string{"the goroutine's lane": name, "the measured time": ">4µs<", "the time": wording.Times(trace.Interval{From: trace.Time(w.From), To: trace.Time(w.To)})} {
		if !r.offer.Part || !strings.Contains(part, want) {
			t.Errorf("part %v: %s, %q, is missing", r.offer.Part, what, want)
		}
	}
	outline := scene.Light.Selection
	color := fmt.Sprintf("stroke=\"#%02x%02x%02x\"", outline.R, outline.G, outline.B)
	if !strings.Contains(part, color) {
		t.Errorf("neither selection nor arrow is drawn in %s", color)
	}
	if h := strings.Count(part, "GC mark phase"); h != 0 {
		t.Error("a row is drawn that is not in sight")
	}
	if !strings.Contains(written(".svg", true), "GC mark phase") {
		t.Error("the whole picture lacks rows")
	}
	lanes := map[string]bool{}
	for _, line := range strings.Split(strings.TrimSpace(written(".csv", false)), "\n")[1:] {
		lanes[strings.SplitN(line, ",", 2)[0]] = true
	}
	if n := len(lanes); n == 0 || n > 12 || !lanes[tl.GoName(woken.Go)] {
		t.Errorf("the spans in sight are of %d lanes: %v", n, lanes)
	}
}

package paint

import (
	"strings"
	"testing"

	"profstation/internal/typed"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
	"profstation/timeline/timelinetest"
	"profstation/timeline/wording"
)

func painting(t *testing.T, l *timeline.Lanes, m Marks) string {
	t.Helper()
	rec := &scene.Recorder{Width: 800, Height: 600}
	v := timeline.View{Window: l.Timeline.Whole(), Area: scene.Rect{X1: 800, Y1: 600}, Label: 200}
	NewPainter(l, Style{Theme: &scene.Light}, nil).Paint(rec, v, m)
	return rec.String()
}

// The label of a group tells how many of its goroutines are left.
func TestLabelOfPart(t *testing.T) {
	tl := timelinetest.Prepared(typed.Trace(t, typed.Numbered))
	l := timelinetest.Lanes(tl, timeline.Query{Filter: "g6[12] "})
	if got := painting(t, l, Marks{Selected: trace.NoSpan}); !strings.Contains(got, `"2 of 3 × main.work"`) {
		t.Errorf("the label does not tell how many are left:\n%s", got)
	}
}

// Idle Ps are one row that is empty but for its label, which tells how many they are now.
func TestIdleProcsAreOneRow(t *testing.T) {
	tl := timelinetest.Prepared(typed.Trace(t, "end 1000\ng1 main.main  0 running p4 m0  400 waiting:sync"))
	p := timeline.Query{Filter: "^P", Sight: timeline.SightAll}
	all := painting(t, timelinetest.Lanes(tl, p), Marks{Selected: trace.NoSpan})
	p.Sight, p.Within = timeline.SightOnly, trace.Interval{From: 500, To: 600}
	none := painting(t, timelinetest.Lanes(tl, p), Marks{Selected: trace.NoSpan})
	for _, c := range []struct{ got, want string }{{all, `"4 idle Ps"`}, {none, `"5 idle Ps"`}} {
		if strings.Count(c.got, "idle") != 1 || !strings.Contains(c.got, c.want) || strings.Contains(c.got, `"P0"`) {
			t.Errorf("the Ps are not %s:\n%s", c.want, c.got)
		}
	}
}

func TestNoGoroutineMatches(t *testing.T) {
	tl := timelinetest.Prepared(typed.Trace(t, typed.Numbered))
	for _, c := range []struct {
		q    timeline.Query
		says string
	}{
		{timeline.Query{Filter: "g999"}, "No goroutine matches “g999”."},
		{timeline.Query{MinDuration: 5000}, "No goroutine has a span of 5µs or longer."},
		{timeline.Query{Filter: "g61", MinDuration: 5000}, "No goroutine matching “g61” has a span of 5µs or longer."},
		{timeline.Query{IDs: []int64{999}}, "None of the chosen goroutines matches."},
	} {
		if got := painting(t, timelinetest.Lanes(tl, c.q), Marks{Selected: trace.NoSpan}); !strings.Contains(got, c.says) {
			t.Errorf("it does not say %s:\n%s", c.says, got)
		}
	}
	l := timelinetest.Lanes(tl, timeline.Query{Filter: "g61"})
	if got := painting(t, l, Marks{Selected: trace.NoSpan}); strings.Contains(got, "No goroutine") {
		t.Error("it says so where one matches")
	}
}

// An arrow to a goroutine of a closed group ends at the group, and not at a P.
func TestArrowToClosedGroup(t *testing.T) {
	tl := timelinetest.Prepared(typed.Trace(t, typed.Numbered))
	l := timelinetest.Lanes(tl, timeline.Query{})
	g, _ := tl.Trace.GoByID(61)
	group := timeline.Key{Kind: timeline.GroupRow, Index: int32(tl.Trace.Goroutines[g].Func)}
	v := &timeline.View{Window: tl.Whole(), Area: scene.Rect{X1: 800, Y1: 600}, Label: 200}
	f := &frame{Painter: NewPainter(l, Style{Theme: &scene.Light}, nil), v: v}
	f.plot, f.g = f.v.Plot(), f.v.Grid()
	f.ready()
	y, seen := f.anchor(g, tl.Trace.Goroutines[g].First+1)
	row := l.Find(group)
	if top := f.plot.Y0 + l.Top(row); !seen || y < top || y > top+l.Rows[row].Height() {
		t.Errorf("the arrow ends at %v, the group is at %v", y, top)
	}
}

// The moment that one went to is a line across the lanes, with its time on the axis; one out of sight is not there.
func TestMomentIsMarked(t *testing.T) {
	tl := timelinetest.Prepared(typed.Trace(t, typed.Numbered))
	l := timelinetest.Lanes(tl, timeline.Query{})
	at := tl.Trace.End / 3
	plain, marked := painting(t, l, Marks{Selected: trace.NoSpan}), painting(t, l, Marks{Selected: trace.NoSpan, At: &at})
	text := `"` + wording.Moment(at, tl.Trace.End/600) + `"` // the plot is 600 pixels wide
	if strings.Contains(plain, text) || strings.Count(marked, text) != 1 || strings.Count(marked, "fill") != strings.Count(plain, "fill")+2 {
		t.Errorf("the time %s is not marked: %s", text, marked)
	}
	late := 2 * tl.Trace.End
	if painting(t, l, Marks{Selected: trace.NoSpan, At: &late}) != plain {
		t.Error("a moment after the trace is marked")
	}
}

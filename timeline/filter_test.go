package timeline

import (
	"strings"
	"testing"

	"profstation/model/trace"
	"profstation/scene"
)

const many = `
	end 1000
	g1 main.main   0 running p0 m0
	g6 main.g61    0 running p1 m1
	g61 main.work  10 runnable m0 @main.start;main.main  20 running p1 m1
	g62 main.work  30 waiting:sync p1 m1 @main.work
	g610 main.work 40 waiting:sync p1 m1 @main.work`

func painting(t *testing.T, l *Lanes, m Marks) string {
	t.Helper()
	rec := &scene.Recorder{Width: 800, Height: 600}
	v := View{Window: l.Timeline.Whole(), Area: scene.Rect{X1: 800, Y1: 600}, Label: 200}
	NewPainter(l, Style{Theme: &scene.Light}, nil).Paint(rec, v, m)
	return rec.String()
}

// A number means that one goroutine, whatever else has it in its name, and it stands for itself.
func TestFilterByNumber(t *testing.T) {
	tl := prepared(t, typed(t, many))
	for filter, want := range map[string]string{
		"g61":   "Goroutines\ng61 main.work\n",
		" g61 ": "Goroutines\ng61 main.work\n",
		"g6":    "Goroutines\ng6 main.g61\n",
		"g6.":   "Goroutines\ng6 main.g61\nmain.work\n",
		"^g610": "Goroutines\ng610 main.work\n",
		"g611":  "",
	} {
		if got := labels(lanesFor(t, tl, Query{Filter: filter})); got != want {
			t.Errorf("%q:\n%sexpected\n%s", filter, got, want)
		}
	}
	if got := painting(t, lanesFor(t, tl, Query{Filter: "g6[12] "}), Marks{Selected: trace.NoSpan}); !strings.Contains(got, `"2 of 3 × main.work"`) {
		t.Errorf("the label does not tell how many are left:\n%s", got)
	}
}

func TestNoGoroutineMatches(t *testing.T) {
	tl := prepared(t, typed(t, many))
	for _, c := range []struct {
		q    Query
		says string
	}{
		{Query{Filter: "g999"}, "No goroutine matches “g999”."},
		{Query{MinDuration: 5000}, "No goroutine has a span of 5µs or longer."},
		{Query{Filter: "g61", MinDuration: 5000}, "No goroutine matching “g61” has a span of 5µs or longer."},
		{Query{IDs: []int64{999}}, "None of the chosen goroutines matches."},
	} {
		if got := painting(t, lanesFor(t, tl, c.q), Marks{Selected: trace.NoSpan}); !strings.Contains(got, c.says) {
			t.Errorf("it does not say %s:\n%s", c.says, got)
		}
	}
	if got := painting(t, lanesFor(t, tl, Query{Filter: "g61"}), Marks{Selected: trace.NoSpan}); strings.Contains(got, "No goroutine") {
		t.Error("it says so where one matches")
	}
}

// An arrow to a goroutine of a closed group ends at the group, and not at a P.
func TestArrowToClosedGroup(t *testing.T) {
	tl := prepared(t, typed(t, many))
	l := lanesFor(t, tl, Query{})
	g, _ := tl.Trace.GoByID(61)
	group := Key{GroupRow, int32(tl.Trace.Goroutines[g].Func)}
	f := &frame{Painter: NewPainter(l, Style{Theme: &scene.Light}, nil), v: &View{Window: tl.Whole(), Area: scene.Rect{X1: 800, Y1: 600}, Label: 200}}
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
	tl := prepared(t, typed(t, many))
	l := lanesFor(t, tl, Query{})
	at := tl.Trace.End / 3
	plain, marked := painting(t, l, Marks{Selected: trace.NoSpan}), painting(t, l, Marks{Selected: trace.NoSpan, At: &at})
	text := `"` + Moment(at, tl.Trace.End/600) + `"` // the plot is 600 pixels wide
	if strings.Contains(plain, text) || strings.Count(marked, text) != 1 || strings.Count(marked, "fill") != strings.Count(plain, "fill")+2 {
		t.Errorf("the time %s is not marked: %s", text, marked)
	}
	late := 2 * tl.Trace.End
	if painting(t, l, Marks{Selected: trace.NoSpan, At: &late}) != plain {
		t.Error("a moment after the trace is marked")
	}
}

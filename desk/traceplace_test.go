package desk

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"profstation/ask"
	"profstation/ask/place"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/internal/must"
	"profstation/model/trace"
	"profstation/origin"
	"profstation/origin/link"
	"profstation/timeline"
	"profstation/timeline/describe"
	"profstation/timeline/figures"
)

// Rows that were opened, pinned or hidden, kept and measured times, the selected
// span and the choices of the tables of a trace come back.
func TestTraceReturns(t *testing.T) {
	r := newRig(t)
	r.do(screen.Open{Paths: []string{"../testdata/trace.trace"}})
	var group, lane, proc timeline.Key
	for _, row := range r.shown.Trace.Lanes.Rows {
		switch row.Kind {
		case timeline.GroupRow:
			group = row.Key
		case timeline.ProcRow:
			proc = row.Key
		}
	}
	lane = timeline.Key{Kind: timeline.GoroutineRow, Index: 5}
	section := timeline.Key{Kind: timeline.SectionRow, Index: int32(timeline.ThreadSection)}
	first := &trace.Interval{From: 1000, To: 2_000_000}
	at := r.shown.Trace.Timeline.Trace.Spans.Start(r.shown.Trace.Timeline.Trace.Goroutines[5].First)
	r.do(
		screen.AskLanes{Change: func(q *timeline.Query) {
			q.Toggled = map[timeline.Key]bool{group: true, section: true}
			q.Pinned = []timeline.Key{lane, proc}
			q.Hidden = map[timeline.Key]bool{proc: true}
			q.MinDuration, q.IDs = time.Millisecond, []int64{1, 18}
		}},
		screen.Measure{Interval: first}, screen.Keep{},
		screen.Measure{Interval: &trace.Interval{From: 5000, To: 4000}}, screen.Keep{},
		screen.SelectMoment{Moment: &ask.Moment{Go: 5, At: at}},
		screen.Choose{Change: func(c figures.Choice) figures.Choice {
			c.Goroutines.Part, c.Goroutines.Statistic, c.Goroutines.Filter = figures.ByCreator, figures.P99, "main"
			c.Tasks.Regions, c.Tasks.Search, c.Scheduling.Part, c.GC.Window = true, "slow", figures.LongestWaits, time.Millisecond
			c.Orders = map[string]figures.Order{"cycles": {By: "heap before", Ascending: true}}
			return c
		}},
	)
	want := r.shown.Trace.Place
	want.Interval = &trace.Interval{From: 4000, To: 5000}
	n := r.restart()
	n.settle()
	got := n.shown.Trace.Place
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the place is\n%+v, want\n%+v", got, want)
	}
	if n.shown.Trace.SelectedSpan == nil || n.shown.Trace.SelectedSpan.Go != 5 {
		t.Errorf("selected is %+v", n.shown.Trace.SelectedSpan)
	}
}

// Rows that a trace does not have, and values that make no sense, are left out.
func TestTraceReturnsElsewhere(t *testing.T) {
	r := newRig(t)
	r.do(screen.Open{Paths: []string{"../testdata/trace.trace"}})
	state := r.State()
	state.Documents[0].Place.Traced = &link.Traced{
		Opened: []link.Row{{Kind: "group", Name: "gone"}, {Kind: "goroutine", Name: "99999999"}, {Kind: "new kind", Name: "1"}, {Kind: "section", Name: "-1"}, {Kind: "task", Name: "x"}},
		Pinned: []link.Row{{Kind: "proc", Name: "1000"}, {Kind: "goroutine", Name: "1"}},
		Kept:   []link.Range{{Name: "A", Begin: 0, End: 1 << 60}}, Measured: &link.Range{Begin: 5, End: 1 << 60},
		Goroutine: 99999999, At: 5,
		Choices: map[string]string{"goroutines": "250", "scheduling": "-1", "gc_work": "1e9", "figures": "x", "order cycles": "no"},
	}
	n := newRig(t)
	n.Restore(state)
	n.Reopen(session.Opened{Documents: state.Documents, Active: 0})
	for _, tab := range ask.OfTrace.Tabs() {
		n.do(screen.ShowTab{Tab: tab})
	}
	p := n.shown.Trace.Place
	if len(p.Lanes.Toggled)+len(p.Lanes.Hidden) != 0 || len(p.Lanes.Pinned) != 1 || p.Kept != nil || p.Interval != nil || p.Selected != nil ||
		!reflect.DeepEqual(p.Choice, figures.Choice{}) {
		t.Errorf("the place is %+v", p)
	}
}

// A link leads to a place in a trace and in a profile, whether they are open or not.
func TestLinks(t *testing.T) {
	r := newRig(t)
	trace, cpu := must.Have(filepath.Abs("../testdata/trace.trace")), must.Have(filepath.Abs("../testdata/cpu.pprof"))
	r.do(screen.Open{Paths: []string{trace}}, screen.ShowTab{Tab: ask.TimelineTab})
	tr := r.shown.Trace.Timeline.Trace
	log := timeline.Event{Kind: timeline.LogRow, Index: int32(len(tr.Logs) / 2)}
	o, ok := describe.InspectEvent(r.shown.Trace.Timeline.Names, log)
	if !ok {
		t.Fatal("the trace has no logs")
	}
	r.do(screen.SelectMoment{Moment: ask.MomentOf(&o)}, screen.LookTime{Window: timeline.Window{From: 1000, To: 2e6}},
		screen.AskLanes{Change: func(q *timeline.Query) { q.Filter, q.Sort = "main", timeline.Orders[1] }})
	want := r.shown.Trace.Place
	inTrace := place.OfTrace(r.shown.Trace.Timeline, want)
	inTrace.Tab = ask.TimelineTab.String()

	r.do(screen.Open{Paths: []string{cpu}}, screen.Refine{Name: "focus", Text: "json"}, screen.Search{Text: "main"}, screen.ShowTab{Tab: ask.TopTab})
	node := r.shown.Place
	inProfile := place.OfProfiles(node, "main")
	inProfile.Tab = ask.TopTab.String()
	links := []string{link.Link{Ref: origin.Ref(trace), Place: inTrace}.String(), link.Link{Ref: origin.Ref(cpu), Place: inProfile}.String()}

	check := func(r *rig, when string) {
		t.Helper()
		r.do(screen.Open{Paths: links[:1]})
		if got := r.shown.Trace.Place; !reflect.DeepEqual(got, want) || r.Tab() != ask.TimelineTab {
			t.Errorf("%s: the place in the trace is %s\n%+v, want\n%+v", when, r.Tab(), got, want)
		}
		r.do(screen.Open{Paths: links[1:]})
		if !samePlace(r.shown.Place, node) || r.shown.Search != "main" || r.Tab() != ask.TopTab {
			t.Errorf("%s: the place in the profile is %s\n%+v, want\n%+v", when, r.Tab(), r.shown.Place, node)
		}
	}
	check(newRig(t), "closed")
	r.do(screen.ClearFilters{}, screen.Search{}, screen.ShowTab{Tab: ask.FlameTab}, screen.Open{Paths: []string{trace}}, screen.ShowTab{Tab: ask.OverviewTab}, screen.SelectMoment{}, screen.LookTime{})
	check(r, "open")
	if r.do(screen.Back{}); len(r.shown.Place.Filters) > 0 {
		t.Errorf("Back leads from a link to %+v", r.shown.Place)
	}
	if r.do(screen.Open{Paths: links[1:]}); strings.Contains(r.shown.Notice, "already open") {
		t.Errorf("a link that was followed says %q", r.shown.Notice)
	}
	r.do(screen.Open{Paths: []string{cpu + "#v=1&tab=Peek&focus=((&ignore=log"}})
	if f := r.shown.Place.Filters; len(f) != 1 || f[0].Name != "ignore" || r.Tab() != ask.PeekTab || !strings.Contains(r.shown.Notice, "focus") {
		t.Errorf("with a filter that is no expression in a link, the filters are %+v, and the notice %q", f, r.shown.Notice)
	}
	r.do(screen.Open{Paths: []string{cpu + "#v=9&focus=x"}})
	if !strings.Contains(r.shown.Notice, "newer version") {
		t.Errorf("of a link of a newer program, the notice is %q", r.shown.Notice)
	}
}

package desk

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"profstation/ask"
	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/internal/must"
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/describe"
	"profstation/timeline/figures"
)

const someTrace = "../testdata/trace.trace"

func openTrace(t *testing.T) (*rig, *screen.Snapshot) {
	r := newRig(t)
	return r, r.do(screen.Open{Paths: []string{someTrace}})
}

func TestTraceOpens(t *testing.T) {
	r, s := openTrace(t)
	if s.Trace == nil || s.Trace.Lanes == nil || s.Answer != nil || s.Tab != ask.TimelineTab || !slices.Equal(s.Tabs, ask.OfTrace.Tabs()) {
		t.Fatalf("snapshot %+v", s)
	}
	if d := s.Documents[0]; d.State != screen.Ready || !strings.HasPrefix(d.Detail, "trace · ") {
		t.Errorf("document %+v", d)
	}
	s = r.do(screen.ShowTab{Tab: ask.OverviewTab})
	if s.Trace.Overview == nil || len(s.Trace.Overview.Facts) < 5 {
		t.Errorf("overview %+v", s.Trace.Overview)
	}
	if s = r.do(screen.ShowTab{Tab: ask.FlameTab}); s.Tab != ask.OverviewTab {
		t.Errorf("a trace has the tab %v", s.Tab)
	}
	// Each kind of document has its own tab.
	if s = r.do(screen.Open{Paths: []string{"../testdata/cpu.pprof"}}); s.Tab != ask.FlameTab || s.Trace != nil || s.Answer == nil {
		t.Errorf("a profile beside a trace: %v, %+v", s.Tab, s.Trace)
	}
	if s = r.do(screen.Activate{Document: 1}); s.Tab != ask.OverviewTab || s.Answer != nil {
		t.Errorf("the trace again: %v", s.Tab)
	}
}

// The list says of a trace that is not whole what happened to it, before all else.
func TestTraceIsNotWhole(t *testing.T) {
	data := must.Have(os.ReadFile(someTrace))
	damaged := bytes.Clone(data)
	for i := len(data) / 2; i < len(data)/2+2000; i++ {
		damaged[i] = 0xff
	}
	for name, c := range map[string]struct {
		data []byte
		says string
	}{"whole": {data, "trace · "}, "cut": {data[:len(data)*97/100], "cut off after 2"}, "damaged": {damaged, "damaged · trace · "}} {
		path := filepath.Join(t.TempDir(), name+".trace")
		if err := os.WriteFile(path, c.data, 0o600); err != nil {
			t.Fatal(err)
		}
		r := newRig(t)
		d := r.do(screen.Open{Paths: []string{path}}).Documents[0]
		if d.State != screen.Ready || !strings.HasPrefix(d.Detail, c.says) || d.Damaged != (name != "whole") {
			t.Errorf("%s: %+v", name, d)
		}
	}
}

// Back and forward walk through windows, lanes and selections of a trace.
func TestTraceHistory(t *testing.T) {
	r, s := openTrace(t)
	whole := s.Trace.Timeline.Whole()
	half := timeline.Window{From: 0, To: whole.To / 2}
	ran := s.Trace.Timeline.Trace.ProcLanes.Lane(0)[0]
	g := s.Trace.Timeline.Trace.GoOf(ran)
	m := &ask.Moment{Go: g, At: s.Trace.Timeline.Trace.Spans.Start(ran)}
	s = r.do(screen.LookTime{Window: half}, screen.SelectMoment{Moment: m},
		screen.AskLanes{Change: func(q *timeline.Query) { q.Filter = "^P" }})
	if s.Trace.Place.Window != half || s.Trace.SelectedSpan == nil || s.Trace.SelectedSpan.Span != ran || len(s.Trace.Lanes.Rows) == 0 {
		t.Fatalf("place %+v", s.Trace.Place)
	}
	for _, row := range s.Trace.Lanes.Rows {
		if row.Kind == timeline.GoroutineRow {
			t.Error("a filter for Ps left goroutines")
		}
	}
	moved := s.Trace.Moved
	if s = r.do(screen.Back{}); s.Trace.Place.Lanes.Filter != "" || s.Trace.SelectedSpan == nil || s.Trace.Moved == moved {
		t.Errorf("back: %+v", s.Trace.Place)
	}
	if s = r.do(screen.Back{}, screen.Back{}); s.Trace.SelectedSpan != nil || s.Trace.Place.Window == half || s.CanBack || !s.CanForward {
		t.Errorf("at the beginning: %+v", s.Trace.Place)
	}
	if s = r.do(screen.Forward{}, screen.Forward{}, screen.Forward{}); s.Trace.Place.Lanes.Filter != "^P" || s.CanForward {
		t.Errorf("at the end: %+v", s.Trace.Place)
	}
	if s = r.do(screen.Escape{}, screen.Escape{}, screen.Escape{}); s.Trace.SelectedSpan != nil || s.Trace.Place.Lanes.Filter != "" || s.Trace.Place.Window == half {
		t.Errorf("after Escape: %+v", s.Trace.Place)
	}
}

// One goes back from every place that a name or a time leads to, also if what is selected stays the same.
func TestTraceBackFromJumps(t *testing.T) {
	r, s := openTrace(t)
	whole := s.Trace.Timeline.Whole()
	near := timeline.Window{From: whole.To / 2, To: whole.To/2 + 1000}
	far := timeline.Window{From: whole.To / 4, To: whole.To/4 + 1000}
	ran := s.Trace.Timeline.Trace.ProcLanes.Lane(0)[0]
	m := &ask.Moment{Go: s.Trace.Timeline.Trace.GoOf(ran), At: s.Trace.Timeline.Trace.Spans.Start(ran)}
	r.do(screen.SelectMoment{Moment: m}, screen.LookTime{Window: near})
	at := trace.Time(far.From)
	r.do(screen.GoTo{Reveal: ask.Reveal{From: at, To: at}})
	if s = r.do(screen.LookTime{Window: far, Brought: true}); s.Trace.Place.Window != far {
		t.Fatalf("the window is %v", s.Trace.Place.Window)
	}
	if s = r.do(screen.LookTime{Window: far, Top: 40, Brought: true}); s.Trace.Place.Top != 40 { // the room changed
		t.Fatalf("the top is %v", s.Trace.Place.Top)
	}
	if s = r.do(screen.Back{}); s.Trace.Place.Window != near || s.Trace.SelectedSpan == nil {
		t.Errorf("back from a time: %+v", s.Trace.Place)
	}
	other := screen.ShowSpan(m.Go, 0, 0)
	other.Select = &ask.Moment{Go: 0, At: s.Trace.Timeline.Trace.Spans.Start(s.Trace.Timeline.Trace.Goroutines[0].First)}
	r.do(other, screen.LookTime{Window: far, Brought: true})
	if s = r.do(screen.Back{}); s.Trace.Place.Window != near || *s.Trace.Place.Selected != *m {
		t.Errorf("back from another goroutine: %+v", s.Trace.Place)
	}
}

// Going to a goroutine opens its group.
func TestTraceGoTo(t *testing.T) {
	r, s := openTrace(t)
	tr := s.Trace.Timeline.Trace
	key := timeline.Key{Kind: timeline.GoroutineRow, Index: int32(len(tr.Goroutines) - 1)}
	at := tr.Spans.Start(tr.Goroutines[key.Index].First)
	s = r.do(screen.GoTo{
		Reveal: ask.Reveal{Key: key, From: at, To: at + 1},
		Select: &ask.Moment{Go: trace.GoIndex(key.Index), At: at},
	})
	if s.Trace.Lanes.Find(key) < 0 || s.Trace.Reveal == nil || s.Trace.SelectedSpan == nil || s.Trace.SelectedSpan.Go != trace.GoIndex(key.Index) {
		t.Errorf("reveal %+v, inspected %+v", s.Trace.Reveal, s.Trace.SelectedSpan)
	}
}

func TestTraceBadFilter(t *testing.T) {
	r, _ := openTrace(t)
	s := r.do(screen.AskLanes{Change: func(q *timeline.Query) { q.Filter = "(" }})
	if s.Errors["lanes"] == "" || s.Trace.Lanes == nil {
		t.Errorf("errors %v", s.Errors)
	}
}

func TestTraceLegend(t *testing.T) {
	r, s := openTrace(t)
	before := s.Trace.Painter
	if s = r.do(screen.Legend{Kind: timeline.Running}); s.Trace.Painter == before || !s.Trace.Style.Quiet.Has(timeline.Running) {
		t.Error("the painter does not know what was put aside")
	}
}

func TestTraceExports(t *testing.T) {
	r, _ := openTrace(t)
	r.export = filepath.Join(t.TempDir(), "t.csv")
	r.do(screen.Export{})
	data, err := os.ReadFile(r.export)
	if err != nil || !strings.HasPrefix(string(data), "lane,goroutine,") || strings.Count(string(data), "\n") < 10 {
		t.Errorf("%v, %.80q", err, data)
	}
	r.export = filepath.Join(t.TempDir(), "t.svg")
	r.do(screen.Export{})
	if data, err = os.ReadFile(r.export); err != nil || !strings.Contains(string(data), "<svg") {
		t.Errorf("%v, %.80q", err, data)
	}
}

// The first generations of a trace are shown before the whole.
func TestTraceFirstGenerations(t *testing.T) {
	r, s := openTrace(t)
	part := *s.Trace.Timeline.Trace
	part.Partial = true
	doc := r.docs.add(&fileOrigin{path: "part.trace"})
	doc.state, r.docs.active = screen.Loading, doc
	done := make(chan bool)
	j := job.Start(&r.jobs, job.Options{}, func(context.Context, *job.Job) (bool, error) { return <-done, nil },
		func(bool, error) error { return nil })
	r.docs.firstGenerations(t.Context(), j, doc)(&part)
	r.until(func() bool { return doc.trace() != nil }) // it was prepared
	close(done)
	if s = r.settleTrace(); s.Trace == nil || !s.Trace.Timeline.Trace.Partial || s.Trace.Lanes == nil {
		t.Fatalf("the part is not shown: %+v", s.Trace)
	}
	r.do(screen.SelectMoment{Moment: &ask.Moment{Go: 0, At: 10}})
}

// settleTrace waits for the requests, though a document is still being read.
func (r *rig) settleTrace() *screen.Snapshot {
	for r.preparing.Running() {
		r.queue.Next()
	}
	return r.shown
}

// A double click in a table is one step: its first click, the way to the lane, and what the picture
// then shows.
func TestTraceDoubleClickIsOneStep(t *testing.T) {
	r, s := openTrace(t)
	r.do(screen.ShowTab{Tab: ask.TasksTab})
	tl := s.Trace.Timeline
	before := s.Trace.Place
	e := timeline.Event{Kind: timeline.RegionRow, Index: int32(len(tl.Trace.Regions) / 2)}
	o, ok := describe.InspectEvent(tl.Names, e)
	if !ok {
		t.Fatal("the recording has no regions")
	}
	g := screen.ShowEvent(tl, &o)
	g.Joins = true
	s = r.do(screen.Choose{Change: figures.ChooseEvent(tl.Trace, e), Row: true}, g)
	if s.Tab != ask.TimelineTab || s.Trace.Happened == nil || s.Trace.Happened.Event != e || s.Trace.SelectedSpan != nil || s.Trace.Lanes.Find(g.Key) < 0 {
		t.Fatalf("the region is not shown: %+v", s.Trace.Place)
	}
	w := timeline.Window{From: float64(o.Time.From), To: float64(o.Time.To)}
	s = r.do(screen.LookTime{Window: w, Brought: true})
	if s.Trace.Place.Window != w {
		t.Errorf("the window is %v", s.Trace.Place.Window)
	}
	if s = r.do(screen.Back{}); s.CanBack || s.Trace.Happened != nil || s.Trace.Place.Window != before.Window {
		t.Errorf("one step back: %+v", s.Trace.Place)
	}
}

// What is set above a table and a double click on a row, soon after each other, are two steps.
func TestTraceSettingIsAStep(t *testing.T) {
	r, s := openTrace(t)
	tl := s.Trace.Timeline
	r.do(screen.ShowTab{Tab: ask.TasksTab})
	set := r.do(screen.Choose{Change: func(c figures.Choice) figures.Choice { c.Bars = 1; return c }}).Trace.Place
	e := timeline.Event{Kind: timeline.RegionRow}
	o, ok := describe.InspectEvent(tl.Names, e)
	if !ok {
		t.Fatal("the recording has no regions")
	}
	g := screen.ShowEvent(tl, &o)
	g.Joins = true
	r.do(screen.Choose{Change: figures.ChooseEvent(tl.Trace, e), Row: true}, g)
	if s = r.do(screen.Back{}); s.Tab != ask.TasksTab || !reflect.DeepEqual(s.Trace.Place, set) {
		t.Errorf("back leads to %v, %+v", s.Tab, s.Trace.Place)
	}
}

// Back from a jump into another tab leads to the tab of the click, also where the place is the same; forward
// leads on again. A tab that the user chose is no step.
func TestTraceBackLeadsToTheTab(t *testing.T) {
	r, s := openTrace(t)
	tl := s.Trace.Timeline
	e := timeline.Event{Kind: timeline.RegionRow, Index: int32(len(tl.Trace.Regions) / 2)}
	o, ok := describe.InspectEvent(tl.Names, e)
	if !ok {
		t.Fatal("the recording has no regions")
	}
	to := screen.ShowEvent(tl, &o)
	r.do(screen.ShowTab{Tab: ask.TasksTab})
	before := r.shown.Trace.Place
	if s = r.do(to); s.Tab != ask.TimelineTab {
		t.Fatalf("the jump leads to %v", s.Tab)
	}
	r.do(screen.LookTime{Window: timeline.Window{From: 10, To: 2000}, Brought: true})
	if s = r.do(screen.Back{}); s.Tab != ask.TasksTab || s.CanBack || !reflect.DeepEqual(s.Trace.Place, before) {
		t.Fatalf("back leads to %v, %+v", s.Tab, s.Trace.Place)
	}
	if s = r.do(screen.Forward{}); s.Tab != ask.TimelineTab || s.Trace.Place.Window.To != 2000 {
		t.Fatalf("forward leads to %v, %+v", s.Tab, s.Trace.Place)
	}
	r.do(screen.ShowTab{Tab: ask.GoroutinesTab})
	if s = r.do(to); s.Tab != ask.TimelineTab { // it is there already
		t.Fatalf("the second jump leads to %v", s.Tab)
	}
	if s = r.do(screen.Back{}); s.Tab != ask.GoroutinesTab {
		t.Errorf("back from the second jump leads to %v", s.Tab)
	}
	before = r.do(screen.ShowTab{Tab: ask.TimelineTab}).Trace.Place
	if s = r.do(screen.Choose{Change: figures.ChooseEvent(tl.Trace, timeline.Event{Kind: timeline.RegionRow})}, screen.Jump{Tab: ask.TasksTab}); s.Tab != ask.TasksTab {
		t.Fatalf("the choice leads to %v", s.Tab)
	}
	if s = r.do(screen.Back{}); s.Tab != ask.TimelineTab || !reflect.DeepEqual(s.Trace.Place, before) {
		t.Errorf("back from the choice leads to %v, %+v", s.Tab, s.Trace.Place)
	}
}

// Choosing a row selects what it is about, so that no details of an older selection stay beside it.
func TestTraceRowIsTheSelection(t *testing.T) {
	r, s := openTrace(t)
	tl := s.Trace.Timeline
	same := func(c figures.Choice) figures.Choice { return c }
	r.do(screen.ShowTab{Tab: ask.TasksTab})
	first := &ask.Moment{Go: 0, At: tl.Trace.Spans.Start(tl.Trace.Goroutines[0].First)}
	if s = r.do(screen.SelectMoment{Moment: first}); s.Trace.SelectedSpan == nil || s.Trace.Setting == nil {
		t.Fatal("no span is selected")
	}
	if s = r.do(screen.Choose{Change: same}); s.Trace.SelectedSpan == nil {
		t.Error("sorting a table drops the selection")
	}
	o, _ := describe.InspectEvent(tl.Names, timeline.Event{Kind: timeline.TaskRow})
	if s = r.do(screen.Choose{Change: same, Row: true, Moment: ask.MomentOf(&o)}); s.Trace.SelectedSpan != nil || s.Trace.Happened == nil || s.Trace.Happened.Event != o.Event {
		t.Errorf("the chosen task is not what is selected: %+v", s.Trace.Place.Selected)
	}
	if s = r.do(screen.Choose{Change: same, Row: true}); s.Trace.SelectedSpan != nil || s.Trace.Happened != nil {
		t.Error("details of the task stay beside a row that has none")
	}
}

// Going to a goroutine that a filter hides removes that filter, and no filter that keeps it.
func TestGoToWhatIsFilteredOut(t *testing.T) {
	r, _ := openTrace(t)
	key := timeline.Key{Kind: timeline.GoroutineRow, Index: 0}
	for what, filter := range map[string]func(q *timeline.Query){
		"a duration": func(q *timeline.Query) { q.MinDuration = time.Hour },
		"a text":     func(q *timeline.Query) { q.Filter = "no such lane" },
		"both":       func(q *timeline.Query) { q.Filter, q.MinDuration = "no such lane", time.Hour },
	} {
		r.do(screen.AskLanes{Change: filter})
		if s := r.do(screen.GoTo{Reveal: ask.Reveal{Key: key}}); s.Trace.Lanes.Find(key) < 0 {
			t.Errorf("%s goes on hiding the goroutine", what)
		}
	}
	r.do(screen.AskLanes{Change: func(q *timeline.Query) { q.Filter, q.MinDuration = ".", time.Nanosecond }})
	if s := r.do(screen.GoTo{Reveal: ask.Reveal{Key: key}}); s.Trace.Lanes.Query.Filter != "." || s.Trace.Lanes.Query.MinDuration == 0 {
		t.Errorf("filters that keep it are gone: %+v", s.Trace.Lanes.Query)
	}
}

package timeline

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/typed"
	"profstation/internal/viewtest"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/table"
	"profstation/timeline"
	"profstation/timeline/analysis"
	"profstation/timeline/figures"
	"profstation/timeline/timelinetest"
	"profstation/views/surface"
)

// figuresRig is a tab of figures of a real recording, 1,000 × 700.
type figuresRig struct {
	*Figures
	t       testing.TB
	intents viewtest.Sent
	source  *figures.Source
	shown   *screen.Snapshot
	posts   viewtest.Posts
}

// newFiguresRig shows a sheet of all of the recording.
func newFiguresRig(t *testing.T, tab ask.Tab) *figuresRig {
	t.Helper()
	test.NewTempApp(t)
	r := &figuresRig{t: t, shown: recorded(t), posts: viewtest.NewPosts()}
	r.shown.Tab, r.source = tab, figures.NewSource(r.shown.Trace.Timeline.Trace)
	r.Figures = NewFigures(tab, r.intents.Send, r.posts.Post)
	viewtest.Window(t, r.Object, 1000, 700)
	r.place(ask.TracePlace{})
	return r
}

// place shows another place, as the desk would.
func (r *figuresRig) place(p ask.TracePlace) {
	r.t.Helper()
	a := *r.shown.Trace
	a.Place = p
	of := figures.View{Choice: p.Choice, Kept: p.Kept}
	if p.Interval != nil {
		of.Interval = trace.Interval{From: p.Interval.From, To: p.Interval.To}
	}
	made, err := r.source.Sheet(r.t.Context(), ask.Sheets[r.tab], of)
	if err != nil {
		r.t.Fatal(err)
	}
	a.Sheets = map[ask.Tab]ask.SheetAnswer{r.tab: {Sheet: made, Of: of}}
	s := *r.shown
	s.Trace = &a
	r.shown = &s
	r.Figures.Show(&s)
}

// click clicks on a row of a panel, so many times, at a place along it.
func (r *figuresRig) click(panel string, row int, x float64, count int) {
	r.t.Helper()
	g := r.panels[panel].grid
	y := table.HeaderHeight + (float64(row)+0.5)*table.RowHeight
	g.Click(surface.Pointer{At: scene.Point{X: x, Y: y}, Button: desktop.MouseButtonPrimary, Count: count})
}

// chosen applies the intents that were sent, as the desk would.
func (r *figuresRig) chosen() figures.Choice {
	r.t.Helper()
	p := r.shown.Trace.Place
	for _, i := range r.intents.Take() {
		c, ok := i.(screen.Choose)
		if !ok {
			r.t.Fatalf("sent %#v", i)
		}
		p.Choice = c.Change(p.Choice)
	}
	r.place(p)
	return p.Choice
}

// A click on a row selects what the row is about: a task has details, a type of tasks has none.
func TestRowsAreTheSelection(t *testing.T) {
	r := newFiguresRig(t, ask.TasksTab)
	clicked := func(panel string, row int) screen.Choose {
		t.Helper()
		r.intents.Take()
		r.click(panel, row, 400, 1)
		all := r.intents.Take()
		c, ok := all[0].(screen.Choose)
		if !ok || len(all) != 1 || !c.Row {
			t.Fatalf("a click on a row of %s sends %+v", panel, all)
		}
		return c
	}
	if c := clicked("tasks", 0); c.Moment != nil {
		t.Errorf("a type of tasks is about %+v", c.Moment)
	}
	c := clicked("instances", 0)
	if c.Moment == nil || c.Moment.Event != r.panels["instances"].target(0).Event {
		t.Errorf("a task is about %+v", c.Moment)
	}
	r.place(ask.TracePlace{Choice: c.Change(figures.Choice{})})
	events := r.panels["events"]
	for row := range events.panel.Table.Rows {
		if at := events.target(row); at.Lane && !at.Event.Is() {
			if m := clicked("events", row).Moment; m == nil || m.Go != at.Go || m.At != at.Time.From {
				t.Errorf("a wait is about %+v", m)
			}
			return
		}
	}
	t.Error("nothing that happened in the task is a part of a lane")
}

// A click on a row chooses it, one on its name opens it too, and the name of a
// goroutine leads to its lane.
func TestFiguresClicks(t *testing.T) {
	r := newFiguresRig(t, ask.GoroutinesTab)
	main := r.panels["goroutines"]
	rows := main.panel.Table.Rows
	r.click("goroutines", 0, 400, 1)
	if c := r.chosen(); !c.Goroutines.Picked || len(c.Goroutines.Open) != 0 || main.panel.Selected != 0 {
		t.Errorf("chosen %+v", c.Goroutines)
	}
	r.click("goroutines", 0, 30, 1)
	if c := r.chosen(); len(c.Goroutines.Open) != 1 || main.panel.Table.Rows <= rows {
		t.Errorf("chosen %+v, %d rows", c.Goroutines, main.panel.Table.Rows)
	}
	r.click("goroutines", 1, 400, 2)
	if g, ok := r.intents.Take()[0].(screen.GoTo); !ok || g.Key.Kind != timeline.GoroutineRow || g.Select == nil || !g.Narrow {
		t.Errorf("sent %+v", g)
	}
	// The left arrow closes it again; the right one opens.
	r.place(r.shown.Trace.Place)
	main.grid.Key(fyne.KeyLeft, 0)
	if c := r.chosen(); len(c.Goroutines.Open) != 0 {
		t.Errorf("open %v", c.Goroutines.Open)
	}
	if main.grid.Key(fyne.KeyLeft, 0) {
		t.Error("a closed row was closed")
	}
	main.grid.Click(surface.Pointer{At: scene.Point{X: 200, Y: 5}, Button: desktop.MouseButtonPrimary, Count: 1})
	if c := r.chosen(); c.Orders["goroutines"].By == "" {
		t.Errorf("orders %v", c.Orders)
	}
}

// labels are those of a menu.
func labels(m *fyne.Menu) (all []string) {
	for _, i := range m.Items {
		all = append(all, i.Label)
	}
	return all
}

// pick chooses an item of a menu.
func pick(t *testing.T, m *fyne.Menu, label string) {
	t.Helper()
	i := slices.Index(labels(m), label)
	if i < 0 {
		t.Fatalf("no %q in %q", label, labels(m))
	}
	m.Items[i].Action()
}

// The menu of a row makes profiles of it, and limits the lanes to it.
func TestFiguresMenu(t *testing.T) {
	r := newFiguresRig(t, ask.GoroutinesTab)
	p := r.panels["goroutines"]
	target := p.target(0)
	m := p.menu(target, 0)
	profiles := m.Items[slices.Index(labels(m), "Profile of it")].ChildMenu
	pick(t, profiles.Items[len(profiles.Items)-1].ChildMenu, "Network wait")
	if d, ok := r.intents.Take()[0].(screen.Derive); !ok || d.Kind != analysis.NetProfile || d.Scope.Waits != analysis.AsTool || len(d.Scope.Funcs) != 1 {
		t.Errorf("sent %+v", d)
	}
	pick(t, profiles, "Network wait")
	if d, ok := r.intents.Take()[0].(screen.Derive); !ok || d.Scope.Waits != analysis.AllWaits || d.Of != target.Of {
		t.Errorf("sent %+v", d)
	}
	pick(t, m, "Only its lanes in the timeline")
	all := r.intents.Take()
	var q timeline.Query
	all[0].(screen.AskLanes).Change(&q)
	if len(q.IDs) != len(target.Goroutines) || len(q.IDs) == 0 {
		t.Errorf("%d lanes of %d", len(q.IDs), len(target.Goroutines))
	}
	if _, ok := all[1].(screen.GoTo); !ok {
		t.Errorf("sent %+v", all)
	}
	pick(t, m, "Export this table…")
	r.intents.Want(t, screen.Export{Panel: "goroutines"})
	pick(t, m, "Copy")
	if c, ok := r.intents.Take()[0].(screen.Copy); !ok || !strings.Contains(c.Text, "\n") {
		t.Errorf("copied %+v", c)
	}
}

// A frame of a stack opens in the editor: it has no lane to go to.
func TestFramesOpenInTheEditor(t *testing.T) {
	r := newFiguresRig(t, ask.SchedulingTab)
	p := r.shown.Trace.Place
	p.Choice.Scheduling.Part = figures.WaitingAtEnd
	r.place(p)
	r.click("waiting", 0, 300, 1)
	r.chosen()
	stack := r.panels["stack"]
	tr := r.shown.Trace.Timeline.Trace
	frames := stack.target(1).Stack
	if len(frames) != 1 {
		t.Fatalf("a row has %d frames", len(frames))
	}
	f := tr.Frames[frames[0]]
	want := screen.OpenInEditor{File: tr.Strings.Raw(f.File), Line: int64(f.Line)}
	r.click("stack", 1, 300, 2)
	r.intents.Want(t, want)
	pick(t, stack.menu(stack.target(1), 1), "Open in the editor")
	r.intents.Want(t, want)
	// A row with a lane leads there, and its menu to the editor.
	waiting := r.panels["waiting"]
	pick(t, waiting.menu(waiting.target(0), 0), "Open in the editor")
	if i, ok := r.intents.Take()[0].(screen.OpenInEditor); !ok || i.File == "" || i.Line == 0 {
		t.Errorf("sent %+v", i)
	}
}

// The controls send what is chosen, and only that.
func TestFiguresControls(t *testing.T) {
	r := newFiguresRig(t, ask.GoroutinesTab)
	r.intents.Want(t)
	r.controls.widgets[1].(*surface.Select).SetSelected("p99")
	if c := r.chosen(); c.Goroutines.Statistic != figures.P99 {
		t.Errorf("statistic %v", c.Goroutines.Statistic)
	}
	r.intents.Want(t)
	in := r.Input().(*surface.Field)
	in.SetText("main")
	r.posts.Run(t)
	if c := r.chosen(); c.Goroutines.Filter != "main" {
		t.Errorf("filter %q", c.Goroutines.Filter)
	}
	wantWrong(t, r.controls.wrong, "")
	// The line says what is wrong, and the filter before it stays in force.
	in.SetText("main[")
	r.posts.Run(t)
	r.intents.Want(t)
	r.place(r.shown.Trace.Place)
	wantWrong(t, r.controls.wrong, "filter: missing closing ]")
	in.SetText("ma")
	r.posts.Run(t)
	r.chosen()
	wantWrong(t, r.controls.wrong, "")
}

func TestLogSearchTellsWhatIsWrong(t *testing.T) {
	r := newFiguresRig(t, ask.TasksTab)
	in := r.Input().(*surface.Field)
	in.SetText("acme[")
	r.posts.Run(t)
	r.intents.Want(t)
	wantWrong(t, r.controls.wrong, "logs: missing closing ]")
}

// Typing a search in logs keeps what is scrolled to, also where the list of logs comes and goes; another trace begins at
// the top.
func TestLogSearchKeepsThePlace(t *testing.T) {
	r := newFiguresRig(t, ask.TasksTab)
	r.Object.Resize(fyne.NewSize(1000, 240))
	at := func() float32 { return viewtest.Find[*container.Scroll](r.body)[0].Offset.Y }
	search := func(text string) {
		p := r.shown.Trace.Place
		p.Choice.Tasks = figures.TasksChoice{Picked: true, Type: r.shown.Trace.Timeline.Trace.Tasks[0].Type, One: true, Search: text}
		r.place(p)
	}
	search("")
	viewtest.Find[*container.Scroll](r.body)[0].ScrollToOffset(fyne.NewPos(0, 60))
	for _, text := range []string{"a", "ac", "", "x"} {
		if search(text); at() != 60 {
			t.Errorf("after %q it is at %v, it was at 60", text, at())
		}
	}
	a, tl := *r.shown.Trace, timelinetest.Prepared(typed.Trace(t, typed.Small))
	r.source = figures.NewSource(tl.Trace)
	a.Timeline = tl
	s := *r.shown
	s.Trace = &a
	r.shown = &s
	if search("x"); at() != 0 {
		t.Errorf("another trace begins at %v", at())
	}
}

// wantWrong compares what is complained about, in red.
func wantWrong(t *testing.T, c *surface.Complaint, want string) {
	t.Helper()
	if c.Text != want || c.Visible() != (want != "") || want != "" && c.Importance != widget.DangerImportance {
		t.Errorf("the complaint is %q, visible %v, want %q", c.Text, c.Visible(), want)
	}
}

// Both inputs for lanes say what is wrong with them, and ask for nothing then.
func TestLaneControlsTellWhatIsWrong(t *testing.T) {
	sent := viewtest.App(t)
	bar := surface.NewControls(sent.Send, func(func()) {})
	c := NewLaneControls(bar, sent.Send)
	typed := func(i *surface.Input, text, want string) {
		t.Helper()
		i.SetText(text)
		i.Apply()
		wantWrong(t, c.wrong, want)
	}
	typed(c.Filter, "main[", "lanes: missing closing ]")
	typed(c.shortest, "5 foo", "lanes: missing closing ]")
	sent.Want(t)
	typed(c.Filter, "main", "≥: “5 foo” is no duration: try 1ms or 2s")
	typed(c.shortest, "-1s", "≥: “-1s” is no duration: try 1ms or 2s")
	if all := sent.Take(); len(all) != 1 {
		t.Errorf("sent %#v", all)
	}
	typed(c.shortest, "5ms", "")
	if all := sent.Take(); len(all) != 1 {
		t.Errorf("sent %#v", all)
	}
}

// Whoever removes all filters finds their inputs empty, however the text was written.
func TestLaneControlsAreEmptied(t *testing.T) {
	sent := viewtest.App(t)
	posts := viewtest.NewPosts()
	bar := surface.NewControls(sent.Send, posts.Post)
	c := NewLaneControls(bar, sent.Send)
	a := &ask.TraceAnswer{}
	cleared := 0
	show := func() {
		defer bar.Showing(&screen.Snapshot{Cleared: cleared})()
		c.Show(a)
	}
	show()
	c.shortest.SetText("0.1s")
	c.shortest.Apply()
	for _, i := range sent.Take() {
		i.(screen.AskLanes).Change(&a.Place.Lanes)
	}
	show()
	if c.shortest.Text != "0.1s" {
		t.Errorf("what was typed became %q", c.shortest.Text)
	}
	a.Place.Lanes = a.Place.Lanes.Unfiltered()
	show()
	if c.shortest.Text != "" {
		t.Errorf("%q is left without a filter", c.shortest.Text)
	}
	// A text that is wrong, or was not applied yet, is no filter, and goes as well.
	for _, text := range []string{"5 foo", "7ms"} {
		c.shortest.SetText(text)
		c.Filter.SetText("main[")
		if text == "5 foo" {
			c.shortest.Apply()
			c.Filter.Apply()
			wantWrong(t, c.wrong, "lanes: missing closing ]")
		}
		show()
		if c.shortest.Text != text || c.Filter.Text != "main[" {
			t.Errorf("another snapshot makes the texts %q and %q", c.shortest.Text, c.Filter.Text)
		}
		cleared++
		show()
		if c.shortest.Text != "" || c.Filter.Text != "" {
			t.Errorf("%q and %q are left", c.shortest.Text, c.Filter.Text)
		}
		wantWrong(t, c.wrong, "")
		bar.Settle()
		sent.Want(t)
	}
}

// The line above tells the time, keeps it and goes back to it.
func TestRangeBar(t *testing.T) {
	r := newFiguresRig(t, ask.GoroutinesTab)
	b := r.ranges
	if b.whole.Visible() || b.keep.Visible() || !strings.Contains(b.about.Text, "Whole trace") {
		t.Errorf("%q", b.about.Text)
	}
	kept := figures.Kept{Name: "A", Interval: trace.Interval{From: 5, To: 50}}
	r.place(ask.TracePlace{Interval: &trace.Interval{From: 1e6, To: 2e6}, Kept: []figures.Kept{kept}})
	if !b.whole.Visible() || !b.keep.Visible() || !strings.Contains(b.about.Text, "1ms to 2ms") {
		t.Errorf("%q", b.about.Text)
	}
	test.Tap(b.keep)
	test.Tap(b.whole)
	test.Tap(b.kept.Objects[1].(*surface.Button))
	test.Tap(b.kept.Objects[2].(*surface.Button))
	r.intents.Want(t, screen.Keep{}, screen.Measure{}, screen.Measure{Interval: &trace.Interval{From: 5, To: 50}}, screen.Forget{Name: "A"})
}

// A drag on a plot over time measures, one on a histogram chooses a range, and
// the pointer is told what it is at.
func TestPlots(t *testing.T) {
	r := newFiguresRig(t, ask.GCTab)
	drag := func(v *plotView, from, to float64) {
		v.Pressed = surface.Pointer{At: scene.Point{X: from, Y: 40}}
		v.Drag(1, 0, surface.Pointer{At: scene.Point{X: (from + to) / 2, Y: 40}})
		v.Drag(1, 0, surface.Pointer{At: scene.Point{X: to, Y: 40}})
		v.LetGo()
	}
	heap := r.panels["heap"].plot
	drag(heap, 300, 500)
	if m, ok := r.intents.Take()[0].(screen.Measure); !ok || m.Interval.From >= m.Interval.To {
		t.Errorf("sent %+v", m)
	}
	heap.Hover(scene.Point{X: 300, Y: 40})
	if !strings.Contains(heap.TipText(), "heap") {
		t.Errorf("tip %q", heap.TipText())
	}
	curve := r.panels["curve"].plot
	curve.Click(surface.Pointer{At: scene.Point{X: 200, Y: 60}, Button: desktop.MouseButtonPrimary, Count: 1})
	if c := r.chosen(); c.GC.Window == 0 {
		t.Errorf("window %v", c.GC.Window)
	}
	heap.Click(surface.Pointer{At: scene.Point{X: 200, Y: 60}, Button: desktop.MouseButtonPrimary, Count: 1})
	if g, ok := r.intents.Take()[0].(screen.GoTo); !ok || g.From == 0 {
		t.Errorf("sent %+v", g)
	}
	r = newFiguresRig(t, ask.TasksTab)
	drag(r.panels["durations"].plot, 100, 200)
	if c := r.chosen(); c.Tasks.Range == (analysis.Durations{}) {
		t.Errorf("range %v", c.Tasks.Range)
	}
}

// Without a sheet the tab says why.
func TestNoSheet(t *testing.T) {
	r := newFiguresRig(t, ask.GoroutinesTab)
	r.Figures.Show(&screen.Snapshot{Display: ask.Display{Theme: &scene.Dark}})
	if !strings.Contains(r.empty.State.Empty, "Nothing is open") || r.main != nil {
		t.Errorf("%q", r.empty.State.Empty)
	}
	r.place(ask.TracePlace{})
	if r.main == nil || len(r.body.Objects) != 1 || r.shape == "" {
		t.Error("the sheet does not come back")
	}
}

// Profiles are offered that may have samples, and no choice is empty.
func TestProfileItems(t *testing.T) {
	const waits, ready = "g1 main.main 0 running p0 m0 400 waiting:sync p0 m0 700 runnable m0 720 running p0 m0", "g1 main.main 0 running p0 m0 700 runnable m0 720 running p0 m0"
	for _, c := range []struct {
		of    string
		scope analysis.What
		want  []string
		last  []string // counted as in go tool trace
	}{
		{of: waits + "\nsample g1 120 main.hot;main.main", want: []string{"CPU samples", "", "Sync wait", "Scheduler latency"},
			last: []string{"Sync wait", "Scheduler latency"}},
		{of: ready, want: []string{"Scheduler latency"}, last: []string{"Scheduler latency"}},
		{of: waits + "\nsample g1 120 main.hot;main.main", want: []string{"Sync wait"}, last: []string{"Sync wait"},
			scope: analysis.What{Interval: trace.Interval{From: 300, To: 600}, Goroutines: []trace.GoIndex{0}}},
		{of: "g1 main.main 0 running p0 m0", want: nil},
	} {
		m := profilesOf(func(screen.Intent) {}, typed.Trace(t, "end 1000\n"+c.of), c.scope, "all")
		got, last := labels(m)[1:], []string(nil)
		if len(c.want) > 0 {
			if n := len(got) - 3; n < 0 || got[n] != "" || got[n+1] != "Without the tracer's own goroutines" || got[n+2] != "Counted as in go tool trace" {
				t.Fatalf("%s: %q are offered", c.of, got)
			}
			got, last = got[:len(got)-3], labels(m.Items[len(m.Items)-1].ChildMenu)
		} else if len(got) == 1 && m.Items[1].Disabled {
			got = nil // why there are none
		}
		if !slices.Equal(got, c.want) || !slices.Equal(last, c.last) || !m.Items[0].Disabled {
			t.Errorf("%s: %q are offered, and %q as in go tool trace, want %q and %q", c.of, got, last, c.want, c.last)
		}
	}
}

// Figures of a damaged trace say so where the damage touches them.
func TestFiguresTellDamage(t *testing.T) {
	for _, tab := range []ask.Tab{ask.GoroutinesTab, ask.TasksTab, ask.GCTab, ask.SchedulingTab} {
		r := newFiguresRig(t, tab)
		const warning = "1 of 2 generations were lost"
		said := func() bool { return slices.Contains(viewtest.Texts(r.Object), warning) }
		if said() {
			t.Errorf("tab %v: a sound trace is called damaged", tab)
		}
		tr := r.shown.Trace.Timeline.Trace
		tr.Warnings = []string{warning, "generation 2 was lost"}
		tr.Generations = []trace.Generation{{Number: 1, End: tr.End / 2}, {Number: 2, Start: tr.End / 2, End: tr.End, Lost: "a batch is cut off"}}
		r.place(ask.TracePlace{})
		if !said() {
			t.Errorf("tab %v: nothing warns of the damage", tab)
		}
		r.place(ask.TracePlace{Interval: &trace.Interval{To: tr.End / 4}})
		if said() {
			t.Errorf("tab %v: a time that the damage does not touch has a warning", tab)
		}
		r.place(ask.TracePlace{Interval: &trace.Interval{From: tr.End / 4, To: tr.End}})
		if !said() {
			t.Errorf("tab %v: nothing warns of the damage in the measured time", tab)
		}
	}
}

// Details and the menu of the axis offer for a measured time what the tables do, and every profile names that time.
func TestMeasuredTime(t *testing.T) {
	r := newTimelineRig(t)
	of := trace.Interval{From: 1_000_000, To: 40_030_000}
	r.place(t, ask.TracePlace{Interval: &trace.Interval{From: of.To, To: of.From}})
	v := NewInspector(r.intents.Send)
	w := viewtest.Window(t, v.Object, 300, 900)
	v.Show(r.shown)
	viewtest.TapLink(t, v.Object, "Keep it to compare")
	r.intents.Want(t, screen.Keep{})
	viewtest.TapLink(t, v.Object, "Profile of it…")
	named := 0
	items := viewtest.MenuOf(t, w)
	if items["all goroutines in 39.03ms"] == nil {
		t.Errorf("the menu does not say of which time the profiles are: %v", items)
	}
	for label, item := range items {
		if item.Disabled || item.ChildMenu != nil {
			continue
		}
		named++
		item.Action()
		d, ok := r.intents.Take()[0].(screen.Derive)
		if !ok || d.Scope.Interval != of || d.Scope.Goroutines != nil {
			t.Errorf("%q sends %+v", label, d)
		}
	}
	if named < 4 {
		t.Errorf("only %d profiles", named)
	}
	axis := r.menu(timeline.Hit{Row: -1, Span: trace.NoSpan, Event: -1, Axis: true})
	if got := strings.Join(labels(axis), "|"); got != "Zoom to the measured 39.03ms|Keep it to compare|Profile of it|Clear measurement||Whole trace" {
		t.Errorf("the menu of the axis has %q", got)
	}
	if got := labels(axis.Items[2].ChildMenu)[0]; got != "all goroutines in 39.03ms" {
		t.Errorf("%q does not say of which time the profiles are", got)
	}

	// A kept time is not kept again, and of two traces nothing is.
	gone := func(texts ...string) {
		t.Helper()
		v.Show(r.shown)
		for _, text := range texts {
			if all := viewtest.Texts(v.Object); slices.Contains(all, text) || !slices.Contains(all, "Clear measurement") {
				t.Errorf("%q is offered in %q", text, all)
			}
		}
	}
	r.place(t, ask.TracePlace{Interval: &of, Kept: []figures.Kept{{Name: "A", Interval: of}}})
	gone("Keep it to compare")
	r.place(t, ask.TracePlace{Interval: &of})
	s := *r.shown
	s.Traces = &ask.TracePair{}
	r.shown = &s
	gone("Keep it to compare", "Profile of it…")
}

// In a measured time, the profiles of a tab and of its rows name it; in the whole trace there is nothing to name.
func TestProfilesNameTheTime(t *testing.T) {
	r := newFiguresRig(t, ask.GoroutinesTab)
	all := func() (of [2]string) {
		target := r.panels["goroutines"].target(0)
		of[0] = labels(profilesOf(r.intents.Send, r.trace, r.sheet.Scope, r.sheet.Of))[0]
		of[1] = labels(profilesItem(r.intents.Send, r.trace, target.Scope, target.Of).ChildMenu)[0]
		return of
	}
	whole := all()
	if whole[0] != "all goroutines" || strings.Contains(whole[1], " in ") {
		t.Errorf("of the whole trace: %q", whole)
	}
	r.place(ask.TracePlace{Interval: &trace.Interval{From: 1e6, To: 2e6}})
	if got := all(); got[0] != whole[0]+" in 1ms" || !strings.HasSuffix(got[1], " in 1ms") {
		t.Errorf("of a millisecond: %q", got)
	}
}

// A sheet that answers in a line says it above its panels; others leave no room for one.
func TestAnswerInALine(t *testing.T) {
	for tab, want := range map[ask.Tab]string{ask.GCTab: "GC workers and assists took ", ask.GoroutinesTab: ""} {
		r := newFiguresRig(t, tab)
		if got := r.answer; !strings.HasPrefix(got.Text, want) || got.Visible() != (want != "") || want == "" && got.Text != "" {
			t.Errorf("tab %v says %q, visible %v", tab, got.Text, got.Visible())
		}
	}
}

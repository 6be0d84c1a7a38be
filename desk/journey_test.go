package desk

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"profstation/ask"
	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/flame"
	"profstation/internal/fixture"
	"profstation/model/query"
	"profstation/scene"
)

// opened is a rig with the CPU profile on the screen.
func opened(t testing.TB) *rig {
	r := newRig(t)
	r.do(screen.Open{Paths: []string{fixture.WriteCPU(t)}})
	return r
}

// pause makes the last change an old one: the next of its kind is a step of its
// own.
func (r *rig) pause() { r.navigation.history.when = r.navigation.history.when.Add(-2 * sameStep) }

func TestRefine(t *testing.T) {
	r := opened(t)
	s := r.do(screen.Refine{Name: "focus", Text: "json"})
	if s.Place.Query.Focus != "json" || r.width() != 140 {
		t.Errorf("focus leaves %d of %+v", r.width(), s.Place)
	}
	if r.do(screen.Refine{Name: "ignore", Text: "Unmarshal"}); r.width() != 100 {
		t.Errorf("ignore leaves %d", r.width())
	}
	if s = r.do(screen.ClearFilters{}); r.width() != 200 || len(s.Place.Query.Filters()) != 0 {
		t.Errorf("without filters %d are shown", r.width())
	}
	s = r.do(screen.Ask{Change: func(q *query.Query) { q.Granularity = query.Files }})
	if name := s.Answer.Result.Nodes.Node(0).String(); !strings.HasSuffix(name, ".go") {
		t.Errorf("grouped by file a node is %q", name)
	}
}

// The old picture stays until the answer to the last request is there. The answer
// to an older request is dropped, even if it is ready first.
func TestTheLastWishWins(t *testing.T) {
	r := opened(t)
	before := r.shown.Answer
	r.Do(screen.Refine{Name: "focus", Text: "json"})
	if r.shown.Answer != before || !r.shown.Stale {
		t.Fatal("the old picture does not stay")
	}
	// The first answer and the notice that it takes long are both posted by now,
	// but not run: neither is newer than the second request.
	r.queue.Wait(2)
	r.Do(screen.Refine{Name: "focus", Text: "log"})
	r.queue.Next()
	r.queue.Next()
	if r.shown.Answer != before || !r.shown.Stale {
		t.Fatal("an answer that nobody waits for any more is shown")
	}
	if s := r.settle(); r.width() != 40 || s.Stale {
		t.Errorf("%d are shown, want 40", r.width())
	}
}

// The hottest path is followed from the selected box to where it ends, and marked until something else is selected.
func TestHottest(t *testing.T) {
	r, divided := newRig(t), 0
	r.do(screen.Open{Paths: []string{fixture.Write(t, "cpu.pprof", []string{"cpu/milliseconds"},
		"main.main,main.serve,json.Marshal 40", "main.main,main.serve,json.Unmarshal 40", "main.main,main.log 20")}})
	s := r.do(screen.Hottest{})
	end := s.Place.Selected
	if box := s.Answer.Details.Box; end.Node == "" || !end.Hottest || box != s.Answer.Chart.Hottest(flame.Ref{}) || len(end.Path) < 2 {
		t.Fatalf("it leads to %+v, box %v", end, box)
	}
	if s = r.do(screen.Select{Selection: ask.Selection{Node: end.Node, Path: end.Path}}); s.Place.Selected.Hottest {
		t.Error("it stays marked when the end is selected by itself")
	}
	// Where the costs divide it leads to the largest callee, and says so, until nothing is called.
	for range 10 {
		box, back := s.Answer.Details.Box, len(r.navigation.history.visits)
		end, next := s.Answer.Chart.Hottest(box), s.Answer.Chart.Move(box, flame.Inwards)
		s = r.do(screen.Hottest{})
		switch now := s.Answer.Details.Box; {
		case !s.Place.Selected.Hottest:
			t.Fatalf("%+v is not marked", s.Place.Selected)
		case next == box:
			if now != box || s.Notice != "The hottest path ends here: nothing is called." || len(r.navigation.history.visits) != back {
				t.Errorf("at the end it says %q, and %+v is selected", s.Notice, s.Place.Selected)
			}
		case end == box:
			if divided++; now != next || s.Notice != "No call has more than half of the cost here. The largest has 50.00% of it." {
				t.Errorf("where costs divide it says %q, and %+v is selected", s.Notice, s.Place.Selected)
			}
		case now != end:
			t.Errorf("it leads to %v, want %v", now, end)
		}
	}
	if divided == 0 {
		t.Error("no costs divide")
	}
	if s = r.do(screen.Select{}); s.Place.Selected.Hottest {
		t.Error("it is marked with nothing selected")
	}
}

func TestSlowWorkIsShown(t *testing.T) {
	r := opened(t)
	hold := make(chan bool)
	r.jobs.Fault = func(context.Context, job.Kind) error { <-hold; return nil }
	r.Do(screen.Refine{Name: "focus", Text: "json"})
	if len(r.shown.Jobs) > 0 {
		t.Error("work is shown at once")
	}
	r.until(func() bool { return len(r.shown.Jobs) == 1 && r.shown.Jobs[0].Text == "Preparing" })
	close(hold)
	if s := r.settle(); len(s.Jobs) > 0 {
		t.Errorf("afterwards jobs %v", s.Jobs)
	}
}

func TestWrongQuery(t *testing.T) {
	r := opened(t)
	before := r.do(screen.Refine{Name: "focus", Text: "json"}).Answer
	s := r.do(screen.Refine{Name: "tagfocus", Text: "a:("})
	if s.Errors["tagfocus"] == "" || s.Answer != before {
		t.Errorf("errors %v, another picture %v", s.Errors, s.Answer != before)
	}
	if s = r.do(screen.Refine{Name: "tagfocus"}); len(s.Errors) > 0 || r.width() != 140 {
		t.Errorf("errors %v", s.Errors)
	}
	if s = r.do(screen.Search{Text: "("}); s.Errors["search"] == "" || s.Answer.Match != nil {
		t.Errorf("errors %v", s.Errors)
	}
	// Errors concern the shown document: without one there are none.
	if s = r.do(screen.Close{}); len(s.Errors) > 0 {
		t.Errorf("errors %v of nothing", s.Errors)
	}
}

func TestHistory(t *testing.T) {
	r := opened(t)
	if r.shown.CanBack || r.shown.CanForward {
		t.Error("there is a way back from the first place")
	}
	focus := func(text string) screen.Intent { return screen.Refine{Name: "focus", Text: text} }
	// A word typed in pieces is one step.
	r.do(focus("j"), focus("js"), focus("json"))
	// A filter of another name is another step, and so is the same filter after a
	// while.
	r.do(screen.Refine{Name: "ignore", Text: "Un"})
	r.do(focus("main"))
	r.pause()
	r.do(focus("log"))
	var seen []string
	for r.shown.CanBack {
		s := r.do(screen.Back{})
		seen = append(seen, s.Place.Query.Focus+"|"+s.Place.Query.Ignore+"|"+strconv.FormatInt(r.width(), 10))
	}
	if want := []string{"main|Un|140", "json|Un|100", "json||140", "||200"}; !slices.Equal(seen, want) {
		t.Errorf("back over %q, want %q", seen, want)
	}
	for r.shown.CanForward {
		r.do(screen.Forward{})
	}
	if s := r.shown; s.Place.Query.Focus != "log" || r.width() != 40 {
		t.Errorf("forward to %+v", s.Place)
	}
	// A new place after a step back replaces the places ahead.
	s := r.do(screen.Back{}, screen.Pivot{Node: "main.serve"})
	if s.CanForward || s.Place.Pivot != "main.serve" {
		t.Errorf("%+v", s.Place)
	}
	r.do(screen.Back{})
	if s = r.do(screen.Forward{}); s.Place.Pivot != "main.serve" || s.Answer.Chart.Up == nil {
		t.Errorf("%+v", s.Place)
	}
}

func TestHistoryIsBounded(t *testing.T) {
	h := newHistory(ask.Place{}, samePlace)
	for i := range 3 * maxPlaces {
		h.push(ask.Place{Pivot: strconv.Itoa(i)}, "")
		h.push(h.current(), "") // the same place is no step
	}
	if len(h.visits) != maxPlaces || h.current().Pivot != strconv.Itoa(3*maxPlaces-1) {
		t.Errorf("%d places, at %v", len(h.visits), h.current().Pivot)
	}
	for h.at > 0 {
		h.step(nil, screen.Back{}, func() {})
	}
	if want := strconv.Itoa(2 * maxPlaces); h.current().Pivot != want {
		t.Errorf("the oldest place is %v, want %v", h.current().Pivot, want)
	}
}

// Back from what a click in another tab leads to shows that tab again: with the click's step undone, and where the
// click has changed nothing but the tab. Tabs that the user goes through are no steps.
func TestBackLeadsToTheTab(t *testing.T) {
	r := opened(t)
	r.do(screen.ShowTab{Tab: ask.TopTab})
	if s := r.do(screen.Pivot{Node: "main.serve"}, screen.Jump{Tab: ask.FlameTab}); s.Tab != ask.FlameTab {
		t.Fatalf("the jump leads to %v", s.Tab)
	}
	if s := r.do(screen.Back{}); s.Tab != ask.TopTab || s.Place.Pivot != "" || s.CanBack {
		t.Fatalf("back leads to %v, %+v", s.Tab, s.Place)
	}
	if s := r.do(screen.Forward{}); s.Tab != ask.FlameTab || s.Place.Pivot == "" {
		t.Fatalf("forward leads to %v, %+v", s.Tab, s.Place)
	}
	r.do(screen.ShowTab{Tab: ask.TopTab}, screen.ShowTab{Tab: ask.PeekTab})
	r.pause()
	r.do(screen.Pivot{Node: "main.serve"}, screen.Jump{Tab: ask.FlameTab}) // it is the root already
	if s := r.do(screen.Back{}); s.Tab != ask.PeekTab || s.Place.Pivot == "" {
		t.Errorf("back leads to %v, %+v", s.Tab, s.Place)
	}
	if s := r.do(screen.Back{}); s.Tab != ask.TopTab || s.Place.Pivot != "" {
		t.Errorf("and then to %v, %+v", s.Tab, s.Place)
	}
}

// A step back between two changes of one kind separates them.
func TestStepBackPartsChanges(t *testing.T) {
	h := newHistory(ask.Place{}, samePlace)
	h.push(ask.Place{Pivot: "a"}, "kind")
	h.step(nil, screen.Back{}, func() {})
	h.push(ask.Place{Pivot: "b"}, "kind")
	h.when = time.Now()
	h.push(ask.Place{Pivot: "c"}, "kind")
	if len(h.visits) != 2 || h.visits[0].place.Pivot != "" || h.visits[1].place.Pivot != "c" {
		t.Errorf("%v", h.visits)
	}
}

func TestFiltersStayOnEveryTab(t *testing.T) {
	r := opened(t)
	r.do(screen.Refine{Name: "focus", Text: "json"})
	s := r.do(screen.ShowTab{Tab: ask.TopTab})
	if s.Answer.Top == nil || s.Answer.Top.Rows != 4 || s.Place.Query.Focus != "json" {
		t.Errorf("top has %+v", s.Answer.Top)
	}
	if s = r.do(screen.ShowTab{Tab: ask.OverviewTab}); s.Answer.Overview == nil || s.Answer.Overview.Packages.Rows == 0 {
		t.Errorf("overview %+v", s.Answer.Overview)
	}
	if r.do(screen.ShowTab{Tab: ask.FlameTab}); r.width() != 140 {
		t.Errorf("flame graph of %d", r.width())
	}
	for _, tab := range []ask.Tab{-1, ask.TimelineTab, 99} {
		if s = r.do(screen.ShowTab{Tab: tab}); s.Tab != ask.FlameTab {
			t.Errorf("tab %d is shown, which is none", s.Tab)
		}
	}
}

func TestDocumentsAndSampleTypes(t *testing.T) {
	r := newRig(t)
	s := r.do(screen.Open{Paths: []string{fixture.WriteCPU(t), fixture.WriteHeap(t)}}, screen.Refine{Name: "focus", Text: "json"}, screen.SampleType{Name: "samples"})
	if r.width() != 70 {
		t.Fatalf("%d samples, want 70", r.width())
	}
	cpu, heap := s.Documents[0].ID, s.Documents[1].ID
	// The other profile has no samples/count: it shows its default.
	s = r.do(screen.Activate{Document: heap})
	if s.Answer.Document != heap || s.Answer.Result.Type.Type != "inuse_space" || r.width() != 14 || len(s.Errors) > 0 {
		t.Errorf("%d of %v, errors %v", r.width(), s.Answer.Result.Type, s.Errors)
	}
	s = r.do(screen.Activate{Document: cpu})
	if s.Answer.Result.Type.Type != "samples" || r.width() != 70 {
		t.Errorf("back there are %d of %v", r.width(), s.Answer.Result.Type)
	}
}

func TestZoomStaysOverFilters(t *testing.T) {
	r := opened(t)
	zoom := []string{"main.main", "main.serve"}
	s := r.do(screen.Zoom{Path: zoom})
	if w := s.Answer.Chart.Window; w != (flame.Window{From: 0, To: 140}) {
		t.Fatalf("the window is %v", w)
	}
	moved := s.Answer.Zoomed
	s = r.do(screen.Refine{Name: "ignore", Text: "Unmarshal"})
	if w := s.Answer.Chart.Window; w != (flame.Window{From: 0, To: 100}) || !slices.Equal(s.Place.Zoom, zoom) || s.Answer.Zoomed != moved {
		t.Errorf("the window is %v of %v", w, s.Place.Zoom)
	}
	// If the branch is gone, the part of the path that exists counts. The whole
	// path is kept for when it comes back.
	s = r.do(screen.Refine{Name: "focus", Text: "log"})
	if s.Answer.Chart.Found != 1 || !slices.Equal(s.Place.Zoom, zoom) {
		t.Errorf("%d of %v are found", s.Answer.Chart.Found, s.Place.Zoom)
	}
	if s = r.do(screen.ClearFilters{}); s.Answer.Chart.Window != (flame.Window{From: 0, To: 140}) {
		t.Errorf("the window is %v", s.Answer.Chart.Window)
	}
	// Looking closer makes no step, and stays when a filter changes.
	s = r.do(screen.Look{Span: flame.Span{From: 0.5, To: 1}})
	if s.Answer.Chart.Window != (flame.Window{From: 70, To: 140}) || s.CanForward {
		t.Errorf("the window is %v", s.Answer.Chart.Window)
	}
	if s = r.do(screen.Zoom{}); s.Place.Span != (flame.Span{}) || s.Answer.Zoomed == moved {
		t.Errorf("%+v", s.Place)
	}
}

func TestSearch(t *testing.T) {
	r := opened(t)
	s := r.do(screen.Search{Text: "json|log"})
	if s.Answer.MatchText != "3 functions found, 180ns (90.00%)" {
		t.Errorf("found %q", s.Answer.MatchText)
	}
	var walked []string
	for range 4 {
		walked = append(walked, r.do(screen.NextMatch{}).Place.Selected.Node)
	}
	if want := []string{"json.Marshal", "json.Unmarshal", "main.log", "json.Marshal"}; !slices.Equal(walked, want) {
		t.Errorf("walked over %q, want %q", walked, want)
	}
	if s = r.shown; s.Answer.MatchText != "1 of 3, 180ns (90.00%)" {
		t.Errorf("at the first of three the line is %q", s.Answer.MatchText)
	}
	if s = r.do(screen.NextMatch{Backwards: true}); s.Place.Selected.Node != "main.log" || s.Answer.Details == nil {
		t.Errorf("before the first is %q", s.Place.Selected.Node)
	}
	if s = r.do(screen.Select{Selection: ask.Selection{Node: "runtime.gc"}}); s.Answer.MatchText != "3 functions found, 180ns (90.00%)" {
		t.Errorf("beside the matches the line is %q", s.Answer.MatchText)
	}
	r.do(screen.Select{Selection: ask.Selection{Node: "main.log"}})
	s = r.do(screen.Search{Text: "main.log"})
	if again := r.do(screen.NextMatch{}); again.RevealCount == s.RevealCount || again.Place.Selected.Node != "main.log" {
		t.Errorf("the one match is selected, and nobody hears that it was asked for: %d", again.RevealCount)
	}
	if s = r.do(screen.Search{}); s.Answer.Match != nil || s.Answer.MatchText != "" {
		t.Errorf("without a search %q", s.Answer.MatchText)
	}
	if s = r.do(screen.NextMatch{}); s.Place.Selected.Node != "main.log" {
		t.Errorf("without a search the next is %q", s.Place.Selected.Node)
	}
}

// A match in another branch than the zoomed one leads out of the zoom, and back is one step.
func TestNextMatchLeavesTheZoom(t *testing.T) {
	r := opened(t)
	zoom := []string{"main.main", "main.serve"}
	r.do(screen.Zoom{Path: zoom}, screen.Search{Text: "json|runtime.gc"})
	if s := r.do(screen.NextMatch{}); s.Place.Selected.Node != "json.Marshal" || !slices.Equal(s.Place.Zoom, zoom) {
		t.Fatalf("at %q, zoomed to %q", s.Place.Selected.Node, s.Place.Zoom)
	}
	s := r.do(screen.NextMatch{Backwards: true})
	if s.Place.Selected.Node != "runtime.gc" || s.Place.Zoom != nil {
		t.Errorf("at %q, zoomed to %q", s.Place.Selected.Node, s.Place.Zoom)
	}
	if s = r.do(screen.Back{}); !slices.Equal(s.Place.Zoom, zoom) {
		t.Errorf("back is zoomed to %q", s.Place.Zoom)
	}
}

// Enter right after typing goes to the first match of the new text, not of the
// old search.
func TestNextMatchWaitsForTheSearch(t *testing.T) {
	r := opened(t)
	r.do(screen.Search{Text: "runtime"})
	r.Do(screen.Search{Text: "log"})
	r.Do(screen.NextMatch{})
	if s := r.settle(); s.Place.Selected.Node != "main.log" {
		t.Errorf("selected is %q", s.Place.Selected.Node)
	}
	// Without the search, nothing is waited for any more.
	r.do(screen.Select{})
	r.Do(screen.Search{Text: "runtime"})
	r.Do(screen.NextMatch{})
	r.Do(screen.Search{})
	if s := r.settle(); s.Place.Selected.Node != "" {
		t.Errorf("selected is %q", s.Place.Selected.Node)
	}
}

func TestEscape(t *testing.T) {
	r := opened(t)
	r.do(screen.Pivot{Node: "main.serve"}, screen.Zoom{Path: []string{"json.Marshal"}},
		screen.Select{Selection: ask.Selection{Node: "json.Marshal"}}, screen.Search{Text: "json"})
	state := func() string {
		p := r.shown.Place
		return strings.Join([]string{r.shown.Search, p.Selected.Node, strings.Join(p.Zoom, "/"), p.Pivot}, "|")
	}
	for _, want := range []string{"json|json.Marshal|json.Marshal|main.serve", "|json.Marshal|json.Marshal|main.serve",
		"||json.Marshal|main.serve", "|||main.serve", "|||", "|||"} {
		if got := state(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		r.do(screen.Escape{})
	}
}

func TestPivot(t *testing.T) {
	r := opened(t)
	r.do(screen.Zoom{Path: []string{"main.main"}}, screen.Select{Selection: ask.Selection{Node: "main.serve"}})
	s := r.do(screen.Pivot{Node: screen.Selected})
	first, last := s.Answer.Chart.Rows()
	if s.Place.Pivot != "main.serve" || len(s.Place.Zoom) > 0 || first != -1 || last != 1 || r.width() != 140 {
		t.Errorf("%+v, rows %d to %d", s.Place, first, last)
	}
	steps := len(r.navigation.history.visits)
	if r.do(screen.Pivot{Node: "main.serve"}); len(r.navigation.history.visits) != steps {
		t.Error("the same pivot again is a step")
	}
	// If a filter leaves nothing of a pivot, the picture is empty, not whole.
	if s = r.do(screen.Refine{Name: "focus", Text: "runtime"}); r.width() != 0 || s.Answer.Chart.Options.Pivot == query.NoNode {
		t.Errorf("%d are shown", r.width())
	}
	if r.do(screen.ClearFilters{}, screen.Pivot{}); r.width() != 200 || r.shown.Answer.Chart.Up != nil {
		t.Errorf("without a pivot %d are shown", r.width())
	}
}

// Callers and callees are asked for anywhere, and come in front.
func TestPivotIsShown(t *testing.T) {
	r := opened(t)
	for _, c := range []struct{ from, to ask.Tab }{
		{ask.TopTab, ask.FlameTab}, {ask.PeekTab, ask.FlameTab}, {ask.FlameTab, ask.FlameTab}, {ask.GraphTab, ask.GraphTab},
	} {
		for range 2 { // also where it is what the flame graph already shows
			s := r.do(screen.ShowTab{Tab: c.from}, screen.Pivot{Node: "main.serve"})
			if s.Tab != c.to || s.Place.Pivot != "main.serve" {
				t.Errorf("from %v: tab %v, pivot %q", c.from, s.Tab, s.Place.Pivot)
			}
		}
	}
	if s := r.do(screen.ShowTab{Tab: ask.TopTab}, screen.Pivot{}); s.Tab != ask.TopTab {
		t.Errorf("without a pivot the tab is %v", s.Tab)
	}
}

func TestDetailsFollowTheSelection(t *testing.T) {
	r := opened(t)
	s := r.do(screen.Select{Selection: ask.Selection{Node: "main.serve", Path: []string{"main.main", "main.serve"}}})
	d := s.Answer.Details
	if d == nil || d.Cum != 140 || d.Flat != 0 || len(d.Callers) != 1 || len(d.Callees) != 2 || !s.Answer.Chart.Has(d.Box) {
		t.Fatalf("%+v", d)
	}
	for _, tab := range []ask.Tab{ask.TopTab, ask.FlameTab} {
		if s = r.do(screen.ShowTab{Tab: tab}); s.Answer.Details == nil || s.Answer.Details.Cum != 140 {
			t.Errorf("on tab %d details %+v", tab, s.Answer.Details)
		}
	}
	if s = r.do(screen.Select{Selection: ask.Selection{Node: "nobody"}}); s.Answer.Details != nil {
		t.Errorf("%+v", s.Answer.Details)
	}
}

func TestDisplay(t *testing.T) {
	r := opened(t)
	if s := r.do(screen.ToggleTheme{}); s.Display.Theme != &scene.Dark || r.theme != &scene.Dark {
		t.Errorf("theme %v", s.Display.Theme.Name)
	}
	if s := r.do(screen.ToggleTheme{}); s.Display.Theme != &scene.Light || r.theme != &scene.Light {
		t.Errorf("theme %v", s.Display.Theme.Name)
	}
	before := r.shown.Answer
	s := r.do(screen.Show{Change: func(d *ask.Display) { d.Coloring = flame.ByKind }})
	if s.Answer.Chart != before.Chart || s.Answer.Painter == before.Painter {
		t.Error("another colouring must keep the chart and change the painter")
	}
	s = r.do(screen.Show{Change: func(d *ask.Display) { d.ByName = true }})
	if c := s.Answer.Chart; s.Answer.Result != before.Result || c == before.Chart || c.Down.X[1] != 0 || c.Result.Nodes.Node(c.Down.Node[1]).Name != "main.main" {
		t.Error("siblings are not in the order of their names")
	}
	s = r.do(screen.ShowTab{Tab: ask.TopTab}, screen.Show{Change: func(d *ask.Display) { d.Descending = false }})
	if first := s.Answer.TopRows[0]; s.Answer.Result.Nodes.Node(first.Node).Name == "json.Marshal" {
		t.Error("rows are not turned round")
	}
}

func TestShellCommands(t *testing.T) {
	r := opened(t)
	r.do(screen.ShowKeys{}, screen.FocusField{Name: "search"}, screen.TogglePane{Name: "details"})
	if want := []string{"keys", "focus search", "toggle details"}; !slices.Equal(r.calls, want) {
		t.Errorf("calls %q, want %q", r.calls, want)
	}
	if s := r.do(screen.Copy{Text: "main.main"}); r.copied != "main.main" || s.Notice != "Copied." {
		t.Errorf("copied %q, told %q", r.copied, s.Notice)
	}
	if s := r.do(screen.Select{}); s.Notice != "" {
		t.Errorf("a notice stays: %q", s.Notice)
	}
}

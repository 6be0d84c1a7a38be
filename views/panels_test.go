package views

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/viewtest"
	"profstation/model/explain"
	"profstation/model/query"
	"profstation/scene"
	"profstation/timeline"
	sheets "profstation/timeline/figures"
	"profstation/views/surface"
)

func chipTexts(v *Chips) []string {
	var out []string
	for _, c := range v.all {
		out = append(out, c.text)
	}
	return out
}

// newChips are chips in a window.
func newChips(t *testing.T) (*Chips, *viewtest.Sent) {
	r := viewtest.App(t)
	v := NewChips(r.Send)
	viewtest.Window(t, v.Object, 600, 60)
	return v, r
}

// What limits the figures of a trace's tab is a chip there, and not in its other tabs.
func TestChipsOfFigures(t *testing.T) {
	v, r := newChips(t)
	s := &screen.Snapshot{Documents: []screen.Document{{ID: 1, State: screen.Ready}}, Active: 1, Tab: ask.GoroutinesTab, Display: ask.Display{Theme: &scene.Light}}
	end := func(c sheets.Choice) sheets.Choice { c.Goroutines.Filter = ""; return c }
	s.Trace = &ask.TraceAnswer{Sheets: map[ask.Tab]ask.SheetAnswer{
		ask.GoroutinesTab: {Sheet: &sheets.Sheet{Limits: []sheets.Limit{{Name: "goroutines", Text: "conn", Help: "Only some.", End: end}}}},
		ask.GCTab:         {Sheet: &sheets.Sheet{}},
	}}
	v.Show(s)
	if got := chipTexts(v); !slices.Equal(got, []string{"goroutines: conn  ×"}) || !v.none.Hidden {
		t.Fatalf("chips %q", got)
	}
	test.Tap(v.all[0])
	c, ok := r.Take()[0].(screen.Choose)
	if !ok || c.Change(sheets.Choice{Goroutines: sheets.GoroutinesChoice{Filter: "conn"}}).Goroutines.Filter != "" {
		t.Errorf("a click sends %+v", c)
	}
	for _, tab := range []ask.Tab{ask.GCTab, ask.TimelineTab, ask.TasksTab} {
		s.Tab = tab
		if v.Show(s); len(v.all) != 0 || v.none.Hidden {
			t.Errorf("tab %v has the chips %q", tab, chipTexts(v))
		}
	}
}

func TestChips(t *testing.T) {
	v, r := newChips(t)
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	v.Show(s)
	if v.Object.Hidden || v.none.Hidden || len(chipTexts(v)) > 0 {
		t.Errorf("without filters %q are shown", chipTexts(v))
	}
	height := v.Object.MinSize().Height
	s.Place.Filters = []query.Refining{{Name: "focus", Text: "net/http"}, {Name: "tagignore", Text: strings.Repeat("x", 500)}}
	s.Place.Pivot = "github.com/acme/app.(*Server).Serve"
	s.Place.Zoom = []string{"a.A", "b.B", "c.C", "d.D", "e.E", "f.F"}
	v.Show(s)
	got := chipTexts(v)
	want := []string{"focus: net/http  ×", "tagignore: " + strings.Repeat("x", surface.LongestChip-1) + "…  ×", "around app.(*Server).Serve  ×",
		"all  ›", "…  ›", "c.C  ›", "d.D  ›", "e.E  ›", "f.F  ›"}
	if !slices.Equal(got, want) || v.Object.Hidden {
		t.Fatalf("chips %q, want %q", got, want)
	}
	// What has no room is behind the last one; the line is as high as before.
	if !v.all[0].Visible() || v.all[8].Visible() || !v.more.Visible() || v.Object.MinSize().Height != height {
		t.Errorf("a short line shows the first: %v, the last: %v, more: %v, in %v, without chips in %v",
			v.all[0].Visible(), v.all[8].Visible(), v.more.Visible(), v.Object.MinSize().Height, height)
	}
	test.Tap(v.more)
	r.Want(t, screen.TogglePane{Name: "filters"})
	for _, c := range v.all {
		test.Tap(c)
	}
	f := s.Place.Filters
	r.Want(t, screen.SetFilters{Filters: f[1:]}, screen.SetFilters{Filters: f[:1]}, screen.Pivot{}, screen.Zoom{}, screen.Zoom{Path: s.Place.Zoom[:2]},
		screen.Zoom{Path: s.Place.Zoom[:3]}, screen.Zoom{Path: s.Place.Zoom[:4]}, screen.Zoom{Path: s.Place.Zoom[:5]}, screen.Zoom{Path: s.Place.Zoom})
	s = viewtest.Again(s)
	s.Tab = ask.TopTab
	v.Show(s)
	if got := chipTexts(v); len(got) != 3 {
		t.Errorf("beside the flame graph %q are shown", got)
	}
	// What changes figures without being a filter, each with its way back.
	s = viewtest.Again(s)
	q := &s.Place.Query
	s.Place.Filters, s.Place.Pivot = nil, ""
	plain := *q
	q.RelativePercentages, q.NoInlines, q.ShowColumns, q.Mean, q.DropNegative, q.Granularity = true, true, true, true, true, query.Lines
	v.Show(s)
	want = []string{"by lines  ×", "noinlines  ×", "showcolumns  ×", "percentages of filtered total  ×", "mean per event  ×", "drop_negative  ×"}
	if got := chipTexts(v); !slices.Equal(got, want) {
		t.Errorf("chips %q, want %q", got, want)
	}
	for _, c := range v.all {
		test.Tap(c)
	}
	for _, i := range r.Take() {
		i.(screen.Ask).Change(q)
	}
	if *q != plain {
		t.Errorf("all taken back, the question is %+v", *q)
	}
}

func TestSidebar(t *testing.T) {
	r := viewtest.App(t)
	v := NewSidebar(r.Send, nil)
	w := viewtest.Window(t, v.Object, 200, 300)
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	s.Documents = []screen.Document{
		{ID: 3, Name: "cpu.pprof", State: screen.Ready, Detail: "cpu · 100ns"},
		{ID: 5, Name: "heap.pprof", Path: "/tmp/heap.pprof", State: screen.Loading, Detail: "reading…"},
		{ID: 9, Name: "bad", State: screen.Failed, Detail: "no profile"},
	}
	s.Active = 3
	v.Show(s)
	for _, want := range []string{"cpu.pprof", "cpu · 100ns", "heap.pprof", "reading…", "bad", "no profile"} {
		if !slices.Contains(viewtest.Texts(v.Object), want) {
			t.Errorf("%q is missing of %q", want, viewtest.Texts(v.Object))
		}
	}
	rows := viewtest.Find[*sideRow](v.Object)
	if len(rows) != 3 || !rows[0].active || rows[1].active {
		t.Fatalf("%d rows", len(rows))
	}
	test.TapAt(rows[1], fyne.NewPos(20, 10))
	test.TapAt(rows[2], fyne.NewPos(rows[2].Size().Width-5, 10))
	r.Want(t, screen.Activate{Document: 5}, screen.Close{Document: 9})
	test.TapSecondaryAt(rows[1], fyne.NewPos(20, 10))
	items := viewtest.MenuOf(t, w)
	for _, label := range []string{"Reload", "Copy path", "Close"} {
		items[label].Action()
	}
	r.Want(t, screen.Reload{Document: 5}, screen.Copy{Text: "/tmp/heap.pprof"}, screen.Close{Document: 5})
	v.Show(&screen.Snapshot{Display: s.Display})
	if got := strings.Join(viewtest.Texts(v.Object), " "); !strings.Contains(got, "Ctrl+O") {
		t.Errorf("without documents it says %q", got)
	}
}

// What was lost of a document stands out in the list, and its tip has all of it.
func TestSidebarMarksDamage(t *testing.T) {
	r := viewtest.App(t)
	v := NewSidebar(r.Send, nil)
	viewtest.Window(t, v.Object, 200, 400)
	s := &screen.Snapshot{Display: ask.Display{Theme: &scene.Light}, Documents: []screen.Document{
		{ID: 1, Name: "whole.trace", Path: "/tmp/whole.trace", State: screen.Ready, Detail: "trace · 2s"},
		{ID: 2, Name: "cut.trace", Path: "/tmp/cut.trace", State: screen.Ready, Detail: "cut off after 2s · trace · 2s · 17 goroutines", Damaged: true},
	}}
	v.Show(s)
	rows := viewtest.Find[*sideRow](v.Object)
	for i, want := range []struct {
		color scene.Color
		tip   string
	}{{scene.Light.Muted, "/tmp/whole.trace"}, {scene.Light.Warning, "/tmp/cut.trace\n" + s.Documents[1].Detail}} {
		d := &s.Documents[i]
		found := false
		for _, o := range test.WidgetRenderer(rows[i]).Objects() {
			if x, ok := o.(*canvas.Text); ok && strings.HasPrefix(d.Detail, strings.TrimSuffix(x.Text, "…")) && len(x.Text) > 5 {
				found = true
				if x.Color != want.color {
					t.Errorf("%q has the colour %v, want %v", x.Text, x.Color, want.color)
				}
			}
		}
		if !found || rows[i].Hint != want.tip {
			t.Errorf("%s: the tip is %q, want %q", d.Name, rows[i].Hint, want.tip)
		}
	}
}

func TestDetailsView(t *testing.T) {
	r := viewtest.App(t)
	v := NewDetailsView(r.Send)
	viewtest.Window(t, v.Object, 300, 500)
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	v.Show(s)
	if got := strings.Join(viewtest.Texts(v.Object), " "); !strings.Contains(got, "Select a box") {
		t.Errorf("without a selection it says %q", got)
	}
	s = viewtest.Selecting(t, s, false, "main.main", "main.serve")
	s.Answer.Details.File, s.Answer.Details.Package = "main.go:3", "main (main module)"
	v.Show(s)
	got := viewtest.Texts(v.Object)
	for _, want := range []string{"main.serve", "main.go:3", "main (main module)", "flat", "0 (0%)", "cum", "70ns (70.00%)",
		"of its parent", "77.78%", "depth", "2", "Callers", "main.main", "Callees", "json.Marshal", "50ns (50.00%)", "json.Unmarshal"} {
		if !slices.Contains(got, want) {
			t.Errorf("%q is missing of %q", want, got)
		}
	}
	for _, l := range viewtest.Find[*surface.Link](v.Object) {
		if l.Text == "json.Marshal" || l.Label() == "Open in the editor" {
			test.Tap(l)
		}
	}
	r.Want(t, screen.OpenInEditor{Node: "main.serve"}, screen.Select{Selection: ask.Selection{Node: "json.Marshal"}})
	// Without a box there is no instance to tell of; a leaf calls nothing.
	s = viewtest.Selecting(t, s, false, "runtime.gc")
	s.Answer.Chart = nil
	v.Show(s)
	all := strings.Join(viewtest.Texts(v.Object), " ")
	if strings.Contains(all, "of its parent") || !strings.Contains(all, "None (leaf)") || !strings.Contains(all, "None (root)") {
		t.Errorf("it says %q", all)
	}
}

func TestDetailsOfManyNeighbours(t *testing.T) {
	test.NewTempApp(t)
	var lines []string
	for i := range 60 {
		lines = append(lines, "caller"+strings.Repeat("x", i)+",callee 1")
	}
	v := NewDetailsView(func(screen.Intent) {})
	viewtest.Window(t, v.Object, 300, 500)
	s := viewtest.Snapshot(t, viewtest.Profile(lines...), viewtest.Everything())
	v.Show(viewtest.Selecting(t, s, false, "caller", "callee"))
	if got := strings.Join(viewtest.Texts(v.Object), " "); !strings.Contains(got, "20 more") {
		t.Errorf("it says %q", got)
	}
}

func TestStatusBar(t *testing.T) {
	r := viewtest.App(t)
	v := NewStatusBar(r.Send)
	viewtest.Window(t, v.Object, 800, 30)
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	show := func(change func(*screen.Snapshot)) string {
		n := viewtest.Again(s)
		change(n)
		v.Show(n)
		return v.text.Text
	}
	if got := show(func(*screen.Snapshot) {}); got != explain.Headline(s.Answer.Result) || v.right.Visible() {
		t.Errorf("it says %q", got)
	}
	if got := show(func(n *screen.Snapshot) { n.Notice = "Copied." }); got != "Copied." {
		t.Errorf("it says %q", got)
	}
	got := show(func(n *screen.Snapshot) {
		n.Notice, n.Errors = "Copied.", map[string]string{"search": "search: bad", "focus": "focus: bad"}
	})
	if got != "focus: bad · search: bad" {
		t.Errorf("it says %q", got)
	}
	if got := show(func(n *screen.Snapshot) { n.Answer = nil }); got != "" {
		t.Errorf("without an answer it says %q", got)
	}
	show(func(n *screen.Snapshot) {
		n.Jobs = []screen.Job{{Text: "Reading a", Done: 0.25}, {Text: "Reading b", Done: -1}}
	})
	if !v.right.Visible() || v.job.Text != "Reading a" || v.progress.Value != 0.25 || !v.progress.Visible() {
		t.Errorf("job %q, %v", v.job.Text, v.progress.Value)
	}
	test.Tap(v.cancel)
	r.Want(t, screen.Cancel{})
	show(func(n *screen.Snapshot) {
		n.Jobs = []screen.Job{{Text: "Recording heap from a", Done: 0.5, Cancel: screen.StopRecording{ID: 1}}, {Text: "Recording cpu from b"}}
		n.Recordings = []screen.Recording{{ID: 1, Name: "heap from a"}, {ID: 2, Name: "cpu from b"}}
	})
	if v.job.Text != "2 recordings: heap from a · cpu from b" || v.ending != "Stop all recordings." {
		t.Errorf("job %q, the cross: %q", v.job.Text, v.ending)
	}
	test.Tap(v.cancel)
	r.Want(t, screen.StopRecording{})
	show(func(n *screen.Snapshot) {
		n.Jobs = []screen.Job{{Text: "Recording heap from a", Cancel: screen.StopRecording{ID: 1}}, {Text: "grf holds process 7", Cancel: screen.StopRecording{ID: 2}, Holds: true}}
		n.Recordings = []screen.Recording{{ID: 1, Name: "heap from a"}, {ID: 2, Name: "references (grf) from b"}}
	})
	if v.job.Text != "grf holds process 7" || v.cancel.Text != "Stop" || v.ending != "Ends grf: the process goes on." {
		t.Errorf("job %q, %q: %q", v.job.Text, v.cancel.Text, v.ending)
	}
	test.Tap(v.cancel)
	r.Want(t, screen.StopRecording{ID: 2})
	show(func(n *screen.Snapshot) { n.Jobs = []screen.Job{{Text: "Preparing", Done: -1}} })
	if v.progress.Visible() || v.cancel.Text != "" {
		t.Errorf("progress is shown that is not known, and %q", v.cancel.Text)
	}
	beside := v.text.Size().Width
	show(func(n *screen.Snapshot) { n.Jobs = []screen.Job{{Text: strings.Repeat("long ", 20), Done: 0.5}} })
	if w := v.text.Size().Width; w >= beside {
		t.Errorf("beside longer work the text has %v, before %v", w, beside)
	}
	// A label has no arrow with a blank behind it.
	got = show(func(n *screen.Snapshot) {
		n.Notice, n.Jobs = "Opened a → b.", []screen.Job{{Text: "Comparing a → b", Done: -1}}
	})
	if got != "Opened a » b." || v.job.Text != "Comparing a » b" {
		t.Errorf("it says %q, job %q", got, v.job.Text)
	}
	// The bar of the work is in the middle of its line, and a tip has all of a text that is cut.
	long := strings.Repeat("the reason is long ", 30)
	show(func(n *screen.Snapshot) { n.Notice, n.Jobs = long, []screen.Job{{Text: long, Done: 0.5}} })
	at := func(o fyne.CanvasObject) float32 {
		return fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Y + o.Size().Height/2
	}
	if bar, line := at(v.progress), at(v.cancel); bar < line-1 || bar > line+1 {
		t.Errorf("the bar is at %v, its line at %v", bar, line)
	}
	hints := v.Object.(*surface.Hinted)
	for name, o := range map[string]fyne.CanvasObject{"text": v.text, "work": v.job} {
		if text, _ := hints.Text(o); text != long {
			t.Errorf("the tip of the %s is %q", name, text)
		}
	}
	show(func(*screen.Snapshot) {})
	if text, _ := hints.Text(v.text); text != "" {
		t.Errorf("the tip of what is not cut is %q", text)
	}
	if w := v.text.Size().Width; w < 780 {
		t.Errorf("after the work the text has %v of 800", w)
	}
}

// Chips are of the document that is shown: a trace has those of its lanes, and none of a profile's filters.
func TestChipsOfTraces(t *testing.T) {
	v, r := newChips(t)
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	s.Place.Filters = []query.Refining{{Name: "focus", Text: "net/http"}}
	s.Trace, s.Tab = &ask.TraceAnswer{}, ask.TimelineTab
	v.Show(s)
	if got := chipTexts(v); len(got) > 0 {
		t.Errorf("a trace has the chips %q of a profile", got)
	}
	q := timeline.Query{Filter: "work", IDs: []int64{61}, Flat: true, MinDuration: time.Millisecond, Hidden: map[timeline.Key]bool{{Kind: timeline.ProcRow}: true}}
	s = viewtest.Again(s)
	s.Trace = &ask.TraceAnswer{Place: ask.TracePlace{Lanes: q}}
	v.Show(s)
	want := []string{"lanes: work  ×", "only g61  ×", "≥ 1ms  ×", "hidden lanes: 1  ×"}
	if got := chipTexts(v); !slices.Equal(got, want) {
		t.Errorf("chips %q, want %q", got, want)
	}
	for _, c := range v.all {
		test.Tap(c)
	}
	for _, i := range r.Take() {
		i.(screen.AskLanes).Change(&q)
	}
	if !reflect.DeepEqual(q, timeline.Query{}) {
		t.Errorf("all taken back, the lanes are %+v", q)
	}
	s = viewtest.Again(s)
	s.Tab = ask.TasksTab
	v.Show(s)
	if got := chipTexts(v); len(got) > 0 {
		t.Errorf("figures, which lanes do not limit, have the chips %q", got)
	}
}

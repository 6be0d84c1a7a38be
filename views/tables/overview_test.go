package tables

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/viewtest"
	"profstation/model"
	"profstation/model/explain"
	"profstation/model/labels"
	"profstation/model/memory"
	"profstation/origin"
	"profstation/scene"
	"profstation/table"
	"profstation/views/surface"
)

// Notes are listed in the overview.
func TestOverviewNotes(t *testing.T) {
	var to viewtest.Sent
	v := NewOverview(to.Send)
	w := viewtest.Window(t, v.Object, 600, 600)
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	s.Answer.Overview = &ask.Overview{Title: "CPU profile"}
	v.Show(s)
	s = viewtest.Again(s)
	s.Notes = []origin.Note{{On: "json.Marshal", Text: "slow"}, {On: "g7 main.f: running", Goroutine: 7, At: 1_500_000, Text: "why"}}
	v.Show(s)
	all := viewtest.Texts(w.Canvas().Content())
	viewtest.HasText(t, all, "slow")
	viewtest.HasText(t, all, "1.5ms  g7 main.f: running")
	viewtest.TapLink(t, v.Object, "json.Marshal")
	to.Want(t, screen.ShowNoted{Note: s.Notes[0]})
}

// Another document begins at its first line, however far down the one before was, also if the page was hidden meanwhile.
func TestOverviewBegins(t *testing.T) {
	test.NewTempApp(t)
	v := NewOverview(func(screen.Intent) {})
	viewtest.Window(t, v.Object, 500, 200)
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	s.Answer.Overview = &ask.Overview{Title: "CPU profile"}
	for range 60 {
		s.Answer.Overview.Warnings = append(s.Answer.Overview.Warnings, "Stacks are cut.")
	}
	v.Show(s)
	page := v.Object.(*container.Scroll)
	page.Resize(fyne.NewSize(500, 201)) // so that what it holds is laid out
	page.ScrollToBottom()
	down := page.Offset.Y
	again := viewtest.Again(s)
	again.Answer.Overview = &ask.Overview{Title: "CPU profile", Warnings: s.Answer.Overview.Warnings[:59]}
	v.Show(again)
	if down == 0 || page.Offset.Y == 0 {
		t.Errorf("the page was %v down, and is %v after a change", down, page.Offset.Y)
	}
	page.Hide()
	other := viewtest.Again(s)
	other.Active++
	other.Answer.Overview = &ask.Overview{Title: "Goroutines"}
	v.Show(other)
	page.Show()
	if page.Offset.Y != 0 {
		t.Errorf("another document begins %v down", page.Offset.Y)
	}
}

func TestOverviewView(t *testing.T) {
	test.NewTempApp(t)
	v := NewOverview(func(screen.Intent) {})
	viewtest.Window(t, v.Object, 700, 900)
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	s.Answer.Overview = &ask.Overview{
		Title: "CPU profile", About: "Where time goes.", Warnings: []string{"Stacks are cut."},
		Facts:    []model.Fact{{Name: "Duration", Text: "1s"}},
		Types:    []ask.TypeTotal{{Name: "cpu", Total: "100ns", Help: "time on a core", Default: true}},
		Packages: table.Packages(s.Answer.Result, []table.Named{{Name: "main", Flat: 20, Cum: 90}}, 40),
	}
	v.Show(s)
	got := viewtest.Texts(v.Object)
	for _, want := range []string{"CPU profile", "Where time goes.", "Stacks are cut.", "Duration", "1s", "cpu (default)", "100ns  –  time on a core", "Packages"} {
		if !slices.Contains(got, want) {
			t.Errorf("%q is missing of %q", want, got)
		}
	}
	for _, name := range []string{"a.pprof", "b.pprof"} { // one after the other
		v.Show(&screen.Snapshot{Display: s.Display, Active: 1, Documents: []screen.Document{{ID: 1, Name: name, State: screen.Failed, Detail: "damaged"}}})
		if got := strings.Join(viewtest.Texts(v.Object), " "); !strings.Contains(got, name+" cannot be shown.") {
			t.Errorf("of %s it says %q", name, got)
		}
	}
	v.Show(&screen.Snapshot{Display: s.Display})
	if got := strings.Join(viewtest.Texts(v.Object), " "); !strings.Contains(got, "Nothing is open") {
		t.Errorf("without a document it says %q", got)
	}
}

// The overview lists who started leaked goroutines. A click leaves those, in the flame graph.
func TestOverviewLeaked(t *testing.T) {
	test.NewTempApp(t)
	var to viewtest.Sent
	v := NewOverview(to.Send)
	viewtest.Window(t, v.Object, 900, 700)
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	only := []labels.Selecting{{Text: "state=leaked"}, {Text: "created by=^main[.]f$"}}
	s.Answer.Overview = &ask.Overview{Title: "Goroutines", Leaked: []ask.Leaked{{By: "created by main.f", Count: "3", Only: only}}}
	v.Show(s)
	viewtest.HasText(t, viewtest.Texts(v.Object), "Leaked goroutines")
	viewtest.TapLink(t, v.Object, "created by main.f")
	to.Want(t, screen.Narrow{To: only}, screen.Jump{Tab: ask.FlameTab})
}

// The overview shows where the memory of a process is, and what to do about it.
func TestOverviewMemory(t *testing.T) {
	test.NewTempApp(t)
	v := NewOverview(func(screen.Intent) {})
	viewtest.Window(t, v.Object, 900, 700)
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	a := &memory.Account{Total: 9 << 20, Parts: []memory.Part{{Kind: memory.Live, Bytes: 9 << 20, Source: "HeapAlloc"}}}
	s.Answer.Overview = &ask.Overview{Title: "Heap profile", Memory: &ask.Memory{
		Summary: []string{"The process has 9MB."}, Table: table.Account(a), Advice: []model.Fact{{Name: "Garbage", Text: "Allocate less."}},
	}, Course: []string{"It has grown."}}
	v.Show(s)
	got := viewtest.Texts(v.Object)
	for _, want := range []string{"Where the memory of the process is", "The process has 9MB.", "Garbage", "Allocate less.", "How the memory of the process changed since it started", "It has grown."} {
		if !slices.Contains(got, want) {
			t.Errorf("%q is missing of %q", want, got)
		}
	}
	if h := float64(v.memory.MinSize().Height); h != v.memory.table.Height() {
		t.Errorf("the table has %v pixels, want %v", h, v.memory.table.Height())
	}
	r := &scene.Recorder{Width: 900, Height: v.memory.table.Height()}
	v.memory.draw(r, s.Display.Theme)
	if !strings.Contains(r.String(), "Live objects on the heap") {
		t.Errorf("the table is not drawn: %q", r.String())
	}
}

// What packages below explain is translated where it is shown.
func TestOverviewTranslated(t *testing.T) {
	test.NewTempApp(t)
	viewtest.Abroad(t)
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	help := explain.SampleTypeOf(model.CPU, "cpu")
	s.Answer.Overview = &ask.Overview{Types: []ask.TypeTotal{{Name: "cpu", Total: "100ns", Help: help}}}
	overview := NewOverview((&viewtest.Sent{}).Send)
	viewtest.Window(t, overview.Object, 600, 300)
	overview.Show(s)
	if got := viewtest.Texts(overview.Object); !slices.ContainsFunc(got, func(s string) bool { return strings.HasSuffix(s, "["+help+"]") }) {
		t.Errorf("the overview says %q", got)
	}
}

// The worst of what stands out is listed first, each with its proof, a menu and a way to its place; the rest at a click.
func TestOverviewFound(t *testing.T) {
	var to viewtest.Sent
	v := NewOverview(to.Send)
	w := viewtest.Window(t, v.Object, 800, 600)
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	var all []ask.Finding
	for _, text := range []string{"a lock", "the collector", "a regexp", "a panic"} {
		all = append(all, ask.Finding{Rule: text, Text: text + " stands out", Why: "It is slow.", Pprof: []string{"-top"}})
	}
	all[1].Severity = 2 // worth a look
	s.Answer.Overview = &ask.Overview{Title: "CPU profile", Found: all}
	v.Show(s)
	if got := viewtest.Texts(v.Object); !slices.Contains(got, "○ a regexp stands out") || slices.Contains(got, "○ a panic stands out") {
		t.Errorf("at first it lists %q", got)
	}
	viewtest.TapLink(t, v.Object, "● the collector stands out")
	to.Want(t, screen.ShowFound{Finding: all[1]})
	viewtest.TapLink(t, v.Object, "All findings: 4")
	if got := viewtest.Texts(v.Object); !slices.Contains(got, "○ a panic stands out") || slices.Contains(got, "All findings: 4") {
		t.Errorf("after the click it lists %q", got)
	}
	for _, l := range viewtest.Find[*surface.Link](v.Object) {
		if l.Label() != "○ a lock stands out" {
			continue
		}
		if l.Hint != "Why: It is slow." {
			t.Errorf("its tip is %q", l.Hint)
		}
		l.TappedSecondary(&fyne.PointEvent{})
	}
	viewtest.MenuOf(t, w)["Copy as go tool pprof command"].Action()
	to.Want(t, screen.CopyCommand{Args: []string{"-top"}})
}

// What is dismissed makes way for the next, and comes back by a click on its line.
func TestOverviewDismissed(t *testing.T) {
	var to viewtest.Sent
	v := NewOverview(to.Send)
	w := viewtest.Window(t, v.Object, 800, 600)
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	var all []ask.Finding
	for _, rule := range []string{"lock", "collector", "regexp", "panic"} {
		all = append(all, ask.Finding{Rule: rule, Text: rule + " stands out"})
	}
	s.Answer.Overview = &ask.Overview{Title: "CPU profile", Found: all}
	v.Show(s)
	menuOf := func(line string) map[string]*fyne.MenuItem {
		t.Helper()
		for _, l := range viewtest.Find[*surface.Link](v.Object) {
			if l.Text == line || l.Label() == line {
				l.TappedSecondary(&fyne.PointEvent{})
			}
		}
		return viewtest.MenuOf(t, w)
	}
	menuOf("○ lock stands out")["Dismiss"].Action()
	to.Want(t, screen.DismissFound{Key: "lock"})
	next := *s
	next.Dismissed = []string{"lock"}
	v.Show(&next)
	if got := viewtest.Texts(v.Object); slices.Contains(got, "○ lock stands out") || !slices.Contains(got, "○ panic stands out") || slices.Contains(got, "All findings: 3") {
		t.Errorf("without what is dismissed it lists %q", got)
	}
	viewtest.TapLink(t, v.Object, "Dismissed: 1")
	viewtest.TapLink(t, v.Object, "○ lock stands out")
	to.Want(t, screen.DismissFound{Key: "lock", Restore: true})
	if menu := menuOf("○ lock stands out"); menu["Dismiss"] != nil || menu["Restore"] == nil {
		t.Errorf("its menu is %v", menu)
	}
	viewtest.TapLink(t, v.Object, "Dismissed: 1")
	if got := viewtest.Texts(v.Object); slices.Contains(got, "○ lock stands out") {
		t.Errorf("after another click it still lists %q", got)
	}
}

// What stood out in the newest profiles of a followed folder is listed with its time. A click goes to the profile.
func TestOverviewNews(t *testing.T) {
	test.NewTempApp(t)
	var to viewtest.Sent
	v := NewOverview(to.Send)
	viewtest.Window(t, v.Object, 900, 700)
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	s.Answer.Overview = &ask.Overview{Title: "CPU profile"}
	v.Show(s)
	s = viewtest.Again(s)
	at := time.Date(2026, 11, 20, 15, 4, 5, 0, time.Local)
	s.Series = &screen.Series{News: []screen.News{{Document: 1, Path: "b.pprof", Time: at, Finding: ask.Finding{Rule: "gc", Text: "the collector works"}}}}
	v.Show(s)
	viewtest.HasText(t, viewtest.Texts(v.Object), "15:04:05")
	viewtest.TapLink(t, v.Object, "the collector works")
	to.Want(t, screen.ShowNews{News: s.Series.News[0]})
}

// A summary begins with what stands out and is not the same on both sides. A click goes to its place.
func TestSummaryFound(t *testing.T) {
	test.NewTempApp(t)
	var to viewtest.Sent
	v := NewSummary(to.Send)
	viewtest.Window(t, v.Object, 900, 700)
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	f := ask.Shifted{Finding: ask.Finding{Rule: "gc", Text: "the collector works"}, Sides: [2]string{"2%", "20%"}}
	s.Answer.Compared = &ask.Compared{Plain: "cpu: a → b\n\nTotal: 1s\n"}
	v.Show(s)
	if slices.Contains(viewtest.Texts(v.Object), "What stands out, against the base: shares of each side’s own total") {
		t.Error("nothing stands out, and a heading says it does")
	}
	s = viewtest.Again(s)
	s.Answer.Compared.Found = []ask.Shifted{f}
	v.Show(s)
	viewtest.HasText(t, viewtest.Texts(v.Object), "What stands out, against the base: shares of each side’s own total")
	viewtest.TapLink(t, v.Object, "new: the collector works (2% → 20%)")
	to.Want(t, screen.ShowFound{Finding: f.Finding})

	s = viewtest.Again(s)
	s.Dismissed = []string{"gc"}
	v.Show(s)
	line := surface.Arrows("new: the collector works (2% → 20%)")
	if slices.Contains(viewtest.Texts(v.Object), line) {
		t.Error("what is dismissed is shown")
	}
	viewtest.TapLink(t, v.Object, "Dismissed: 1")
	viewtest.HasText(t, viewtest.Texts(v.Object), line)
	viewtest.TapLink(t, v.Object, "new: the collector works (2% → 20%)")
	to.Want(t, screen.DismissFound{Key: "gc", Restore: true})
}

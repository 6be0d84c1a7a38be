package app

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"profstation/ask"
	"profstation/desk"
	"profstation/desk/screen"
	"profstation/internal/thorough"
	tracing "profstation/model/trace"
	"profstation/timeline"
	"profstation/views"
	"profstation/views/surface"
)

// Every item of the menus does something that is seen in the first kind of document in which it is not grey.
func TestItemsAct(t *testing.T) {
	acted := map[string]bool{} // in any kind
	for _, name := range []string{"profile", "trace", "comparison", "two traces"} {
		t.Run(name, func(t *testing.T) {
			r := newWindowRig(t)
			r.help.docs = os.DirFS("..")
			r.window.Resize(fyne.NewSize(640, 420)) // painting without a graphics card takes time
			r.do(everyKind()[name])
			first := r.desk.Snapshot()
			c := r.window.Canvas()
			for n, label := range slices.Sorted(maps.Keys(r.items())) {
				if i := r.items()[label]; !thorough.One(n, 4) || acted[label] || i.IsSeparator || i.Action == nil {
					continue
				}
				r.ready(first)
				i := r.items()[label]
				if i == nil || i.Disabled || i.IsSeparator || i.Action == nil || i.IsQuit || i.Checked ||
					slices.Contains([]string{"Close", "Close all", "Close all others", "Clear list"}, label) || strings.Contains(label, "  –  ") {
					continue
				}
				before, check := c.Capture(), i.Checked
				clipboard := fyne.CurrentApp().Clipboard().Content()
				i.Action()
				r.settle()
				after := c.Capture()
				if !differs(before, after, before.Bounds()) && clipboard == fyne.CurrentApp().Clipboard().Content() && i.Checked == check {
					t.Errorf("%q does nothing that is seen", label)
				}
				acted[label] = true
			}
		})
	}
	if len(acted) < thorough.Times(60, 20) {
		t.Errorf("only %d items can act", len(acted))
	}
}

// ready brings the window to where all that the menus offer has something to act on.
func (r *windowRig) ready(first *screen.Snapshot) {
	c := r.window.Canvas()
	for views.CloseTop(c) {
	}
	c.Unfocus()
	r.do(screen.Activate{Document: first.Active})
	for _, d := range r.desk.Snapshot().Documents {
		if d.ID > first.Active {
			r.do(screen.Close{Document: d.ID})
		}
	}
	all := []screen.Intent{screen.ShowTab{Tab: first.Tab}, screen.ClearFilters{}, screen.Pivot{}, screen.Zoom{}}
	switch {
	case first.Trace != nil:
		w := first.Trace.Timeline.Whole()
		w.To = w.From + w.W()/4
		all = append(all, screen.LookTime{Window: w}, screen.AskLanes{Change: func(q *timeline.Query) { q.Filter = "main" }})
	case first.Answer != nil:
		all = append(all, screen.Search{Text: "shop"}, screen.Refine{Name: "focus", Text: "shop"}, screen.Zoom{Path: []string{"net/http.(*conn).serve"}},
			screen.Select{Selection: ask.Selection{Node: "profstation/testdata/record/shop.(*Shop).checkout"}})
	}
	for _, i := range all {
		r.desk.Do(i)
	}
	r.settle()
	r.panes.show(paneDetails)
}

// The palette offers all that the menus have, and all of the menu of the selection.
func TestPaletteHasEverything(t *testing.T) {
	r := newWindowRig(t)
	r.do(everyKind()["profile"], screen.Select{Selection: ask.Selection{Node: "profstation/testdata/record/shop.(*Shop).checkout"}})
	tabs := 0
	for _, tab := range r.desk.Snapshot().Tabs {
		r.do(screen.ShowTab{Tab: tab})
		m := r.view(tab).Menu()
		if m == nil {
			continue
		}
		tabs++
		all := r.commands()
		for _, i := range m.Items {
			if i.IsSeparator {
				continue
			}
			if !slices.ContainsFunc(desk.Pick(labelOf(i), all), func(f screen.Match) bool { return f.Label == labelOf(i) }) {
				t.Errorf("%v: the palette does not find %q", tab, i.Label)
			}
		}
	}
	trace := r.do(everyKind()["trace"]).Trace.Timeline.Trace
	for g := range trace.Goroutines {
		if r.do(screen.SelectMoment{Moment: &ask.Moment{Go: tracing.GoIndex(g), At: trace.End / 2}}); r.desk.Snapshot().Trace.SelectedSpan != nil {
			break
		}
	}
	r.view(ask.TimelineTab).OpenMenu()
	if c := r.window.Canvas(); c.Overlays().Top() == nil {
		t.Error("the selected span has no menu")
	} else {
		views.CloseTop(c)
	}
	for _, label := range []string{"Measure its time", "Copy details", "Pin the lane"} {
		if !slices.ContainsFunc(desk.Pick(label, r.commands()), func(f screen.Match) bool { return f.Label == label }) {
			t.Errorf("of a span, the palette does not find %q", label)
		}
	}
	r.do(everyKind()["profile"])
	if tabs < 3 {
		t.Errorf("only %d tabs have a menu of the selection", tabs)
	}
	t.Run("every selection", r.paletteOfEverySelection)
	for word, want := range map[string]string{
		"colour": "Light or dark theme", "color": "Package", "zoom": "Whole picture", "sample": "Record from a server…",
		"generic": "Function", "compare baseline": "Compare with the baseline", "view call": "Call graph",
	} {
		if !slices.ContainsFunc(desk.Pick(word, r.commands()), func(f screen.Match) bool { return f.Label == want || f.Label == "✓ "+want }) {
			t.Errorf("%q does not find %q", word, want)
		}
	}
}

// paletteOfEverySelection selects by keys in every picture and table of every tab, and looks for what its menu has
// then, also in menus that lead on.
func (r *windowRig) paletteOfEverySelection(t *testing.T) {
	kinds := everyKind()
	kinds["times"] = screen.Open{Paths: []string{"../testdata/cpu.otlp.pb"}}
	menus := map[string]int{}
	for name, open := range kinds {
		s := r.do(open)
		for _, tab := range s.Tabs {
			r.do(screen.ShowTab{Tab: tab})
			r.settleSizes()
			for o := range r.seen() {
				of, ok := o.(*surface.Surface)
				if !ok {
					continue
				}
				r.window.Canvas().Focus(of)
				for _, key := range []fyne.KeyName{fyne.KeyDown, fyne.KeyRight} {
					of.TypedKey(&fyne.KeyEvent{Name: key})
					r.settle()
				}
				if m := of.Menu(); m != nil {
					menus[name]++
					r.finds(t, fmt.Sprintf("%s, %v", name, tab), m.Items)
				}
				if len(r.desk.Snapshot().Tabs) == 0 || r.desk.Tab() != tab {
					r.do(screen.ShowTab{Tab: tab})
				}
			}
			if v, ok := r.view(tab).(interface{ Offers() []*fyne.MenuItem }); ok {
				menus["offers"]++
				r.finds(t, fmt.Sprintf("%s, %v", name, tab), v.Offers())
			}
		}
		if s.Trace != nil { // a measured time has a menu on the axis
			r.do(screen.ShowTab{Tab: ask.TimelineTab}, screen.SelectMoment{}, screen.Measure{Interval: &tracing.Interval{From: 1e6, To: 5e6}})
			if m := r.view(ask.TimelineTab).Menu(); m == nil {
				t.Error("a measured time has no menu")
			} else {
				r.finds(t, "measured", m.Items)
			}
		}
	}
	for name, least := range map[string]int{"profile": 4, "trace": 5, "times": 1, "offers": 4} {
		if menus[name] < least {
			t.Errorf("%s: only %d menus were seen", name, menus[name])
		}
	}
}

// finds looks for items of menus in the palette, by their own names and by those of the menus that lead to them.
func (r *windowRig) finds(t *testing.T, where string, items []*fyne.MenuItem) {
	t.Helper()
	all := r.commands()
	for _, i := range items {
		switch {
		case i.IsSeparator:
		case i.ChildMenu != nil:
			r.finds(t, where, i.ChildMenu.Items)
			for _, c := range i.ChildMenu.Items {
				if c.Action != nil && !c.IsSeparator && !slices.ContainsFunc(desk.Pick(i.Label, all), func(f screen.Match) bool { return f.Label == labelOf(c) }) {
					t.Errorf("%s: %q does not find %q", where, i.Label, c.Label)
				}
			}
		case i.Action != nil:
			if !slices.ContainsFunc(desk.Pick(labelOf(i), all), func(f screen.Match) bool { return f.Label == labelOf(i) }) {
				t.Errorf("%s: the palette does not find %q", where, i.Label)
			}
		}
	}
}

// The palette calls keys as menus do.
func TestPaletteKeys(t *testing.T) {
	r := newWindowRig(t)
	r.do(everyKind()["profile"])
	keys := map[string]bool{}
	for _, f := range r.commands() {
		if _, key, ok := strings.Cut(f.Detail, "   "); ok {
			keys[key] = true
		}
	}
	for _, want := range []string{"Alt+PgUp", "Alt+PgDn", "Alt+←", "Ctrl+O"} {
		if !keys[want] {
			t.Errorf("no command has the key %s, of %v", want, keys)
		}
	}
	for key := range keys {
		if strings.Contains(key, "Prior") || strings.Contains(key, "Next") {
			t.Errorf("a key is called %s", key)
		}
	}
}

// What cannot act is grey, and what is in force has a check mark.
func TestMenuState(t *testing.T) {
	r := newWindowRig(t)
	off := func(labels ...string) {
		t.Helper()
		for _, label := range labels {
			if !r.items()[label].Disabled {
				t.Errorf("%q is not grey", label)
			}
		}
	}
	on := func(labels ...string) {
		t.Helper()
		for _, label := range labels {
			if r.items()[label].Disabled {
				t.Errorf("%q is grey", label)
			}
		}
	}
	r.desk.Publish()
	off("Close", "Export…", "Flame graph", "Timeline", "Compare selection", "Stop recording", "Swap base and new", "Back", "Next match")
	r.do(everyKind()["profile"])
	on("Close", "Export…", "Flame graph", "Pin as baseline")
	off("Timeline", "Compare selection", "Stop recording", "Swap base and new")
	if !r.items()["Flame graph"].Checked || r.items()["Top"].Checked {
		t.Error("the tab on the screen has no check mark")
	}
	r.do(screen.Search{Text: "shop"})
	on("Next match")
	r.do(everyKind()["trace"])
	on("Timeline")
	off("Flame graph", "Focus on")
	r.do(everyKind()["comparison"])
	on("Swap base and new", "Side by side")
	if !r.items()["Side by side"].Checked {
		t.Error("the way of comparing has no check mark")
	}
}

// A profile is grouped by what it knows, and a note needs something that it belongs to.
func TestMenuOfferings(t *testing.T) {
	r := newWindowRig(t)
	grey := func(label string) bool { return r.items()[label].Disabled }
	bare := filepath.Join(t.TempDir(), "bare.folded")
	if err := os.WriteFile(bare, []byte("main;work 3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r.do(screen.Open{Paths: []string{bare}})
	for _, label := range []string{"Function and file", "Source file", "Line", "Address", "Note on the selection…"} {
		if !grey(label) {
			t.Errorf("names alone: %q is not grey", label)
		}
	}
	r.do(screen.Select{Selection: ask.Selection{Node: "work"}})
	if grey("Function") || grey("Note on the selection…") {
		t.Error("names alone: what can act is grey")
	}
	r.do(everyKind()["profile"])
	for _, label := range []string{"Function and file", "Source file", "Line", "Address"} {
		if grey(label) {
			t.Errorf("with lines: %q is grey", label)
		}
	}
	r.do(everyKind()["trace"])
	if !grey("Note on the selection…") {
		t.Error("a note can be written on no span")
	}
}

// While several recordings go on, the menu can stop each of them, or all.
func TestMenuOfRecordings(t *testing.T) {
	r := newWindowRig(t)
	r.desk.Publish()
	labels := func() (all []string) {
		m := r.window.MainMenu().Items
		i := slices.IndexFunc(m, func(m *fyne.Menu) bool { return m.Label == "Record" })
		for _, i := range m[i].Items {
			all = append(all, i.Label)
		}
		return all
	}
	usual := []string{"Record from a server…", "Stop recording"}
	both := []screen.Recording{{ID: 1, Name: "heap from a"}, {ID: 2, Name: "cpu from b"}}
	for _, c := range []struct {
		going []screen.Recording
		want  []string
	}{
		{nil, usual},
		{both[:1], usual},
		{both, []string{usual[0], "Stop recording heap from a", "Stop recording cpu from b", "Stop all recordings"}},
		{both[1:], usual},
	} {
		s := *r.desk.Snapshot()
		s.Recordings = c.going
		r.menu.check(&s)
		if got := labels(); !slices.Equal(got, c.want) {
			t.Errorf("with %d recordings: %q", len(c.going), got)
		}
		if off := r.items()["Stop recording"]; off != nil && off.Disabled != (len(c.going) == 0) {
			t.Errorf("with %d recordings, stopping is grey: %v", len(c.going), off.Disabled)
		}
	}
}

// Commands for profiles of the selection and of the whole tab have one name. Their paths say what each is of.
func TestCommandsTellProfilesApart(t *testing.T) {
	r := newWindowRig(t)
	r.do(screen.Open{Paths: []string{"../testdata/trace.trace"}}, screen.ShowTab{Tab: ask.TimelineTab},
		screen.SelectMoment{Moment: &ask.Moment{Go: 0, At: 1}}, screen.Measure{Interval: &tracing.Interval{From: 1000, To: 2_000_000_000}})
	r.do(screen.ShowTab{Tab: ask.GoroutinesTab})
	seen := map[string]bool{}
	for _, f := range r.commands() {
		if f.Label != "Sync wait" {
			continue
		}
		if !strings.Contains(f.Detail, "Profile of…: ") && !strings.Contains(f.Detail, "Profile of it: ") {
			t.Errorf("%q does not say what it is of", f.Detail)
		}
		if seen[f.Detail] {
			t.Errorf("%q is there twice", f.Detail)
		}
		seen[f.Detail] = true
	}
	if len(seen) < 3 { // all waits, without the tracer, as go tool trace
		t.Errorf("profiles are offered by %v", seen)
	}
}

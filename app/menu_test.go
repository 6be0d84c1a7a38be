package app

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"profstation/desk"
	"profstation/desk/screen"
	tracing "profstation/model/trace"
	"profstation/timeline"
	"profstation/views"
)

// Every item of the menus does something that is seen in the first kind of document in which it is not grey.
func TestItemsAct(t *testing.T) {
	acted := map[string]bool{} // in any kind
	for _, name := range []string{"profile", "trace", "comparison", "two traces"} {
		t.Run(name, func(t *testing.T) {
			r := newWindowRig(t)
			t.Cleanup(func() { r.desk.Close() })
			r.window.Resize(fyne.NewSize(640, 420)) // painting without a graphics card takes time
			r.do(everyKind()[name])
			first := r.desk.Snapshot()
			c := r.window.Canvas()
			for _, label := range slices.Sorted(maps.Keys(r.items())) {
				if i := r.items()[label]; acted[label] || i.IsSeparator || i.Action == nil {
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
	if len(acted) < 60 {
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
			screen.Select{Selection: screen.Selection{Node: "profstation/testdata/record/shop.(*Shop).checkout"}})
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
	t.Cleanup(func() { r.desk.Close() })
	r.do(everyKind()["profile"], screen.Select{Selection: screen.Selection{Node: "profstation/testdata/record/shop.(*Shop).checkout"}})
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
			if !slices.ContainsFunc(desk.Pick(labelOf(i), all), func(f screen.Finding) bool { return f.Label == labelOf(i) }) {
				t.Errorf("%v: the palette does not find %q", tab, i.Label)
			}
		}
	}
	trace := r.do(everyKind()["trace"]).Trace.Timeline.Trace
	for g := range trace.Goroutines {
		if r.do(screen.SelectMoment{Moment: &screen.Moment{Go: tracing.GoIndex(g), At: trace.End / 2}}); r.desk.Snapshot().Trace.Inspected != nil {
			break
		}
	}
	r.view(screen.TimelineTab).OpenMenu()
	if c := r.window.Canvas(); c.Overlays().Top() == nil {
		t.Error("the selected span has no menu")
	} else {
		views.CloseTop(c)
	}
	for _, label := range []string{"Measure its time", "Copy details", "Pin the lane"} {
		if !slices.ContainsFunc(desk.Pick(label, r.commands()), func(f screen.Finding) bool { return f.Label == label }) {
			t.Errorf("of a span, the palette does not find %q", label)
		}
	}
	r.do(everyKind()["profile"])
	if tabs < 3 {
		t.Errorf("only %d tabs have a menu of the selection", tabs)
	}
	for word, want := range map[string]string{
		"colour": "Light or dark theme", "color": "Package", "zoom": "Whole picture", "sample": "Record from a server…",
		"generic": "Function", "compare baseline": "Compare with the baseline", "view call": "Call graph",
	} {
		if !slices.ContainsFunc(desk.Pick(word, r.commands()), func(f screen.Finding) bool { return f.Label == want || f.Label == "✓ "+want }) {
			t.Errorf("%q does not find %q", word, want)
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
	t.Cleanup(func() { r.desk.Close() })
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

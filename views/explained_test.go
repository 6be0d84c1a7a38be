package views

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/flame"
	"profstation/internal/viewtest"
	"profstation/model/explain"
	"profstation/model/query"
	graphview "profstation/views/graph"
	"profstation/views/surface"
	"profstation/views/tables"
	timelineview "profstation/views/timeline"
)

// All controls of the bars are explained.
func TestAllControlsExplained(t *testing.T) {
	none := func(screen.Intent) {}
	post := func(func()) {}
	bars := map[string]fyne.CanvasObject{
		"filters": NewFilterBar(none, post).Object, "compare": NewCompareBar(none, post).Object,
		"series": NewSeriesLine(none).Object, "graph": graphview.New(none).Object,
		"figures": timelineview.NewFigures(ask.GoroutinesTab, none, post).Object, "labels": tables.NewLabels(none).Object, "trend": tables.NewTrend(none).Object,
	}
	for name, bar := range bars {
		var found *surface.Hinted
		var walk func(o fyne.CanvasObject, told bool)
		walk = func(o fyne.CanvasObject, told bool) {
			if h, ok := o.(*surface.Hinted); ok {
				found = h
				for _, o := range test.WidgetRenderer(h).Objects() {
					walk(o, told)
				}
				return
			}
			if found != nil {
				if text, ok := found.Text(o); ok {
					told = true
					if _, label := o.(*widget.Label); text == "" && !label { // a label says what it says, perhaps later
						t.Errorf("%s: the text of %T is empty", name, o)
					}
				}
			}
			switch o := o.(type) {
			case *fyne.Container:
				for _, o := range o.Objects {
					walk(o, told)
				}
			case *container.Scroll:
				walk(o.Content, told)
			case *container.Split:
				walk(o.Leading, told)
				walk(o.Trailing, told)
			case *surface.Button, *surface.Check, *surface.Select, *surface.Field, *surface.Slider:
				if !told {
					t.Errorf("%s: nothing tells what the %T is for", name, o)
				}
			}
		}
		walk(bar, false)
		if found == nil {
			t.Errorf("%s has no hints", name)
		}
	}
}

// Chips and figures explain themselves by the glossary.
func TestTermsExplained(t *testing.T) {
	none := func(screen.Intent) {}
	chips := NewChips(none)
	details := NewDetailsView(none)
	hints := surface.NewHints(func(f func()) { f() })
	viewtest.Window(t, hints.Over(container.NewVBox(chips.Object, container.NewGridWrap(fyne.NewSize(300, 200), details.Object))), 600, 300)
	s := viewtest.Selecting(t, viewtest.Snapshot(t, viewtest.Small(), flame.Options{Pivot: query.NoNode}), false, "main.main", "main.serve")
	s.Place.Filters = []query.Refining{{Name: "focus", Text: "a very long expression (that|a chip|cuts|off after some|letters)"}}
	chips.Show(s)
	details.Show(s)
	told := func(o desktop.Hoverable, want ...string) {
		t.Helper()
		o.MouseIn(viewtest.Mouse(50, 50, 0))
		for _, part := range want {
			if !strings.Contains(hints.Text(), part) {
				t.Errorf("%q lacks %q", hints.Text(), part)
			}
		}
		o.MouseOut()
	}
	told(viewtest.Find[*chip](chips.Object)[0], "after some|letters)", explain.Glossary("focus"), "Click to remove it.")
	links := map[string]*surface.Link{}
	for _, l := range viewtest.Find[*surface.Link](details.Object) {
		links[l.Label()] = l
	}
	for text, term := range map[string]string{"flat": "flat", "cum": "cum", "self": "self", "total": "of this box", "of its parent": "of parent", "depth": "depth"} {
		told(links[text], explain.Glossary(term))
	}
}

package views

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/flame"
	"profstation/model"
	"profstation/timeline"
)

// hintRig is a window with controls and the layer above them. What would be shown
// after a while is shown by wait.
type hintRig struct {
	*Hints
	window  fyne.Window
	waiting func()
}

func newHintRig(t *testing.T, content fyne.CanvasObject) *hintRig {
	r := &hintRig{Hints: NewHints(func(f func()) { f() })}
	r.after = func(_ time.Duration, f func()) *time.Timer {
		r.waiting = f
		return time.NewTimer(time.Hour)
	}
	r.window = inWindow(t, r.Over(content), 600, 300)
	return r
}

func (r *hintRig) wait() {
	if f := r.waiting; f != nil {
		r.waiting = nil
		f()
	}
}

// tells is what is shown now.
func (r *hintRig) tells() string {
	if !r.tip.box.Visible() {
		return ""
	}
	return r.tip.text
}

func at(x, y float32) *desktop.MouseEvent { return mouse(x, y, 0) }

// A control tells what it is for once the pointer rests on it, and gets the
// pointer all the same.
func TestHinted(t *testing.T) {
	tapped := 0
	first := widget.NewButton("first", func() { tapped++ })
	second := widget.NewCheck("second", nil)
	silent := widget.NewLabel("silent")
	row := container.NewHBox(first, second, silent)
	bar := newHinted(container.NewHScroll(row))
	bar.tell(first, "what the first is for")
	bar.tell(second, "what the second is for")
	r := newHintRig(t, container.NewBorder(bar, nil, nil, nil))
	on := func(o fyne.CanvasObject) *desktop.MouseEvent {
		p := o.Position()
		return at(p.X+3, p.Y+3)
	}
	bar.cover.MouseIn(on(first))
	if r.tells() != "" {
		t.Error("it is told before the pointer rests")
	}
	if bar.cover.below != desktop.Hoverable(first) {
		t.Error("the button does not know of the pointer")
	}
	r.wait()
	if r.tells() != "what the first is for" {
		t.Errorf("told: %q", r.tells())
	}
	bar.cover.MouseMoved(on(second)) // once something is told, the next is told at once
	if r.tells() != "what the second is for" || bar.cover.below != desktop.Hoverable(second) {
		t.Errorf("told: %q", r.tells())
	}
	bar.cover.MouseMoved(on(silent))
	if r.tells() != "" || bar.cover.below != nil {
		t.Errorf("a label tells %q", r.tells())
	}
	bar.cover.MouseMoved(on(first))
	bar.cover.MouseOut()
	r.wait()
	if r.tells() != "" {
		t.Errorf("after the pointer left: %q", r.tells())
	}
	first.Hide()
	row.Refresh()
	bar.cover.MouseIn(at(3, 3))
	r.wait()
	if r.tells() == "what the first is for" {
		t.Error("what is hidden tells of itself")
	}
}

// All controls of the bars are explained.
func TestAllControlsExplained(t *testing.T) {
	none := func(screen.Intent) {}
	post := func(func()) {}
	bars := map[string]fyne.CanvasObject{
		"filters": NewFilterBar(none, post).Object, "compare": NewCompareBar(none, post).Object,
		"series": NewSeriesLine(none).Object, "graph": newGraphControls(none, func() {}, func() {}).object,
		"range": newRangeBar(none).object, "labels": NewLabelsView(none).Object, "trend": NewTrendView(none).Object,
	}
	for name, bar := range bars {
		var found *hinted
		var walk func(o fyne.CanvasObject, told bool)
		walk = func(o fyne.CanvasObject, told bool) {
			if h, ok := o.(*hinted); ok {
				found = h
				walk(h.content, told)
				return
			}
			if found != nil {
				if text := found.texts[o]; text != nil {
					told = true
					if text() == "" {
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
			case *widget.Button, *widget.Check, *widget.Select, *widget.Entry, *widget.Slider:
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

// Chips, figures and the legend explain themselves by the glossary.
func TestTermsExplained(t *testing.T) {
	none := func(screen.Intent) {}
	chips := NewChips(none)
	details := NewDetailsView(none)
	legend := newLegend(none)
	r := newHintRig(t, container.NewVBox(chips.Object, legend.object, container.NewGridWrap(fyne.NewSize(300, 200), details.Object)))
	s := selecting(t, snapshot(t, small(), flame.Options{Pivot: model.NoNode}), false, "main.main", "main.serve")
	s.Place.Filters = []model.Refining{{Name: "focus", Text: "a very long expression (that|a chip|cuts|off after some|letters)"}}
	chips.Show(s)
	details.Show(s)
	legend.show(s.Display)
	told := func(o desktop.Hoverable, want ...string) {
		t.Helper()
		o.MouseIn(at(50, 50))
		r.wait()
		for _, part := range want {
			if !strings.Contains(r.tells(), part) {
				t.Errorf("%q lacks %q", r.tells(), part)
			}
		}
		o.MouseOut()
	}
	told(find[*chip](chips.Object)[0], "after some|letters)", model.Glossary("focus"), "A click removes it.")
	// What it was told of may go without the pointer moving.
	find[*chip](chips.Object)[0].MouseIn(at(50, 50))
	r.wait()
	if before := r.tells(); before == "" {
		t.Error("nothing is told")
	}
	if r.Leave(); r.tells() != "" {
		t.Errorf("%q is still told", r.tells())
	}
	links := map[string]*link{}
	for _, l := range find[*link](details.box) {
		links[l.text] = l
	}
	for text, term := range map[string]string{"flat": "flat", "cum": "cum", "self": "self", "total": "of this box", "of its parent": "of parent", "depth": "depth"} {
		told(links[text], model.Glossary(term))
	}
	for _, e := range legend.entries {
		told(e, model.Glossary(e.kind.String()))
	}
	for _, k := range timeline.Kinds() {
		if model.Glossary(k.String()) == "" {
			t.Errorf("nothing explains %v", k)
		}
	}
}

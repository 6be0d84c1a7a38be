package app

import (
	"reflect"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"profstation/desk/screen"
	"profstation/internal/fixture"
)

// Once the toolkit's loop has ended, nothing waits for it.
func TestEndsAtOnce(t *testing.T) {
	a := test.NewTempApp(t)
	l, ok := a.Lifecycle().(interface {
		SetOnStoppedHookExecuted(func())
		OnStopped() func()
	})
	if !ok {
		t.Fatal("the toolkit has another lifecycle: does it still wait at the end?")
	}
	l.SetOnStoppedHookExecuted(func() {})
	if endsAtOnce(a); l.OnStopped() != nil {
		t.Error("something is left to be done at the end")
	}
}

// A start on a file shows that file, without filters; the menu offers the session
// before.
func TestBeginOnFile(t *testing.T) {
	before := newWindowRig(t)
	before.do(screen.Open{Paths: []string{fixture.WriteHeap(t)}}, screen.Refine{Name: "focus", Text: "json"})
	state := before.desk.State()
	w := newWindowRig(t)
	w.begin(state, Start{Paths: []string{fixture.WriteCPU(t)}}, "")
	s := w.settle()
	if len(s.Documents) != 1 || s.Documents[0].Name != "cpu.pprof" || len(s.Place.Filters) != 0 {
		t.Errorf("the window shows %+v with %v", s.Documents, s.Place.Filters)
	}
	if item := w.items()["Open the last session"]; item.Disabled {
		t.Error("the last session cannot be opened")
	}
	s = w.do(screen.OpenLast{})
	if len(s.Documents) != 2 || s.Documents[1].ID != s.Active || len(s.Place.Filters) != 1 {
		t.Errorf("with the last session the window shows %+v with %v", s.Documents, s.Place.Filters)
	}
	if item := w.items()["Open the last session"]; !item.Disabled {
		t.Error("the last session can be opened twice")
	}
}

// A layout comes back. A second window changes nothing that the first one keeps.
func TestWindowReturns(t *testing.T) {
	w := newWindowRig(t)
	move := func(p *pane, by float32) { p.divider.Dragged(&fyne.DragEvent{Dragged: fyne.NewDelta(by, 0)}) }
	drag := func(p *pane, by float32) {
		p.divider.MouseDown(nil)
		move(p, by)
		move(p, -1000) // as far as it goes: what is beyond counts on the way back
		move(p, 1000)
		p.divider.DragEnd()
		move(p, 30) // the pointer only passes
	}
	w.TogglePane("details")
	documents, details := w.panes.sides[0].drawn+50, w.panes.sides[1].drawn+40
	drag(w.panes.sides[0], 50)
	drag(w.panes.sides[1], -40)
	w.TogglePane("details")
	w.window.Resize(w.window.Canvas().Size().AddWidthHeight(-100, -50))
	state := w.state()
	n := newWindowRig(t)
	n.begin(state, Start{}, "what was lost")
	left, right := n.panes.sides[0], n.panes.sides[1]
	if left.drawn != documents || right.width != details || !right.hidden || n.window.Canvas().Size() != w.window.Canvas().Size() {
		t.Errorf("the layout is %v, %v, %v, %v", left.drawn, right.width, right.hidden, n.window.Canvas().Size())
	}
	n.TogglePane("details")
	if right.drawn != details {
		t.Errorf("the details are %v wide, want %v", right.drawn, details)
	}
	n.TogglePane("details")
	if n.desk.Notice != "what was lost" {
		t.Errorf("the notice is %q", n.desk.Notice)
	}
	if state := n.state(); !reflect.DeepEqual(state.Layout.Hidden, []string{"details"}) {
		t.Errorf("hidden: %v", state.Layout.Hidden)
	}
}

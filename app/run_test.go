package app

import (
	"reflect"
	"testing"

	"profstation/desk/desktest"
	"profstation/desk/screen"
)

// A start on a file shows that file, without filters; the menu offers the session
// before.
func TestBeginOnFile(t *testing.T) {
	before := newWindowRig(t)
	before.do(screen.Open{Paths: []string{desktest.WriteHeap(t)}}, screen.Refine{Name: "focus", Text: "json"})
	state := before.desk.State()
	w := newWindowRig(t)
	w.begin(state, Start{Paths: []string{desktest.WriteCPU(t)}}, "")
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
	w.panes.outer.SetOffset(0.3)
	w.panes.inner.SetOffset(0.6)
	w.TogglePane("details")
	w.window.Resize(w.window.Canvas().Size().AddWidthHeight(-100, -50))
	state := w.state()
	n := newWindowRig(t)
	n.begin(state, Start{}, "what was lost")
	if n.panes.outer.Offset != 0.3 || n.panes.inner.Offset != 0.6 || !n.panes.hidden["details"] || n.window.Canvas().Size() != w.window.Canvas().Size() {
		t.Errorf("the layout is %v, %v, %v, %v", n.panes.outer.Offset, n.panes.inner.Offset, n.panes.hidden, n.window.Canvas().Size())
	}
	if n.desk.Notice != "what was lost" {
		t.Errorf("the notice is %q", n.desk.Notice)
	}
	if state := n.state(); !reflect.DeepEqual(state.Layout.Hidden, []string{"details"}) {
		t.Errorf("hidden: %v", state.Layout.Hidden)
	}
}

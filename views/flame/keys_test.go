package flame

import (
	"reflect"
	"testing"

	"fyne.io/fyne/v2"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/flame"
	"profstation/internal/viewtest"
)

func (r *flameRig) type_(name fyne.KeyName) { r.TypedKey(&fyne.KeyEvent{Name: name}) }

func (r *flameRig) runes(s string) {
	for _, c := range s {
		r.TypedRune(c)
	}
}

func TestFlameKeys(t *testing.T) {
	r, s := shownFlame(t)
	sel := func(path ...string) screen.Intent {
		return screen.Select{Selection: ask.Selection{Node: path[len(path)-1], Path: path}}
	}
	r.type_(fyne.KeyDown) // from the root
	r.Want(t, sel("main.main"))
	r.Show(viewtest.Selecting(t, s, false, "main.main"))
	for _, c := range []struct {
		key  fyne.KeyName
		want screen.Intent
	}{
		{fyne.KeyDown, sel("main.main", "main.serve")}, {fyne.KeyUp, screen.Select{}}, {fyne.KeyRight, sel("runtime.gc")},
		{fyne.KeyReturn, screen.Zoom{Path: []string{"main.main"}}},
		{fyne.KeyEnter, screen.Zoom{Path: []string{"main.main"}}}, {fyne.KeyHome, screen.Zoom{}}, {fyne.KeyEscape, screen.Escape{}},
	} {
		r.type_(c.key)
		r.Want(t, c.want)
	}
	r.type_(fyne.KeyLeft)
	r.Want(t, sel("main.main"), screen.Remark{Text: "There is no box on that side."})
	r.runes("h")
	r.Want(t, screen.Hottest{})
	var unused []rune
	r.Unused(func(c rune) { unused = append(unused, c) })
	r.runes("+w-sad=h7/")
	if string(unused) != "7/" {
		t.Errorf("unused are %q", string(unused))
	}
	r.inside(t)
	// Turned upside down, up is away from the root.
	down := viewtest.Selecting(t, s, false, "main.main")
	down.Display.RootDown = true
	r.Take()
	r.Show(down)
	r.type_(fyne.KeyUp)
	r.Want(t, sel("main.main", "main.serve"))
}

// The hottest path is marked while its end is selected, also in the next chart.
func TestFlameHottestIsMarked(t *testing.T) {
	r, s := shownFlame(t)
	plain := viewtest.Selecting(t, s, false, "main.main", "main.serve", "json.Marshal")
	hottest := viewtest.Again(plain)
	hottest.Place.Selected.Hottest = true
	finer := viewtest.Again(hottest)
	finer.Answer.Chart = snapshotChart(t, s, flame.Options{Pivot: viewtest.Everything().Pivot, Columns: 1000})
	finer.Answer.Painter = flame.NewPainter(finer.Answer.Chart, s.Display.Style(), nil, nil)
	end := plain.Answer.Details.Box
	for i, c := range []struct {
		show *screen.Snapshot
		want flame.Ref
	}{{plain, flame.Ref{}}, {hottest, end}, {finer, end}, {viewtest.Selecting(t, s, false, "main.main"), flame.Ref{}}} {
		before := r.window.Canvas().Capture()
		r.Show(c.show)
		if got := r.view().Way; got != c.want {
			t.Errorf("%d: the path to %v is marked, want %v", i, got, c.want)
		}
		if i == 1 && reflect.DeepEqual(before, r.window.Canvas().Capture()) {
			t.Error("the mark cannot be seen")
		}
	}
}

func TestFlameKeysAmongCallers(t *testing.T) {
	r := newFlameRig(t)
	p := viewtest.Small()
	o := viewtest.Everything()
	base := viewtest.Snapshot(t, p, o)
	o.Pivot = viewtest.NodeOf(t, base.Answer.Result, "main.serve")
	s := viewtest.Snapshot(t, p, o)
	r.Show(viewtest.Selecting(t, s, true, "main.main"))
	r.type_(fyne.KeyDown) // towards the pivot
	r.Want(t, screen.Select{Selection: ask.Selection{Node: "main.serve", Path: []string{}}})
	r.Show(s)
	r.type_(fyne.KeyUp)
	r.Want(t, screen.Select{Selection: ask.Selection{Node: "main.main", Path: []string{"main.main"}, Callers: true}})
	r.type_(fyne.KeyDown)
	r.Want(t, screen.Select{Selection: ask.Selection{Node: "json.Marshal", Path: []string{"json.Marshal"}}})
}

package flame

import (
	"math"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/flame"
	"profstation/internal/viewtest"
	"profstation/views/surface"
)

func TestFlameHover(t *testing.T) {
	r, _ := shownFlame(t)
	r.MouseMoved(viewtest.Mouse(100, row(2), 0))
	if !strings.HasPrefix(r.TipText(), "main.serve\n70ns (70.00%)") {
		t.Errorf("tip %q", r.TipText())
	}
	if o := r.hovered; !o.Visible() || o.Position() != fyne.NewPos(0, 36) || o.Size() != fyne.NewSize(280, 18) {
		t.Errorf("outline %v at %v, %v", o.Visible(), o.Position(), o.Size())
	}
	r.MouseMoved(viewtest.Mouse(390, row(3), 0)) // below runtime.gc is nothing
	if r.TipText() != "" || r.hovered.Visible() {
		t.Error("nothing is reported as something")
	}
	r.MouseMoved(viewtest.Mouse(100, row(1), 0))
	r.MouseOut()
	if r.TipText() != "" || r.hovered.Visible() {
		t.Error("the tip stays when the pointer leaves")
	}
	r.Want(t)
}

// After the picture moved below it, the pointer marks its box anew.
func TestFlameHoverAfterMove(t *testing.T) {
	r, _ := shownFlame(t)
	r.MouseMoved(viewtest.Mouse(100, row(1), 0))
	r.keys = fyne.KeyModifierControl
	viewtest.Wheel(r.Surface, 100, row(1), 0, 10)
	if r.hovered.Visible() {
		t.Error("the outline stays where the box was")
	}
	r.MouseMoved(viewtest.Mouse(101, row(1), 0))
	if o := r.hovered; !o.Visible() || r.TipText() == "" {
		t.Error("the box below the pointer is not marked")
	}
}

func TestFlameClick(t *testing.T) {
	r, _ := shownFlame(t)
	viewtest.Click(r.Surface, 100, row(2))
	r.Want(t, screen.Select{Selection: ask.Selection{Node: "main.serve", Path: []string{"main.main", "main.serve"}}})
	r.clock = r.clock.Add(time.Second)
	viewtest.Click(r.Surface, 100, row(0)) // the root is no node
	r.Want(t, screen.Select{})
	r.clock = r.clock.Add(time.Second)
	viewtest.Click(r.Surface, 390, row(3)) // nothing is there
	r.Want(t)
	// A press that moves away is no click.
	viewtest.Drag(r.Surface, 100, row(2), 50, 0)
	r.Want(t)
}

func TestFlameDoubleClick(t *testing.T) {
	r, _ := shownFlame(t)
	path := []string{"main.main", "main.serve"}
	selected := screen.Select{Selection: ask.Selection{Node: "main.serve", Path: path}}
	viewtest.Click(r.Surface, 100, row(2))
	r.clock = r.clock.Add(surface.DoubleClick - time.Millisecond)
	viewtest.Click(r.Surface, 102, row(2))
	r.Want(t, selected, screen.Zoom{Path: path})
	viewtest.Click(r.Surface, 102, row(2)) // a third is the first of the next
	r.Want(t, selected)
	r.clock = r.clock.Add(surface.DoubleClick)
	viewtest.Click(r.Surface, 102, row(2)) // too late
	r.Want(t, selected)
	viewtest.Click(r.Surface, 150, row(2)) // too far away
	r.Want(t, selected)
}

func TestFlameClickOnMergedLooksCloser(t *testing.T) {
	r := newFlameRig(t)
	o := viewtest.Everything()
	o.Columns = 4
	r.Show(viewtest.Snapshot(t, viewtest.Profile("a 80", "b 10", "c 10"), o))
	viewtest.Click(r.Surface, 390, row(1))
	r.Want(t)
	if w := r.View.Window; w != (flame.Window{From: 80, To: 100}) {
		t.Fatalf("the window is %v", w)
	}
	r.posts.Run(t)
	r.posts.Run(t) // once steady it asks for finer boxes
	r.Want(t, screen.Look{Span: flame.Span{From: 0.8, To: 1}})
}

func TestFlameMenu(t *testing.T) {
	r, _ := shownFlame(t)
	path := []string{"main.main", "main.serve"}
	selected := screen.Select{Selection: ask.Selection{Node: "main.serve", Path: path}}
	viewtest.RightClick(r.Surface, 100, row(2))
	r.Want(t, selected)
	items := viewtest.MenuOf(t, r.window)
	if items["Show in Peek"] == nil || items["Show its source"] == nil {
		t.Error("the menu has no way to the other tabs")
	}
	r.ActsOnNode(t, items, map[string][]screen.Intent{"Zoom to this box": {screen.Zoom{Path: path}}})
	viewtest.RightClick(r.Surface, 100, row(0)) // the root has no menu
	r.Want(t)
}

// under is the place in units below a point of the screen.
func (r *flameRig) under(x float32) float64 {
	w := r.View.Window
	return w.From + float64(x)/400*w.W()
}

// inside checks that the window lies in the root and is not turned round.
func (r *flameRig) inside(t *testing.T) {
	t.Helper()
	whole := float64(r.chart.Down.Abs[0])
	if w := r.View.Window; !(w.From >= 0 && w.To <= whole*(1+1e-12) && w.W() > 0) {
		t.Fatalf("the window is %v of %v", w, whole)
	}
	if room := math.Max(0, r.chart.Height()-120+flame.RowHeight); r.Top < 0 || r.Top > room {
		t.Fatalf("%v pixels lie above, at most %v may", r.Top, room)
	}
}

func TestFlameWheelZoomsAtThePointer(t *testing.T) {
	r, _ := shownFlame(t)
	r.keys = fyne.KeyModifierControl
	for range 400 { // beyond what can be resolved
		before := r.under(120)
		viewtest.Wheel(r.Surface, 120, row(1), 0, 10)
		r.inside(t)
		if after := r.under(120); math.Abs(after-before) > 1e-9*r.View.Window.W()+1e-12 {
			t.Fatalf("the wheel moves %v to %v in %v", before, after, r.View.Window)
		}
	}
	if w := r.View.Window.W(); w > 1e-6 {
		t.Errorf("the wheel zooms to a width of %v only", w)
	}
	for range 400 {
		viewtest.Wheel(r.Surface, 120, row(1), 0, -10)
		r.inside(t)
	}
	if w := r.View.Window; w != (flame.Window{From: 0, To: 100}) {
		t.Errorf("zoomed out the window is %v", w)
	}
	// Both ends of the screen.
	for _, x := range []float32{0, 400} {
		before := r.under(x)
		viewtest.Wheel(r.Surface, x, row(1), 0, 30)
		if after := r.under(x); math.Abs(after-before) > 1e-9 {
			t.Errorf("at %v the wheel moves %v to %v", x, before, after)
		}
		r.runes("f")
	}
}

func TestFlameWheelAndDragMove(t *testing.T) {
	r, _ := shownFlame(t)
	r.keys = fyne.KeyModifierControl
	viewtest.Wheel(r.Surface, 200, row(1), 0, surface.ZoomNotch)
	w := r.View.Window
	r.keys = fyne.KeyModifierShift
	viewtest.Wheel(r.Surface, 200, row(1), 0, -20) // 20 pixels to the right
	if got, want := r.View.Window.From, w.From+20.0/400*w.W(); math.Abs(got-want) > 1e-9 {
		t.Errorf("Shift and wheel move to %v, want %v", got, want)
	}
	r.keys = 0
	before := r.under(100)
	viewtest.Drag(r.Surface, 100, row(1), -60, -10)
	if after := r.under(40); math.Abs(after-before) > 1e-9 {
		t.Errorf("the picture does not follow the pointer: %v is %v", before, after)
	}
	for _, d := range []float32{1e6, -1e6, 3} {
		viewtest.Drag(r.Surface, 100, row(1), d, d)
		r.inside(t)
		viewtest.Wheel(r.Surface, 100, row(1), d, d)
		r.inside(t)
	}
	r.Want(t)
}

// A press takes the keyboard, so that keys work where one looks.
func TestFlameTakesTheKeyboard(t *testing.T) {
	r, _ := shownFlame(t)
	r.MouseDown(viewtest.Mouse(5, 5, desktop.MouseButtonPrimary))
	if r.window.Canvas().Focused() != fyne.Focusable(r.Surface) {
		t.Error("the view has no focus")
	}
}

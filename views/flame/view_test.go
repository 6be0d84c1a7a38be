package flame

import (
	"image"
	"math"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/flame"
	"profstation/internal/must"
	"profstation/internal/viewtest"
	"profstation/model/query"
	"profstation/scene"
	"profstation/views/surface"
)

// flameRig is a flame view of 400×120 in a window, with a clock and modifier
// keys of its own.
type flameRig struct {
	*View
	viewtest.Sent
	window fyne.Window
	posts  viewtest.Posts
	clock  time.Time
	keys   fyne.KeyModifier
}

func newFlameRig(t testing.TB) *flameRig {
	test.NewTempApp(t)
	r := &flameRig{posts: viewtest.NewPosts(), clock: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	r.View = New(r.Sent.Send, r.posts.Post)
	r.Surface.Now = func() time.Time { return r.clock }
	r.Surface.Mods = func() fyne.KeyModifier { return r.keys }
	r.window = viewtest.Window(t, r.Object, 400, 120)
	return r
}

// shownFlame is a rig with the small profile: main.main is 0–360 pixels of the
// second row, main.serve 0–280 and main.log 280–360 of the third.
func shownFlame(t testing.TB) (*flameRig, *screen.Snapshot) {
	r := newFlameRig(t)
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	r.Show(s)
	return r, s
}

// row is the middle of a row on the screen.
func row(n int) float32 { return float32((float64(n) + 0.5) * flame.RowHeight) }

// Once it is steady the view tells where it looks, so that it is resolved.
func TestFlameLooks(t *testing.T) {
	r, _ := shownFlame(t)
	r.keys = fyne.KeyModifierControl
	viewtest.Wheel(r.Surface, 0, row(1), 0, 3*surface.ZoomNotch)
	r.posts.Run(t)
	got := r.Take()
	if len(got) != 1 {
		t.Fatalf("sent %v", got)
	}
	look, ok := got[0].(screen.Look)
	if !ok || look.Span.From != 0 || math.Abs(look.Span.To-math.Exp(-3)) > 1e-9 {
		t.Errorf("sent %v", got)
	}
	// Where the chart is fine enough nothing is asked.
	r.runes("-----------")
	r.posts.Run(t)
	r.Want(t)
}

// What is zoomed to is scrolled into sight with what it leads to, the whole picture to its beginning,
// wherever one has scrolled to.
func TestFlameZoomScrolls(t *testing.T) {
	names := strings.Split("a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t", ",")
	p := viewtest.Profile(strings.Join(names, ",")+" 90", "z 10")
	for _, down := range []bool{false, true} {
		r := newFlameRig(t)
		s := viewtest.Snapshot(t, p, viewtest.Everything())
		s.Display.RootDown = down
		r.Show(s)
		begin := r.View.Top
		inSight := func(what string, path ...string) {
			t.Helper()
			ref := viewtest.Selecting(t, s, false, path...).Answer.Details.Box
			if box := r.chart.Rect(r.view(), r.style, ref); box.Y0 < r.Area().Y0 || box.Y1 > r.Area().Y1 {
				t.Errorf("root down %v: %s lies at %v to %v, in sight is %v", down, what, box.Y0, box.Y1, r.Area())
			}
		}
		show := func(path ...string) {
			t.Helper()
			next := viewtest.Again(s)
			next.Answer.Zoomed = r.zoomed + 1
			o := viewtest.Everything()
			if len(path) > 0 {
				o.Zoom = r.chart.Path(viewtest.Selecting(t, s, false, path...).Answer.Details.Box)
			}
			next.Answer.Chart = snapshotChart(t, s, o)
			next.Answer.Painter = flame.NewPainter(next.Answer.Chart, s.Display.Style(), nil, nil)
			next.Display.RootDown = down
			r.Show(next)
		}
		show(names[:15]...)
		inSight("the box", names[:15]...)
		inSight("what it leads to", names[:17]...)
		show(names[:3]...)
		inSight("the box nearer to the root", names[:3]...)
		r.Object.Resize(fyne.NewSize(400, 60)) // a line appears above
		inSight("the box in less room", names[:3]...)
		r.Object.Resize(fyne.NewSize(400, 120))
		for range 3 {
			r.type_(fyne.KeyPageDown)
			r.type_(fyne.KeyPageDown)
			show()
			if r.View.Top != begin {
				t.Errorf("root down %v: the whole picture begins at %v, want %v", down, r.View.Top, begin)
			}
		}
		r.View.Top = begin + 90
		r.type_(fyne.KeyHome)
		if r.View.Top != begin {
			t.Errorf("root down %v: Home goes to %v, want %v", down, r.View.Top, begin)
		}
	}
}

// A view without a document answers nothing, and one without a size neither.
func TestFlameWithoutAnything(t *testing.T) {
	r := newFlameRig(t)
	all := func() {
		r.MouseMoved(viewtest.Mouse(5, 5, 0))
		viewtest.Click(r.Surface, 5, 5)
		viewtest.RightClick(r.Surface, 5, 5)
		viewtest.Drag(r.Surface, 5, 5, 50, 50)
		viewtest.Wheel(r.Surface, 5, 5, 3, 3)
		r.runes("+-adhf")
		for _, k := range []fyne.KeyName{fyne.KeyUp, fyne.KeyDown, fyne.KeyLeft, fyne.KeyRight, fyne.KeyReturn, fyne.KeyPageDown} {
			r.type_(k)
		}
	}
	r.Show(&screen.Snapshot{Display: ask.Display{Theme: &scene.Light}})
	all()
	r.Want(t)
	r.Show(viewtest.Snapshot(t, viewtest.Profile("a 0"), viewtest.Everything()))
	all()
	r.Object.Resize(fyne.NewSize(0, 0))
	r.Show(viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything()))
	all()
	r.Object.Resize(fyne.NewSize(400, 120))
	r.inside(t)
}

func TestFlameMovesOnlyWhenAsked(t *testing.T) {
	r, s := shownFlame(t)
	r.keys = fyne.KeyModifierControl
	viewtest.Wheel(r.Surface, 200, row(1), 0, surface.ZoomNotch)
	w := r.View.Window
	// A finer chart of the same place leaves the window alone.
	finer := viewtest.Again(s)
	finer.Answer.Chart = snapshotChart(t, s, flame.Options{Pivot: viewtest.Everything().Pivot, Columns: 1000})
	finer.Answer.Painter = flame.NewPainter(finer.Answer.Chart, s.Display.Style(), nil, nil)
	r.Show(finer)
	if r.View.Window != w {
		t.Errorf("the window moves to %v", r.View.Window)
	}
	// A zoom moves it.
	zoomed := viewtest.Again(finer)
	zoomed.Answer.Zoomed++
	path := []string{"main.main", "main.log"}
	o := viewtest.Everything()
	o.Zoom = r.chart.Path(viewtest.Selecting(t, s, false, path...).Answer.Details.Box)
	zoomed.Answer.Chart = snapshotChart(t, s, o)
	zoomed.Answer.Painter = flame.NewPainter(zoomed.Answer.Chart, s.Display.Style(), nil, nil)
	r.Show(zoomed)
	if want := (flame.Window{From: 70, To: 90}); r.View.Window != want {
		t.Errorf("the window is %v, want %v", r.View.Window, want)
	}
}

func snapshotChart(t testing.TB, s *screen.Snapshot, o flame.Options) *flame.Chart {
	t.Helper()
	c := must.Have(flame.New(t.Context(), s.Answer.Result, o))
	return c
}

// The flame graph of a window is what the painter draws for its size.
func TestFlamePixels(t *testing.T) {
	r, s := shownFlame(t)
	got := r.window.Canvas().Capture()
	want := image.NewRGBA(got.Bounds())
	s.Answer.Painter.Paint(scene.NewRaster(want, 1), flame.View{
		Window: s.Answer.Chart.Window, Area: scene.Rect{X1: 400, Y1: 120}, Mark: query.NoNode})
	different := 0
	for y := range 120 {
		for x := range 400 {
			r, g, b, _ := got.At(x, y).RGBA()
			if c := want.RGBAAt(x, y); uint8(r>>8) != c.R || uint8(g>>8) != c.G || uint8(b>>8) != c.B {
				different++
			}
		}
	}
	// A legend may stand in the lower right corner.
	if different > 400*120/20 {
		t.Errorf("%d of %d pixels differ", different, 400*120)
	}
}

// A flame graph stays at the same part of the same branch, at the same height,
// when the next profile of a series comes; in another document it begins anew.
func TestFlameViewFollows(t *testing.T) {
	test.NewTempApp(t)
	v := New(func(screen.Intent) {}, func(f func()) { f() })
	viewtest.Window(t, v.Object, 392, 42)
	v.Show(viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything()))
	whole := v.chart.Zoomed.W()
	v.Window.From, v.Window.To, v.Top = whole*0.2, whole*0.4, 20
	next := viewtest.Snapshot(t, viewtest.Profile("main.main,main.serve,json.Marshal 500", "main.main,main.serve,json.Unmarshal 200", "runtime.gc 300"), viewtest.Everything())
	v.Show(next)
	if whole = v.chart.Zoomed.W(); v.Window.From != whole*0.2 || v.Window.To != whole*0.4 || v.Top != 20 {
		t.Errorf("it shows %+v of %v, %v from above", v.Window, whole, v.Top)
	}
	other := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	other.Answer.Document = 2
	v.Show(other)
	if v.Window.From != 0 || v.Top != 0 {
		t.Errorf("another document begins at %+v, %v", v.Window, v.Top)
	}
}

// What was gone to comes into sight, also if it was selected already, and once: who moves away from it stays there.
// While the chart that has its box is still to come, that is not forgotten.
func TestFlameSought(t *testing.T) {
	names := strings.Split("a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t", ",")
	r := newFlameRig(t)
	s := viewtest.Snapshot(t, viewtest.Profile(strings.Join(names, ",")+" 10", "z 90"), viewtest.Everything())
	r.Show(s)
	selected := viewtest.Selecting(t, s, false, names...)
	inSight := func(want bool, when string) {
		t.Helper()
		box, area := r.chart.Rect(r.view(), r.style, selected.Answer.Details.Box), r.area()
		if got := !box.Intersect(area).Empty(); got != want {
			t.Errorf("%s the box from %v to %v is in sight: %v", when, box.X0, box.X1, got)
		}
	}
	seek := func(s *screen.Snapshot, n int, stale bool) {
		s = viewtest.Again(s)
		s.RevealCount, s.Stale = n, stale
		r.Show(s)
	}
	away := func() {
		t.Helper()
		r.Zoom(scene.Point{X: 390}, 5)
		r.Top = 0
		r.changed()
		inSight(false, "after moving away")
	}
	r.Show(selected)
	inSight(true, "selected,")
	away()
	seek(selected, 0, false)
	inSight(false, "not gone to,")
	seek(selected, 1, false)
	inSight(true, "gone to,")
	away()
	seek(selected, 1, false)
	inSight(false, "not gone to again,")
	// The old picture stays until the new one is there.
	none := viewtest.Again(selected)
	details := *selected.Answer.Details
	details.Box = flame.None
	none.Answer.Details = &details
	r.Show(none)
	seek(none, 2, true)
	inSight(false, "without a box,")
	next := viewtest.Again(selected)
	next.Answer.Zoomed = r.zoomed + 1
	next.Answer.Chart = snapshotChart(t, s, viewtest.Everything())
	next.Answer.Painter = flame.NewPainter(next.Answer.Chart, s.Display.Style(), nil, nil)
	seek(next, 2, false)
	inSight(true, "with its box,")
}

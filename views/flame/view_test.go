package flame

import (
	"image"
	"math"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"profstation/desk/screen"
	"profstation/flame"
	"profstation/internal/viewtest"
	"profstation/model"
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

func (r *flameRig) type_(name fyne.KeyName) { r.TypedKey(&fyne.KeyEvent{Name: name}) }

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
	r.Want(t, screen.Select{Selection: screen.Selection{Node: "main.serve", Path: []string{"main.main", "main.serve"}}})
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
	selected := screen.Select{Selection: screen.Selection{Node: "main.serve", Path: path}}
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
	if w := r.View.window; w != (flame.Window{From: 80, To: 100}) {
		t.Fatalf("the window is %v", w)
	}
	r.posts.Run(t)
	r.posts.Run(t) // once steady it asks for finer boxes
	r.Want(t, screen.Look{Span: flame.Span{From: 0.8, To: 1}})
}

func TestFlameMenu(t *testing.T) {
	r, _ := shownFlame(t)
	path := []string{"main.main", "main.serve"}
	selected := screen.Select{Selection: screen.Selection{Node: "main.serve", Path: path}}
	exact := `^main\.serve$`
	viewtest.RightClick(r.Surface, 100, row(2))
	r.Want(t, selected)
	items := viewtest.MenuOf(t, r.window)
	if items["Show in Peek"] == nil || items["Show its source"] == nil {
		t.Error("the menu has no way to the other tabs")
	}
	for label, want := range map[string]screen.Intent{
		"Zoom to this box":      screen.Zoom{Path: path},
		"Callers and callees":   screen.Pivot{Node: "main.serve"},
		"Focus on it":           screen.Refine{Name: "focus", Text: exact},
		"Ignore stacks with it": screen.Refine{Name: "ignore", Text: exact},
		"Hide its frames":       screen.Refine{Name: "hide", Text: exact},
		"Start stacks here":     screen.Refine{Name: "show_from", Text: exact},
		"Highlight all":         screen.Search{Text: exact},
		"Copy name":             screen.Copy{Text: "main.serve"},
	} {
		if items[label] == nil {
			t.Errorf("the menu lacks %q", label)
			continue
		}
		items[label].Action()
		r.Want(t, want)
	}
	viewtest.RightClick(r.Surface, 100, row(0)) // the root has no menu
	r.Want(t)
}

// under is the place in units below a point of the screen.
func (r *flameRig) under(x float32) float64 {
	w := r.View.window
	return w.From + float64(x)/400*w.W()
}

// inside checks that the window lies in the root and is not turned round.
func (r *flameRig) inside(t *testing.T) {
	t.Helper()
	whole := float64(r.chart.Down.Abs[0])
	if w := r.View.window; !(w.From >= 0 && w.To <= whole*(1+1e-12) && w.W() > 0) {
		t.Fatalf("the window is %v of %v", w, whole)
	}
	if room := math.Max(0, r.chart.Height()-120+flame.RowHeight); r.top < 0 || r.top > room {
		t.Fatalf("%v pixels lie above, at most %v may", r.top, room)
	}
}

func TestFlameWheelZoomsAtThePointer(t *testing.T) {
	r, _ := shownFlame(t)
	r.keys = fyne.KeyModifierControl
	for range 400 { // beyond what can be resolved
		before := r.under(120)
		viewtest.Wheel(r.Surface, 120, row(1), 0, 10)
		r.inside(t)
		if after := r.under(120); math.Abs(after-before) > 1e-9*r.View.window.W()+1e-12 {
			t.Fatalf("the wheel moves %v to %v in %v", before, after, r.View.window)
		}
	}
	if w := r.View.window.W(); w > 1e-6 {
		t.Errorf("the wheel zooms to a width of %v only", w)
	}
	for range 400 {
		viewtest.Wheel(r.Surface, 120, row(1), 0, -10)
		r.inside(t)
	}
	if w := r.View.window; w != (flame.Window{From: 0, To: 100}) {
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

func (r *flameRig) runes(s string) {
	for _, c := range s {
		r.TypedRune(c)
	}
}

func TestFlameWheelAndDragMove(t *testing.T) {
	r, _ := shownFlame(t)
	r.keys = fyne.KeyModifierControl
	viewtest.Wheel(r.Surface, 200, row(1), 0, surface.ZoomNotch)
	w := r.View.window
	r.keys = fyne.KeyModifierShift
	viewtest.Wheel(r.Surface, 200, row(1), 0, -20) // 20 pixels to the right
	if got, want := r.View.window.From, w.From+20.0/400*w.W(); math.Abs(got-want) > 1e-9 {
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

func TestFlameKeys(t *testing.T) {
	r, s := shownFlame(t)
	sel := func(path ...string) screen.Intent {
		return screen.Select{Selection: screen.Selection{Node: path[len(path)-1], Path: path}}
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
	r.Want(t, sel("main.main", "main.serve", "json.Marshal"))
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

// The hottest path stays marked while its end is selected, also in the next chart.
func TestFlameHottestStaysMarked(t *testing.T) {
	r, s := shownFlame(t)
	path := []string{"main.main", "main.serve", "json.Marshal"}
	r.runes("h")
	want := viewtest.Selecting(t, s, false, path...)
	if got := r.view().Way; got != want.Answer.Details.Box {
		t.Errorf("at once %v is marked, want %v", got, want.Answer.Details.Box)
	}
	r.Show(want)
	r.Take()
	r.runes("h")
	if _, says := r.Take()[0].(screen.Remark); !says {
		t.Error("at the end of the path the key says nothing")
	}
	finer := viewtest.Again(want)
	finer.Answer.Chart = snapshotChart(t, s, flame.Options{Pivot: viewtest.Everything().Pivot, Columns: 1000})
	finer.Answer.Painter = flame.NewPainter(finer.Answer.Chart, s.Display.Style(), nil, nil)
	r.Show(finer)
	if got := r.view().Way; got != want.Answer.Details.Box {
		t.Errorf("in the next chart %v is marked, want %v", got, want.Answer.Details.Box)
	}
	r.Show(viewtest.Selecting(t, s, false, path[:2]...))
	r.Show(want)
	if got := r.view().Way.Branch; got != 0 {
		t.Errorf("after another selection %d is marked", got)
	}
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
		begin := r.View.top
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
			if r.View.top != begin {
				t.Errorf("root down %v: the whole picture begins at %v, want %v", down, r.View.top, begin)
			}
		}
		r.View.top = begin + 90
		r.type_(fyne.KeyHome)
		if r.View.top != begin {
			t.Errorf("root down %v: Home goes to %v, want %v", down, r.View.top, begin)
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
	r.Want(t, screen.Select{Selection: screen.Selection{Node: "main.serve", Path: []string{}}})
	r.Show(s)
	r.type_(fyne.KeyUp)
	r.Want(t, screen.Select{Selection: screen.Selection{Node: "main.main", Path: []string{"main.main"}, Callers: true}})
	r.type_(fyne.KeyDown)
	r.Want(t, screen.Select{Selection: screen.Selection{Node: "json.Marshal", Path: []string{"json.Marshal"}}})
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
	r.Show(&screen.Snapshot{Display: screen.Display{Theme: &scene.Light}})
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

// A press takes the keyboard, so that keys work where one looks.
func TestFlameTakesTheKeyboard(t *testing.T) {
	r, _ := shownFlame(t)
	r.MouseDown(viewtest.Mouse(5, 5, desktop.MouseButtonPrimary))
	if r.window.Canvas().Focused() != fyne.Focusable(r.Surface) {
		t.Error("the view has no focus")
	}
}

func TestFlameMovesOnlyWhenAsked(t *testing.T) {
	r, s := shownFlame(t)
	r.keys = fyne.KeyModifierControl
	viewtest.Wheel(r.Surface, 200, row(1), 0, surface.ZoomNotch)
	w := r.View.window
	// A finer chart of the same place leaves the window alone.
	finer := viewtest.Again(s)
	finer.Answer.Chart = snapshotChart(t, s, flame.Options{Pivot: viewtest.Everything().Pivot, Columns: 1000})
	finer.Answer.Painter = flame.NewPainter(finer.Answer.Chart, s.Display.Style(), nil, nil)
	r.Show(finer)
	if r.View.window != w {
		t.Errorf("the window moves to %v", r.View.window)
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
	if want := (flame.Window{From: 70, To: 90}); r.View.window != want {
		t.Errorf("the window is %v, want %v", r.View.window, want)
	}
}

func snapshotChart(t testing.TB, s *screen.Snapshot, o flame.Options) *flame.Chart {
	t.Helper()
	c, err := flame.New(t.Context(), s.Answer.Result, o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The flame graph of a window is what the painter draws for its size.
func TestFlamePixels(t *testing.T) {
	r, s := shownFlame(t)
	got := r.window.Canvas().Capture()
	want := image.NewRGBA(got.Bounds())
	s.Answer.Painter.Paint(scene.NewRaster(want, 1), flame.View{
		Window: s.Answer.Chart.Window, Area: scene.Rect{X1: 400, Y1: 120}, Mark: model.NoNode})
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
	w := test.NewTempWindow(t, v.Object)
	w.Resize(fyne.NewSize(400, 60))
	v.Show(viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything()))
	whole := v.chart.Zoomed.W()
	v.window.From, v.window.To, v.top = whole*0.2, whole*0.4, 20
	next := viewtest.Snapshot(t, viewtest.Profile("main.main,main.serve,json.Marshal 500", "main.main,main.serve,json.Unmarshal 200", "runtime.gc 300"), viewtest.Everything())
	v.Show(next)
	if whole = v.chart.Zoomed.W(); v.window.From != whole*0.2 || v.window.To != whole*0.4 || v.top != 20 {
		t.Errorf("it shows %+v of %v, %v from above", v.window, whole, v.top)
	}
	other := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	other.Answer.Document = 2
	v.Show(other)
	if v.window.From != 0 || v.top != 0 {
		t.Errorf("another document begins at %+v, %v", v.window, v.top)
	}
}

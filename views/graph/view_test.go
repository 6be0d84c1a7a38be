package graph

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"math"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/graph"
	"profstation/graph/layout"
	"profstation/internal/must"
	"profstation/internal/viewtest"
	"profstation/model"
	"profstation/scene"
)

// graphRig is a call graph's view of 500×400 below its controls, with a clock
// and modifier keys of its own.
type graphRig struct {
	*View
	viewtest.Sent
	window fyne.Window
	clock  time.Time
	keys   fyne.KeyModifier
}

func newGraphRig(t testing.TB) *graphRig {
	test.NewTempApp(t)
	r := &graphRig{clock: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	r.View = New(r.Sent.Send)
	r.Surface.Now = func() time.Time { return r.clock }
	r.Surface.Mods = func() fyne.KeyModifier { return r.keys }
	r.window = viewtest.Window(t, r.Object, 500, 400+r.controls.object.MinSize().Height)
	return r
}

// graphed is a snapshot of a profile with its call graph.
func graphed(t testing.TB, p *model.Profile) *screen.Snapshot {
	t.Helper()
	s := viewtest.Snapshot(t, p, viewtest.Everything())
	s.Tab, s.Display.GraphNodes = ask.GraphTab, 80
	g := must.Have(graph.New(t.Context(), s.Answer.Result, graph.DefaultOptions()))
	s.Graph = laidOut(t, s, graph.NewFigure(g))
	return s
}

// laidOut is a figure with a layout of its own.
func laidOut(t testing.TB, s *screen.Snapshot, f *graph.Figure) *screen.CallGraph {
	t.Helper()
	places := must.Have(layout.Quick(t.Context(), f.Sizes()))
	c := must.Have(graph.NewChart(f, places))
	return &screen.CallGraph{Chart: c, Painter: graph.NewPainter(c, s.Display.Theme)}
}

// wide is a profile whose graph is larger than the view where it can be read:
// a root that calls 12 functions of 5 callees each.
func wide() *model.Profile {
	var lines []string
	for i := range 12 {
		for k := range 5 {
			lines = append(lines, fmt.Sprintf("main.root,pkg%d.middle,pkg%d.leaf%d %d", i, i, k, 100+10*i+k))
		}
	}
	return viewtest.Profile(lines...)
}

func shownGraph(t testing.TB, p *model.Profile) (*graphRig, *screen.Snapshot) {
	r := newGraphRig(t)
	s := graphed(t, p)
	r.Show(s)
	return r, s
}

// node finds a node of the picture by its name.
func (r *graphRig) node(t testing.TB, name string) int32 {
	t.Helper()
	for i := range r.graph.Chart.Graph.Nodes {
		if r.name(int32(i)) == name {
			return int32(i)
		}
	}
	t.Fatalf("the picture has no %s", name)
	return -1
}

// at is the middle of a node on the screen.
func (r *graphRig) at(t testing.TB, name string) (x, y float32) {
	t.Helper()
	b := r.graph.Chart.NodeRect(r.view, r.node(t, name))
	return float32(b.X0+b.X1) / 2, float32(b.Y0+b.Y1) / 2
}

// inSight tells whether a node is seen whole.
func (r *graphRig) inSight(t testing.TB, name string) bool {
	t.Helper()
	b := r.graph.Chart.NodeRect(r.view, r.node(t, name))
	return b.Intersect(r.Area()) == b
}

func (r *graphRig) type_(name fyne.KeyName) { r.TypedKey(&fyne.KeyEvent{Name: name}) }

func (r *graphRig) runes(s string) {
	for _, c := range s {
		r.TypedRune(c)
	}
}

// chosen is s with a node selected, as the desk answers.
func choosing(t testing.TB, s *screen.Snapshot, name string) *screen.Snapshot {
	n := viewtest.Again(s)
	n.Place.Selected = ask.Selection{Node: name}
	n.Answer.Details = &ask.Details{Node: viewtest.NodeOf(t, s.Answer.Result, name), Name: name}
	return n
}

// What is selected comes into sight once its details are there, though those of another were there before,
// and stays in sight in a better layout.
func TestSelectedComesIntoSight(t *testing.T) {
	r, s := shownGraph(t, wide())
	r.runes("1") // where not all is in sight
	var far []string
	for i := range r.graph.Chart.Graph.Nodes {
		if name := r.name(int32(i)); !r.inSight(t, name) {
			far = append(far, name)
		}
	}
	if len(far) < 2 {
		t.Fatalf("out of sight are %q", far)
	}
	one, other := far[0], far[len(far)-1]
	r.Show(choosing(t, s, one))
	stale := choosing(t, s, one)
	stale.Place.Selected.Node = other
	r.Show(stale)
	s = choosing(t, s, other)
	if r.Show(s); !r.inSight(t, other) {
		t.Errorf("%s is out of sight", other)
	}
	r.touched = false
	s = viewtest.Again(s)
	s.Graph = laidOut(t, s, s.Graph.Chart.Figure)
	if r.Show(s); !r.inSight(t, other) {
		t.Errorf("in a better layout %s is out of sight", other)
	}
}

// The pane of details takes its room after the node came into sight, and gives it back when nothing is
// selected any more: neither moves the picture away from the node.
func TestSelectedStaysInSight(t *testing.T) {
	r, s := shownGraph(t, wide())
	far := ""
	for i := range r.graph.Chart.Graph.Nodes {
		if name := r.name(int32(i)); !r.inSight(t, name) {
			far = name
		}
	}
	height := r.window.Canvas().Size().Height
	r.Show(choosing(t, s, far))
	for _, width := range []float32{300, 500} {
		r.window.Resize(fyne.NewSize(width, height))
		if !r.inSight(t, far) {
			t.Errorf("%s is out of sight at a width of %v", far, width)
		}
	}
	r.Show(s)
	if r.window.Resize(fyne.NewSize(520, height)); !r.inSight(t, far) {
		t.Errorf("%s is out of sight once nothing is selected", far)
	}
}

// No node that is brought into sight lies below the minimap, and each opens its menu.
func TestSelectedIsNotBelowTheMinimap(t *testing.T) {
	r, s := shownGraph(t, wide())
	shifted := 0
	for i := range r.graph.Chart.Graph.Nodes {
		r.type_(fyne.KeyHome)
		r.view.Origin.Y -= r.Area().H() / r.view.Scale // all lies below
		name := r.name(int32(i))
		plain := r.graph.Chart.Reveal(r.view, int32(i))
		if !r.graph.Chart.NodeRect(plain, int32(i)).Intersect(r.minimap()).Empty() {
			shifted++
		}
		r.Show(choosing(t, s, name))
		if b := r.graph.Chart.NodeRect(r.view, int32(i)); !r.inSight(t, name) || !b.Intersect(r.minimap()).Empty() {
			t.Errorf("%s is at %v, the minimap at %v", name, b, r.minimap())
		}
		if r.Menu() == nil {
			t.Errorf("%s has no menu", name)
		}
		r.Take()
	}
	if shifted == 0 {
		t.Error("no node would lie below the minimap")
	}
}

// pixels are those of the view now.
func (r *graphRig) pixels() *image.RGBA {
	size := r.Size()
	m := viewtest.Find[*canvas.Raster](r.Surface)[0].Generator(int(size.Width), int(size.Height)).(*image.RGBA)
	return &image.RGBA{Pix: bytes.Clone(m.Pix), Stride: m.Stride, Rect: m.Rect}
}

// countColor tells how many pixels have a colour.
func countColor(m *image.RGBA, c scene.Color) int {
	n := 0
	for i := 0; i < len(m.Pix); i += 4 {
		if m.Pix[i] == c.R && m.Pix[i+1] == c.G && m.Pix[i+2] == c.B {
			n++
		}
	}
	return n
}

// A chart too large for its names opens where they can be read, at its root;
// Fit shows all of it, Home what it opened with.
func TestGraphOpensReadable(t *testing.T) {
	r, _ := shownGraph(t, wide())
	if r.graph.Chart.Whole(r.view) || !r.inSight(t, "main.root") {
		t.Fatalf("opens with %v", r.view)
	}
	opened := r.view
	viewtest.Drag(r.Surface, 100, 100, 37, -20)
	r.runes("f")
	if !r.graph.Chart.Whole(r.view) {
		t.Errorf("f shows %v", r.view)
	}
	r.type_(fyne.KeyHome)
	if r.view != opened {
		t.Errorf("Home shows %v, opened with %v", r.view, opened)
	}
	// Whoever asked for all of it sees all of the next as well.
	r.runes("0")
	r.Show(graphed(t, wide()))
	if !r.graph.Chart.Whole(r.view) {
		t.Errorf("the next graph shows %v", r.view)
	}
	one, _ := shownGraph(t, viewtest.Small())
	if !one.graph.Chart.Whole(one.view) {
		t.Errorf("a small chart opens with %v", one.view)
	}
}

// A picture that was moved is the one that is painted at its place: nothing of
// what the layer keeps is out of date.
func TestGraphPansAsPainted(t *testing.T) {
	r, s := shownGraph(t, wide())
	r.pixels()
	same := func(what string) {
		t.Helper()
		moved := r.pixels()
		r.kept.layer.Forget()
		fresh, most := r.pixels(), 0
		for i := range moved.Pix {
			d := int(moved.Pix[i]) - int(fresh.Pix[i])
			most = max(most, d, -d)
		}
		if most > 2 { // as much as rounding may do
			t.Errorf("%s: the colours are up to %d apart from those painted anew", what, most)
		}
	}
	for _, by := range [][2]float32{{-40, 0}, {0, -60}, {33, 21}, {-7, 100}, {-300, -10}, {1, 1}} {
		viewtest.Drag(r.Surface, 100, 100, by[0], by[1])
		same(fmt.Sprint("dragged by ", by))
	}
	x, y := r.at(t, "main.root")
	r.MouseMoved(viewtest.Mouse(x, y, 0))
	viewtest.Drag(r.Surface, 100, 100, -3, 5)
	same("with a node lit")
	r.Show(choosing(t, s, r.name(3)))
	viewtest.Drag(r.Surface, 100, 100, -3, 5)
	same("with a node selected")
	found := viewtest.Again(s)
	found.Answer.Match = make([]bool, s.Answer.Result.Nodes.Len())
	found.Answer.Match[r.graph.Chart.Graph.Nodes[0].ID] = true
	r.Show(found)
	same("with matches")
	viewtest.Wheel(r.Surface, 100, 100, 0, 10)
	viewtest.Drag(r.Surface, 100, 100, -30, 5)
	same("zoomed")
}

// Until the next layout is there the last one stays; a better one of the same
// graph leaves what the user looks at where it is.
func TestGraphBetterLayout(t *testing.T) {
	r, s := shownGraph(t, wide())
	first := s.Graph.Chart
	waiting := viewtest.Again(s)
	waiting.Layout, waiting.Stale = true, true
	r.Show(waiting)
	if r.graph.Chart != first {
		t.Error("the last picture went before the next came")
	}
	opened := r.view
	better := viewtest.Again(s)
	better.Graph = laidOut(t, s, first.Figure)
	if r.Show(better); r.view != opened {
		t.Errorf("a layout that is the same moves the picture from %v to %v", opened, r.view)
	}
	viewtest.Wheel(r.Surface, 200, 200, 0, 5)
	viewtest.Drag(r.Surface, 100, 100, -100, -50)
	chosen := choosing(t, better, "pkg3.middle")
	r.Show(chosen)
	x, y := r.at(t, "pkg3.middle")
	// Mirrored, every node is elsewhere.
	places := must.Have(layout.Quick(t.Context(), first.Sizes()))
	for i := range places.Nodes {
		places.Nodes[i].X = places.W - places.Nodes[i].X
	}
	c := must.Have(graph.NewChart(first.Figure, places))
	mirrored := viewtest.Again(chosen)
	mirrored.Graph = &screen.CallGraph{Chart: c, Painter: graph.NewPainter(c, s.Display.Theme)}
	r.Show(mirrored)
	if nx, ny := r.at(t, "pkg3.middle"); math.Abs(float64(nx-x))+math.Abs(float64(ny-y)) > 1 {
		t.Errorf("what is selected went from %v, %v to %v, %v", x, y, nx, ny)
	}
	r.Want(t)
}

// Why there is no good layout stands below the picture, or in its place.
func TestGraphNote(t *testing.T) {
	r, s := shownGraph(t, viewtest.Small())
	without := countColor(r.pixels(), s.Display.Theme.Warning)
	died := viewtest.Again(s)
	died.Graph = &screen.CallGraph{Chart: s.Graph.Chart, Painter: s.Graph.Painter, Note: "the process that lays out call graphs ended"}
	r.Show(died)
	if n := countColor(r.pixels(), s.Display.Theme.Warning); n < without+50 {
		t.Errorf("%d pixels tell of it", n)
	}
	r.Show(s)
	if n := countColor(r.pixels(), s.Display.Theme.Warning); n != without {
		t.Error("the note stays")
	}
	none := viewtest.Again(s)
	none.Graph = &screen.CallGraph{Note: "there is no picture"}
	if r.Show(none); r.empty != "there is no picture" {
		t.Errorf("the view says %q", r.empty)
	}
	none.Graph, none.Layout = nil, true
	if r.Show(none); r.empty != "Laying out…" {
		t.Errorf("the view says %q", r.empty)
	}
}

func TestGraphControls(t *testing.T) {
	r, s := shownGraph(t, viewtest.Small())
	r.Want(t) // showing sends nothing
	c := r.controls
	if got := c.count.Text; got != "5 of 5 nodes" && !strings.HasSuffix(got, " nodes") {
		t.Errorf("it says %q", got)
	}
	change := func(want func(ask.Display) bool) {
		t.Helper()
		sent := r.Take()
		show, ok := sent[0].(screen.Show)
		d := s.Display
		if len(sent) == 1 && ok {
			show.Change(&d)
		}
		if !want(d) {
			t.Errorf("sent %v, which makes %+v", sent, d)
		}
	}
	c.slider.SetValue(200)
	if c.count.Text != "at most 200" {
		t.Errorf("while it moves it says %q", c.count.Text)
	}
	change(func(d ask.Display) bool { return d.GraphNodes == 200 })
	c.untrimmed.SetChecked(true)
	change(func(d ask.Display) bool { return d.Untrimmed })
	c.tree.SetChecked(true)
	change(func(d ask.Display) bool { return d.GraphTree })
	all := viewtest.Again(s)
	all.Display.Untrimmed = true
	if r.Show(all); !c.slider.Disabled() {
		t.Error("the slider is enabled though nothing is trimmed")
	}
	if c.slider.Min < 1 || c.slider.Max > 500 {
		t.Errorf("the slider goes from %v to %v", c.slider.Min, c.slider.Max)
	}
}

// A view without a graph answers nothing, and one without a size neither.
func TestGraphWithoutAnything(t *testing.T) {
	r := newGraphRig(t)
	all := func() {
		r.MouseMoved(viewtest.Mouse(5, 5, 0))
		viewtest.Click(r.Surface, 5, 5)
		viewtest.RightClick(r.Surface, 5, 5)
		viewtest.Drag(r.Surface, 5, 5, 50, 50)
		viewtest.Wheel(r.Surface, 5, 5, 3, 3)
		r.runes("+-fr0nN")
		for _, k := range []fyne.KeyName{fyne.KeyUp, fyne.KeyDown, fyne.KeyLeft, fyne.KeyRight, fyne.KeyReturn, fyne.KeyPageDown, fyne.KeyHome} {
			r.type_(k)
		}
		if text := r.onlyPicked(); text != "" {
			t.Errorf("%q is picked", text)
		}
		r.pixels()
	}
	r.Show(&screen.Snapshot{Display: ask.Display{Theme: &scene.Light}})
	all()
	r.Want(t)
	r.Show(graphed(t, viewtest.Profile("a 0")))
	all()
	r.Object.Resize(fyne.NewSize(0, 0))
	r.Show(graphed(t, wide()))
	for range 3 {
		r.runes("+-fr0")
		r.type_(fyne.KeyHome)
		viewtest.Wheel(r.Surface, 5, 5, 3, 3)
	}
	r.Object.Resize(fyne.NewSize(500, 440))
	r.type_(fyne.KeyHome)
	if !r.inSight(t, "main.root") {
		t.Errorf("the root is out of sight in %v", r.view)
	}
}

// The picture is in the theme's colours.
func TestGraphIsNotBlank(t *testing.T) {
	for _, theme := range []*scene.Theme{&scene.Light, &scene.Dark} {
		r := newGraphRig(t)
		s := graphed(t, wide())
		s.Display.Theme = theme
		s.Graph = laidOut(t, s, s.Graph.Chart.Figure)
		r.Show(s)
		m := r.pixels()
		size, seen := m.Bounds().Size(), map[color.RGBA]bool{}
		for x := range size.X {
			for y := range size.Y {
				seen[m.RGBAAt(x, y)] = true
			}
		}
		if n := len(seen); n < 20 {
			t.Errorf("%s has %d colours", theme.Name, n)
		}
		if b := float64(countColor(m, theme.Background)) / float64(size.X*size.Y); b < 0.3 {
			t.Errorf("%s has its background on %.2f of it", theme.Name, b)
		}
	}
}

// Whatever functions are called, the picture and its tip can be drawn, the name
// on one line.
func TestGraphHostileNames(t *testing.T) {
	r := newGraphRig(t)
	for _, name := range []string{
		`a"b\c`, `\N\n`, "<b>&amp;</b>", "a\nb\r\nc", "a\x00b\x1b[31m", "\xff\xfe", "\u202egnp.exe", strings.Repeat("x", 1000),
		strings.Repeat("a/", 600) + "b.C", "main.F[go.shape.struct { F string \"json:\\\"f\\\"\" }]",
	} {
		b := model.NewBuilder([]model.ValueType{{Type: "cpu", Unit: "nanoseconds"}})
		var stack []model.LocID
		for _, n := range []string{"main.leaf", name} {
			f := b.Function(model.Function{Name: b.String(n), File: b.String(name)})
			stack = append(stack, b.Location(model.NoMapping, 0, []model.Line{{Func: f, Line: 4}}))
		}
		b.Sample(stack, 0, []int64{5})
		s := graphed(t, b.Profile(model.Header{}))
		r.Show(s)
		node := r.graph.Chart.Graph.Edges[0].From
		box := r.graph.Chart.NodeRect(r.view, node).Intersect(r.Area())
		r.MouseMoved(viewtest.Mouse(float32(box.X0+box.X1)/2, float32(box.Y0+box.Y1)/2, 0))
		if lines := strings.Count(r.TipText(), "\n"); lines != 1 {
			t.Errorf("%.30q: the tip is %q", name, r.TipText())
		}
		for _, c := range r.TipText() {
			if c < ' ' && c != '\n' || c == 0x202e {
				t.Errorf("%.30q: the tip has the character %q", name, c)
			}
		}
		for _, i := range r.menu(node).Items {
			if i.Label == "Callers and callees" {
				i.Action()
			}
		}
		r.Want(t, screen.Pivot{Node: s.Answer.Result.Nodes.Node(r.graph.Chart.Graph.Nodes[node].ID).String()})
		r.pixels()
	}
}

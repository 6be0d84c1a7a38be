package overtime

import (
	"math"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/flame"
	"profstation/heatmap"
	"profstation/internal/must"
	"profstation/internal/viewtest"
	"profstation/model"
	"profstation/model/query"
	"profstation/scene"
)

// rig is a view of 600×300 in a window: samples of main.a every 100 ms for 4 s, main.b in the second half.
type rig struct {
	*View
	viewtest.Sent
	posts  viewtest.Posts
	window fyne.Window
	mods   fyne.KeyModifier
}

func newRig(t testing.TB) *rig {
	test.NewTempApp(t)
	r := &rig{posts: viewtest.NewPosts()}
	r.View = New(r.Sent.Send, r.posts.Post)
	r.Surface.Mods = func() fyne.KeyModifier { return r.mods }
	r.window = viewtest.Window(t, r.Content(), 600, 300)
	return r
}

func timed() *model.Profile {
	b := model.NewBuilder([]model.ValueType{{Type: "samples", Unit: "count"}})
	loc := func(name string) model.LocID {
		f := b.Function(model.Function{Name: b.String(name)})
		return b.Location(model.NoMapping, 0, []model.Line{{Func: f}})
	}
	main, a, c := loc("main.main"), loc("main.a"), loc("main.b")
	set := b.LabelSet([]model.Label{{Key: b.String("thread"), Str: b.String("7")}})
	for i := range int64(40) {
		leaf := a
		if i >= 20 {
			leaf = c
		}
		b.SampleAt(i*1e8, []model.LocID{leaf, main}, set, []int64{1})
	}
	return b.Profile(model.Header{Period: 1e8, PeriodType: model.ValueType{Type: "cpu", Unit: "nanoseconds"}})
}

func snapshot(t testing.TB, time string, asChart bool) *screen.Snapshot {
	t.Helper()
	p := timed()
	q := query.Default().Whole()
	whole := must.Have(query.Evaluate(t.Context(), p, q))
	q.Time = time
	r := must.Have(query.Evaluate(t.Context(), p, q))
	o := &ask.OverTimeAnswer{Chosen: r.Query.TimeFilter(), Axes: p.LabelAxes(), Axis: flame.LaneAxis(p, model.LabelAxis{})}
	s := &screen.Snapshot{
		Documents: []screen.Document{{ID: 1, State: screen.Ready}}, Active: 1, Tabs: (ask.OfProfile | ask.Timed).Tabs(), Tab: ask.OverTimeTab,
		Place: ask.Place{Query: q}, Display: ask.Display{Theme: &scene.Light, Coloring: flame.ByPackage},
	}
	s.Display.OverTime.Chart = asChart
	if asChart {
		l := must.Have(flame.NewLanes(t.Context(), r, o.Axis, flame.MaxLanes))
		o.Chart = must.Have(l.Chart(t.Context(), flame.TimeOptions{Columns: 1000}))
		o.Painter = flame.NewTimePainter(o.Chart, s.Display.Style(), nil, nil)
	} else {
		o.Heat = must.Have(heatmap.New(t.Context(), whole))
	}
	s.Answer = &ask.Answer{Document: 1, Result: r, Shown: ask.Shown{OverTime: o}}
	return s
}

// cell is the middle of a cell on the surface.
func (r *rig) cell(i int) (x, y float32) {
	at := r.heat.m.Rect(r.heat.view(), i).Middle()
	return float32(at.X), float32(at.Y)
}

func (r *rig) press(names ...fyne.KeyName) {
	for _, n := range names {
		r.TypedKey(&fyne.KeyEvent{Name: n})
	}
}

func only(text string) screen.Intent { return screen.Refine{Name: "time", Text: text} }

func TestHeatByHand(t *testing.T) {
	r := newRig(t)
	r.Show(snapshot(t, "", false))
	if m := r.heat.m; m.Column != 1e9 || m.Rows != 5 || len(m.Totals) != 4 {
		t.Fatalf("%d columns of %d in %d rows", len(m.Totals), m.Column, m.Rows)
	}
	x, y := r.cell(5)
	r.MouseMoved(viewtest.Mouse(x, y, 0))
	if got := r.TipText(); !strings.HasPrefix(got, "1.0s – 1.2s\n2 (5.00%)") {
		t.Errorf("the tip is %q", got)
	}
	viewtest.Click(r.Surface, x, y)
	r.Want(t, only("1s:1.2s"))
	toX, toY := r.cell(2)
	viewtest.Drag(r.Surface, x, y, toX-x, toY-y)
	r.Want(t, only("400ms:1.2s"))
	viewtest.Drag(r.Surface, x, y, 5000, 5000) // out of the picture: to its end
	r.Want(t, only("1s:3.2s"))
	viewtest.Drag(r.Surface, 3, 3, 50, 50) // it began outside
	r.Want(t)
	viewtest.RightClick(r.Surface, x, y)
	viewtest.MenuOf(t, r.window)["Only the time of this column"].Action()
	r.Want(t, only("1s:2s"))
}

// What a click has chosen is where Shift and an arrow go on.
func TestShiftAfterAClick(t *testing.T) {
	r := newRig(t)
	r.Show(snapshot(t, "1s:1.2s", false))
	r.mods = fyne.KeyModifierShift
	r.press(fyne.KeyUp)
	r.mods = 0
	r.press(fyne.KeyReturn)
	r.Want(t, only("1s:1.4s"))
}

// On the curve and on the axis one chooses whole columns, in both directions and wherever the pointer goes meanwhile.
func TestColumnsByHand(t *testing.T) {
	r := newRig(t)
	r.Show(snapshot(t, "", false))
	x, _ := r.cell(5)
	toX, _ := r.cell(15)
	_, foot := r.cell(0)
	const curve, axis = 20, 30 // from the top, below the lowest cell
	for _, y := range []float32{curve, foot + axis} {
		r.MouseMoved(viewtest.Mouse(x, y, 0))
		if got := r.TipText(); !strings.HasPrefix(got, "1.0s – 2.0s\n10 (25.00%)") {
			t.Errorf("the tip is %q", got)
		}
		viewtest.Click(r.Surface, x, y)
		r.Want(t, only("1s:2s"))
		viewtest.Drag(r.Surface, x, y, toX-x, 0)
		r.Want(t, only("1s:4s"))
		viewtest.Drag(r.Surface, toX, y, x-toX, 100-y) // over the cells
		r.Want(t, only("1s:4s"))
		viewtest.Drag(r.Surface, x, y, 5000, 0)
		r.Want(t, only("1s:4s"))
		viewtest.RightClick(r.Surface, x, y)
		items := viewtest.MenuOf(t, r.window)
		if items["Only the time of this cell"] != nil {
			t.Error("a column is called a cell")
		}
		items["Only the time of this column"].Action()
		r.Want(t, only("1s:2s"))
	}
}

func TestHeatByKeys(t *testing.T) {
	r := newRig(t)
	r.Show(snapshot(t, "", false))
	r.press(fyne.KeyReturn)
	r.Want(t, screen.Remark{Text: "Nothing is selected."})
	r.press(fyne.KeyRight, fyne.KeyRight, fyne.KeyUp)
	if r.heat.cursor != 6 || !strings.HasPrefix(r.TipText(), "1.2s – 1.4s") {
		t.Errorf("the cell is %d, %q", r.heat.cursor, r.TipText())
	}
	r.press(fyne.KeyReturn)
	r.Want(t, only("1.2s:1.4s"))
	r.press(fyne.KeyHome, fyne.KeyLeft)
	r.Want(t, screen.Remark{Text: "There is no cell on that side."})
	r.mods = fyne.KeyModifierShift
	r.press(fyne.KeyRight, fyne.KeyUp)
	if !strings.HasPrefix(r.TipText(), "0 – 1.4s\n14 (35.00%)") {
		t.Errorf("the tip is %q", r.TipText())
	}
	r.press(fyne.KeyReturn)
	r.Want(t, only("0s:1.4s"))
	r.mods = 0
	r.press(fyne.KeyHome, fyne.KeyRight, fyne.KeyUp, fyne.KeyPageDown)
	r.mods = fyne.KeyModifierShift
	r.press(fyne.KeyPageUp, fyne.KeyPageUp)
	r.Want(t, screen.Remark{Text: "There is no cell on that side."})
	r.press(fyne.KeyReturn)
	r.Want(t, only("1s:2s"))
	r.mods = 0
	r.press(fyne.KeyEscape)
	r.Want(t, screen.Escape{})
	// What was chosen is taken back after what is being chosen.
	r.Show(snapshot(t, "1s:2s", false))
	r.press(fyne.KeyUp)
	if r.heat.cursor != 5 {
		t.Errorf("the walk begins at cell %d", r.heat.cursor)
	}
	r.press(fyne.KeyEscape)
	r.Want(t)
	r.press(fyne.KeyEscape)
	r.Want(t, only(""))
}

func TestChart(t *testing.T) {
	r := newRig(t)
	r.Show(snapshot(t, "", true))
	box := func(row, k int) (x, y float32) {
		at := r.chart.c.Rect(r.chart.view(), r.chart.style, flame.TimeRef{Row: row, Box: k}).Middle()
		return float32(at.X), float32(at.Y)
	}
	x, y := box(1, 1)
	r.MouseMoved(viewtest.Mouse(x, y, 0))
	if got := r.TipText(); !strings.HasPrefix(got, "main.b\n2.00s – 4.00s\n20 (50.00%)") {
		t.Errorf("the tip is %q", got)
	}
	viewtest.Click(r.Surface, x, y)
	r.Want(t, screen.Select{Selection: ask.Selection{Node: "main.b"}})
	selected := snapshot(t, "", true)
	selected.Answer.OverTime.Chart = r.chart.c
	selected.Answer.OverTime.Painter = r.chart.painter
	selected.Answer.Result = r.chart.c.Result
	selected.Answer.Details = &ask.Details{Node: viewtest.NodeOf(t, r.chart.c.Result, "main.b"), Box: flame.None}
	r.Show(selected)
	if !r.chart.selected.Visible() {
		t.Error("the selected box has no outline")
	}
	r.press(fyne.KeyLeft)
	r.Want(t, screen.Select{Selection: ask.Selection{Node: "main.a"}})
	r.press(fyne.KeyUp)
	r.Want(t, screen.Select{Selection: ask.Selection{Node: "main.main"}})
	r.press(fyne.KeyUp)
	r.Want(t, screen.Remark{Text: "There is no box on that side."})
	// A zoom asks for finer boxes once it is steady.
	r.press(fyne.KeyDown, fyne.KeyReturn)
	if w := r.chart.Window; w != (flame.Window{To: 2e9}) {
		t.Errorf("it shows %v", w)
	}
	r.Take()
	r.posts.Run(t)
	got := r.Take()
	if len(got) != 1 {
		t.Fatalf("sent %v", got)
	}
	var d ask.Display
	got[0].(screen.Show).Change(&d)
	if d.OverTime.Window != (flame.Window{To: 2e9}) {
		t.Errorf("it asks for %v", d.OverTime.Window)
	}
	r.press(fyne.KeyHome)
	r.Take()
	viewtest.Drag(r.Surface, 150, 5, 150, 100) // along the axis
	r.Want(t, only("1s:2s"))
	viewtest.Drag(r.Surface, 450, 5, -150, 0)
	r.Want(t, only("2s:3s"))
	viewtest.Drag(r.Surface, 300, 5, 5000, 0)
	r.Want(t, only("2s:4s"))
	if r.chart.hovered.Visible() || r.chart.Window != r.chart.c.Whole() {
		t.Errorf("the drag has left an outline, or moved the picture to %v", r.chart.Window)
	}
	r.press(fyne.KeyReturn)
	r.Take()
	viewtest.RightClick(r.Surface, 30, y)
	r.Take()
	viewtest.MenuOf(t, r.window)["Only the time of this box"].Action()
	r.Want(t, only("0s:2s"))
	// Whatever a hand does, the window stays in the whole.
	r.mods = fyne.KeyModifierControl
	for range 40 {
		viewtest.Wheel(r.Surface, 500, 100, 0, 30)
		r.inside(t)
	}
	for range 80 {
		viewtest.Wheel(r.Surface, 20, 100, 0, -30)
		r.inside(t)
	}
	r.mods = 0
	viewtest.Drag(r.Surface, 100, 100, 5000, -5000)
	r.inside(t)
}

func (r *rig) inside(t *testing.T) {
	t.Helper()
	whole := r.chart.c.Whole()
	if w := r.chart.Window; !(w.From >= 0 && w.To <= whole.To*(1+1e-12) && w.W() > 0) || r.chart.Top < 0 || math.IsNaN(r.chart.Top) {
		t.Fatalf("it shows %v of %v, %v from above", w, whole, r.chart.Top)
	}
}

// Without an answer, without times and without a size nothing is sent but Esc.
func TestNothing(t *testing.T) {
	r := newRig(t)
	all := func() {
		r.MouseMoved(viewtest.Mouse(90, 90, 0))
		viewtest.Click(r.Surface, 90, 90)
		viewtest.RightClick(r.Surface, 90, 90)
		viewtest.Drag(r.Surface, 90, 90, 50, 50)
		viewtest.Wheel(r.Surface, 90, 90, 3, 3)
		r.press(fyne.KeyUp, fyne.KeyLeft, fyne.KeyReturn, fyne.KeyHome, fyne.KeyPageDown)
		r.OpenMenu()
		r.Want(t)
	}
	r.Show(&screen.Snapshot{Display: ask.Display{Theme: &scene.Light}})
	all()
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	s.Answer.OverTime = &ask.OverTimeAnswer{Chosen: query.AllTimes}
	r.Show(s)
	all()
	if r.View.empty == "" || !strings.Contains(r.View.empty, "perf script") {
		t.Errorf("it says %q", r.View.empty)
	}
	for _, asChart := range []bool{false, true} {
		r.Content().Resize(fyne.NewSize(0, 0))
		r.Show(snapshot(t, "", asChart))
		r.press(fyne.KeyDown, fyne.KeyEscape)
		viewtest.Wheel(r.Surface, 0, 0, 3, 3)
		r.Content().Resize(fyne.NewSize(600, 300))
		r.Take()
	}
}

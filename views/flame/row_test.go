package flame

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"profstation/desk/screen"
	"profstation/flame"
	"profstation/internal/viewtest"
	"profstation/model"
	"profstation/scene"
)

// deepProfile has a stack of so many frames, and one of a single frame.
func deepProfile(frames int) *model.Profile {
	return viewtest.Profile(strings.Join(slices.Repeat([]string{"main.deep"}, frames), ",")+" 70", "main.flat 30")
}

// lastRow checks that the pointer finds the deepest box where it is in sight, and returns how high it is.
func (r *flameRig) lastRow(t *testing.T) float32 {
	t.Helper()
	deepest := flame.Ref{Branch: int32(slices.Index(r.chart.Down.Depth, slices.Max(r.chart.Down.Depth)))}
	box, area := r.chart.Rect(r.view(), r.style, deepest), r.area()
	if box.Y0 < area.Y0 || box.Y1 > area.Y1 {
		t.Errorf("the last row lies at %v to %v, in sight is %v", box.Y0, box.Y1, area)
	}
	r.MouseMoved(viewtest.Mouse(100, float32(box.Y0+box.Y1)/2, 0))
	if r.hover != deepest || r.hovered.Position().Y != float32(box.Y0) {
		t.Errorf("at %v the pointer finds %v, outlined at %v", box, r.hover, r.hovered.Position())
	}
	return r.hovered.Size().Height
}

// A deep graph is all in sight in lower rows, at either end of the window, as long as they can be read.
func TestDeepIsInSight(t *testing.T) {
	r := newFlameRig(t)
	s := viewtest.Snapshot(t, deepProfile(39), viewtest.Everything()) // and the root
	for _, down := range []bool{false, true} {
		s := viewtest.Again(s)
		s.Display.RootDown = down
		r.Show(s)
		for height, want := range map[float32]float32{40 * 20: 18, 40*18 + 30: 18, 40*17 + 3: 17, 40 * 12: 12} {
			r.Object.Resize(fyne.NewSize(400, height))
			if got := r.lastRow(t); got != want {
				t.Errorf("root down %v: in %v a row is %v high, want %v", down, height, got, want)
			}
		}
		r.Object.Resize(fyne.NewSize(400, 40*12-1)) // one has to scroll: rows are as high as ever
		if got := r.view().Row; got != flame.RowHeight {
			t.Errorf("root down %v: where one scrolls a row is %v high", down, got)
		}
	}
}

// A key brings a box of low rows into sight, and the part that is in sight is said to be so.
func TestLowRowsAreWalked(t *testing.T) {
	r := newFlameRig(t)
	p := viewtest.Profile(strings.Repeat("main.deep,", 29)+"main.deep 9900", strings.Repeat("main.thin,", 59)+"main.thin 99")
	s := viewtest.Snapshot(t, p, viewtest.Everything())
	r.Object.Resize(fyne.NewSize(400, 31*13))
	r.Show(s)
	if got := r.view().Row; got != 13 {
		t.Fatalf("a row is %v high", got)
	}
	path := slices.Repeat([]string{"main.thin"}, 60)
	r.Show(viewtest.Selecting(t, s, false, path...))
	if y := r.selected.Position().Y; y < 0 || y+13 > 31*13 || r.Top != 61*13-31*13 {
		t.Errorf("the last box is at %v, %v lie above", y, r.Top)
	}
}

// Rows do not grow or shrink while one moves among the boxes, though a finer chart has other rows; they do
// with what one zooms to.
func TestRowsStay(t *testing.T) {
	r := newFlameRig(t)
	s := viewtest.Snapshot(t, deepProfile(39), viewtest.Everything())
	r.Object.Resize(fyne.NewSize(400, 40*13))
	r.Show(s)
	part := func(o flame.Options) *screen.Snapshot {
		next := viewtest.Again(s)
		next.Answer.Chart = snapshotChart(t, s, o)
		next.Answer.Painter = flame.NewPainter(next.Answer.Chart, s.Display.Style(), nil, nil)
		return next
	}
	o := viewtest.Everything()
	o.Columns, o.Span = 100, flame.Span{From: 0.9, To: 1}
	finer := part(o)
	if n := finer.Answer.Chart.Worth(); n > 10 {
		t.Fatalf("the chart of a part has %d rows", n)
	}
	r.Show(finer)
	if got := r.view().Row; got != 13 {
		t.Errorf("after moving a row is %v high", got)
	}
	o.Span, o.Zoom = flame.Span{}, r.chart.Path(viewtest.Selecting(t, s, false, "main.flat").Answer.Details.Box)
	zoomed := part(o)
	zoomed.Answer.Zoomed++
	r.Show(zoomed)
	if got := r.view().Row; got != flame.RowHeight {
		t.Errorf("of a branch of one box a row is %v high", got)
	}
}

// Rows of two charts beside each other are as high as each other, as they move together.
func TestSidesHaveTheSameRows(t *testing.T) {
	test.NewTempApp(t)
	s := viewtest.Compared(t, false)
	deep := viewtest.Snapshot(t, deepProfile(19), viewtest.Everything()).Answer
	s.Answer.Result, s.Answer.Chart, s.Answer.Painter = deep.Result, deep.Chart, flame.NewPainter(deep.Chart, flame.Style{Theme: &scene.Light}, nil, nil)
	v := NewSides(func(screen.Intent) {}, func(func()) {})
	viewtest.Window(t, v.Object, 806, 300)
	v.Show(s)
	if base, now := v.Two[0].view().Row, v.Two[1].view().Row; base != now || now >= flame.RowHeight {
		t.Errorf("rows are %v and %v high in %v", base, now, v.Two[1].Area())
	}
}

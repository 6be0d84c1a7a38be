package timeline

import (
	"math"
	"math/rand/v2"
	"testing"

	"profstation/internal/typed"
	"profstation/model/trace"
	"profstation/scene"
)

func someView(l *Lanes) View {
	return View{Window: l.Timeline.Whole(), Area: scene.Rect{X0: 10, Y0: 20, X1: 1010, Y1: 420}, Label: 200}.Clamp(l)
}

// However a view is moved, it stays within the trace and the rows, and zooming
// keeps the time under the pointer.
func TestViewsStayInside(t *testing.T) {
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 8))
		tl := prepared(t, typed.RandomTrace(rng, 30, 500, 100_000))
		l := lanesFor(t, tl, Query{Flat: true})
		v := someView(l)
		for range 200 {
			before := v
			switch rng.IntN(4) {
			case 0:
				v = v.Pan(l, rng.NormFloat64()*300, rng.NormFloat64()*300)
			case 1:
				x := 210 + rng.Float64()*800
				at := v.Window.From + (x-210)/800*v.Window.W()
				v = v.ZoomAt(l, x, 0.5+2*rng.Float64())
				moved := v.Window.From + (x-210)/800*v.Window.W()
				inner := v.Window.From > 0 && v.Window.To < tl.Whole().To
				if inner && math.Abs(at-moved) > 1e-6*before.Window.W() {
					t.Fatalf("seed %d: the time at %v was %v and is %v", seed, x, at, moved)
				}
			case 2:
				v = v.Fit(l, trace.Time(rng.IntN(int(tl.Trace.End))), trace.Time(rng.IntN(int(tl.Trace.End))))
			case 3:
				v.Window = Window{rng.NormFloat64() * 1e9, math.Inf(rng.IntN(3) - 1)}
				if rng.IntN(2) == 0 {
					v.Window.To = math.NaN()
				}
				v = v.Clamp(l)
			}
			w := v.Window
			if !(w.From >= 0 && w.To <= tl.Whole().To+1e-3 && w.W() >= MinWindow-1e-3 && v.Top >= 0 && v.Top <= l.Height()) {
				t.Fatalf("seed %d: %+v", seed, v)
			}
		}
	}
}

// Time and X are each other's opposites, but for rounding.
func TestTimeAndX(t *testing.T) {
	tl := prepared(t, typed.RandomTrace(rand.New(rand.NewPCG(1, 9)), 3, 100, 1e6))
	l := lanesFor(t, tl, Query{})
	v := someView(l)
	for range 40 {
		for x := 210.0; x < 1010; x += 13 {
			if back := v.X(v.Time(x)); math.Abs(back-x) > 0.5*800/v.Window.W()+1e-3 {
				t.Fatalf("%v ns wide: %v became %v", v.Window.W(), x, back)
			}
		}
		v = v.ZoomAt(l, 500, 1.5)
	}
}

// TestPeaks holds that two timelines have one scale for their counters, whichever comes first, and that the lower one
// takes its part of a row.
func TestPeaks(t *testing.T) {
	a, b := prepared(t, typed.RandomTrace(rand.New(rand.NewPCG(1, 2)), 10, 200, 1000)), prepared(t, typed.RandomTrace(rand.New(rand.NewPCG(3, 4)), 90, 900, 1000))
	p := PeaksOf(a, b)
	if p != PeaksOf(b, a) || p.Goroutines != max(a.MaxAtOnce(StatesRow), b.MaxAtOnce(StatesRow)) {
		t.Errorf("%+v, %+v", p, PeaksOf(b, a))
	}
	for _, tl := range []*Timeline{a, b} {
		if got, want := p.Share(StatesRow, tl), float64(tl.MaxAtOnce(StatesRow))/float64(p.Goroutines); got != want {
			t.Errorf("%v of the row, want %v", got, want)
		}
	}
	if got := (Peaks{}).Share(StatesRow, a); got != 1 {
		t.Errorf("alone it takes %v of the row", got)
	}
}

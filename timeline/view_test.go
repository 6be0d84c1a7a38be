package timeline

import (
	"math"
	"math/rand/v2"
	"testing"

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
		tl := prepared(t, randomTrace(rng, 30, 500, 100_000))
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
	tl := prepared(t, randomTrace(rand.New(rand.NewPCG(1, 9)), 3, 100, 1e6))
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

// Pointing and painting at any place, with any view, neither fails nor takes
// for ever.
func FuzzAt(f *testing.F) {
	f.Add(0.0, 1000.0, 0.0, 150.0, 100.0, 100.0)
	f.Add(-5.0, 3.0, 50.0, 300.0, 1e9, math.Inf(1))
	f.Add(999.0, 999.5, 700.0, 120.0, 200.0, 20.0)
	f.Add(math.NaN(), 1e300, math.NaN(), -1.0, 0.0, math.NaN())
	tl, err := New(f.Context(), typed(f, small))
	if err != nil {
		f.Fatal(err)
	}
	l, err := tl.Lanes(f.Context(), openAll(tl))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, from, to, top, x, y, label float64) {
		v := View{Window: Window{from, to}, Top: top, Area: scene.Rect{X1: 300, Y1: 400}, Label: label}.Clamp(l)
		h := l.At(v, scene.Point{X: x, Y: y})
		l.Explain(h)
		NewPainter(l, Style{Theme: &scene.Dark}, nil).Paint(&scene.Recorder{}, v, Marks{Selected: h.Span, Interval: &trace.Interval{From: h.Time, To: 10}})
	})
}

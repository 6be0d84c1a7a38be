package analysis

import (
	"math"
	"testing"
	"time"

	"profstation/model/trace"
)

// FuzzMMU makes a function of time out of bytes, two for each step, and tries
// windows everywhere.
func FuzzMMU(f *testing.F) {
	f.Add([]byte{10, 255, 5, 0, 25, 128}, uint8(7), uint8(0))
	f.Add([]byte{1, 0, 3, 255, 11, 64, 1, 192, 29, 0, 27, 255}, uint8(20), uint8(128))
	f.Add([]byte{30, 128}, uint8(200), uint8(255))
	f.Fuzz(func(t *testing.T, steps []byte, w, part uint8) {
		var s series
		at := trace.Time(0)
		for len(steps) > 1 && at < 500 {
			s = s.put(at, float64(steps[1])/255)
			at += trace.Time(steps[0])%40 + 1
			steps = steps[2:]
		}
		if len(s) == 0 {
			return
		}
		s = s.end(at)
		m := &MMU{[]curve{newCurve(s)}}
		window := min(trace.Time(w)+1, at)
		least := 2.0
		for from := trace.Time(0); from <= at-window; from++ {
			least = min(least, slowMean(s, from, window))
		}
		if got := m.At(t.Context(), time.Duration(window)); math.Abs(got-least) > 1e-9 {
			t.Errorf("%v, window %d: %v, want %v", s, window, got, least)
		}
		if worst := m.Worst(t.Context(), time.Duration(window), 1); len(worst) != 1 || math.Abs(worst[0].Util-least) > 1e-9 {
			t.Errorf("%v, window %d: %v, want %v", s, window, worst, least)
		}
		// So much of the places has at most the quantile's value.
		q := m.Quantiles(t.Context(), time.Duration(window), []float64{float64(part) / 255})[0]
		if q < least-1e-9 || q > 1 {
			t.Fatalf("%v, window %d: the quantile %v", s, window, q)
		}
		if total := float64(at - window); total > 0 {
			upTo, below := 0.0, 0.0
			const fine = 16
			for i := range int(at-window) * fine {
				// In the middle of a small piece.
				a := trace.Time(i / fine)
				lo, hi := slowMean(s, a, window), slowMean(s, a+1, window)
				mean := lo + (hi-lo)*(float64(i%fine)+0.5)/fine
				step := math.Abs(hi-lo) / fine
				if mean <= q+step+1e-9 {
					upTo += 1.0 / fine
				}
				if mean < q-step-1e-9 {
					below += 1.0 / fine
				}
			}
			if want := total * float64(part) / 255; upTo < want-0.5 || below > want+0.5 {
				t.Errorf("%v, window %d, part %d: %v, below which are %v to %v of %v", s, window, part, q, below, upTo, want)
			}
		}
	})
}

// FuzzDistribution counts durations of every size twice and holds their
// percentiles against the sorted ones.
func FuzzDistribution(f *testing.F) {
	f.Add([]byte{1, 2, 3})
	f.Add([]byte{0, 0, 255, 254, 7, 9, 9, 9})
	f.Fuzz(func(t *testing.T, data []byte) {
		var values []trace.Time
		for i, b := range data {
			values = append(values, trace.Time(b)<<((uint(b)*7+uint(i))%40))
		}
		sum := &tally{}
		half := [2]tally{}
		for i, v := range values {
			half[i%2].count(v)
		}
		sum.join(&half[0])
		sum.join(&half[1])
		e := newExactly(sum)
		var h Histogram
		for _, v := range values {
			h.add(v)
			if i := e.wanted(bin(v)); i >= 0 {
				e.near[i] = append(e.near[i], v)
			}
		}
		if got, want := e.finish(), distributionOf(values); got != want {
			t.Errorf("%v: %+v, want %+v", values, got, want)
		}
		if got := sum.hist; got != h {
			t.Errorf("%v: %v, want %v", values, got.Bins(), h.Bins())
		}
	})
}

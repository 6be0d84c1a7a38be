package statistics_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"profstation/model/statistics"
)

// follow are n errors with a standard deviation of 1, each correlated with the one before it; at 1 it
// is a random walk with such steps.
func follow(r *rand.Rand, n int, rho float64) []float64 {
	y := make([]float64, n)
	e, sd := r.NormFloat64(), math.Sqrt(1-rho*rho)
	if rho == 1 {
		sd = 1
	}
	for i := range y {
		if i > 0 {
			e = rho*e + sd*r.NormFloat64()
		}
		y[i] = e
	}
	return y
}

func hours(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(i)
	}
	return x
}

// Lines that stay level seldom get a shape, whatever their errors are; and of lines with one the
// interval holds the truth.
func TestCourseIsHonest(t *testing.T) {
	const runs = 1500
	for _, x := range []struct {
		n   int
		rho float64
		max float64
	}{
		{5, 0, 0.07}, {8, 0, 0.07}, {15, 0, 0.07}, {30, 0, 0.07}, {60, 0, 0.07}, {600, 0, 0.07},
		{5, 0.6, 0.09}, {8, 0.6, 0.08}, {15, 0.6, 0.08}, {30, 0.6, 0.07}, {60, 0.6, 0.07}, {600, 0.6, 0.07},
		{15, 0.9, 0.14}, {30, 0.9, 0.09}, {60, 0.9, 0.07}, {15, 1, 0.16}, {30, 1, 0.10}, {60, 1, 0.07}, {600, 1, 0.07},
	} {
		t.Run(fmt.Sprintf("%d,ρ=%.1f", x.n, x.rho), func(t *testing.T) {
			r := rand.New(rand.NewPCG(5, uint64(x.n)))
			judge := statistics.NewCourses(hours(x.n))
			found, held, heldJump := 0, 0, 0
			for range runs {
				y := follow(r, x.n, x.rho)
				if judge.Of(y, statistics.Errors{}).P <= 0.05 {
					found++
				}
				at := x.n / 2
				for i := range y {
					y[i] += 0.3 * float64(i)
				}
				if c := judge.Of(y, statistics.Errors{}); c.Low <= 0.3 && 0.3 <= c.High {
					held++
				}
				for i := range y {
					y[i] -= 0.3 * float64(i)
					if i >= at {
						y[i] += 12
					}
				}
				if j := judge.Of(y, statistics.Errors{}).Jump; j.Low <= 12 && 12 <= j.High && j.First <= at && at <= j.Last {
					heldJump++
				}
			}
			t.Logf("found in %.3f, held by %.3f, step held by %.3f", float64(found)/runs, float64(held)/runs, float64(heldJump)/runs)
			if float64(found)/runs > x.max {
				t.Errorf("a shape was found in %.3f, at most %.2f", float64(found)/runs, x.max)
			}
			if float64(held)/runs < 0.96-x.max {
				t.Errorf("the slope is within its bounds in %.3f", float64(held)/runs)
			}
			if x.n >= 15 && x.rho < 0.9 && float64(heldJump)/runs < 0.90 {
				t.Errorf("the step is within its bounds in %.3f", float64(heldJump)/runs)
			}
		})
	}
}

// What is clear is found, as what it is.
func TestCourseFinds(t *testing.T) {
	const runs = 500
	for _, x := range []struct {
		name         string
		n            int
		rho          float64
		growth, jump float64 // in standard deviations of the errors; the jump is at a third
		shape        statistics.Shape
		min          float64
	}{
		{"1 % growth a profile, errors of 5 %", 30, 0, 0.2, 0, statistics.Slope, 0.95},
		{"the same of 600", 600, 0, 0.01, 0, statistics.Slope, 0.95},
		{"growth with errors that follow each other", 60, 0.6, 0.2, 0, statistics.Slope, 0.70},
		{"a step of 10", 30, 0, 0, 10, statistics.Step, 0.98},
		{"a step of 3", 60, 0, 0, 3, statistics.Step, 0.95},
		{"a step down among 600", 600, 0.6, 0, -8, statistics.Step, 0.95},
		{"a step with errors that follow each other", 30, 0.6, 0, 10, statistics.Step, 0.95},
	} {
		r := rand.New(rand.NewPCG(6, uint64(x.n)))
		judge := statistics.NewCourses(hours(x.n))
		found, at := 0, 0
		for range runs {
			y := follow(r, x.n, x.rho)
			for i := range y {
				y[i] += x.growth * float64(i)
				if i >= x.n/3 {
					y[i] += x.jump
				}
			}
			c := judge.Of(y, statistics.Errors{})
			if c.P <= 0.05 && c.Shape == x.shape {
				found++
			}
			if c.Jump.At == x.n/3 {
				at++
			}
		}
		t.Logf("%s: %.3f, at its place %.3f", x.name, float64(found)/runs, float64(at)/runs)
		if float64(found)/runs < x.min {
			t.Errorf("%s: found in %.3f", x.name, float64(found)/runs)
		}
	}
}

// Figures without noise are judged, too: counts that never vary, perfect lines and steps.
func TestCourseOfExactFigures(t *testing.T) {
	of := func(n int, f func(i int) float64) statistics.Course {
		y := make([]float64, n)
		for i := range y {
			y[i] = f(i)
		}
		return statistics.NewCourses(hours(n)).Of(y, statistics.Errors{})
	}
	if c := of(20, func(int) float64 { return 7 }); c.Shape != statistics.Level || c.P != 1 || c.Slope != 0 || c.Low != 0 {
		t.Errorf("equal values: %+v", c)
	}
	for _, n := range []int{5, 20, 100} {
		if c := of(n, func(i int) float64 { return 1e12 + 3*float64(i) }); c.Shape != statistics.Slope || c.P > 1e-6 || math.Abs(c.Slope-3) > 1e-3 {
			t.Errorf("a straight line of %d: %+v", n, c)
		}
	}
	for _, n := range []int{20, 100} {
		c := of(n, func(i int) float64 { return float64(5 + i*7/(n*5)) }) // 5, and 6 from five sevenths on
		if at := (n*5 + 6) / 7; c.Shape != statistics.Step || c.P > 1e-6 || c.Jump.At != at || c.Jump.First > at || c.Jump.Last < at || math.Abs(c.Jump.Size-1) > 0.1 {
			t.Errorf("a step of %d: %+v", n, c)
		}
	}
	for n := range 5 {
		if c := of(n, func(i int) float64 { return float64(i) }); !math.IsNaN(c.P) || c.Shape != statistics.Level || n > 1 && math.Abs(c.Slope-1) > 1e-9 {
			t.Errorf("%d values: %+v", n, c)
		}
	}
	same := statistics.NewCourses(make([]float64, 9)).Of(hours(9), statistics.Errors{}) // all at one time
	if !math.IsNaN(same.Slope) || !math.IsNaN(same.P) {
		t.Errorf("profiles of one time: %+v", same)
	}
	if c := of(30, func(i int) float64 { return math.MaxInt64 * float64(i%2*2-1) }); math.IsNaN(c.P) {
		t.Errorf("extremes: %+v", c)
	}
}

// Where less is sure, the bounds are wider, and hold 0 where P is above 5 %.
func TestCourseOfLessSure(t *testing.T) {
	y := hours(20)
	y[3]++
	c := statistics.NewCourses(hours(20)).Of(y, statistics.Errors{})
	for _, p := range []float64{1e-6, 0.01, 0.049, 0.051, 0.5, 1, 2} {
		got := c.AtLeast(p)
		if got.P != min(p, 1) || (got.Low > 0) != (p < 0.05) || got.High < c.High || got.Jump.High < c.Jump.High {
			t.Errorf("at least %v: %+v", p, got)
		}
	}
	if c.AtLeast(0) != c {
		t.Errorf("%+v became %+v", c, c.AtLeast(0))
	}
}

func BenchmarkCourses(b *testing.B) {
	y := follow(rand.New(rand.NewPCG(1, 1)), 150, 0.6)
	judge := statistics.NewCourses(hours(150))
	for b.Loop() {
		judge.Of(y, statistics.Errors{})
	}
}

// One value that stands alone is no shape, and hides none.
func TestCourseWithAnOutlier(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	judge := statistics.NewCourses(hours(30))
	found, wrong := 0, 0
	const runs = 400
	for i := range runs {
		y := follow(r, 30, 0)
		y[i%30] += 20
		if judge.Of(y, statistics.Errors{}).P <= 0.05 {
			wrong++
		}
		for k := range y {
			y[k] += 0.2 * float64(k)
		}
		if judge.Of(y, statistics.Errors{}).P <= 0.05 {
			found++
		}
	}
	if wrong > runs/10 || found < runs*8/10 {
		t.Errorf("of %d flat lines %d have a shape, of as many that grow %d", runs, wrong, found)
	}
}

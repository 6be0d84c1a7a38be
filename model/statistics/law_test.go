package statistics

import (
	"math"
	"testing"
)

func near(t *testing.T, what string, got, want, off float64) {
	t.Helper()
	if !(math.Abs(got-want) <= off*max(1, math.Abs(want))) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// Values of Abramowitz and Stegun's tables.
func TestLaws(t *testing.T) {
	near(t, "digamma(1)", digamma(1), -0.5772156649, 1e-9)
	near(t, "digamma(0.5)", digamma(0.5), -1.9635100260, 1e-9)
	near(t, "digamma(10)", digamma(10), 2.2517525890, 1e-9)
	near(t, "trigamma(1)", trigamma(1), math.Pi*math.Pi/6, 1e-9)
	near(t, "trigamma(0.5)", trigamma(0.5), math.Pi*math.Pi/2, 1e-9)
	for _, x := range []float64{0.01, 0.7, 3, 50, 4000} {
		near(t, "the inverse of trigamma", trigammaInverse(trigamma(x)), x, 1e-6)
	}
	inf := math.Inf(1)
	for _, c := range []struct{ p, degrees, z float64 }{
		{0.05, inf, 1.959964}, {1e-10, inf, 6.466951}, {0.05, 6, 2.446912}, {0.001, 6, 5.958816},
		{0.05, 1, 12.706205}, {0.01, 100, 2.625891}, {1, 3, 0},
	} {
		near(t, "a quantile", beyond(c.p, c.degrees), c.z, 1e-6)
		near(t, "its probability", twoSided(c.z, c.degrees), c.p, 1e-6)
	}
	if beyond(0, 5) != inf || twoSided(inf, 5) != 0 || twoSided(math.NaN(), 5) != 1 {
		t.Error("the ends of the distribution")
	}
}

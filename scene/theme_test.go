package scene

import (
	"fmt"
	"math"
	"testing"
)

// fills are all that a theme can make, by name.
func fills(th *Theme) map[string]Color {
	all := map[string]Color{
		"Background": th.Background, "Surface": th.Surface, "Quiet": th.Quiet, "Match": th.Match,
		"Selection": th.Selection, "Hover": th.Hover, "Line": th.Line,
	}
	for h := -360; h <= 720; h++ {
		all[fmt.Sprintf("Hue(%d)", h)] = th.Hue(float64(h))
	}
	for i := range 8 {
		all[fmt.Sprintf("Category(%d)", i)] = th.Category(i)
	}
	for i := -1000; i <= 1000; i++ {
		x := float64(i) / 1000
		all[fmt.Sprintf("Heat(%v)", x)] = th.Heat(x)
		all[fmt.Sprintf("Diff(%v)", x)] = th.Diff(x)
	}
	return all
}

func TestTextIsReadable(t *testing.T) {
	for _, th := range []*Theme{&Light, &Dark, &LightHigh, &DarkHigh} {
		for name, fill := range fills(th) {
			if fill.A != 255 {
				t.Errorf("%s %s is not opaque: %s", th.Name, name, hexOf(fill))
			}
			if k := Contrast(th.On(fill), fill); k < th.MinContrast() && (name != "Line" || k < MinContrast) {
				t.Errorf("%s text on %s %s has contrast %.2f", th.Name, name, hexOf(fill), k)
			}
		}
		for name, text := range map[string]Color{"Text": th.Text, "Muted": th.Muted, "Warning": th.Warning, "Error": th.Error} {
			for under, fill := range map[string]Color{"Background": th.Background, "Surface": th.Surface} {
				if k := Contrast(text, fill); k < th.MinContrast() {
					t.Errorf("%s %s on %s has contrast %.2f", th.Name, name, under, k)
				}
			}
		}
		if k := Contrast(th.MatchText, th.Match); k < th.MinContrast() {
			t.Errorf("%s MatchText on Match has contrast %.2f", th.Name, k)
		}
		// WCAG 2.2, 1.4.11: what must be seen to use the program reaches 3:1.
		for name, line := range map[string]Color{"Selection": th.Selection, "Hover": th.Hover} {
			for h := range 360 {
				if k := Contrast(line, th.Hue(float64(h))); k < 3 {
					t.Errorf("%s %s around Hue(%d) has contrast %.2f", th.Name, name, h, k)
				}
			}
		}
		for under, fill := range map[string]Color{"Background": th.Background, "Surface": th.Surface} {
			if k := Contrast(th.Line, fill); th.High && k < 3 {
				t.Errorf("%s Line on %s has contrast %.2f", th.Name, under, k)
			}
		}
	}
}

// A translucent fill is judged as it looks on the background.
func TestOnTranslucent(t *testing.T) {
	for _, th := range []*Theme{&Light, &Dark, &LightHigh, &DarkHigh} {
		for a := 0; a < 256; a += 15 {
			for _, c := range []Color{ink, chalk, rgb(0xd04020)} {
				c.A = uint8(a)
				if k := Contrast(th.On(c), over(c, th.Background)); k < MinContrast {
					t.Errorf("%s text on %s has contrast %.2f", th.Name, hexOf(c), k)
				}
			}
		}
	}
}

// One theme's text does not jump between dark and light from frame to frame.
func TestTextIsOfOneKind(t *testing.T) {
	for _, th := range []*Theme{&Light, &Dark, &LightHigh, &DarkHigh} {
		want := th.On(th.Quiet)
		for h := range 360 {
			if got := th.On(th.Hue(float64(h))); got != want {
				t.Errorf("%s text on Hue(%d) is %s, elsewhere %s", th.Name, h, hexOf(got), hexOf(want))
			}
		}
		for i := -10; i <= 10; i++ {
			x := float64(i) / 10
			for _, fill := range []Color{th.Heat(x), th.Diff(x), th.Category(i)} {
				if got := th.On(fill); got != want {
					t.Errorf("%s text on %s is %s, elsewhere %s", th.Name, hexOf(fill), hexOf(got), hexOf(want))
				}
			}
		}
	}
}

func TestHuesAreEquallyLight(t *testing.T) {
	for _, th := range []*Theme{&Light, &Dark, &LightHigh, &DarkHigh} {
		low, high := math.Inf(1), math.Inf(-1)
		for h := range 360 {
			l, _, _ := unpack(th.Hue(float64(h))).OkLab()
			low, high = min(low, l), max(high, l)
		}
		if high-low > 0.006 {
			t.Errorf("%s hues have lightness %.4f to %.4f", th.Name, low, high)
		}
	}
}

// A just noticeable difference is about 0.02 in OKLab; boxes are small, so
// categories are three of them apart for every eye.
func TestCategoriesAreFarApart(t *testing.T) {
	for _, th := range []*Theme{&Light, &Dark, &LightHigh, &DarkHigh} {
		least := 0.06
		if th.High { // the darker, the less colour a screen can show
			least = 0.05
		}
		for name, m := range deficiencies {
			for i := range 8 {
				for j := range i {
					if d := distance(seen(th.Category(i), m), seen(th.Category(j), m)); d < least {
						t.Errorf("%s, %s: categories %d and %d are %.3f apart", th.Name, name, j, i, d)
					}
				}
			}
		}
		if th.Category(8) != th.Category(0) || th.Category(-1) != th.Category(7) {
			t.Errorf("%s categories do not repeat after eight", th.Name)
		}
	}
}

func TestDifferencesAreFarApart(t *testing.T) {
	for _, th := range []*Theme{&Light, &Dark, &LightHigh, &DarkHigh} {
		for name, m := range deficiencies {
			for x, want := range map[float64]float64{0.25: 0.045, 0.5: 0.09, 1: 0.15} {
				if d := distance(seen(th.Diff(-x), m), seen(th.Diff(x), m)); d < want {
					t.Errorf("%s, %s: −%v and +%v are %.3f apart", th.Name, name, x, x, d)
				}
			}
		}
		if _, c, _ := unpack(th.Diff(0)).OkLch(); c > 0.01 {
			t.Errorf("%s: no difference has chroma %.3f", th.Name, c)
		}
	}
}

// A larger share is more different from none, step by step.
func TestHeatIsSequential(t *testing.T) {
	for _, th := range []*Theme{&Light, &Dark, &LightHigh, &DarkHigh} {
		for name, m := range deficiencies {
			last := 0.0
			for i := 1; i <= 8; i++ {
				d := distance(seen(th.Heat(0), m), seen(th.Heat(float64(i)/8), m))
				if d < last+0.005 {
					t.Errorf("%s, %s: Heat(%v) is %.3f from Heat(0), the step before %.3f", th.Name, name, float64(i)/8, d, last)
				}
				last = d
			}
		}
	}
}

func TestFillsOfOddNumbers(t *testing.T) {
	for _, th := range []*Theme{&Light, &Dark, &LightHigh, &DarkHigh} {
		for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e300, -1e300} {
			th.Hue(x)
			th.Heat(x)
			th.Diff(x)
		}
		if th.Hue(-90) != th.Hue(270) || th.Hue(360) != th.Hue(0) || th.Hue(359.7) != th.Hue(0) {
			t.Errorf("%s hues do not go round", th.Name)
		}
		if th.Heat(2) != th.Heat(1) || th.Diff(-2) != th.Diff(-1) || th.Diff(math.NaN()) != th.Diff(0) {
			t.Errorf("%s shares are not limited", th.Name)
		}
	}
}

// Similar names get hues as different as chance allows: of n names, the fullest
// twelfth of the circle has no more than twice its part.
func TestHashHueSpreads(t *testing.T) {
	for _, format := range []string{"runtime%d", "p%d", "github.com/acme/app/internal/p%d", "%d"} {
		var twelfths [12]int
		const n = 360
		for i := range n {
			h := HashHue(fmt.Sprintf(format, i))
			if !(h >= 0 && h < 360) {
				t.Fatalf("HashHue is %v", h)
			}
			twelfths[int(h/30)]++
		}
		for i, k := range twelfths {
			if k > 2*n/12 || k < n/12/3 {
				t.Errorf("%s: twelfth %d has %d of %d names", format, i, k, n)
			}
		}
	}
	if a, b := HashHue("net/http"), HashHue("net/http"); a != b {
		t.Errorf("the same name has hues %v and %v", a, b)
	}
	// Pinned: a colour that people have learnt must not change with a release.
	if got := HashHue("runtime"); math.Abs(got-hueOfRuntime) > 0.01 {
		t.Errorf("HashHue(runtime) = %.2f, want %v", got, hueOfRuntime)
	}
}

const hueOfRuntime = 177.19

// A legend's mark stands out from the ground by its edge, and a density by its fill, in every theme.
func TestMarksStandOut(t *testing.T) {
	for _, th := range []*Theme{&Light, &Dark, &LightSafe, &DarkSafe, &LightHigh, &DarkHigh} {
		out := func(what string, x float64, c Color) {
			t.Helper()
			if k := min(Contrast(c, th.Background), Contrast(c, th.Surface)); k < LineContrast {
				t.Errorf("%s: %s %v, %v, has a contrast of %.2f", th.Name, what, x, c, k)
			}
		}
		for i := range 101 {
			x := float64(i) / 100
			out("density", x, th.Density(x))
			out("density", -x, th.Density(-x))
			for _, fill := range []Color{th.Category(i), th.Hue(360 * x), th.Heat(x), th.Diff(2*x - 1), th.Quiet, th.Surface} {
				out("the edge at", x, th.Edge(fill))
			}
		}
		if Contrast(th.Density(0), th.Density(1)) < 1.8 || Contrast(th.Density(0.5), th.Density(0)) < 1.3 {
			t.Errorf("%s: little and much look alike", th.Name)
		}
	}
}

// Curves and the edges of areas stand out from the ground, and differ from each other.
func TestStrokesStandOut(t *testing.T) {
	for _, dark := range []bool{false, true} {
		for _, high := range []bool{false, true} {
			th, seen := Variant(dark, high, false), map[Color]bool{}
			for i := range 8 {
				c := th.Stroke(i)
				if k := Contrast(c, th.Background); k < LineContrast || seen[c] {
					t.Errorf("%s: curve %d, %v, has a contrast of %.2f, seen before %v", th.Name, i, c, k, seen[c])
				}
				seen[c] = true
			}
		}
	}
}

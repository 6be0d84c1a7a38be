package scene

import "testing"

// Neighbouring fills of the safe palettes are as far apart as their categories,
// text on them is read as well, and nothing else differs.
func TestSafe(t *testing.T) {
	for _, c := range []struct{ plain, safe *Theme }{{&Light, &LightSafe}, {&Dark, &DarkSafe}, {&LightHigh, &lightHighSafe}, {&DarkHigh, &darkHighSafe}} {
		seen := map[Color]bool{}
		for h := range 360 {
			fill := c.safe.Hue(float64(h))
			seen[fill] = true
			if got := Contrast(c.safe.On(fill), fill); got < c.safe.MinContrast() {
				t.Errorf("%s: text on hue %d has a contrast of %.2f", c.safe.Name, h, got)
			}
		}
		if len(seen) != len(c.safe.palette.categories) {
			t.Errorf("%s has %d fills", c.safe.Name, len(seen))
		}
		if c.safe.Diff(1) != c.plain.Diff(1) || c.safe.Background != c.plain.Background || !c.safe.Safe() || c.plain.Safe() {
			t.Errorf("%s differs in more than its frames", c.safe.Name)
		}
		if Variant(c.plain.Dark, c.plain.High, true) != c.safe || Variant(c.plain.Dark, c.plain.High, false) != c.plain {
			t.Errorf("%s is not found", c.safe.Name)
		}
	}
}

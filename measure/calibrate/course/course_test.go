package course

import "testing"

// A few runs of each scenario are near what it shall be: as near as so few can show.
func TestScenarios(t *testing.T) {
	times, slack := 40, 8.0 // in per cent: about two deviations of that many draws
	if testing.Short() {
		times, slack = 12, 15
	}
	for _, s := range Scenarios {
		for i, share := range s.Run(times) {
			f := &s.figures[i]
			t.Logf("%s: %s: %.1f %%, shall be %s", s.Name, f.what, share, f.target())
			if share < f.min-slack || share > f.max+slack {
				t.Errorf("%s: %s: %.1f %%, shall be %s", s.Name, f.what, share, f.target())
			}
		}
	}
}

package course

import "testing"

// A few runs of each scenario are near what it shall be: as near as so few can show.
func TestScenarios(t *testing.T) {
	const times = 40
	for _, s := range Scenarios {
		for i, share := range s.Run(times) {
			f := &s.figures[i]
			const slack = 8 // in per cent: about two deviations of 40 draws
			t.Logf("%s: %s: %.1f %%, shall be %s", s.Name, f.what, share, f.target())
			if share < f.min-slack || share > f.max+slack {
				t.Errorf("%s: %s: %.1f %%, shall be %s", s.Name, f.what, share, f.target())
			}
		}
	}
}

package compare

import (
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"profstation/model"
)

// What a comparison says of how often it is wrong stands in the table of simulations.
func TestClaimsAreSimulated(t *testing.T) {
	data, err := os.ReadFile("../../docs/statistics.md")
	if err != nil {
		t.Fatal(err)
	}
	measured := func(row string, column int) float64 {
		for line := range strings.Lines(string(data)) {
			if cells := strings.Split(line, "|"); len(cells) > column && strings.TrimSpace(cells[1]) == row {
				x, err := strconv.ParseFloat(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(cells[column]), "%")), 64)
				if err != nil {
					t.Fatal(err)
				}
				return x
			}
		}
		t.Errorf("no row %q", row)
		return math.NaN()
	}
	for _, method := range []Method{Counts, Shares, Sampled, Process, Runs} {
		for _, kind := range []model.Kind{model.CPU, model.Heap, model.Block} {
			s := claimOf(method, kind)
			if got := measured(s.quiet, 3); math.Abs(got-float64(s.quietN)) > 1 {
				t.Errorf("%s: %v of 100 comparisons, not %d", s.quiet, got, s.quietN)
			}
			if s.found == "" {
				continue
			}
			if got := measured(s.found, 2); math.Abs(got-float64(s.foundN)) > 1 {
				t.Errorf("%s: found in %v of 100, not %d", s.found, got, s.foundN)
			}
		}
	}
}

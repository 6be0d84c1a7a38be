package main

import (
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/internal/thorough"
)

// A few comparisons of each kind conclude what docs/statistics.md says of many: as nearly as so few can show.
func TestQuick(t *testing.T) {
	times := thorough.Times(60, 20)
	promised := map[string][]string{}
	for line := range strings.Lines(string(must.Have(os.ReadFile("../../docs/statistics.md")))) {
		cells := strings.Split(strings.Trim(line, "| \n"), " | ")
		promised[cells[0]] = cells[1:]
	}
	share := func(cell string) float64 {
		x, err := strconv.ParseFloat(strings.TrimSuffix(cell, " %"), 64)
		if err != nil {
			t.Fatal(err)
		}
		return x / 100
	}
	for _, s := range []section{quiet, found, quietPairs, foundPairs, traces, standing} {
		for i, r := range s.rows {
			want := promised[r.name]
			if len(want) != len(s.columns) {
				t.Errorf("docs/statistics.md has no row of %q: make calibrate", r.name)
				continue
			}
			cells := must.Have(r.cells(&simulation{t.Context(), rand.New(rand.NewPCG(uint64(i), 6)), times}))
			for k, cell := range cells {
				if cell == "–" { // of no intervals
					continue
				}
				p := share(want[k])
				slack := 0.01 + 3*math.Sqrt(max(p*(1-p), 0.02)/float64(times))
				if got := share(cell); math.Abs(got-p) > slack {
					t.Errorf("%s: %s in %s, docs/statistics.md says %s", r.name, s.columns[k], cell, want[k])
				}
			}
		}
	}
}

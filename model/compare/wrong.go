package compare

import (
	_ "embed"
	"iter"
	"slices"
	"strings"

	"profstation/model"
	"profstation/model/lang"
)

// The rows of docs/statistics.md about programs in which nothing changed. A test holds that they are
// the same, and with -update takes them from there.
//
//go:embed wrong.md
var wrongRows string

// Simulated are the names of all simulations, for their translation.
func Simulated() (names []string) {
	for name := range simulations() {
		names = append(names, name)
	}
	return names
}

// simulations are the names of simulations, each with how often a real change is reported where there is none.
func simulations() iter.Seq2[string, string] {
	return func(yield func(name, calls string) bool) {
		for row := range strings.Lines(wrongRows) {
			cells := strings.Split(strings.Trim(strings.ReplaceAll(row, " %", "%"), "| \n"), " | ")
			if !yield(cells[0], strings.TrimSuffix(cells[2], "%")) {
				return
			}
		}
	}
}

// wrong says in lines how often a method calls something real that is not, by simulation.
func wrong(say lang.Voice, m Method, kind model.Kind) []string {
	lines := []string{say("How often it is wrong: of 100 simulated comparisons in which nothing changed, this many call a function real (not counting the total):")}
	for name, calls := range simulations() {
		if slices.ContainsFunc(simulated(m, kind), func(begin string) bool { return strings.HasPrefix(name, begin) }) {
			lines = append(lines, "• "+calls+": "+say(name))
		}
	}
	return lines
}

// simulated are how the names of the simulations of a method begin.
func simulated(m Method, kind model.Kind) []string {
	switch m {
	case Counts:
		return []string{"CPU, a pair, dispersion", "CPU, a pair, per second"}
	case Shares:
		return []string{"CPU, a pair, shares"}
	case Sampled:
		return []string{"heap, a pair"}
	case Process:
		return []string{"heap, one process"}
	}
	switch kind { // of groups
	case model.CPU:
		return []string{"CPU, 4", "CPU, 5", "CPU, 8"}
	case model.Heap, model.Allocs:
		return []string{"heap, 4", "heap, 5", "heap, 8"}
	}
	return []string{"block, "}
}

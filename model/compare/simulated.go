package compare

import (
	"fmt"

	"profstation/model"
)

// claim is how often the conclusions of a method are wrong, and how often they see what is there, as
// docs/statistics.md has it: the names of two of its rows, and their figures, of 100 comparisons.
type claim struct {
	quiet  string // nothing changed
	quietN int    // how many called a function real
	of     string // what was compared
	found  string // one function changed; "": not simulated
	foundN int    // how many called it
	change string // what changed
}

func (s claim) String() string {
	text := fmt.Sprintf("How often it is wrong: in %s, simulated 1,000 times, in which nothing changed, %d of 100 comparisons called a function real.", s.of, s.quietN)
	if s.found != "" {
		text += fmt.Sprintf(" %s was found in %d of 100.", s.change, s.foundN)
	}
	return text + " More in docs/statistics.md of the source."
}

// claimOf is the claim for a method, of groups by the kind of profile.
func claimOf(m Method, kind model.Kind) claim {
	switch m {
	case Counts:
		return claim{
			"CPU, a pair, dispersion 1.5", 6, "pairs of CPU profiles of 3,000 samples",
			"CPU, a pair, 60,000 samples, a function of 5 % takes 10 % longer", 52, "In pairs of 60,000 samples, a function of 5% that took 10% longer",
		}
	case Shares:
		return claim{quiet: "CPU, a pair, shares per total, dispersion 1.5", quietN: 7, of: "pairs of CPU profiles of 3,000 samples"}
	case Process:
		return claim{
			"heap, one process, a third renewed", 4, "two snapshots of one process, of 20 places with 20 MB each",
			"one process, a leak of 10 MB at a site of 29 MB", 100, "A leak of 10 MB at a place with 29 MB",
		}
	case Sampled:
		return claim{
			"heap, a pair, many small objects", 5, "pairs of heap profiles of 20 places with 20 MB each",
			"heap, a pair, one of 20 sites 50 → 150 MB", 100, "A place that grew from 50 to 150 MB",
		}
	}
	switch kind {
	case model.CPU:
		return claim{
			"CPU, 4 v 4, 30 % between runs", 3, "4 against 4 CPU profiles of 3,000 samples that vary by 30% from run to run",
			"CPU, 4 v 4, the same, 2 % between runs", 96, "In 4 against 4 of 60,000 samples that vary by 2%, a function of 5% that took 10% longer",
		}
	case model.Heap, model.Allocs:
		return claim{
			"heap, 4 v 4, small objects, 10 % between runs", 4, "4 against 4 heap profiles that vary by 10% from run to run",
			"heap, 4 v 4, one of 20 sites 50 → 150 MB, 10 % between runs", 100, "A place that grew from 50 to 150 MB",
		}
	}
	return claim{
		"block, 4 v 4, 30 % between runs", 5, "4 against 4 block profiles that vary by 30% from run to run",
		"block, 4 v 4, twice as long, 10 % between runs", 100, "A wait that took twice as long, where runs vary by 10%,",
	}
}

package compare

import (
	"errors"
	"math"

	"github.com/aclements/go-moremath/stats"
)

// RankTest is the two-sided probability of Mann and Whitney's rank test (1947):
// how likely two groups drawn from the same numbers are as far apart in ranks.
// It is exact for up to 50 numbers a side, or 25 where some are equal, and
// approximated by a normal distribution beyond. An empty side gives NaN, equal
// numbers 1.
func RankTest(a, b []float64) float64 {
	p, _ := rankTest(a, b)
	return p
}

// rankTest also returns how often a number of b is larger than one of a, ties
// counted half: 0.5 where nothing differs.
func rankTest(a, b []float64) (p, larger float64) {
	r, err := stats.MannWhitneyUTest(a, b, stats.LocationDiffers)
	switch {
	case errors.Is(err, stats.ErrSamplesEqual):
		return 1, 0.5
	case err != nil:
		return math.NaN(), math.NaN()
	}
	return min(1, r.P), 1 - r.U/(float64(len(a))*float64(len(b)))
}

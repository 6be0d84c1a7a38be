package statistics

import (
	"errors"
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"
)

// RankTest returns the two-sided p-value from Mann and Whitney's rank test (1947): how likely two groups
// drawn from the same distribution are as far apart in ranks. It is exact for up to 50 numbers per side, or
// up to 30 on both together if some are equal, and a normal approximation beyond. An empty side gives NaN,
// equal numbers 1. larger is how often a number in b is larger than one in a, ties counted half.
func RankTest(a, b []float64) (p, larger float64) {
	r, err := stats.MannWhitneyUTest(a, b, stats.LocationDiffers)
	switch {
	case errors.Is(err, stats.ErrSamplesEqual):
		return 1, 0.5
	case err != nil:
		return math.NaN(), math.NaN()
	}
	larger = 1 - r.U/(float64(len(a))*float64(len(b)))
	if len(a)+len(b) <= maxTied {
		if ranks, tied := doubledRanks(a, b); tied {
			return dealtP(ranks, len(a)), larger
		}
	}
	return min(1, r.P), larger
}

// The library's exact distribution for tied ranks does not count all ways to deal them.
func init() { stats.MannWhitneyTiesExactLimit = 0 }

// maxTied limits the work for the exact distribution of tied ranks.
const maxTied = 30

// doubledRanks returns twice the ranks in both samples together, a's first. Ties share a rank; tied reports
// whether there are any.
func doubledRanks(a, b []float64) (ranks []int, tied bool) {
	all := slices.Concat(a, b)
	sorted := slices.Sorted(slices.Values(all))
	for _, x := range all {
		first, _ := slices.BinarySearch(sorted, x)
		last := first
		for last < len(sorted) && sorted[last] == x {
			last++
		}
		tied = tied || last-first > 1
		ranks = append(ranks, first+last+1)
	}
	return ranks, tied
}

// dealtP considers all ways to choose n ranks. It returns the share in which the sum lies as far from its
// mean as for the first n. ways[k][s] counts the ways to choose k ranks with the sum s, rank by rank.
func dealtP(ranks []int, n int) float64 {
	total, found := 0, 0
	for i, r := range ranks {
		total += r
		if i < n {
			found += r
		}
	}
	ways := make([][]float64, n+1)
	for k := range ways {
		ways[k] = make([]float64, total+1)
	}
	ways[0][0] = 1
	for i, r := range ranks {
		for k := min(i+1, n); k > 0; k-- {
			for s := total; s >= r; s-- {
				ways[k][s] += ways[k-1][s-r]
			}
		}
	}
	mean := n * (len(ranks) + 1)
	far := max(found-mean, mean-found)
	var extreme, all float64
	for s, w := range ways[n] {
		all += w
		if max(s-mean, mean-s) >= far {
			extreme += w
		}
	}
	return min(1, extreme/all)
}

// SignedRankTest returns the two-sided p-value from Wilcoxon's signed-rank test (1945): how likely the
// differences b[i] − a[i], if each is as often negative as positive, are as far on one side. Pairs without a
// difference are left out, and equal differences share a rank. It is exact for up to 50 pairs, and a normal
// approximation beyond. No pairs give NaN, equal pairs 1.
func SignedRankTest(a, b []float64) float64 {
	if len(a) == 0 {
		return math.NaN()
	}
	var size []float64
	var rises []bool
	for i := range a {
		if d := b[i] - a[i]; d != 0 {
			size, rises = append(size, math.Abs(d)), append(rises, d > 0)
		}
	}
	ranks, _ := doubledRanks(size, nil)
	total, risen, squares := 0, 0, 0.0
	for i, r := range ranks {
		total += r
		squares += float64(r) * float64(r)
		if rises[i] {
			risen += r
		}
	}
	far := max(2*risen-total, total-2*risen) // twice as far as the mean, total/2, is
	if len(ranks) > maxSigned {
		return math.Erfc(float64(far) / math.Sqrt(2*squares))
	}
	ways := make([]float64, total+1) // for each sum, the share of all ways to choose signs
	ways[0] = 1
	for _, r := range ranks {
		for s := total; s >= 0; s-- {
			ways[s] /= 2
			if s >= r {
				ways[s] += ways[s-r] / 2
			}
		}
	}
	var p float64
	for s, w := range ways {
		if max(2*s-total, total-2*s) >= far {
			p += w
		}
	}
	return min(1, p)
}

// maxSigned limits the work for the exact distribution of signed ranks.
const maxSigned = 50

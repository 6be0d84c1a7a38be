package simulate

import "math/rand/v2"

// Goroutines are the goroutines of one start function that last as long as a trace.
type Goroutines struct {
	N       int
	Each    float64 // one goroutine's relative deviation
	Between float64 // the relative deviation of all of them from one trace to the next
}

// Record returns what each of them did in a second of a trace, in nanoseconds; usually it is that many.
func (g Goroutines) Record(rnd *rand.Rand, usual float64) []int64 {
	usual *= varied(rnd, g.Between)
	all := make([]int64, g.N)
	for i := range all {
		all[i] = int64(usual * varied(rnd, g.Each))
	}
	return all
}

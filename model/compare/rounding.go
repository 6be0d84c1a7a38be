package compare

import (
	"math"

	"profstation/model/query"
)

// Scaling makes sums differ that are equal. What differs by no more than scaling can do counts as equal, and nothing
// else does: a small change may be a real one.

// difference returns after − before. Sums that were scaled as a whole differ in the last of a float's digits.
func difference(before, after float64) float64 {
	const share = 1e-12
	if d := after - before; math.Abs(d) >= share*math.Abs(before) {
		return d
	}
	return 0
}

// neglect has an answer to a [Pair.Difference] show 0 where sums of samples differ that were scaled and rounded one by
// one: each is wrong by less than one unit, so that many samples are wrong by less than their number.
func neglect(r *query.Result, n Normalisation) {
	if fine := r.Type.Unit == "nanoseconds" || r.Type.Unit == "bytes"; fine && (n.By == PerSecond || n.By == PerUnit) {
		r.Neglect(roundedBy(r.Profile.Samples.Len()))
	}
}

// roundedBy returns the sum of so many samples below which it comes from rounding: at most a microsecond or a kilobyte,
// since errors of many samples cancel out.
func roundedBy(samples int) int64 { return int64(min(samples, 1000)) }

package foreign

import (
	"math"
	"strconv"
)

// rounding turns fractions into whole numbers with the same sum: what one leaves over is added to the next.
type rounding struct{ over float64 }

// text reads a number. A whole one stays as it is.
func (r *rounding) text(s []byte) (int64, bool) {
	if n, err := strconv.ParseInt(string(s), 10, 64); err == nil {
		return n, true
	}
	w, err := strconv.ParseFloat(string(s), 64)
	if err != nil {
		return 0, false
	}
	return r.of(w)
}

// of rounds a number. ok is false if no value can hold it.
func (r *rounding) of(w float64) (int64, bool) {
	if !(math.Abs(w) < math.MaxInt64/2) {
		return 0, false
	}
	w += r.over
	whole := math.Round(w)
	r.over = w - whole
	return int64(whole), true
}

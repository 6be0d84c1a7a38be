package table

import (
	"math"
	"strconv"
)

// Exact writes a figure for a file, nothing where it is none or infinite.
func Exact(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64) // a p-value may be very small
}

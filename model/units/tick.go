package units

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// niceSteps are the time steps from a second upwards. Shorter ones are 1, 2 and 5 times powers of ten.
var niceSteps = []time.Duration{
	time.Second, 2 * time.Second, 5 * time.Second, 10 * time.Second, 15 * time.Second, 30 * time.Second,
	time.Minute, 2 * time.Minute, 5 * time.Minute, 10 * time.Minute, 15 * time.Minute, 30 * time.Minute,
	time.Hour, 2 * time.Hour, 3 * time.Hour, 6 * time.Hour, 12 * time.Hour, 24 * time.Hour,
}

// RoundStep returns the smallest number that is 1, 2 or 5 times a power of ten and not less than least.
func RoundStep(lowest float64) int64 {
	for p := int64(1); ; p *= 10 {
		for _, f := range []int64{1, 2, 5} {
			if float64(f*p) >= lowest {
				return f * p
			}
		}
	}
}

// TickStep returns a step in nanoseconds for a time scale that reads well and is not less than least.
func TickStep(lowest float64) int64 {
	const day = int64(24 * time.Hour)
	nice := slices.IndexFunc(niceSteps, func(s time.Duration) bool { return float64(s) >= lowest })
	switch {
	case lowest <= 5e8:
		return RoundStep(lowest)
	case nice >= 0:
		return int64(niceSteps[nice])
	case !(lowest < math.MaxInt64-float64(day)):
		return math.MaxInt64 / day * day
	}
	return int64(math.Ceil(lowest/float64(day))) * day
}

// Tick writes a time in nanoseconds with the decimals that a step needs.
func Tick(ns, step int64) string {
	if ns < 0 && ns != math.MinInt64 {
		return "-" + Tick(-ns, step)
	}
	if ns == 0 {
		return "0"
	}
	if step >= 1e9 && ns >= 60e9 {
		s := ns / 1e9
		if s < 3600 {
			return fmt.Sprintf("%dm%02ds", s/60, s%60)
		}
		return fmt.Sprintf("%dh%02dm%02ds", s/3600, s/60%60, s%60)
	}
	unit, name := int64(1), "ns"
	switch {
	case ns >= 1e9:
		unit, name = 1e9, "s"
	case ns >= 1e6:
		unit, name = 1e6, "ms"
	case ns >= 1e3:
		unit, name = 1e3, "µs"
	}
	decimals := 0
	for u := unit; u > step && decimals < 9; u /= 10 {
		decimals++
	}
	text := strconv.FormatFloat(float64(ns)/float64(unit), 'f', decimals, 64)
	if whole, _, _ := strings.Cut(text, "."); whole == "1000" && unit < 1e9 {
		return Tick(1000*unit, step) // it is rounded up to the next unit
	}
	return text + name
}

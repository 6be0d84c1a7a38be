package units

import (
	"iter"
	"math"
)

// columnLimit bounds a column's largest figure: it has at most four digits before the point.
const columnLimit = 1e4

// InOneUnit returns what writes the figures of one column, so that their digits can be compared: all in one unit, but a
// figure that would read 0 there and is not stands in its own. whole returns what a figure is in the unit from, and
// format writes it in another one.
func InOneUnit[T any](figures iter.Seq[T], from string, whole func(T) int64, format func(v T, unit string) string) func(T) string {
	var lowest, highest int64
	for v := range figures {
		n := Magnitude(whole(v))
		if n > 0 && (lowest == 0 || n < lowest) {
			lowest = n
		}
		highest = max(highest, n)
	}
	unit := columnUnit(lowest, highest, from)
	return func(v T) string {
		n := whole(v)
		if x, _ := Scale(n, from, unit); n != 0 && math.Abs(x) < 0.005 {
			return format(v, "auto")
		}
		return format(v, unit)
	}
}

// columnUnit returns pprof's unit for a table (internal/report/report.go, selectOutputUnit), which suits the smallest
// figure and is larger where the largest is more than 100 times as much. It is larger still where the largest would
// have many digits. The unit is "auto" for values that do not convert into others.
func columnUnit(lowest, highest int64, from string) string {
	for i := range families {
		f := &families[i]
		src := f.find(from)
		if src == nil {
			continue
		}
		low, high := float64(lowest)*src.factor, float64(highest)*src.factor
		unit := f.auto(low)
		if unit.name != f.auto(high).name && low*100 < high {
			unit = f.auto(100 * low)
		}
		for k := range f.units { // from small to large
			if u := &f.units[k]; u.factor > unit.factor && high/unit.factor >= columnLimit {
				unit = u
			}
		}
		return unit.name
	}
	return "auto"
}

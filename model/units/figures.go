package units

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"profstation/model/lang"
)

// Whole writes a whole number for a file.
func Whole[N ~int | ~int32 | ~int64](n N) string { return strconv.FormatInt(int64(n), 10) }

// Count writes a number with commas between thousands: 2,314.
func Count(n int64) string { return lang.Count(n) }

// Plural writes a count with its noun: 1 node, 2,314 nodes.
func Plural(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return Count(int64(n)) + " " + thing
}

// FormatShort writes a value for reading, not for comparing, with three digits: 29.6s. Without a unit it
// writes a [Count].
func FormatShort(v int64, from, to string) string {
	x, u := Scale(v, from, to)
	if u == "" {
		return Count(v)
	}
	if s := significant(x); s != "0" {
		return s + displayed(u)
	}
	return "0"
}

// ShortPercent writes a share for reading: 98.7%, 148%.
func ShortPercent(p float64) string { return significant(p) + "%" }

// significant writes three digits, or all digits before the point.
func significant(x float64) string {
	decimals := 2
	switch a := math.Abs(x); {
	case a >= 99.95:
		decimals = 0
	case a >= 9.995:
		decimals = 1
	}
	if math.Abs(x) >= 999.5 && math.Abs(x) < 1e18 {
		return Count(int64(math.Round(x)))
	}
	s := fmt.Sprintf("%.*f", decimals, x)
	if decimals > 0 {
		s = strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
	}
	if s == "-0" {
		return "0"
	}
	return s
}

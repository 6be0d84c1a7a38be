package units

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// unit is one unit in a family, with the names that files use for it.
type unit struct {
	name    string
	aliases []string
	factor  float64 // its size in the family's smallest unit
}

// unitFamily is a group of units that convert into each other.
type unitFamily struct {
	base  unit // stands for an unknown target unit
	units []unit
}

// families are the units that pprof knows (internal/measurement/measurement.go). kB is 1024 bytes there, and
// here, too.
var families = []unitFamily{
	{
		base: unit{"B", nil, 1},
		units: []unit{
			{"B", []string{"b", "byte"}, 1},
			{"kB", []string{"kb", "kbyte", "kilobyte"}, 1 << 10},
			{"MB", []string{"mb", "mbyte", "megabyte"}, 1 << 20},
			{"GB", []string{"gb", "gbyte", "gigabyte"}, 1 << 30},
			{"TB", []string{"tb", "tbyte", "terabyte"}, 1 << 40},
			{"PB", []string{"pb", "pbyte", "petabyte"}, 1 << 50},
		},
	},
	{
		base: unit{"s", nil, 1e9},
		units: []unit{
			{"ns", []string{"ns", "nanosecond"}, 1},
			{"us", []string{"μs", "us", "microsecond"}, 1e3},
			{"ms", []string{"ms", "millisecond"}, 1e6},
			{"s", []string{"s", "sec", "second"}, 1e9},
			{"hrs", []string{"hour", "hr"}, 3600e9},
		},
	},
	{
		base: unit{"GCU", nil, 1},
		units: []unit{
			{"n*GCU", []string{"nanogcu"}, 1e-9},
			{"u*GCU", []string{"microgcu"}, 1e-6},
			{"m*GCU", []string{"milligcu"}, 1e-3},
			{"GCU", []string{"gcu"}, 1},
			{"k*GCU", []string{"kilogcu"}, 1e3},
			{"M*GCU", []string{"megagcu"}, 1e6},
			{"G*GCU", []string{"gigagcu"}, 1e9},
			{"T*GCU", []string{"teragcu"}, 1e12},
			{"P*GCU", []string{"petagcu"}, 1e15},
		},
	},
}

// find returns the unit with a name that files use, in singular or plural.
func (f *unitFamily) find(name string) *unit {
	name = strings.ToLower(name)
	if utf8.RuneCountInString(name) > 2 {
		name = strings.TrimSuffix(name, "s")
	}
	for i := range f.units {
		if slices.Contains(f.units[i].aliases, name) {
			return &f.units[i]
		}
	}
	return nil
}

// auto returns the largest unit in which v, given in the smallest, is at least 1.
func (f *unitFamily) auto(v float64) *unit {
	best := &f.base
	for i := range f.units {
		if u := &f.units[i]; v/u.factor >= 1 && (best == &f.base || u.factor >= best.factor) {
			best = u
		}
	}
	return best
}

// Scale converts a value between units, as pprof does. The target "auto" (or "minimum") is the largest unit
// in which the value is at least 1. The returned unit is empty if it says nothing (counts).
func Scale(v int64, from, to string) (float64, string) {
	if v < 0 && -v > 0 { // the smallest int64 has no positive opposite
		f, u := Scale(-v, from, to)
		return -f, u
	}
	for i := range families {
		f := &families[i]
		src := f.find(from)
		if src == nil {
			continue
		}
		x := float64(v) * src.factor
		dst := f.find(to)
		switch {
		case to == "auto" || to == "minimum":
			dst = f.auto(x)
		case dst == nil:
			dst = &f.base
		}
		return x / dst.factor, dst.name
	}
	switch to {
	case "count", "sample", "unit", "minimum", "auto":
		return float64(v), ""
	}
	return float64(v), to
}

// Format writes a value with at most two decimals in a unit; "auto" means the best one: 1.50kB, 20ms, 0. A
// unit follows its number without a blank, as in pprof, on the screen and everywhere else.
func Format(v int64, from, to string) string {
	x, u := Scale(v, from, to)
	return printed(x, displayed(u))
}

// FormatPprof is [Format] in pprof's letters, which means us for µs. It is for reports in pprof's form, and
// for names.
func FormatPprof(v int64, from, to string) string { return printed(Scale(v, from, to)) }

// micros matches a figure in microseconds within a text.
var micros = regexp.MustCompile(`(^|[ (])([+-]?[0-9.]+)µs`)

// AsPprof writes a line of figures in pprof's letters, see [FormatPprof].
func AsPprof(line string) string { return micros.ReplaceAllString(line, "${1}${2}us") }

func printed(x float64, u string) string {
	s := strings.TrimSuffix(fmt.Sprintf("%.2f", x), ".00")
	if s == "0" || s == "-0" {
		return "0"
	}
	return s + u
}

// displayed returns a unit as people write it.
func displayed(u string) string {
	if u == "us" {
		return "µs"
	}
	return u
}

// Magnitude returns |v|. The smallest number, which has no positive counterpart, is returned unchanged, as in
// pprof; uint64(Magnitude(v)) is right for it, too.
func Magnitude(v int64) int64 { return max(v, -v) }

// Plus returns a + b, limited to 64 bits. It never returns the smallest number, which has no positive
// counterpart.
func Plus(a, b int64) int64 {
	switch s := a + b; {
	case b > 0 && s < a:
		return math.MaxInt64
	case b < 0 && s > a, s == math.MinInt64:
		return -math.MaxInt64
	default:
		return s
	}
}

// Minus returns a − b, limited to 64 bits. It never returns the smallest number either.
func Minus(a, b int64) int64 {
	switch d := a - b; {
	case b < 0 && d < a:
		return math.MaxInt64
	case b > 0 && d > a, d == math.MinInt64:
		return -math.MaxInt64
	default:
		return d
	}
}

// Magnitudes returns Σ|value|.
func Magnitudes(values []int64) (sum int64) {
	for _, v := range values {
		sum += Magnitude(v)
	}
	return sum
}

// IsTime reports whether a unit measures time.
func IsTime(unit string) bool { return families[1].find(unit) != nil }

// IsBytes reports whether a unit measures memory.
func IsBytes(unit string) bool { return families[0].find(unit) != nil }

// Known reports whether a unit converts into others.
func Known(unit string) bool {
	return slices.ContainsFunc(families, func(f unitFamily) bool { return f.find(unit) != nil })
}

// Share returns v as a percentage of total, always positive as in pprof. It returns 0 if total is 0.
func Share(v, total int64) float64 {
	if total == 0 {
		return 0
	}
	return math.Abs(float64(v)/float64(total)) * 100
}

// Percent writes a share as pprof does: 100% from 99.95 to 100.05, two decimals from 1, two digits below.
func Percent(v, total int64) string {
	switch p := Share(v, total); {
	case p >= 99.95 && p <= 100.05:
		return "100%"
	case p >= 1:
		return fmt.Sprintf("%.2f%%", p)
	default:
		return fmt.Sprintf("%.2g%%", p)
	}
}

// RangeUnit returns a unit as ranges spell it: letters only, "" if it does not convert into others. Ranges in
// GCU are read, but match nothing.
func RangeUnit(name string) (string, bool) {
	for i := range families {
		u := families[i].find(name)
		if u == nil {
			continue
		}
		for _, s := range u.aliases {
			_, to := Scale(1, s, s)
			if _, from := Scale(1, name, to); letters.MatchString(s) && from == to {
				return s, true
			}
		}
		return "", false
	}
	return "", true
}

var letters = regexp.MustCompile(`^[a-z]+$`)

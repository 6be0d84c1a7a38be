package wording

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/model/units"
)

// Moment writes a moment with the digits that tell it from another that is so far apart: at least
// two digits for that distance, and not fewer than [Duration] has.
func Moment(at, apart trace.Time) string {
	unit, name := unitOf(at)
	if unit == 1 {
		return Duration(at)
	}
	smallest := max(apart/10, 1)
	shown := unit
	if at >= 3600e9 {
		shown = 3600e9 // what Duration writes
	}
	if apart <= 0 || shown/100 <= smallest {
		return Duration(at)
	}
	return inUnit(at, unit, name, smallest)
}

// inUnit writes a moment in a unit, to the smallest part that counts.
func inUnit(at, unit trace.Time, name string, smallest trace.Time) string {
	decimals := 0
	for u := unit; u > smallest; u /= 10 {
		decimals++
	}
	return strconv.FormatFloat(float64(at)/float64(unit), 'f', decimals, 64) + name
}

// unitOf is the unit that a moment is written in.
func unitOf(at trace.Time) (unit trace.Time, name string) {
	switch {
	case at < 1e3:
		return 1, "ns"
	case at < 1e6:
		return 1e3, "µs"
	case at < 1e9:
		return 1e6, "ms"
	}
	return 1e9, "s"
}

// Instant writes a moment that stands alone, to the nanosecond: what happens next may be as near.
func Instant(at trace.Time) string {
	text := Moment(at, 1)
	unit := strings.TrimLeft(text, "0123456789.")
	if digits := strings.TrimSuffix(text, unit); strings.Contains(digits, ".") {
		return strings.TrimRight(strings.TrimRight(digits, "0"), ".") + unit
	}
	return text
}

// WallClock writes the time of day, to the nanosecond.
func WallClock(at time.Time) string { return at.Format("15:04:05.000000000") }

// FromTo writes both ends so that one can tell them apart. The end is in the beginning's unit, unless the time is much
// longer than that, or the end is round: so one sees that they are as far apart as the time is long.
func FromTo(iv trace.Interval) (from, to string) { return FromToBeside(iv, iv.Len()) }

// FromToBeside is [FromTo] where other times are in sight that may be as little as that apart from these.
func FromToBeside(iv trace.Interval, apart trace.Time) (from, to string) {
	apart = min(max(apart, 1), iv.Len())
	from, to = Moment(iv.From, apart), Moment(iv.To, apart)
	unit, name := unitOf(iv.From)
	long, _ := unitOf(iv.Len())
	if end, _ := unitOf(iv.To); unit > 1 && unit < end && long <= unit && iv.To%(end/100) != 0 {
		to = inUnit(iv.To, unit, name, min(max(apart/10, 1), unit/100))
	}
	return from, to
}

// Times writes a time by its ends: "1.4801s to 1.4803s".
func Times(iv trace.Interval) string { return timesIn(lang.L, iv) }

// EnglishTimes is [Times] for names that are kept.
func EnglishTimes(iv trace.Interval) string { return timesIn(lang.English, iv) }

func timesIn(say lang.Voice, iv trace.Interval) string {
	from, to := FromTo(iv)
	return say("{{.From}} to {{.To}}", lang.With{"From": from, "To": to})
}

// Moments writes moments so that neighbours in a list can be told apart. It does not keep the list.
func Moments(all []trace.Time) func(trace.Time) string {
	all = slices.Clone(all)
	slices.Sort(all)
	apart := trace.Time(0)
	for i := 1; i < len(all); i++ {
		if d := all[i] - all[i-1]; d > 0 && (apart == 0 || d < apart) {
			apart = d
		}
	}
	return func(at trace.Time) string { return Moment(at, apart) }
}

// Duration writes how far two times are apart.
func Duration(d trace.Time) string {
	return units.Format(int64(d), "nanoseconds", "auto")
}

// Bytes writes an amount of memory.
func Bytes(v uint64) string { return units.Format(int64(min(v, 1<<62)), "bytes", "auto") }

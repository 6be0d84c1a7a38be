package profilestore

import (
	"strconv"
	"strings"
	"time"

	"profstation/model/lang"
)

// Moment is a point in time in a question, either absolute or relative to now. The zero value is now.
type Moment struct {
	at  int64         // milliseconds since 1970; 0: relative to now
	ago time.Duration // time before now, if relative
}

// Ago returns a moment before now.
func Ago(d time.Duration) Moment { return Moment{ago: d} }

// Absolute returns a moment that stays, to the millisecond.
func Absolute(t time.Time) Moment { return Moment{at: t.UnixMilli()} }

// Relative reports whether the moment moves with the clock.
func (m Moment) Relative() bool { return m.at == 0 }

// Time returns the moment's time when it is now.
func (m Moment) Time(now time.Time) time.Time {
	if m.at != 0 {
		return time.UnixMilli(m.at)
	}
	return now.Add(-m.ago)
}

// days holds the units that time.ParseDuration does not know.
var days = map[byte]time.Duration{'d': 24 * time.Hour, 'w': 7 * 24 * time.Hour}

// duration reads 15m, 10 m, 1h30m, 2d or 1w. The duration must be above 0 and below a hundred years.
func duration(s string) (time.Duration, bool) {
	var d time.Duration
	s = strings.ReplaceAll(s, " ", "")
	if n := len(s); n > 0 && days[s[n-1]] > 0 {
		count, err := strconv.ParseUint(s[:n-1], 10, 15)
		d = time.Duration(count) * days[s[n-1]]
		return d, err == nil && d > 0
	}
	d, err := time.ParseDuration(s)
	return d, err == nil && d > 0 && d < 100*365*24*time.Hour
}

// writeDuration writes a duration the way duration reads it: 1h30m, without units that are 0.
func writeDuration(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

// dated lists the ways people write a time in their own zone, without naming the zone; clocks those for a time of day.
var (
	dated  = []string{"2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02"}
	clocks = []string{"15:04:05", "15:04"}
)

// local reads a local time in one of the given forms.
func local(s string, forms []string) (time.Time, bool) {
	for _, form := range forms {
		if t, err := time.ParseInLocation(form, s, time.Local); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

// parseEnds reads both ends of an interval; an empty text leaves its end as it was. A time of day belongs to the other
// end's day if that one has a date, otherwise to today.
func parseEnds(texts [2]string, ends [2]*Moment, now time.Time) (err error) {
	for i, text := range texts {
		day := now
		if other := texts[1-i]; other != "" {
			_, clock := local(other, clocks)
			if m, err := parseMoment(other, now); err == nil && !clock {
				day = m.Time(now)
			}
		}
		if text != "" {
			if *ends[i], err = parseMoment(text, day); err != nil {
				return err
			}
		}
	}
	return nil
}

// parseMoment reads now, now-1h, a time in RFC 3339, a local time such as 12:00 (on the given day) or 2026-11-24 12:00,
// or seconds or milliseconds since 1970.
func parseMoment(s string, day time.Time) (Moment, error) {
	if s == "now" {
		return Moment{}, nil
	}
	if ago, ok := strings.CutPrefix(s, "now-"); ok {
		if d, ok := duration(ago); ok {
			return Moment{ago: d}, nil
		}
	}
	if t, err := time.Parse(time.RFC3339, s); err == nil && t.UnixMilli() > 0 {
		return Absolute(t), nil
	}
	if _, clock := local(s, clocks); clock {
		s = day.Local().Format(time.DateOnly) + " " + s
	}
	if t, ok := local(s, dated); ok && t.UnixMilli() > 0 {
		return Absolute(t), nil
	}
	if n, err := strconv.ParseInt(s, 10, 64); err == nil && n > 0 && n < 1e14 {
		if n < 1e11 { // seconds, until the year 5138
			n *= 1000
		}
		return Moment{at: n}, nil
	}
	return Moment{}, lang.Error("“{{.Value}}” is not a time: write now, now-1h, 15:04, 2026-11-24 15:04 (local time) or 2026-11-24T15:04:05Z",
		lang.With{"Value": s})
}

// String writes a moment the way parseMoment reads it.
func (m Moment) String() string {
	switch {
	case m.at != 0:
		return time.UnixMilli(m.at).UTC().Format("2006-01-02T15:04:05.999Z07:00")
	case m.ago == 0:
		return "now"
	}
	return "now-" + writeDuration(m.ago)
}

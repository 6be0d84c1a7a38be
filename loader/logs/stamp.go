package logs

import (
	"strings"
	"time"
)

// stamps are the ways logs write times: 0 is a digit, _ a digit or a space, A and a are letters. A fraction and a zone
// may follow. Each has its layout for package time.
var stamps = []struct{ form, layout string }{
	{"0000-00-00T00:00:00", "2006-01-02T15:04:05"}, // RFC 3339: container runtimes, journald's short-iso
	{"0000-00-00 00:00:00", "2006-01-02 15:04:05"},
	{"0000/00/00 00:00:00", "2006/01/02 15:04:05"}, // Go's log
	{"Aaa _0 00:00:00", "Jan _2 15:04:05"},         // syslog (RFC 3164), journald's short
	{"A0000 00:00:00", "0102 15:04:05"},            // klog
	{"00/Aaa/0000:00:00:00", "02/Jan/2006:15:04:05"},
	{"00:00:00", "15:04:05"},
}

// Forms with more rules than their letters show.
const (
	stampMonth = 3
	stampKlog  = 4
)

// cutStamp returns the length of the time in this form with which a text begins, or 0 if there is none.
func cutStamp(s []byte, form int) int {
	f := stamps[form].form
	if len(s) < len(f) {
		return 0
	}
	for i := range len(f) {
		c, ok := s[i], false
		switch f[i] {
		case '0':
			ok = isDigit(c)
		case '_':
			ok = isDigit(c) || c == ' '
		case 'A':
			ok = 'A' <= c && c <= 'Z'
		case 'a':
			ok = 'a' <= c && c <= 'z'
		default:
			ok = c == f[i]
		}
		if !ok {
			return 0
		}
	}
	if form == stampMonth && !strings.Contains("JanFebMarAprMayJunJulAugSepOctNovDec", string(s[:3])) ||
		form == stampKlog && strings.IndexByte("IWEF", s[0]) < 0 {
		return 0
	}
	n := len(f)
	if n+1 < len(s) && (s[n] == '.' || s[n] == ',') && isDigit(s[n+1]) {
		for n++; n < len(s) && isDigit(s[n]); n++ {
		}
	}
	return n + cutZone(s[n:])
}

// cutZone returns the length of a zone: Z, +01:00, " +0100".
func cutZone(s []byte) int {
	if len(s) > 0 && s[0] == 'Z' {
		return 1
	}
	n := 0
	if len(s) > 0 && s[0] == ' ' {
		n = 1
	}
	if len(s) < n+5 || s[n] != '+' && s[n] != '-' || !isDigit(s[n+1]) || !isDigit(s[n+2]) {
		return 0
	}
	n += 3
	if s[n] == ':' {
		n++
	}
	if len(s) < n+2 || !isDigit(s[n]) || !isDigit(s[n+1]) {
		return 0
	}
	return n + 2
}

// timeOf reads a time in this form. A time without a year is the last one before a moment; one without a zone is local.
func timeOf(s string, form int, before time.Time) time.Time {
	layout := stamps[form].layout
	switch form {
	case stampKlog:
		s = s[1:]
	case len(stamps) - 1: // without a day
		return time.Time{}
	}
	s = strings.Replace(s, ",", ".", 1)
	for _, zone := range []string{"", "Z07:00", "Z0700", " Z0700", " Z07:00"} {
		t, err := time.ParseInLocation(layout+zone, s, time.Local)
		if err != nil {
			continue
		}
		if t.Year() == 0 && !before.IsZero() {
			t = t.AddDate(before.Year(), 0, 0)
			if t.After(before.Add(24 * time.Hour)) {
				t = t.AddDate(-1, 0, 0)
			}
		} else if t.Year() == 0 {
			return time.Time{}
		}
		return t
	}
	return time.Time{}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

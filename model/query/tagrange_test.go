package query

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"profstation/model/units"
)

// tagRanges are pprof's forms of ranges, each with values that lie in it and
// outside.
var tagRanges = []struct {
	text    string
	in, out []string // number and unit
}{
	{"32kb", []string{"32kb", "32768bytes"}, []string{"32769b", "32s", "31kb"}},
	{":64kb", []string{"64kb", "0b", "-1b"}, []string{"65kb", "1mb", "1ms"}},
	{"4mb:", []string{"4mb", "1gb"}, []string{"4095kb", "4s"}},
	{"12kb:64mb", []string{"12kb", "64mb", "1mb"}, []string{"11kb", "65mb"}},
	{"1ms:2s", []string{"1000us", "2s"}, []string{"999us", "2001ms"}},
	{"-5:5", []string{"-5requests", "0requests", "5requests"}, []string{"6requests", "-6requests"}},
	{"3", []string{"3", "3count"}, []string{"4"}},
	{"+7", []string{"7"}, []string{"-7"}},
	{"0:", []string{"0", "1requests"}, []string{"-1", "0b"}},
	{"1kb:", []string{"1kb", "3requests"}, []string{"3b", "3s"}}, // an unknown unit takes any, as in pprof
	{"10kb:1kb", nil, []string{"5kb"}},
}

func TestTagRange(t *testing.T) {
	split := func(s string) (int64, string) {
		m := tagRange.FindStringSubmatch(s)
		if m == nil {
			t.Fatal(s)
		}
		var n int64
		for _, c := range strings.TrimPrefix(m[1], "-") {
			n = n*10 + int64(c-'0')
		}
		if strings.HasPrefix(m[1], "-") {
			n = -n
		}
		return n, m[2]
	}
	for _, c := range tagRanges {
		in, err := parseTagRange(c.text)
		if err != nil || in == nil {
			t.Errorf("%s: no range, %v", c.text, err)
			continue
		}
		for _, v := range c.in {
			if n, u := split(v); !in(n, u) {
				t.Errorf("%s does not hold %s", c.text, v)
			}
		}
		for _, v := range c.out {
			if n, u := split(v); in(n, u) {
				t.Errorf("%s holds %s", c.text, v)
			}
		}
	}
	for _, text := range []string{"", "x", "bob", "1kb:x", "1kb:2ms", "1kb:2kb:3kb", "1kb,2kb", "v1", "^3$"} {
		if in, err := parseTagRange(text); in != nil || err != nil {
			t.Errorf("%q is a range, %v", text, err)
		}
	}
	if _, err := parseTagRange("99999999999999999999"); err == nil {
		t.Error("a number of more than 64 bits: no error")
	}
}

// FuzzTagRange holds that a text is a range, and a number lies in it, just where pprof says so.
func FuzzTagRange(f *testing.F) {
	for _, c := range tagRanges {
		f.Add(c.text, int64(5), "kb")
	}
	for _, text := range []string{"1kb:x", "1kb:2ms", "1:2:3", "::", "+1:-1", "v1", "9223372036854775808", "0x10", "1 kb", "٣"} {
		f.Add(text, int64(math.MinInt64), "")
	}
	f.Fuzz(func(t *testing.T, text string, v int64, unit string) {
		got, err := parseTagRange(text)
		want, wantErr := pprofTagRange(text)
		if (err == nil) != (wantErr == nil) || (got == nil) != (want == nil) {
			t.Fatalf("%q is a range %v, %v; to pprof %v, %v", text, got != nil, err, want != nil, wantErr)
		}
		if got != nil && got(v, unit) != want(v, unit) {
			t.Errorf("%q holds %d%s: %v; to pprof %v", text, v, unit, got(v, unit), want(v, unit))
		}
	})
}

// pprofTagRange is parseTagFilterRange of pprof (internal/driver/driver_focus.go), case by case.
// An error stands for its panic.
func pprofTagRange(filter string) (func(int64, string) bool, error) {
	ranges := tagRange.FindAllStringSubmatch(filter, 2)
	if len(ranges) == 0 {
		return nil, nil
	}
	v, err := strconv.ParseInt(ranges[0][1], 10, 64)
	if err != nil {
		// pprof panics even where the text turns out to be none.
		if ranges[0][0] != strings.Trim(filter, ":") && (len(ranges) < 2 || filter != ranges[0][0]+":"+ranges[1][0]) {
			return nil, nil
		}
		return nil, err
	}
	first, unit := units.Scale(v, ranges[0][2], ranges[0][2])
	if len(ranges) == 1 {
		switch match := ranges[0][0]; filter {
		case match:
			return func(v int64, u string) bool { x, xu := units.Scale(v, u, unit); return xu == unit && x == first }, nil
		case match + ":":
			return func(v int64, u string) bool { x, xu := units.Scale(v, u, unit); return xu == unit && x >= first }, nil
		case ":" + match:
			return func(v int64, u string) bool { x, xu := units.Scale(v, u, unit); return xu == unit && x <= first }, nil
		}
		return nil, nil
	}
	if filter != ranges[0][0]+":"+ranges[1][0] {
		return nil, nil
	}
	if v, err = strconv.ParseInt(ranges[1][1], 10, 64); err != nil {
		return nil, err
	}
	second, unit2 := units.Scale(v, ranges[1][2], unit)
	if unit != unit2 {
		return nil, nil
	}
	return func(v int64, u string) bool {
		x, xu := units.Scale(v, u, unit)
		return xu == unit && x >= first && x <= second
	}, nil
}

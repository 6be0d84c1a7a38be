package model

import (
	"context"
	"errors"
	"strings"
	"testing"
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

func TestTagFilters(t *testing.T) {
	p := parseStacks(t, `A 1 user=bob bytes:=4096
B 2 user=alice role=admin
C 4 role=bobby
D 8 requests:=3
E 16`)
	for _, c := range []struct {
		text string
		want int64 // Σ of the samples that tagfocus lets pass
	}{
		{"bob", 1 + 4},
		{"user=bob", 1},
		{"user=bob,alice", 1 + 2},
		{"user:.*b", 1},
		{"alice,admin", 2},
		{"alice,bob", 0},
		{"user:alice,role:adm", 2},
		{"4kb", 1},
		{"1kb:", 1 + 8}, // an unknown unit, requests, takes any, as in pprof
		{"bytes=1kb:8kb", 1},
		{"requests=1:5", 8},
		{"requests=1kb:", 8},
		{"requests=4:", 0},
		{"user=", 1 + 2},
		{"nowhere=x", 0},
		{"=bob", 1 + 4},
	} {
		q := DefaultQuery().Whole()
		q.TagFocus = c.text
		r := evaluate(t, p, q)
		if got := r.net[len(r.net)-1]; got != c.want {
			t.Errorf("tagfocus %s: %d, want %d", c.text, got, c.want)
		}
		if unused := len(r.Unused) > 0; unused != (c.want == 0) {
			t.Errorf("tagfocus %s: unused %v", c.text, r.Unused)
		}
		q.TagFocus, q.TagIgnore = "", c.text
		r = evaluate(t, p, q)
		if got := r.net[len(r.net)-1]; got != 31-c.want {
			t.Errorf("tagignore %s: %d, want %d", c.text, got, 31-c.want)
		}
	}
}

func TestQueryErrors(t *testing.T) {
	p := parseStacks(t, "A 1 2")
	for _, c := range []struct {
		field, text string
	}{
		{"focus", "("}, {"ignore", "["}, {"hide", "*"}, {"show", "a{2,1}"}, {"show_from", "\\"},
		{"tagfocus", "k=("}, {"tagignore", "a,("}, {"tagfocus", "99999999999999999999kb"},
		{"tagshow", "("}, {"taghide", "("},
		{"sample_index", "nowhere"}, {"sample_index", "2"}, {"sample_index", "-1"}, {"granularity", "words"},
	} {
		q := DefaultQuery().With(c.field, c.text)
		switch c.field {
		case "sample_index":
			q.SampleIndex = c.text
		case "granularity":
			q.Granularity = Granularity(c.text)
		}
		_, err := p.Evaluate(context.Background(), q)
		var qe *QueryError
		if !errors.As(err, &qe) || qe.Field != c.field {
			t.Errorf("%s=%s: error %v", c.field, c.text, err)
		}
	}
	for _, name := range []string{"", "v0", "v1", "0", "1"} {
		if _, err := p.SampleIndex(name); err != nil {
			t.Errorf("sample_index %q: %v", name, err)
		}
	}
	if i, err := parseStacksOf(t, "A 1", []ValueType{{"space", "bytes"}}, Header{}).SampleIndex("inuse_space"); i != 0 || err != nil {
		t.Errorf("inuse_space for space: %d, %v", i, err)
	}
}

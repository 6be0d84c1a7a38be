package safe_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"profstation/model/safe"
)

func TestCells(t *testing.T) {
	for s, want := range map[string]int{
		"": 0, "main.main": 9, "main.处理请求": 13, "テナント": 8, "e\u0301t": 2, "…": 1, "·": 1, "👩‍💻": 2,
	} {
		if got := safe.Cells(s); got != want {
			t.Errorf("%q takes %d cells, want %d", s, got, want)
		}
	}
}

func TestCuts(t *testing.T) {
	for _, c := range []struct {
		s          string
		max        int
		end, start string
	}{
		{"short", 5, "short", "short"},
		{"longer", 5, "long…", "…nger"},
		{"main.处理请求", 9, "main.处…", "…处理请求"},
		{"main.处理请求", 8, "main.处…", "…理请求"},
		{"ae\u0301e\u0301e\u0301", 3, "ae\u0301…", "…e\u0301e\u0301"},
		{"👩‍💻👩‍💻", 3, "👩‍💻…", "…👩‍💻"},
		{"ab", 1, "…", "…"},
	} {
		if end, start := safe.CutEnd(c.s, c.max), safe.CutStart(c.s, c.max); end != c.end || start != c.start {
			t.Errorf("%q in %d cells: %q and %q, want %q and %q", c.s, c.max, end, start, c.end, c.start)
		}
	}
}

func TestLetters(t *testing.T) {
	if got, want := safe.Letters("ae\u0301👩‍💻"), []int{0, 1, 4, 15}; !slices.Equal(got, want) {
		t.Errorf("letters begin at %v, want %v", got, want)
	}
	if got := safe.Letters(""); !slices.Equal(got, []int{0}) {
		t.Errorf("the empty text has letters at %v", got)
	}
}

// A cut text takes no more room than it may, and is a part of the text.
func FuzzCuts(f *testing.F) {
	f.Add("main.处理请求", 5)
	f.Add("e\u0301\u0301👩‍💻\U0001f1e9\U0001f1ea", 2)
	f.Fuzz(func(t *testing.T, s string, most int) {
		if most < 1 || most > 1000 || !utf8.ValidString(s) {
			return
		}
		s = safe.Text(s)
		end, start := safe.CutEnd(s, most), safe.CutStart(s, most)
		if safe.Cells(s) <= most {
			if end != s || start != s {
				t.Errorf("%q has room in %d, but is cut to %q and %q", s, most, end, start)
			}
			return
		}
		if safe.Cells(end) > most || !strings.HasPrefix(s, strings.TrimSuffix(end, "…")) {
			t.Errorf("%q in %d: %q", s, most, end)
		}
		if safe.Cells(start) > most || !strings.HasSuffix(s, strings.TrimPrefix(start, "…")) {
			t.Errorf("%q in %d: %q", s, most, start)
		}
	})
}

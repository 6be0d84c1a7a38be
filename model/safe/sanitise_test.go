package safe

import (
	"strings"
	"testing"
	"unicode/utf8"
)

var texts = []struct{ in, out string }{
	{"", ""},
	{"net/http.(*conn).serve", "net/http.(*conn).serve"},
	{"größe/日本", "größe/日本"},
	{"a\tb\nc\r", "a b c "},
	{"bell\a", `bell\a`},
	{"\xff\xfe", `\xff\xfe`},
	{"\uFFFD", `\ufffd`},
	{"user\u202Etxt.exe", `user\u202etxt.exe`}, // right-to-left override
	{"zero\u200Bwidth", `zero\u200bwidth`},
	{"blank\u3164letters\uffa0한글", `blank\u3164letters\uffa0한글`},
	{"👩\u200d👧", "👩\u200d👧"},             // one emoji
	{"❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥"}, // another
	{"می\u200cخواهم", "می\u200cخواهم"},
	{"क्\u200dष", "क्\u200dष"},
	{"pay\u200dpal", `pay\u200dpal`},
	{"👩\u200d", `👩\u200d`},
	{"\u200d👩\u200d\u200d👩", `\u200d👩\u200d\u200d👩`},
	{"line\u2028", `line\u2028`},
	{"\u0085", `\u0085`},
	{"\ue000", `\ue000`},
	{strings.Repeat("x", maxDisplay), strings.Repeat("x", maxDisplay)},
	{strings.Repeat("x", maxDisplay+1), strings.Repeat("x", maxDisplay) + "…"},
}

func TestSanitise(t *testing.T) {
	for _, c := range texts {
		if got := Text(c.in); got != c.out {
			t.Errorf("Sanitise(%q) = %q, want %q", c.in, got, c.out)
		}
	}
}

func FuzzSanitise(f *testing.F) {
	for _, c := range texts {
		f.Add(c.in)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Text(s)
		if !utf8.ValidString(got) {
			t.Errorf("%q is not valid UTF-8", got)
		}
		for i, r := range got {
			if hidden(r) && !joins(got, i) || r == utf8.RuneError {
				t.Errorf("%q still holds %U", got, r)
			}
		}
		if len(got) > maxDisplay+len(`\U000e0001`)+utf8.UTFMax {
			t.Errorf("%d bytes", len(got))
		}
		if again := Text(got); again != got {
			t.Errorf("Sanitise(%q) = %q: not the same again", got, again)
		}
	})
}

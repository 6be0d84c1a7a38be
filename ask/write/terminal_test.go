package write

import (
	"bytes"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// FuzzTerminal writes any two pieces: only characters that show themselves arrive, each once.
func FuzzTerminal(f *testing.F) {
	for _, s := range []string{
		"a\tb\n", "\x1b[2J", "\x1b]0;title\a", "\u009b31m", "\xc2", "\x9b", "\u202eabc", "\r", "\xff\xfe", "\x7f", "größe", "\U000e0041", "\ufffd",
		"\x00\b\v\f", "世界", "\xe4\xb8",
	} {
		f.Add([]byte(s), []byte("x"))
		f.Add([]byte("x"), []byte(s))
	}
	f.Add([]byte("\xe4"), []byte("\xb8\x96"))
	f.Fuzz(func(t *testing.T, one, two []byte) {
		var b bytes.Buffer
		out := onTerminal(&b, nil)
		for _, p := range [][]byte{one, two} {
			if n, err := out.Write(p); n != len(p) || err != nil {
				t.Fatalf("%d bytes of %q, %v", n, p, err)
			}
		}
		if err := out.Close(); err != nil {
			t.Fatal(err)
		}
		got := b.String()
		if !utf8.ValidString(got) {
			t.Fatalf("%q", got)
		}
		if i := strings.IndexFunc(got, movesCursor); i >= 0 {
			t.Errorf("%q has %q", got, got[i:])
		}
		whole := append(one[:len(one):len(one)], two...)
		if a, b := utf8.RuneCount(whole), utf8.RuneCountInString(got); a != b {
			t.Errorf("%d characters of %q became %d: %q", a, whole, b, got)
		}
	})
}

func movesCursor(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r))
}

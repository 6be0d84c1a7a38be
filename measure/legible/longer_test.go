package legible

import (
	"testing"
	"unicode/utf8"

	"profstation/model/lang"
)

func TestLonger(t *testing.T) {
	Longer(t)
	for text, want := range map[string]string{
		"Open…":            "Ööppëëññ…",
		"{{.N}} of {{.M}}": "3 ööff 7",
	} {
		if got := lang.L(text, lang.With{"N": 3, "M": 7}); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	const long = "Open a profile or an execution trace"
	if got, least := utf8.RuneCountInString(lang.L(long)), len(long)*14/10; got < least {
		t.Errorf("%q has %d letters, want %d", lang.L(long), got, least)
	}
	if got := lang.N(2, "1 file", "{{.N}} files", nil); got != "2 ffïïļļëëšš" {
		t.Errorf("%q", got)
	}
}

package query

import (
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/internal/typed"
)

// What pprof's language can say of two filters on labels leaves what they leave.
func TestOneTag(t *testing.T) {
	p := typed.Profile(t, "A 1 k=a l=b\nA 2 k=a\nA 4 l=b\nA 8 k=ab l=bb\nA 16")
	left := func(name, text string) int64 {
		r := must.Have(Evaluate(t.Context(), p, Default().With(name, text)))
		return r.PassedNet()
	}
	for _, name := range []string{"tagfocus", "tagignore"} {
		for _, text := range []string{"k=^a$\nl=^b$", "k=\nl=^b$", "^k:a$\nl=", "k=^a$\n^l:b$"} {
			one, ok := oneTag(name, text)
			if !ok || strings.Contains(one, "\n") {
				t.Errorf("%s %q: %q, %v", name, text, one, ok)
			}
			if got, want := left(name, one), left(name, text); got != want {
				t.Errorf("%s %q leaves %d, want %d as %q", name, one, got, want, text)
			}
		}
	}
}

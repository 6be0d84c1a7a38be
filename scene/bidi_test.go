package scene

import (
	"math/rand/v2"
	"slices"
	"testing"

	"golang.org/x/text/unicode/bidi"

	"profstation/internal/must"
)

// Without brackets, which x/text does not pair, the directions are those of x/text.
func TestLevelsEqualThoseOfText(t *testing.T) {
	letters := []rune("abאבعج01٣٤+-,.:$%° !=\u0301_/")
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50_000 {
		runes := []rune{'x'} // else x/text takes the first letter's direction for that of the text
		for range rng.IntN(12) {
			runes = append(runes, letters[rng.IntN(len(letters))])
		}
		var p bidi.Paragraph
		p.SetString(string(runes))
		order := must.Have(p.Order())
		got := levels(runes)
		for i := range order.NumRuns() {
			run := order.Run(i)
			from, to := run.Pos()
			for j := from; j <= to; j++ {
				if right := run.Direction() == bidi.RightToLeft; right != (got[j] == 1) {
					t.Fatalf("%q: rune %d has level %d, x/text says right to left: %v", string(runes), j, got[j], right)
				}
			}
		}
	}
}

func TestStretches(t *testing.T) {
	for _, c := range []struct{ parts, want []string }{
		{nil, nil},
		{[]string{"→ ", "a.b", " 3ms", " · ", "c", " 1ms"}, []string{"→ a.b 3ms · c 1ms"}},
		{[]string{"→ ", "אב.גד", " 3ms", " · ", "", "c", " 1ms"}, []string{"→ ", "אב.גד", " 3ms · c 1ms"}},
		{[]string{"א", "ב"}, []string{"א", "ב"}},
	} {
		if got := Stretches(c.parts...); !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, expected %q", c.parts, got, c.want)
		}
	}
}

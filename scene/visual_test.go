package scene

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-text/typesetting/language"
	"golang.org/x/text/unicode/bidi"
)

// Parts stand as they are read from left to right; letters of a word keep their order.
func TestVisual(t *testing.T) {
	const m = "\u200e"
	for s, want := range map[string]string{
		"main.main":       "main.main",
		"计算.价格":           "计算.价格",
		"main.שלום":       m + "main." + m + "שלום",
		"main.حساب السعر": m + "main." + m + "حساب السعر",
		"a.سعر 12 x":      m + "a." + m + m + "12" + m + m + " " + m + "سعر" + m + " x",
		"בדיקת מלאי 2":    m + m + "2" + m + m + " " + m + "בדיקת מלאי",
		"السعر מחיר":      m + "מחיר" + m + " " + m + "السعر",
		"(*שרת).טפל":      m + "(*" + m + "שרת" + m + ")." + m + "טפל",
		"x\u202eאב":       m + "x\ufffd" + m + "אב",
	} {
		if got := Visual(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

// A toolkit that sets one run after the other, each in its direction, shows what UAX 9 asks for.
func TestVisualInRuns(t *testing.T) {
	letters := []rune("abאבعج01+-,. _/()[]")
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		var runes []rune
		for range rng.IntN(12) {
			runes = append(runes, letters[rng.IntN(len(letters))])
		}
		level := levels(runes)
		var want []rune
		for _, i := range visual(level) {
			r := runes[i]
			if level[i] == 1 {
				r = mirrored(r)
			}
			want = append(want, r)
		}
		if got := setInRuns(Visual(string(runes))); got != string(want) {
			t.Fatalf("%q is shown as %q, want %q", string(runes), got, string(want))
		}
	}
}

// setInRuns is the order in which a toolkit shows the letters of s: runs of one direction and script follow each other.
func setInRuns(s string) string {
	runes := []rune(s)
	level := make([]uint8, len(runes))
	var p bidi.Paragraph
	p.SetString(s, bidi.DefaultDirection(bidi.LeftToRight))
	order, _ := p.Order()
	for i := range order.NumRuns() {
		run := order.Run(i)
		from, to := run.Pos()
		for j := from; j <= to && run.Direction() == bidi.RightToLeft; j++ {
			level[j] = 1
		}
	}
	var out []rune
	for from := 0; from < len(runes); {
		script, to := language.Common, from
		for ; to < len(runes) && level[to] == level[from]; to++ {
			if of := language.LookupScript(runes[to]); of.Strong() {
				if script.Strong() && of != script {
					break
				}
				script = of
			}
		}
		if level[from] == 1 {
			out = append(out, []rune(bidi.ReverseString(string(runes[from:to])))...)
		} else {
			out = append(out, runes[from:to]...)
		}
		from = to
	}
	return strings.ReplaceAll(string(out), "\u200e", "")
}

package scene

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"
)

// What is set letter by letter neither joins, combines nor runs from right to left.
func TestPlain(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !plain(r) || shown(r) != r {
			continue
		}
		if unicode.In(r, unicode.M, unicode.Variation_Selector) {
			t.Errorf("%U combines", r)
		}
		switch p, _ := bidi.LookupRune(r); p.Class() {
		case bidi.R, bidi.AL, bidi.AN:
			t.Errorf("%U runs from right to left", r)
		}
	}
	for _, r := range "aé→∀Жλ日本ハ한，" {
		if !plain(r) {
			t.Errorf("%c would be shaped", r)
		}
	}
}

// visualText is s as it is drawn, from left to right, one letter for each box.
func visualText(s string) string {
	f := faceOf(Font{Size: 12})
	l := f.line(s)
	if l == nil {
		return s
	}
	var b strings.Builder
	for _, g := range l.glyphs {
		r, _ := utf8.DecodeRuneInString(s[g.at:])
		b.WriteRune(r)
	}
	return b.String()
}

// The orders follow UAX 9 with a paragraph from left to right, worked out by hand. Blanks leave no ink.
func TestVisualOrder(t *testing.T) {
	for s, want := range map[string]string{
		"main.אבג":        "main.גבא",
		"main.אבג x":      "main.גבאx",
		"אב 12 גד":        "דג12בא",
		"אב 12 x":         "12באx",
		"אב 1,2 גד 34":    "34דג1,2בא",
		"x 12 אב":         "x12בא",
		"אב.Run":          "בא.Run",
		"אב=גד":           "דג=בא",
		"אב (גד)x":        ")דג(באx", // brackets are drawn mirrored
		"אב (1)":          ")1(בא",
		"x (אב)":          "x(בא)",
		"אב (x) גד":       "בא(x)דג",
		"a\u202eb\u05d0c": "a\u202ebאc", // an override is shown, and not obeyed
	} {
		if got := visualText(s); got != want {
			t.Errorf("%q is drawn as %q, want %q", s, got, want)
		}
	}
}

// A text is cut between letters with all that belongs to them, never within.
func TestCutsRespectClusters(t *testing.T) {
	for s, letters := range map[string][]string{
		"e\u0301e\u0301x":                       {"e\u0301", "e\u0301", "x"},
		"👩‍👩‍👧🇩🇪👍🏽":                             {"👩‍👩‍👧", "🇩🇪", "👍🏽"},
		"1\ufe0f\u20e32":                        {"1\ufe0f\u20e3", "2"},
		"main.\u0e08\u0e31\u0e14":               {"m", "a", "i", "n", ".", "\u0e08\u0e31", "\u0e14"},
		"x\u0301\u0302\u0303\u0304":             {"x\u0301\u0302\u0303\u0304"},
		"\u0905\u0928\u0941":                    {"\u0905", "\u0928\u0941"},
		strings.Repeat("\u0301", 40) + "\u05d0": {strings.Repeat("\u0301", 40), "\u05d0"},
	} {
		ends := []string{}
		for i := range letters {
			ends = append(ends, strings.Join(letters[:i+1], ""))
		}
		for _, f := range fonts {
			full := Measure(s, f)
			for i := range 50 {
				width := full * float64(i) / 48
				if cut := Fit(s, f, width); cut != "" && cut != s && !slices.Contains(ends, strings.TrimSuffix(cut, ellipsis)) {
					t.Errorf("Fit(%q) cuts within a letter: %q", s, cut)
				}
				if cut, _ := Fading(s, f, width); cut != "" && !slices.Contains(ends, cut) {
					t.Errorf("Fading(%q) cuts within a letter: %q", s, cut)
				}
			}
		}
	}
}

// A letter that the font has as a whole is set as a whole.
func TestComposed(t *testing.T) {
	f := Font{Size: 12}
	if got, want := Measure("re\u0301sume\u0301", f), Measure("résumé", f); got != want {
		t.Errorf("combining accents make %v of %v", got, want)
	}
}

// A letter that no font has is one box, with all that belongs to it, and boxes stand side by side.
func TestBoxes(t *testing.T) {
	for s, want := range map[string]int{"คำสั่งซื้อ": 5, "मूल्य": 3, "ก่x": 2, "ก x": 2} {
		f := faceOf(Font{Size: 12})
		l := f.line(s)
		if l == nil {
			l = new(line)
		}
		if len(l.glyphs) != want {
			t.Errorf("%q is drawn as %d letters, want %d", s, len(l.glyphs), want)
		}
		pen := int32(0)
		for _, g := range l.glyphs {
			if g.kind != missingGlyph {
				continue
			}
			if g.x < pen || g.y != 0 {
				t.Errorf("%q has a box at %d, %d, where the one before ends at %d", s, g.x, g.y, pen)
			}
			pen = g.x + int32(g.advance)
		}
	}
}

// What is shaped is kept, up to a bound.
func TestLinesAreBounded(t *testing.T) {
	var l lines
	made := &line{glyphs: make([]placed, 1000)}
	for i := range 5000 {
		key := lineKey{0, string(rune(0x5d0 + i))}
		l.put(key, made)
		if l.get(key) != made {
			t.Fatalf("line %d is lost at once", i)
		}
	}
	if n := len(l.young) + len(l.old); n >= 5000 || n < 500 {
		t.Errorf("%d of 5000 lines are kept", n)
	}
}

func TestLongTextsAreNotShaped(t *testing.T) {
	f := faceOf(Font{Size: 12})
	if f.line(strings.Repeat("א", longestShaped/2)) == nil || f.line(strings.Repeat("א", longestShaped/2+1)) != nil {
		t.Error("the bound of shaping is elsewhere")
	}
}

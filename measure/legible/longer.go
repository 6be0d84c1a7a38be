package legible

import (
	"strings"
	"testing"
	"unicode"

	"profstation/model/lang"
)

// Longer is a language whose texts are longer than the English ones, as most languages are: half as long again,
// short ones twice as long. Letters have accents, so that texts that bypass the catalogue stand out.
// https://www.w3.org/International/articles/article-text-size
func Longer(t testing.TB) {
	t.Helper()
	lang.Use(&lang.Catalogue{Else: longer})
	t.Cleanup(func() { lang.Use(nil) })
}

// InLanguages runs a test in English and in [Longer].
func InLanguages(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	t.Run("English", test)
	t.Run("longer", func(t *testing.T) {
		Longer(t)
		test(t)
	})
}

// short is how many letters a text may have to become twice as long.
const short = 10

// accented maps plain letters to ones with accents that all built-in fonts have.
var accented = strings.NewReplacer(
	"a", "ä", "c", "ç", "d", "ď", "e", "ë", "g", "ğ", "h", "ĥ", "i", "ï", "k", "ķ", "l", "ļ", "n", "ñ", "o", "ö", "r", "ř", "s", "š",
	"t", "ţ", "u", "ü", "w", "ŵ", "y", "ÿ", "z", "ž",
	"A", "Ä", "C", "Ç", "D", "Ď", "E", "Ë", "G", "Ğ", "H", "Ĥ", "I", "Ï", "K", "Ķ", "L", "Ļ", "N", "Ñ", "O", "Ö", "R", "Ř", "S", "Š",
	"T", "Ţ", "U", "Ü", "W", "Ŵ", "Y", "Ÿ", "Z", "Ž",
)

// longer returns a text with more letters in its words. Placeholders stay.
func longer(text string) string {
	letters := 0
	outside(text, func(s string) string {
		for _, r := range s {
			if unicode.IsLetter(r) {
				letters++
			}
		}
		return s
	})
	every := 2 // every second letter is doubled
	if letters < short {
		every = 1
	}
	return outside(text, func(s string) string {
		var b strings.Builder
		n := 0
		for _, r := range s {
			b.WriteString(accented.Replace(string(r)))
			if unicode.IsLetter(r) {
				if n++; n%every == 0 {
					b.WriteString(accented.Replace(string(unicode.ToLower(r))))
				}
			}
		}
		return b.String()
	})
}

// outside changes a text except its placeholders.
func outside(text string, change func(string) string) string {
	var b strings.Builder
	for text != "" {
		before, rest, found := strings.Cut(text, "{{")
		b.WriteString(change(before))
		if !found {
			break
		}
		name, after, _ := strings.Cut(rest, "}}")
		b.WriteString("{{" + name + "}}")
		text = after
	}
	return b.String()
}

package scene

import (
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-text/typesetting/language"
	locales "golang.org/x/text/language"
)

// scriptFonts are the fonts that usually have a script on Linux, macOS and Windows, the best first. They
// are tried before any other font that has it, and named in SVG, so that a browser chooses the same. Han
// has fonts for each language, see [hanFonts].
var scriptFonts = map[language.Script][]string{
	language.Hiragana:   hanFonts[japanese],
	language.Katakana:   hanFonts[japanese],
	language.Hangul:     hanFonts[korean],
	language.Arabic:     {"Noto Sans Arabic", "Geeza Pro", "Segoe UI"},
	language.Hebrew:     {"Noto Sans Hebrew", "Arial Hebrew", "Segoe UI"},
	language.Thai:       {"Noto Sans Thai", "Thonburi", "Leelawadee UI"},
	language.Devanagari: {"Noto Sans Devanagari", "Kohinoor Devanagari", "Nirmala UI"},
	language.Bengali:    {"Noto Sans Bengali", "Kohinoor Bangla", "Nirmala UI"},
	language.Tamil:      {"Noto Sans Tamil", "Tamil Sangam MN", "Nirmala UI"},
	emoji:               {"Noto Color Emoji", "Apple Color Emoji", "Segoe UI Emoji"},
}

// emoji is the script that stands for emoji in scriptFonts.
const emoji language.Script = 1

// scriptOf returns r's script, which decides its font.
func scriptOf(r rune) language.Script {
	switch {
	case 0x1f000 <= r && r < 0x20000 || r == keycap || r == emojiStyle:
		return emoji
	case 0x3000 <= r && r < 0x3040 || r == middleDot || r == 0x30fc || 0xfe30 <= r && r < 0xfe50 || 0xff00 <= r && r < 0xfff0:
		return language.Han // signs between Han letters, and wide forms
	}
	return language.LookupScript(r)
}

// familiesOf returns the fonts that usually have r, for a text's language.
func familiesOf(r rune, of han) []string {
	script := scriptOf(r)
	if script == language.Han {
		return hanFonts[of]
	}
	return scriptFonts[script]
}

// chain returns the fonts that an SVG names for letters that the first ones lack, each followed by a
// comma; "" if nothing is lacking. The font by which the text was measured comes before those from
// other systems. Emoji fonts come last, after one that is everywhere: they have digits too, which do
// not look like digits.
func chain(s string, f *face, of han) string {
	var names, pictures []string
	for _, r := range s {
		if r < utf8.RuneSelf || f.others[r].kind != unknownGlyph || invisible(r) {
			continue
		}
		families := familiesOf(r, of)
		if name := typefaces.family(f.glyph(r)); name != "" && !slices.Contains(families, name) {
			families = append([]string{name}, families...)
		}
		to := &names
		if scriptOf(r) == emoji {
			to = &pictures
		}
		for _, name := range families {
			if !slices.Contains(*to, name) {
				*to = append(*to, name)
			}
		}
	}
	if len(pictures) > 0 {
		common := "Arial"
		if f.style&mono != 0 {
			common = "Courier New"
		}
		names = append(append(names, common), pictures...)
	}
	return quoted(names)
}

// quoted returns font names in a list, each followed by a comma.
func quoted(names []string) string {
	var b strings.Builder
	for _, name := range names {
		b.WriteString("'" + name + "', ")
	}
	return b.String()
}

// PageFonts returns the list of fonts for the text on an HTML page, in every script. Han looks as in the
// tag's language, see [HanLanguage]; "" is the user's, or Chinese.
func PageFonts(tag string) string {
	in := typefaces.han()
	if i := slices.IndexFunc(hanTags[:], func(t locales.Tag) bool { return t.String() == tag }); i >= 0 {
		in = han(i)
	}
	names := slices.Clone(hanFonts[in])
	for _, script := range slices.Sorted(maps.Keys(scriptFonts)) {
		for _, name := range scriptFonts[script] {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return sansFirst + "'DejaVu Sans', Arial, " + quoted(names) + "sans-serif"
}

// HanLanguage returns the language of the Han letters in s, as a tag for programs that show it; "" if there are none.
func HanLanguage(s string) string {
	if !strings.ContainsFunc(s, isHan) {
		return ""
	}
	return hanTags[hanOf(s)].String()
}

// Lacking returns the scripts with letters that no font has, ordered by code: they are painted as boxes.
func Lacking(texts iter.Seq[string]) []locales.Script {
	f, found := faceOf(Font{}), map[string]locales.Script{}
	for s := range texts {
		for _, r := range s {
			if r >= utf8.RuneSelf && f.glyph(r).kind == missingGlyph {
				script := codeOf(r)
				found[script.String()] = script
			}
		}
	}
	var scripts []locales.Script
	for _, code := range slices.Sorted(maps.Keys(found)) {
		scripts = append(scripts, found[code])
	}
	return scripts
}

// codeOf returns r's script for readers. Signs without a script are symbols.
func codeOf(r rune) locales.Script {
	code := "Zsym"
	switch script := scriptOf(r); {
	case script == emoji:
		code = "Zsye"
	case script != language.Common && script != language.Inherited:
		code = script.String()
	}
	script, _ := locales.ParseScript(code) // Zzzz if it is newer than the library's table
	return script
}

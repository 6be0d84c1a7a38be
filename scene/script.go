package scene

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-text/typesetting/language"
)

// scriptFonts are the fonts that usually have a script on Linux, macOS and Windows, the best first. They
// are looked for before any other font that has it, and named in SVG, so that a browser chooses the
// same. The fonts for Han differ in how they write the same letters; the Chinese ones come first, as
// Han in Go's names and labels is mostly Chinese.
var scriptFonts = map[language.Script][]string{
	language.Han:        {"Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC", "PingFang SC", "Microsoft YaHei", "WenQuanYi Micro Hei"},
	language.Hiragana:   {"Noto Sans CJK JP", "Noto Sans JP", "Hiragino Sans", "Yu Gothic"},
	language.Katakana:   {"Noto Sans CJK JP", "Noto Sans JP", "Hiragino Sans", "Yu Gothic"},
	language.Hangul:     {"Noto Sans CJK KR", "Noto Sans KR", "Apple SD Gothic Neo", "Malgun Gothic"},
	language.Arabic:     {"Noto Sans Arabic", "Geeza Pro", "Segoe UI"},
	language.Hebrew:     {"Noto Sans Hebrew", "Arial Hebrew", "Segoe UI"},
	language.Thai:       {"Noto Sans Thai", "Thonburi", "Leelawadee UI"},
	language.Devanagari: {"Noto Sans Devanagari", "Kohinoor Devanagari", "Nirmala UI"},
	language.Bengali:    {"Noto Sans Bengali", "Kohinoor Bangla", "Nirmala UI"},
	language.Tamil:      {"Noto Sans Tamil", "Tamil Sangam MN", "Nirmala UI"},
	emoji:               {"Noto Color Emoji", "Apple Color Emoji", "Segoe UI Emoji"},
}

// emoji is the script under which the fonts of emoji stand.
const emoji language.Script = 1

// scriptOf is the script of r by which its font is chosen.
func scriptOf(r rune) language.Script {
	if 0x1f000 <= r && r < 0x20000 || r == keycap || r == emojiStyle {
		return emoji
	}
	return language.LookupScript(r)
}

// chain are the fonts that an SVG names for what the first ones lack, each with a comma behind it; ""
// if nothing is lacking.
func chain(s string, f *face) string {
	var names []string
	for _, r := range s {
		if r < 0x80 || f.others[r].kind != unknownGlyph {
			continue
		}
		for _, name := range scriptFonts[scriptOf(r)] {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	var b strings.Builder
	for _, name := range names {
		b.WriteString("'" + name + "', ")
	}
	return b.String()
}

// Lacking names the scripts of letters that no font has, in the order of the alphabet: they are
// painted as boxes.
func Lacking(texts iter.Seq[string]) []string {
	f, found := faceOf(Font{}), map[string]bool{}
	for s := range texts {
		for _, r := range s {
			if r >= utf8.RuneSelf && f.glyph(r).kind == missingGlyph {
				found[scriptName(r)] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// scriptName is the name of r's script in Unicode.
func scriptName(r rune) string {
	if scriptOf(r) == emoji {
		return "Emoji"
	}
	for name, letters := range unicode.Scripts {
		if unicode.Is(letters, r) {
			return strings.ReplaceAll(name, "_", " ")
		}
	}
	return fmt.Sprintf("%U", r)
}

package scene

import (
	"unicode"

	"golang.org/x/text/language"
)

// han is a language that is written with Han letters. The same letter looks a little different in each, so each
// has its own fonts.
type han uint8

const (
	simplified han = iota // Chinese
	traditional
	japanese
	korean
)

// hanTags are the languages' tags, for readers of a file, and for fonts with the letters of
// several languages.
var hanTags = [...]language.Tag{simplified: language.SimplifiedChinese, traditional: language.TraditionalChinese,
	japanese: language.Japanese, korean: language.Korean}

// hanFonts are the fonts for each language, as in scriptFonts.
var hanFonts = [...][]string{
	simplified:  {"Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC", "PingFang SC", "Microsoft YaHei", "WenQuanYi Micro Hei"},
	traditional: {"Noto Sans CJK TC", "Noto Sans TC", "Source Han Sans TC", "PingFang TC", "Microsoft JhengHei"},
	japanese:    {"Noto Sans CJK JP", "Noto Sans JP", "Source Han Sans JP", "Hiragino Sans", "Yu Gothic"},
	korean:      {"Noto Sans CJK KR", "Noto Sans KR", "Source Han Sans KR", "Apple SD Gothic Neo", "Malgun Gothic"},
}

// hanOf returns the language of a text's Han letters: kana and hangul occur only in Japanese and Korean.
// Without either it is the user's, or Chinese, like most Han in Go's names and labels.
func hanOf(s string) han {
	for _, r := range s {
		switch {
		case r < 0x1100:
		case 0x3040 <= r && r < 0x3100 && r != middleDot || 0x31f0 <= r && r < 0x3200 || 0xff66 <= r && r < 0xffa0:
			return japanese
		case r < 0x1200 || 0x3130 <= r && r < 0x3190 || 0xac00 <= r && r < 0xd7b0:
			return korean
		}
	}
	return typefaces.han()
}

const middleDot = '\u30fb' // between the parts of a name, also in Chinese

// han returns the default language for Han letters.
func (t *registry) han() han {
	if t.system.Load() {
		return t.users
	}
	return simplified
}

// isHan reports whether r may look different in another language.
func isHan(r rune) bool { return r >= 0x2e80 && unicode.Is(unicode.Han, r) }

// hanOfUser returns the language for Han letters in a locale.
func hanOfUser(locale string) han {
	tag := language.Make(locale)
	base, _ := tag.Base()
	switch base.String() {
	case "ja":
		return japanese
	case "ko":
		return korean
	}
	if script, _ := tag.Script(); script.String() == "Hant" {
		return traditional
	}
	return simplified
}

// forms are a face's Han letters as one language writes them.
type forms struct {
	pages
	in    han
	style int
}

// formsOf returns the forms of glyphs for a text's language, nil if [face.glyph] has them already.
func (f *face) formsOf(s string) *forms {
	if ascii(s) || !typefaces.system.Load() {
		return nil
	}
	in := hanOf(s)
	if in == typefaces.users {
		return nil
	}
	at := &f.forms[in]
	if at.Load() == nil {
		at.CompareAndSwap(nil, &forms{in: in, style: f.style})
	}
	return at.Load()
}

// form returns the glyph for r, which is g in the user's language. It keeps g's width, because
// texts are measured by that.
func (f *forms) form(r rune, g glyph) glyph {
	if g.kind != inkGlyph || !isHan(r) {
		return g
	}
	if known := f.get(r); known.kind != unknownGlyph {
		return known
	}
	typefaces.Lock()
	defer typefaces.Unlock()
	if other, ok := typefaces.of(r, f.style, f.in).glyph(r); ok {
		g.file, g.index = other.file, other.index
	}
	f.put(r, g)
	return g
}

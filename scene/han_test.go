package scene

import (
	"strings"
	"testing"
)

func TestHanOf(t *testing.T) {
	for s, want := range map[string]han{
		"":            simplified,
		"main.main":   simplified,
		"订单.计算":       simplified,
		"注文.計算する":     japanese,
		"main.注文サービス": japanese,
		"ﾊﾝｶｸ.文字":     japanese,
		"注文・計算":       simplified, // the dot is Chinese, too
		"주문.漢字":       korean,
		"漢字 \u1100":   korean,
		"сумма.订单":    simplified,
		"\xff订单\xffの": japanese,
	} {
		if got := hanOf(s); got != want {
			t.Errorf("%q is %v, want %v", s, hanTags[got], hanTags[want])
		}
	}
	for locale, want := range map[string]han{
		"": simplified, "C": simplified, "de-DE": simplified, "zh-CN": simplified, "zh": simplified, "zh-SG": simplified,
		"zh-TW": traditional, "zh-HK": traditional, "zh-Hant": traditional, "ja": japanese, "ja-JP": japanese, "ko-KR": korean, "…": simplified,
	} {
		if got := hanOfUser(locale); got != want {
			t.Errorf("in %q, Han is %v, want %v", locale, hanTags[got], hanTags[want])
		}
	}
}

// An SVG names the language of Han letters, and the fonts of that language first.
func TestSVGNamesLanguage(t *testing.T) {
	for s, want := range map[string][2]string{
		"订单":       {"zh-Hans", "Noto Sans CJK SC"},
		"a。订单":     {"zh-Hans", "Noto Sans CJK SC"},
		"注文サービス":   {"ja", "Noto Sans CJK JP"},
		"주문 漢字":    {"ko", "Noto Sans CJK KR"},
		"주문":       {"", "Noto Sans CJK KR"},
		"הזמנה":    {"", "Noto Sans Hebrew"},
		"Preis µ→": {"", ""},
		"12 🚀":     {"", "Arial"}, // not the figures of a font of emoji
	} {
		svg := writeSVG(t, 200, 40, "", "", func(c Canvas) { c.Text(Point{5, 20}, s, Font{Size: TextSize}, ink) })
		text := parse(t, svg).all("text")[0]
		if got := text.attr("lang"); got != want[0] {
			t.Errorf("%q is in %q, want %q", s, got, want[0])
		}
		family := text.attr("font-family")
		if rest, ok := strings.CutPrefix(family, sansFirst); ok {
			family, _, _ = strings.Cut(strings.TrimPrefix(rest, "'"), "'")
		}
		if family != want[1] {
			t.Errorf("%q is set in %q, want %q", s, family, want[1])
		}
	}
}

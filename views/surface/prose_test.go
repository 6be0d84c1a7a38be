package surface

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// Lines of Chinese are filled, words of other scripts stay whole, and no line begins with a comma.
func TestWrap(t *testing.T) {
	width := func(s string) (w float32) {
		for _, r := range s {
			w++
			if isWide(r) {
				w++
			}
		}
		return w
	}
	for _, c := range []struct {
		text string
		room float32
		want string
	}{
		{"程序把时间花在哪里。", 8, "程序把时\n间花在哪\n里。"},
		{"程序把时间，花在哪里", 10, "程序把时\n间，花在哪\n里"},
		{"超过 2.5 个核时", 8, "超过 2.5 \n个核时"},
		{"用 runtime 读取", 6, "用 \nruntime \n读取"},
		{"他说“是”。", 6, "他说\n“是”。"},
		{"一二\n三四五", 4, "一二\n三四\n五"},
		{"一", 1, "一"},
		{"", 9, ""},
	} {
		if got := wrap(c.text, c.room, width); got != c.want {
			t.Errorf("%q in %g: %q, want %q", c.text, c.room, got, c.want)
		}
	}
	if isProse("only words, ±20%") || !isProse("25 个样本") {
		t.Error("what needs breaks is not found")
	}
}

func FuzzWrap(f *testing.F) {
	f.Add("超过 2.5 个核时，“是”。", float32(8))
	f.Fuzz(func(t *testing.T, text string, room float32) {
		got := wrap(text, room, func(s string) float32 { return float32(utf8.RuneCountInString(s)) })
		if strings.ReplaceAll(got, "\n", "") != strings.ReplaceAll(text, "\n", "") {
			t.Errorf("%q became %q", text, got)
		}
	})
}

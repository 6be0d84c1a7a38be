package lang

import (
	"slices"
	"testing"

	"golang.org/x/text/language"
)

// Lists and sentences are joined as the language does it, and in files as English does.
func TestJoin(t *testing.T) {
	if got := List("a", "", "b", "c") + "|" + List() + "|" + Sentences("One.", "", "Two."); got != "a, b, c||One. Two." {
		t.Errorf("English joins %q", got)
	}
	use(t, &Catalogue{Tag: language.SimplifiedChinese, Texts: map[string]Forms{
		"{{.List}}, {{.Next}}": {anyNumber: "{{.List}}，{{.Next}}"}, "{{.Sentence}} {{.NextSentence}}": {anyNumber: "{{.Sentence}}{{.NextSentence}}"},
	}})
	if got := List("甲", "乙", "丙") + "|" + Sentences("一。", "二。"); got != "甲，乙，丙|一。二。" {
		t.Errorf("Chinese joins %q", got)
	}
	if got := Voice(English).List("a", "b") + "|" + Voice(English).Sentences("One.", "Two."); got != "a, b|One. Two." {
		t.Errorf("for files it joins %q", got)
	}
}

// Digits stand apart as the language has it, and in files as English has it; three and fewer need nothing.
func TestDigits(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", -999: "-999", 1000: "1,000", 12345: "12,345", -123456: "-123,456", 1234567: "1,234,567"} {
		if got := Count(n); got != want {
			t.Errorf("%d is written %q, want %q", n, got, want)
		}
	}
	use(t, &Catalogue{Tag: language.German, Texts: map[string]Forms{"{{.Digits}},{{.NextDigits}}": {anyNumber: "{{.Digits}}\u202f{{.NextDigits}}"}}})
	if got := Count(1234567) + "|" + N(2314, "1 file", "{{.N}} files", nil); got != "1\u202f234\u202f567|2\u202f314 files" {
		t.Errorf("German writes %q", got)
	}
	if got := Voice(English).Count(2314) + "|" + Voice(English).N(2314, "1 file", "{{.N}} files", nil); got != "2,314|2,314 files" {
		t.Errorf("for files it writes %q", got)
	}
}

// What stands for several English texts leads to all of them.
func TestOriginals(t *testing.T) {
	if got := Originals(); got != nil {
		t.Errorf("English: %v", got)
	}
	use(t, &Catalogue{Tag: language.SimplifiedChinese, Texts: map[string]Forms{"Functions": {anyNumber: "函数"}, "Function": {anyNumber: "函数"}, "Line": {anyNumber: "行"}}})
	if got := Originals(); len(got) != 2 || !slices.Equal(got["函数"], []string{"Function", "Functions"}) {
		t.Errorf("Chinese: %v", got)
	}
}

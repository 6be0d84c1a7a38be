package lang

import (
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

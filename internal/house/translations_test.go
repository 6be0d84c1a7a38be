package house

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/language"

	"profstation/internal/must"
	"profstation/model/lang"
)

// translated are the languages of the window besides English.
var translated = []string{"de", "zh-Hans"}

// TestTranslations checks that each language has every text, in each form that its plurals have, with the same
// placeholders, and no text that nobody says. `make texts` lists what is missing.
func TestTranslations(t *testing.T) {
	english := texts(t, "en").Texts
	for _, tag := range translated {
		c := texts(t, tag)
		for _, problem := range problems(english, c) {
			t.Errorf("%s: %s", tag, problem)
		}
	}
}

// problems are what a catalogue lacks, and what is wrong in it.
func problems(english map[string]lang.Forms, c *lang.Catalogue) (all []string) {
	for _, key := range slices.Sorted(maps.Keys(english)) {
		want := []string{"other"}
		if len(english[key]) > 1 {
			want = c.Forms()
		}
		forms, ok := c.Texts[key]
		if !ok {
			all = append(all, "no translation of “"+key+"”")
			continue
		}
		for _, form := range want {
			text := forms[form]
			switch {
			case text == "":
				all = append(all, "“"+key+"” has no form for "+form)
			case strings.TrimSpace(text) != text:
				all = append(all, "“"+text+"” has blanks around it")
			case form != "one" && !slices.Equal(placeholders(text), placeholders(key)):
				all = append(all, "“"+text+"” has other placeholders than “"+key+"”")
			case strings.Count(text, "\n") != strings.Count(key, "\n"):
				all = append(all, "“"+text+"” has other lines than “"+key+"”")
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(c.Texts)) {
		if english[key] == nil {
			all = append(all, "nobody says “"+key+"”")
		}
	}
	return all
}

// avoided are words that a language has better ones for, and how it does not write: German developers say heap, frame
// and tab, and their keyboards have other names on them; Chinese has a comma of its own.
var avoided = map[string]*regexp.Regexp{
	"de":      regexp.MustCompile(`Halde|\bRahmen|Mithilfe|Bildtaste|\bReiter\b|\b(Ctrl|Shift|PgUp|PgDn)\b|ingebettete Aufrufe|Speichern? von Profilen`),
	"zh-Hans": regexp.MustCompile(`\p{Han},|,\p{Han}`),
}

// TestWording checks that translations avoid these.
func TestWording(t *testing.T) {
	for tag, form := range avoided {
		for key, forms := range texts(t, tag).Texts {
			for _, text := range forms {
				if word := form.FindString(text); word != "" {
					t.Errorf("%s: “%s” has “%s”, as the translation of “%s”", tag, text, word, key)
				}
			}
		}
	}
	for tag, bad := range map[string]string{"de": "Haldenprofil", "zh-Hans": "甲,乙"} {
		if !avoided[tag].MatchString(bad) {
			t.Errorf("%s: %q passes", tag, bad)
		}
	}
}

var placeholder = regexp.MustCompile(`{{[^}]*}}`)

// placeholders are the values in a text, in alphabetical order, each once.
func placeholders(text string) []string {
	all := placeholder.FindAllString(text, -1)
	slices.Sort(all)
	return slices.Compact(all)
}

func texts(t *testing.T, tag string) *lang.Catalogue {
	t.Helper()
	data := must.Have(os.ReadFile("../../assets/translations/" + tag + ".json"))
	c := must.Have(lang.Read(language.Make(tag), data))
	return c
}

// TestProblems proves that the test of translations can fail.
func TestProblems(t *testing.T) {
	english := map[string]lang.Forms{
		"{{.N}} files of {{.Of}}": {"one": "1 file of {{.Of}}", "other": "{{.N}} files of {{.Of}}"},
		"Right.":                  {"other": "Right."}, "Missing.": {"other": "Missing."}, "{{.A}}": {"other": "{{.A}}"},
	}
	c := &lang.Catalogue{Tag: language.German, Texts: map[string]lang.Forms{
		"{{.N}} files of {{.Of}}": {"other": "{{.N}} Dateien von {{.Of}}"}, "Right.": {"other": "Gut. "}, "{{.A}}": {"other": "{{.B}}"}, "Old.": {"other": "Alt."},
	}}
	got := problems(english, c)
	want := []string{"no translation of “Missing.”", "“Gut. ” has blanks", "“{{.B}}” has other placeholders", "no form for one", "nobody says “Old.”"}
	if len(got) != len(want) {
		t.Errorf("%q", got)
	}
	for i := range min(len(got), len(want)) {
		if !strings.Contains(got[i], want[i]) {
			t.Errorf("%q, want %q", got[i], want[i])
		}
	}
}

package app

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"profstation/model/lang"
)

// The window opens only if the texts of its language can be read.
func TestLanguages(t *testing.T) {
	t.Cleanup(func() { lang.Use(nil) })
	for _, l := range languages {
		t.Setenv("LANGUAGE", "en")
		if _, err := speak(l.tag.String()); err != nil {
			t.Errorf("%s: %v", l.name, err)
		}
	}
	for chosen, explained := range map[string]bool{"en-GB": false, "en": false, "": false, "xx": true, "fr": true, "pt-BR": true} {
		c, why, err := catalogue(chosen)
		if err != nil || c != nil || strings.Contains(why, "“"+chosen+"”") != explained {
			t.Errorf("%q: %v, %q, %v", chosen, c, why, err)
		}
	}
}

// What has no texts here is English throughout: the toolkit does not speak another language beside it.
func TestLanguageOfSystem(t *testing.T) {
	t.Cleanup(func() { lang.Use(nil) })
	for system, want := range map[string]struct {
		tag       string
		explained bool
	}{"de_AT:en": {"de", false}, "fr": {"en", true}, "xx": {"en", true}, "en_US": {"en", false}} {
		t.Setenv("LANGUAGE", system)
		why, err := speak("")
		if err != nil || lang.Tag() != want.tag || (why != "") != want.explained {
			t.Errorf("%q: %s, %q, %v", system, lang.Tag(), why, err)
		}
		if want.explained && os.Getenv("LANGUAGE") != "en" {
			t.Errorf("%q: the toolkit speaks %q", system, os.Getenv("LANGUAGE"))
		}
	}
}

// The palette finds a command by its words in the language of the window and in English, whether it has synonyms or not.
func TestWordsForCommands(t *testing.T) {
	t.Cleanup(func() { lang.Use(nil) })
	german, _, err := catalogue("de")
	if err != nil {
		t.Fatal(err)
	}
	lang.Use(german)
	originals := lang.Originals()
	for _, english := range slices.Concat(slices.Collect(maps.Keys(synonyms)), []string{"Reopen closed", "Save workspace…", "Hottest path"}) {
		words := wordsFor(lang.L(english), originals)
		for _, want := range []string{english, synonyms[english], lang.L(synonyms[english])} {
			if !strings.Contains(words, want) {
				t.Errorf("%q is found by %q, not by %q", lang.L(english), words, want)
			}
		}
	}
}

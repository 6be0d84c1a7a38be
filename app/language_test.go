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
	for _, chosen := range []string{"en-GB", "en", "", "xx", "fr", "pt-BR"} {
		if c, why, err := catalogue(chosen); err != nil || c != nil || why != "" {
			t.Errorf("%q: %v, %q, %v", chosen, c, why, err)
		}
	}
}

// What has no texts here is English throughout: the toolkit does not speak another language beside it.
func TestLanguageOfSystem(t *testing.T) {
	t.Cleanup(func() { lang.Use(nil) })
	for system, want := range map[string]string{"de_AT:en": "de", "fr": "en", "xx": "en", "en_US": "en"} {
		t.Setenv("LANGUAGE", system)
		if why, err := speak(""); err != nil || why != "" || lang.Tag() != want || os.Getenv("LANGUAGE") != want {
			t.Errorf("%q: %s, %q, %v; the toolkit speaks %q", system, lang.Tag(), why, err, os.Getenv("LANGUAGE"))
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

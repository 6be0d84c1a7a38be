package app

import (
	"testing"

	"profstation/model/lang"
)

// The window opens only if the texts of its language can be read.
func TestLanguages(t *testing.T) {
	t.Cleanup(func() { lang.Use(nil) })
	for _, l := range languages {
		t.Setenv("LANGUAGE", "en")
		if err := speak(l.tag.String()); err != nil {
			t.Errorf("%s: %v", l.name, err)
		}
	}
	for chosen, english := range map[string]bool{"en-GB": true, "xx": true, "": true, "fr": true} {
		c, err := catalogue(chosen)
		if err != nil || (c == nil) != english {
			t.Errorf("%q: %v, %v", chosen, c, err)
		}
	}
}

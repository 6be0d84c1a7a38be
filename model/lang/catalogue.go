package lang

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// Catalogue holds a language's texts, indexed by the English ones.
type Catalogue struct {
	Tag   language.Tag
	Texts map[string]Forms
	Else  func(english string) string // translates what Texts lacks; nil leaves it English
}

// Forms holds a text's forms by the names that Unicode's CLDR gives to plurals: zero, one, two, few, many,
// other. A text without a number only has other.
//
// In JSON such a text is a string, else an object.
type Forms map[string]string

const anyNumber = "other"

// Read reads a catalogue from JSON.
func Read(tag language.Tag, data []byte) (*Catalogue, error) {
	c := &Catalogue{Tag: tag}
	if err := json.Unmarshal(data, &c.Texts); err != nil {
		return nil, fmt.Errorf("the texts in %v: %w", tag, err)
	}
	return c, nil
}

func (f *Forms) UnmarshalJSON(data []byte) error {
	var one string
	if json.Unmarshal(data, &one) == nil {
		*f = Forms{anyNumber: one}
		return nil
	}
	return json.Unmarshal(data, (*map[string]string)(f))
}

func (f Forms) MarshalJSON() ([]byte, error) {
	var v any = map[string]string(f)
	if text, ok := f[anyNumber]; ok && len(f) == 1 {
		v = text
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // because people read it
	err := enc.Encode(v)
	return b.Bytes(), err
}

// say returns a text in one form. A text without translation stays English.
func (c *Catalogue) say(key, form, english string) string {
	if c == nil {
		return english
	}
	forms := c.Texts[key]
	switch {
	case forms[form] != "":
		return forms[form]
	case forms[anyNumber] != "":
		return forms[anyNumber]
	case c.Else != nil:
		return c.Else(english)
	}
	return english
}

// names are CLDR's names for the forms.
var names = map[plural.Form]string{
	plural.Other: anyNumber, plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many",
}

// form returns the name of the form that the language uses for n things.
func (c *Catalogue) form(n int) string {
	if c == nil {
		return anyNumber
	}
	return names[plural.Cardinal.MatchPlural(c.Tag, max(n, -n), 0, 0, 0, 0)]
}

// Forms returns the names of the forms that the language uses for whole numbers below 1,000.
func (c *Catalogue) Forms() []string {
	var all []string
	for n := range 1000 {
		if form := c.form(n); !slices.Contains(all, form) {
			all = append(all, form)
		}
	}
	return all
}

// Originals returns the English texts, indexed by their translation into the user's language. Each list is in
// alphabetical order. It returns nil in English.
func Originals() map[string][]string {
	c := inUse.Load()
	if c == nil {
		return nil
	}
	all := make(map[string][]string, len(c.Texts))
	for english, forms := range c.Texts {
		all[forms[anyNumber]] = append(all[forms[anyNumber]], english)
	}
	for _, texts := range all {
		slices.Sort(texts)
	}
	return all
}

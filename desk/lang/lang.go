// Package lang puts the desk's texts into the language of its user, without
// the toolkit that knows the translations.
//
// A text is a whole sentence with named placeholders:
//
//	lang.L("Reading {{.Name}}", lang.With{"Name": name})
//
// Until [Use] is called, texts stay English.
package lang

import (
	"maps"
	"strings"
	"sync"
	"sync/atomic"
	"text/template"

	"profstation/model"
)

// With names the values of a text's placeholders.
type With = map[string]any

// Translator returns a text in the language of the user, with its placeholders filled.
type Translator func(text string, data ...any) string

var translator atomic.Pointer[translation]

// translation is a translator, and what it has made of texts without placeholders: of 10,000 lines,
// many say the same.
type translation struct {
	of    Translator
	known sync.Map
}

// Use sets the translator. The window calls it before it makes a desk.
func Use(t Translator) { translator.Store(&translation{of: t}) }

// L returns a text in the language of the user. Data is a [With], or nothing.
func L(text string, data ...any) string {
	if t := translator.Load(); t != nil {
		return t.say(text, data...)
	}
	if len(data) == 0 {
		return text
	}
	var b strings.Builder
	if t, err := template.New("").Parse(text); err != nil || t.Execute(&b, data[0]) != nil {
		return text
	}
	return b.String()
}

// N returns a text about a number of things, in the language of the user: one for 1, other for
// all others. In data, N becomes the number.
func N(n int, one, other string, data With) string {
	with := With{"N": model.Count(int64(n))}
	maps.Copy(with, data)
	if n == 1 {
		return L(one, with)
	}
	return L(other, with)
}

func (t *translation) say(text string, data ...any) string {
	if len(data) > 0 {
		return t.of(text, data...)
	}
	if known, ok := t.known.Load(text); ok {
		return known.(string)
	}
	said := t.of(text)
	t.known.Store(text, said)
	return said
}

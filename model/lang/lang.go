// Package lang puts texts into the user's language.
//
// A text is a whole sentence with named placeholders, and is itself the key for its translations:
//
//	lang.L("Reading {{.Name}}", lang.With{"Name": name})
//	lang.N(n, "{{.Name}}: 1 file", "{{.Name}}: {{.N}} files", lang.With{"Name": name})
//
// The rule for all packages: a text for people is put into their language where it is made. So this package
// imports none of ours, a package on any level may use it, and an error, a warning or a verdict is a finished
// sentence that is only shown further up. Two kinds of texts wait:
//
//   - those in tables, constants and types, which stand for themselves in files and sessions, are marked with
//     [Later] unless something else marks them, and go through [L] where they are shown;
//   - those that are also written for other programs take a [Voice]: CSV, JSON, DOT and pprof's own texts are
//     [English] in every language.
//
// Until [Use] is called, texts stay English. Commands always use English.
package lang

import (
	"fmt"
	"maps"
	"strconv"
	"strings"
	"sync/atomic"

	"golang.org/x/text/language"
)

// With maps the names of a text's placeholders to their values.
type With = map[string]any

var inUse atomic.Pointer[Catalogue]

// Use sets the catalogue; nil stands for English. The window calls it before anything makes texts.
func Use(c *Catalogue) { inUse.Store(c) }

// Tag returns the tag of the language in use, such as de, for processes that should use it, too.
func Tag() string {
	if c := inUse.Load(); c != nil {
		return c.Tag.String()
	}
	return language.English.String()
}

// L returns a text in the user's language. Data is a [With], or nothing.
func L(text string, data ...any) string {
	if n, ok := numberIn(data); ok {
		return N(n.n, n.one, text, n.with)
	}
	return fill(inUse.Load().say(text, anyNumber, text), data...)
}

// Voice writes a text with its values: [L], or [English].
type Voice func(text string, data ...any) string

// English returns a text untranslated with its values, for files that other programs read.
func English(text string, data ...any) string {
	if n, ok := numberIn(data); ok {
		return fill(english(n.n, n.one, text), Voice(English).numbered(n.n, n.with))
	}
	return fill(text, data...)
}

// N writes a text about a number of things, see [N].
func (say Voice) N(n int, one, other string, data With) string {
	return say(other, number{n, one, data})
}

// number is what [Voice.N] passes to a voice.
type number struct {
	n    int
	one  string
	with With
}

func numberIn(data []any) (n number, ok bool) {
	if len(data) == 1 {
		n, ok = data[0].(number)
	}
	return n, ok
}

// Later marks a text in a table that goes through [L] where it is shown.
func Later(text string) string { return text }

// N returns a text about a number of things in the user's language: one for 1, other for all other numbers.
// Languages with more forms have them in their catalogue, under other. The placeholder N becomes the number.
func N(n int, one, other string, data With) string {
	c := inUse.Load()
	return fill(c.say(other, c.form(n), english(n, one, other)), Voice(L).numbered(n, data))
}

func english(n int, one, other string) string {
	if n == 1 {
		return one
	}
	return other
}

// numbered returns the values for a text about a number of things.
func (say Voice) numbered(n int, data With) With {
	with := With{"N": say.Count(int64(n))}
	maps.Copy(with, data)
	return with
}

// Count writes a number in the user's language, such as 2,314 in English. Some languages do not put a comma
// between thousands, because they use it before decimals.
func Count(n int64) string { return Voice(L).Count(n) }

// Count writes a number.
func (say Voice) Count(n int64) string {
	s := strconv.FormatInt(n, 10)
	digits := strings.TrimPrefix(s, "-")
	first := (len(digits)+2)%3 + 1
	text := s[:len(s)-len(digits)] + digits[:first]
	for rest := digits[first:]; rest != ""; rest = rest[3:] {
		text = say(Joins[2], With{"Digits": text, "NextDigits": rest[:3]})
	}
	return text
}

const opening, closing = "{{.", "}}"

// fill replaces names by their values. A name without a value is left unchanged.
func fill(text string, data ...any) string {
	if len(data) == 0 || !strings.Contains(text, opening) {
		return text
	}
	with, _ := data[0].(With)
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, opening)
		name, after, closed := strings.Cut(rest, closing)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		if value, ok := with[name]; ok && closed {
			fmt.Fprint(&b, value)
			text = after
			continue
		}
		b.WriteString(opening)
		text = rest
	}
}

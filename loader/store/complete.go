package store

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"profstation/model/complete"
	"profstation/model/safe"
)

// What a selector without braces is that is being typed: whole matchers, and at its end the beginning of a name, or a
// name with the beginning of a value. A matcher may be ready, or its value bare of quotation marks.
var (
	beginsName  = regexp.MustCompile(`^((?:` + matcher + `\s*,\s*)*)([a-zA-Z_][a-zA-Z0-9_.]*)?$`)
	whole       = regexp.MustCompile(`^(?:` + matcher + `\s*(?:,|$))*\s*$`)
	ready       = regexp.MustCompile(`^` + matcher + `\s*(?:,|$)`)
	bare        = regexp.MustCompile(`^(\s*[a-zA-Z_][a-zA-Z0-9_.]*\s*(?:=~|!~|!=|=)\s*)([^\s",{}=!~][^\s",{}]*)(\s*(?:,|$))`)
	beginsValue = regexp.MustCompile(`^((?:` + matcher + `\s*,\s*)*([a-zA-Z_][a-zA-Z0-9_.]*)\s*(?:=~|!~|!=|=)\s*)("?[^"]*)$`)
)

const matcher = `\s*[a-zA-Z_][a-zA-Z0-9_.]*\s*(?:=~|!~|!=|=)\s*"(?:[^"\\]|\\.)*"`

// Typing is the label whose value is typed at the end of a selector without braces; "": none is.
func Typing(selector string) (label string) {
	if m := beginsValue.FindStringSubmatch(selector); m != nil {
		return m[2]
	}
	return ""
}

// Complete proposes how a selector without braces goes on: with a name, or with a value of the label that stands there.
func Complete(selector string, names []string, values map[string][]string, max int) (found []complete.Proposal) {
	if m := beginsValue.FindStringSubmatch(selector); m != nil {
		for _, v := range matching(values[m[2]], strings.TrimPrefix(m[3], `"`), max) {
			found = append(found, complete.Proposal{Text: m[1] + strconv.Quote(v), Show: safe.Text(v)})
		}
		return found
	}
	if m := beginsName.FindStringSubmatch(selector); m != nil {
		for _, n := range matching(names, m[2], max) {
			found = append(found, complete.Proposal{Text: m[1] + n + "=", Show: safe.Text(n)})
		}
	}
	return found
}

// matching returns the names or values that contain a text, those that begin with it first.
func matching(all []string, text string, max int) []string {
	text = strings.ToLower(text)
	var first, others []string
	for _, a := range all {
		switch at := strings.Index(strings.ToLower(a), text); {
		case at == 0:
			first = append(first, a)
		case at > 0:
			others = append(others, a)
		}
	}
	all = slices.Concat(first, others)
	return all[:min(max, len(all))]
}

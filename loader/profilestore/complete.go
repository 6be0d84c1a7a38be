package profilestore

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"profstation/model/complete"
	"profstation/model/safe"
)

// These match a selector without braces while it is being typed: whole matchers followed by the beginning of a name, or
// by a name and the beginning of a value. A matcher may be ready, or its value may lack quotation marks.
var (
	beginsName  = regexp.MustCompile(`^((?:` + matcher + `\s*,\s*)*)([a-zA-Z_][a-zA-Z0-9_.]*)?$`)
	whole       = regexp.MustCompile(`^(?:` + matcher + `\s*(?:,|$))*\s*$`)
	ready       = regexp.MustCompile(`^` + matcher + `\s*(?:,|$)`)
	bare        = regexp.MustCompile(`^(\s*[a-zA-Z_][a-zA-Z0-9_.]*\s*(?:=~|!~|!=|=)\s*)([^\s",{}=!~][^\s",{}]*)(\s*(?:,|$))`)
	beginsValue = regexp.MustCompile(`^((?:` + matcher + `\s*,\s*)*([a-zA-Z_][a-zA-Z0-9_.]*)\s*(?:=~|!~|!=|=)\s*)("?[^"]*)$`)
)

const matcher = `\s*[a-zA-Z_][a-zA-Z0-9_.]*\s*(?:=~|!~|!=|=)\s*"(?:[^"\\]|\\.)*"`

// Typing returns the label whose value is being typed at the end of a selector without braces, or "".
func Typing(selector string) (label string) {
	if m := beginsValue.FindStringSubmatch(selector); m != nil {
		return m[2]
	}
	return ""
}

// Complete proposes how a selector without braces goes on: with a name, or with a value for the label at its end.
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

// matching returns the names or values that contain a text. Those that begin with it come first.
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

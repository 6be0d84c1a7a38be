package text

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// textLabel is a goroutine's label with a text as its value.
type textLabel struct{ key, value string }

// labelList reads a goroutine's labels, sorts them by key, and returns what follows them. Go writes them in three ways:
//
//	{"key":"value", "key":"value"}   debug=1 (labelMap.String in runtime/pprof/label.go)
//	{"key": "value"}                 debug=2 of Go 1.26 (goroutineheader in runtime/traceback.go)
//	{key: value, "a key": value}     debug=2 since Go 1.27, which quotes only where it must
//
// If the text is none of these, labelList returns the labels up to there and false. If a key occurs
// twice, the last wins.
func labelList(text string) (labels []textLabel, rest string, ok bool) {
	labels, rest, ok = readLabels(text)
	slices.SortStableFunc(labels, func(a, b textLabel) int { return cmp.Compare(b.key, a.key) })
	slices.Reverse(labels)
	return slices.CompactFunc(labels, func(a, b textLabel) bool { return a.key == b.key }), rest, ok
}

func readLabels(text string) (labels []textLabel, rest string, ok bool) {
	rest, ok = strings.CutPrefix(text, "{")
	if !ok {
		return nil, text, false
	}
	if end, ok := strings.CutPrefix(rest, "}"); ok {
		return nil, end, true
	}
	for {
		var l textLabel
		if l.key, rest, ok = cutWord(rest); !ok {
			return labels, rest, false
		}
		if rest, ok = strings.CutPrefix(rest, ":"); !ok {
			return labels, rest, false
		}
		if l.value, rest, ok = cutWord(strings.TrimPrefix(rest, " ")); !ok {
			return labels, rest, false
		}
		labels = append(labels, l)
		if end, ok := strings.CutPrefix(rest, "}"); ok {
			return labels, end, true
		}
		if rest, ok = strings.CutPrefix(rest, ", "); !ok {
			return labels, rest, false
		}
	}
}

// cutWord cuts a quoted text, or one that needs no quotes. It may be empty.
func cutWord(s string) (word, rest string, ok bool) {
	if strings.HasPrefix(s, `"`) {
		quoted, _ := strconv.QuotedPrefix(s) // "" if there is none
		word, err := strconv.Unquote(quoted)
		return word, s[len(quoted):], err == nil
	}
	n := strings.IndexAny(s, "\"{}:, ")
	if n < 0 {
		n = len(s)
	}
	return s[:n], s[n:], true
}

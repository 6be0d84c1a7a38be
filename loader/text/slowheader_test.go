package text

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// slowHeader is the header of a goroutine, read in a way that is as obvious as can be.
type slowHeader struct {
	id, gp, state       string
	labels              map[string]string
	is                  bool // it begins as a header does
	known, formed, bare bool // see tail
}

var (
	slowBegin  = regexp.MustCompile(`(?s)^goroutine (\d+)(?: gp=(\S+))?(?: m=\S+)?(?: mp=\S+)?(.*)$`)
	slowField  = regexp.MustCompile(`(?s)^ [^ =\[{]+=[^ ]*( .*)$`)
	slowFormed = regexp.MustCompile(`(?s)^(:| [\[{].*|.*[\]}]:)$`)
	slowLabels = regexp.MustCompile(`(?s)^(.*?) labels:(\{.*)$`)
	slowPair   = regexp.MustCompile(`(?s)^("(?:[^"\\]|\\.)*"|[^"{}:, ]*): ?("(?:[^"\\]|\\.)*"|[^"{}:, ]*)(.*)$`)
)

func readSlowHeader(line string) (h slowHeader) {
	m := slowBegin.FindStringSubmatch(line)
	if m == nil {
		return h
	}
	h.is, h.id, h.gp, h.known = true, m[1], m[2], true
	rest := m[3]
	for f := slowField.FindStringSubmatch(rest); f != nil; f = slowField.FindStringSubmatch(rest) {
		rest, h.known = f[1], false
	}
	h.formed = slowFormed.MatchString(rest)
	if h.bare = !strings.HasPrefix(rest, " ["); h.bare {
		h.known = false
		return h
	}
	inside := rest[2:]
	end := strings.Index(inside, "]")
	if end < 0 {
		end, h.known = len(inside), false
	}
	whole := true
	if l := slowLabels.FindStringSubmatch(inside); l != nil && len(l[1])+len(" labels:{") <= end {
		h.state = l[1]
		h.labels, rest, whole = readSlowLabels(l[2])
		h.known = h.known && whole && rest == "]:"
		return h
	}
	h.state = inside[:end]
	rest = inside[min(end+1, len(inside)):]
	if list, has := strings.CutPrefix(rest, " "); has {
		h.labels, rest, whole = readSlowLabels(list)
	}
	h.known = h.known && whole && rest == ":"
	return h
}

// readSlowLabels reads "{key: value, key: value}" and what follows.
func readSlowLabels(text string) (labels map[string]string, rest string, whole bool) {
	labels = map[string]string{}
	if !strings.HasPrefix(text, "{") {
		return labels, text, false
	}
	if strings.HasPrefix(text, "{}") {
		return labels, text[2:], true
	}
	for rest = text[1:]; ; {
		m := slowPair.FindStringSubmatch(rest)
		if m == nil || m[2] == "" && strings.HasPrefix(m[3], `"`) { // a quote that does not end
			return labels, rest, false
		}
		for _, word := range m[1:3] {
			if _, err := strconv.Unquote(word); strings.HasPrefix(word, `"`) && err != nil {
				return labels, rest, false
			}
		}
		labels[slowWord(m[1])] = slowWord(m[2])
		switch rest = m[3]; {
		case strings.HasPrefix(rest, "}"):
			return labels, rest[1:], true
		case !strings.HasPrefix(rest, ", "):
			return labels, rest, false
		}
		rest = rest[2:]
	}
}

func slowWord(s string) string {
	if text, err := strconv.Unquote(s); err == nil && strings.HasPrefix(s, `"`) {
		return text
	}
	return s
}

// slowFollows reports whether a stack begins at line i.
func slowFollows(lines []string, i int) bool {
	at := func(i int) string {
		if i < len(lines) {
			return strings.TrimRight(lines[i], "\r\n")
		}
		return ""
	}
	isPlace := func(s string) bool { return strings.HasPrefix(s, "\t") || strings.HasPrefix(s, " ") }
	first := at(i)
	if isPlace(first) {
		return strings.Contains(first, "stack unavailable")
	}
	return strings.LastIndex(first, "(") > 0 && strings.HasSuffix(first, ")") && isPlace(at(i+1))
}

// slowIsDump is IsDump.
func slowIsDump(text string) bool {
	lines := slices.Collect(strings.Lines(text))
	for i, l := range lines {
		if h := readSlowHeader(strings.TrimRight(l, "\r\n")); h.is && (h.known || slowFollows(lines, i+1)) {
			return true
		}
	}
	return false
}

package logs

import (
	"bytes"
	"slices"
	"strings"
	"time"
)

// shape describes what a log puts before the lines of one stream.
type shape struct {
	tokens  []token
	example string
}

// token is a part of a shape.
type token struct {
	kind tokenKind
	text string // for a literal
	form int    // for a time
}

type tokenKind int

const (
	literal tokenKind = iota // stays as it is
	number                   // digits, maybe with points between
	spaces                   // one or more
	stamp                    // a time
	flag                     // F or P, by which a container runtime says whether a line is whole (CRI's logging format)
)

// Limits for a prefix: its bytes, and the places where it may end.
const (
	longestPrefix = 256
	maxEnds       = 24
)

// shapeOf splits a prefix into tokens. Spaces at its end are a literal, because any more spaces belong to the line.
func shapeOf(prefix []byte) shape {
	s := shape{example: string(prefix)}
	end := len(bytes.TrimRight(prefix, " "))
	for i := 0; i < end; {
		t, n := tokenOf(prefix[:end], i, s.tokens)
		s.add(t, string(prefix[i:i+n]))
		i += n
	}
	if end < len(prefix) {
		s.add(token{kind: literal}, string(prefix[end:]))
	}
	return s
}

func (s *shape) add(t token, text string) {
	last := len(s.tokens) - 1
	switch {
	case t.kind != literal:
	case last >= 0 && s.tokens[last].kind == literal:
		s.tokens[last].text += text
		return
	default:
		t.text = text
	}
	s.tokens = append(s.tokens, t)
}

// tokenOf returns the token at i and its length.
func tokenOf(s []byte, i int, before []token) (token, int) {
	begins := i == 0 || !inWord(s[i-1])
	if begins {
		for form := range stamps {
			if n := cutStamp(s[i:], form); n > 0 {
				return token{kind: stamp, form: form}, n
			}
		}
	}
	n := 0
	switch {
	case s[i] == ' ':
		for n = 1; i+n < len(s) && s[i+n] == ' '; n++ {
		}
		return token{kind: spaces}, n
	case !begins || !inWord(s[i]):
		return token{kind: literal}, 1
	}
	digits := true
	for n = 0; i+n < len(s) && inWord(s[i+n]); n++ {
		digits = digits && (isDigit(s[i+n]) || s[i+n] == '.')
	}
	switch {
	case digits:
		return token{kind: number}, n
	case n == 1 && (s[i] == 'F' || s[i] == 'P') && afterStream(before):
		return token{kind: flag}, n
	}
	return token{kind: literal}, n
}

func inWord(c byte) bool {
	return isDigit(c) || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80 || strings.IndexByte("-_./", c) >= 0
}

// afterStream reports whether tokens end with a stream's name and a space.
func afterStream(t []token) bool {
	n := len(t)
	return n > 1 && t[n-1].kind == spaces && t[n-2].kind == literal &&
		(strings.HasSuffix(t[n-2].text, "stderr") || strings.HasSuffix(t[n-2].text, "stdout"))
}

// match returns how many bytes at a line's beginning have the shape, and whether the line goes on in the next one.
func (s *shape) match(line []byte) (n int, partial, ok bool) {
	for i := range s.tokens {
		t := &s.tokens[i]
		from := n
		switch t.kind {
		case literal:
			switch rest := line[n:]; {
			case bytes.HasPrefix(rest, []byte(t.text)):
				n += len(t.text)
			case i == len(s.tokens)-1 && string(rest) == strings.TrimRight(t.text, " "): // before an empty line
				n = len(line)
			default:
				return 0, false, false
			}
			continue
		case number:
			for n < len(line) && (isDigit(line[n]) || line[n] == '.') {
				n++
			}
		case spaces:
			for n < len(line) && line[n] == ' ' {
				n++
			}
		case stamp:
			n += cutStamp(line[n:], t.form)
		case flag:
			if n < len(line) && (line[n] == 'F' || line[n] == 'P') {
				partial = line[n] == 'P'
				n++
			}
		}
		if n == from {
			return 0, false, false
		}
	}
	return n, partial, true
}

// time returns the first time in the prefix of a line with this shape.
func (s *shape) time(line []byte, before time.Time) time.Time {
	for i := range s.tokens {
		if t := &s.tokens[i]; t.kind == stamp {
			up := shape{tokens: s.tokens[:i]}
			if n, _, ok := up.match(line); ok {
				return timeOf(string(line[n:n+cutStamp(line[n:], t.form)]), t.form, before)
			}
		}
	}
	return time.Time{}
}

// ends returns the places where a prefix may end, the last one first. What follows such a place may be a message.
func ends(prefix []byte) []int {
	all := []int{len(prefix)}
	s := shape{}
	for i := 0; i < len(prefix); {
		t, n := tokenOf(prefix, i, s.tokens)
		s.add(t, string(prefix[i:i+n]))
		i += n
		if i < len(prefix) && prefix[i-1] == ' ' {
			all = append(all, i)
		}
	}
	if len(prefix) > 0 {
		all = append(all, 0)
	}
	if len(all) > 2 {
		slices.Reverse(all[1 : len(all)-1])
	}
	if len(all) > maxEnds {
		all = append(all[:1], all[len(all)-maxEnds+1:]...) // all of it, or little before a message
	}
	return all
}

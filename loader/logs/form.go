package logs

import (
	"bytes"
	"cmp"
	"strings"
	"time"

	"profstation/model/lang"
)

// form is how a log writes the lines of one stream.
type form struct {
	shape
	key     string // the JSON member or field that holds the lines; "": they are the rest of the line
	ofJSON  bool
	listed  bool    // a line may hold the member many times, as a list of objects does
	ended   bool    // each text in a member ends with its line's end, so a text without one goes on in the next
	channel string  // the stream named in the line: stdout or stderr; "": none
	gaps    []shape // texts that occur only before headers
}

// Members that say when a line was written, and to which stream (Docker's json-file, and logging libraries).
var (
	timeKeys    = []string{"time", "timestamp", "@timestamp", "ts"}
	channelKeys = []string{"stream"}
)

// maxGaps is how many different texts before headers are kept.
const maxGaps = 8

// lines is the part of a text that a log's line holds.
type lines struct {
	text    []byte
	partial bool // it goes on in the next line
	several bool // it may be more than one line
}

// of returns what a line holds if the line has this form. A member's text is put into room.
func (f *form) of(line, room []byte) (l lines, ok bool) {
	n, partial, ok := f.match(line)
	if !ok {
		return l, false
	}
	if f.key == "" {
		return lines{text: line[n:], partial: partial}, true
	}
	m, ok := f.member(line)
	if !ok {
		return l, false
	}
	l.text = appendText(room[:0], line[m.from:m.to])
	ended := bytes.HasSuffix(line[m.from:m.to], []byte(`\n`))
	for from := m.to + 1; f.listed && from < len(line); {
		more, ok := f.member(line[from:])
		if !ok {
			break
		}
		if !ended {
			l.text = append(l.text, '\n')
		}
		value := line[from+more.from : from+more.to]
		l.text, ended = appendText(l.text, value), bytes.HasSuffix(value, []byte(`\n`))
		from += more.to + 1
	}
	if f.ended && !m.unfinished {
		l.partial = !bytes.HasSuffix(l.text, []byte("\n"))
	}
	l.text = bytes.TrimRight(bytes.TrimSuffix(l.text, []byte("\n")), "\r")
	l.text = uncoloured(l.text, l.text)
	l.several = true
	return l, true
}

// member finds the form's member in a line.
func (f *form) member(line []byte) (found member, ok bool) {
	for next := 0; next >= 0 && next <= len(line); {
		var m member
		if m, next = nextMember(line, next); next < 0 {
			break
		}
		switch {
		case m.ofJSON == f.ofJSON && !ok && string(m.key) == f.key:
			found, ok = m, true
			if f.channel == "" {
				return found, true
			}
		case f.channel != "" && isOneOf(m.key, channelKeys):
			if string(line[m.from:m.to]) != f.channel {
				return found, false
			}
		}
	}
	return found, ok
}

// at returns when a line was written, or the zero time if the line does not say.
func (f *form) at(line []byte, before time.Time) time.Time {
	if f.key == "" {
		return f.shape.time(line, before)
	}
	for next := 0; next >= 0 && next <= len(line); {
		var m member
		if m, next = nextMember(line, next); next >= 0 && isOneOf(m.key, timeKeys) {
			if text := line[m.from:m.to]; len(text) < 64 {
				s := shapeOf(text)
				return s.time(text, before)
			}
		}
	}
	s := shapeOf(line[:min(len(line), longestPrefix)]) // logfmt's time=2026-11-27T10:00:00Z has no quotes
	return s.time(line, before)
}

// note says what was removed.
func (f *form) note() string {
	switch {
	case f.key != "" && f.ofJSON:
		return lang.L("each line, or all of them, stood in the member “{{.Member}}” of JSON; taken out", lang.With{"Member": f.key})
	case f.key != "":
		return lang.L("each line, or all of them, stood in the field “{{.Member}}”; taken out", lang.With{"Member": f.key})
	case f.example == "" && len(f.gaps) > 0 && f.gaps[0].example != "":
		return lang.L("headers of goroutines stood behind “{{.Prefix}}”; taken off", lang.With{"Prefix": strings.TrimSpace(f.gaps[0].example)})
	case f.example == "":
		return ""
	}
	return lang.L("what lines began with, such as “{{.Prefix}}”, was taken off",
		lang.With{"Prefix": cmp.Or(strings.TrimSpace(f.example), f.example)})
}

func isOneOf(key []byte, all []string) bool {
	for _, k := range all {
		if string(key) == k {
			return true
		}
	}
	return false
}

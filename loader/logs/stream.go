package logs

import (
	"bytes"
	"time"

	"profstation/loader/text"
)

// stream is the lines of one form that stand near stacks.
type stream struct {
	form
	open    bool // lines are taken
	idle    int  // how many were taken since the last one of a stack
	last    int  // the number of the last line that was of it
	pieces  []Piece
	kept    int64 // bytes of all of them
	partial bool  // the last line goes on with the next
	nested  bool  // its lines are another log, so which of them are of stacks is not known
	splitter
}

// longestIdle is how many lines that are of no stack are taken behind a stack. One has 200 lines at most, but for what
// is written between them.
const longestIdle = 300

// splitter finds where another dump begins.
type splitter struct {
	heads    int           // headers and headings of this one
	seen     map[int64]int // where the goroutines of this one are in its text
	foreign  int           // where the last lines began that are of no stack; 0: nowhere
	within   bool          // … and the line before is one of them
	before   text.Line     // what the last line was
	isThread bool          // a thread of the same crash begins: the last line that says something was "-----"
}

// take takes a line of the stream, that of a number and a time.
func (s *stream) take(line []byte, number int, at func() time.Time) {
	if len(s.pieces) == 0 {
		s.begin(nil, number)
	}
	p := &s.pieces[len(s.pieces)-1]
	s.kept += int64(len(line)) + 1
	if s.partial { // the line before goes on
		p.Text = append(append(p.Text[:len(p.Text)-1], line...), '\n')
		return
	}
	kind := text.LineOf(line)
	if s.splits(kind, line, p) {
		p = &s.pieces[len(s.pieces)-1]
	}
	from := len(p.Text)
	p.Text = append(append(p.Text, line...), '\n')
	s.idle++
	switch kind {
	case text.Reason:
		if p.Reason == "" && s.heads == 0 {
			p.Reason = string(line[:min(len(line), longestReason)])
		}
	case text.Header, text.Heading:
		if s.heads++; p.Time.IsZero() {
			p.Time, p.Line = at(), number
		}
		if id, ok := text.Goroutine(line); ok {
			s.seen[id] = from
		}
		p.Headings = p.Headings || kind == text.Heading
	}
	switch kind {
	case text.Other, text.Reason:
		if !s.within && s.heads > 0 {
			s.foreign = from
		}
		s.within = true
		if text.Begins(line) >= 0 { // within another log
			if s.nested = true; p.Time.IsZero() {
				p.Time = at()
			}
		}
	case text.Call: // as it seems: prose may end with brackets
		s.within = false
	case text.Place:
		if s.within = false; s.before == text.Call || s.before == text.Creator || s.before == text.Header {
			s.idle = 0
		}
	case text.Blank:
	default:
		s.within, s.idle = false, 0
	}
	s.before = kind
	if len(line) > 0 {
		s.isThread = kind == text.Blank
	}
}

// bytesPerPiece is what a piece takes beside its text.
const bytesPerPiece = 200

// longestReason is how much of a reason is kept.
const longestReason = 200

// splits begins another piece where a line is of another dump: a crash has another reason, or a goroutine stands there
// again behind lines of others.
func (s *stream) splits(kind text.Line, line []byte, p *Piece) bool {
	switch {
	case s.heads == 0:
		return false
	case kind == text.Reason && !s.isThread, kind == text.Heading && (s.key != "" || s.example != ""):
		s.begin(nil, 0)
		return true
	case kind != text.Header || s.foreign == 0:
		return false
	}
	id, ok := text.Goroutine(line)
	if _, again := s.seen[id]; !ok || !again {
		return false
	}
	rest, seen, from := bytes.Clone(p.Text[s.foreign:]), s.seen, s.foreign
	if seen[id] >= from { // twice behind the lines of others, so they do not divide it
		return false
	}
	p.Text = p.Text[:from]
	s.begin(rest, 0)
	for id, at := range seen {
		if at >= from {
			s.seen[id] = at - from
			s.heads++
		}
	}
	return true
}

// begin begins another piece with what it has of lines so far.
func (s *stream) begin(have []byte, number int) {
	s.kept += bytesPerPiece
	s.pieces = append(s.pieces, Piece{Text: have, Line: number})
	s.splitter = splitter{seen: map[int64]int{}}
}

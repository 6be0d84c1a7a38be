package logs

import (
	"bytes"
	"time"

	"profstation/loader/text"
)

// stream collects the lines near stacks that have one form.
type stream struct {
	form
	open    bool // lines are taken
	idle    int  // how many were taken since the last one in a stack
	last    int  // number of the last line with its form
	pieces  []Piece
	kept    int64 // bytes in all pieces
	partial bool  // the last line goes on in the next
	nested  bool  // its lines are another log, so it is not known which belong to stacks
	splitter
}

// longestIdle is how many lines outside stacks are taken after a stack. A stack has at most 200 lines, unless others
// are written between them.
const longestIdle = 300

// splitter finds where another dump begins.
type splitter struct {
	heads    int           // headers and headings in this dump
	seen     map[int64]int // where this dump's goroutines are in its text
	foreign  int           // where the last lines outside stacks began; 0: nowhere
	within   bool          // … and the previous line is one of them
	before   text.Line     // what the last line was
	isThread bool          // another thread of the same crash begins: the last line with a text was "-----"
}

// take takes a line of the stream, with its number and time.
func (s *stream) take(line []byte, number int, at func() time.Time) {
	if len(s.pieces) == 0 {
		s.begin(nil, number)
	}
	p := &s.pieces[len(s.pieces)-1]
	s.kept += int64(len(line)) + 1
	if s.partial { // the previous line goes on
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
		if text.Begins(line) >= 0 { // this is inside another log
			if s.nested = true; p.Time.IsZero() {
				p.Time = at()
			}
		}
	case text.Call: // so it seems: prose may end with brackets too
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

// bytesPerPiece is what a piece takes in addition to its text.
const bytesPerPiece = 200

// longestReason is how many bytes are kept from a reason.
const longestReason = 200

// splits begins another piece if a line belongs to another dump: a crash has another reason, or a goroutine appears
// again after lines outside stacks.
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
	if seen[id] >= from { // twice after the other lines, so they do not divide the dump
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

// begin begins another piece, which starts with the lines in have.
func (s *stream) begin(have []byte, number int) {
	s.kept += bytesPerPiece
	s.pieces = append(s.pieces, Piece{Text: have, Line: number})
	s.splitter = splitter{seen: map[int64]int{}}
}

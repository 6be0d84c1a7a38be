package logs

import (
	"bytes"
	"slices"
	"time"

	"profstation/loader/text"
	"profstation/model/lang"
	"profstation/model/units"
	"profstation/model/work"
)

// Log holds the Go texts found in a log.
type Log struct {
	Pieces []Piece  // in the log's order
	Notes  []string // what was removed
}

// Piece is one text: a goroutine dump, or one with addresses.
type Piece struct {
	Text     []byte
	Line     int       // in the log: where its first header is
	Time     time.Time // when that line was written; zero: not known
	Reason   string    // why it crashed; "" for other dumps
	Headings bool      // it has addresses, as Go writes it for debug=1
}

// Options say how to read a log.
type Options struct {
	Steps  *work.Steps
	Allow  func(bytes int64) error // refuses to keep this many bytes; nil: any number is kept
	Before time.Time               // no line is from after it; zero: not known
	Plain  bool                    // also look for dumps with nothing before their lines
}

// Limits for the search.
const (
	maxStreams = 16
	maxLooks   = 1024     // at texts before a header
	ahead      = 256      // lines that a look reads, and
	farAhead   = 64 << 10 // bytes
	back       = 64       // lines taken before a header, because they say why a program crashed
	maxLayers  = 3        // logs within logs
)

// Read finds the texts in a log. It returns nil if there is none, and any error from Allow. If it gave up before it
// had looked at everything that might be a text, the log has a note even without texts.
func Read(data []byte, o Options) (*Log, error) {
	return read(data, o, 0)
}

func read(data []byte, o Options, layer int) (*Log, error) {
	r := &reading{Options: o, data: data}
	if err := r.run(); err != nil || len(r.streams) == 0 && r.looks <= maxLooks {
		return nil, err
	}
	l := &Log{}
	if r.coloured {
		l.Notes = append(l.Notes, lang.L("lines had colours of a terminal; taken off"))
	}
	for _, s := range r.streams {
		if note := s.note(); note != "" && !slices.Contains(l.Notes, note) {
			l.Notes = append(l.Notes, note)
		}
		for _, p := range s.pieces {
			if isText(p.Text, o.Steps) {
				l.Pieces = append(l.Pieces, p)
				continue
			}
			if layer+1 == maxLayers {
				continue
			}
			within, err := read(p.Text, o, layer+1)
			if err != nil {
				return nil, err
			}
			if within != nil {
				l.add(p, within)
			}
		}
	}
	if r.looks > maxLooks || len(r.streams) == maxStreams {
		l.Notes = append(l.Notes,
			lang.L("goroutines stand behind very many different texts; the first {{.Number}} were looked at",
				lang.With{"Number": units.Count(int64(min(r.looks, maxLooks)))}))
	}
	if len(l.Pieces) == 0 && r.looks <= maxLooks {
		return nil, nil
	}
	slices.SortStableFunc(l.Pieces, func(a, b Piece) int { return a.Line - b.Line })
	return l, nil
}

// add adds what was found in a text that is itself a log.
func (l *Log) add(outer Piece, within *Log) {
	for _, p := range within.Pieces {
		p.Line += outer.Line
		if p.Time.IsZero() {
			p.Time = outer.Time
		}
		l.Pieces = append(l.Pieces, p)
	}
	for _, note := range within.Notes {
		if !slices.Contains(l.Notes, note) {
			l.Notes = append(l.Notes, note)
		}
	}
}

// isText reports whether a text can be read as it is.
func isText(data []byte, steps *work.Steps) bool {
	for len(data) > 0 {
		line, rest := text.CutLine(data)
		if steps.Over(len(data) - len(rest)) {
			return false
		}
		if kind := text.LineOf(line); (kind == text.Header || kind == text.Heading) && follows(rest) {
			return true
		}
		data = rest
	}
	return false
}

// follows reports whether a text goes on as the lines under a header do, with up to two other lines between.
func follows(data []byte) bool {
	for range 3 {
		if text.StackFollows(data) {
			return true
		}
		_, data = text.CutLine(data)
	}
	return false
}

// reading is one pass over a log.
type reading struct {
	Options
	data     []byte
	streams  []*stream // those with the longest prefix come first
	recent   [back]int // where the last lines begin, by line number modulo back
	number   int       // the line's number, from 1
	looks    int
	coloured bool
	room     [2][]byte // for a line without colours, and for a member's text
}

func (r *reading) run() error {
	const look = 256 << 10
	next := look
	for at := 0; at < len(r.data); {
		line, rest := text.CutLine(r.data[at:])
		from := at
		at = len(r.data) - len(rest)
		if r.Steps.Over(at - from) {
			return nil
		}
		r.number++
		if err := r.line(line, from, rest); err != nil {
			return err
		}
		r.recent[r.number%back] = from
		if at >= next && r.Allow != nil {
			if err := r.Allow(r.kept()); err != nil {
				return err
			}
			next = at + look
		}
	}
	if r.Allow != nil {
		if err := r.Allow(r.kept()); err != nil {
			return err
		}
	}
	if len(r.data) > 0 && r.data[len(r.data)-1] != '\n' { // the text is cut where the log is
		for _, s := range r.streams {
			if n := len(s.pieces); n > 0 && s.open && s.last == r.number {
				p := &s.pieces[n-1]
				p.Text = p.Text[:len(p.Text)-1]
			}
		}
	}
	return nil
}

func (r *reading) kept() (n int64) {
	for _, s := range r.streams {
		n += s.kept
	}
	return n
}

// line reads a line that begins at from in the data. rest is everything after it.
func (r *reading) line(raw []byte, from int, rest []byte) error {
	line := r.clean(raw, 0)
	for _, s := range r.streams {
		l, ok := s.of(line, r.room[1])
		if !ok {
			continue
		}
		if s.key != "" {
			r.room[1] = l.text
		}
		if begins := text.Begins(l.text); begins > 0 && !l.several && !s.knows(l.text[:begins]) {
			if more := r.look(line, len(line)-len(l.text)+begins, rest); more != nil && !more.same(&s.form) {
				r.open(more, line, from)
				return nil
			} else if more != nil && len(s.gaps) < maxGaps {
				s.gaps = append(s.gaps, shapeOf(l.text[:begins]))
			}
		} else if begins >= 0 && !s.open {
			r.reopen(s, from)
		}
		if s.open {
			r.give(s, line, l)
		}
		s.last = r.number
		return nil
	}
	begins := text.Begins(line)
	if begins == 0 && !r.Plain && len(line) == len(raw) || begins < 0 {
		return nil
	}
	if f := r.look(line, begins, rest); f != nil {
		r.open(f, line, from)
	}
	return nil
}

// clean removes colours from a line.
func (r *reading) clean(line []byte, room int) []byte {
	clean := uncoloured(line, r.room[room])
	if len(clean) < len(line) {
		r.room[room], r.coloured = clean, true
	}
	return clean
}

// knows reports whether this text was already seen before a header.
func (s *stream) knows(before []byte) bool {
	for i := range s.gaps {
		if n, _, ok := s.gaps[i].match(before); ok && n == len(before) {
			return true
		}
	}
	return false
}

// open begins a stream at its first line with a header.
func (r *reading) open(f *form, line []byte, from int) {
	if len(r.streams) == maxStreams {
		return
	}
	s := &stream{form: *f}
	at, _ := slices.BinarySearchFunc(r.streams, len(f.example)+len(f.key), func(s *stream, n int) int {
		if len(s.example)+len(s.key) >= n {
			return -1 // insert after those that are as long
		}
		return 1
	})
	r.streams = slices.Insert(r.streams, at, s)
	r.reopen(s, from)
	if l, ok := s.of(line, nil); ok {
		r.give(s, line, l)
	}
	s.last = r.number
}

// reopen resumes a stream with some lines before the one that begins at from in the data.
func (r *reading) reopen(s *stream, from int) {
	s.open, s.idle = true, 0
	if len(s.pieces) > 0 {
		s.take(nil, r.number, nil)
	}
	now := r.number
	for n := max(1, now-back+1, s.last+1); n < now; n++ {
		line, _ := text.CutLine(r.data[r.recent[n%back]:from])
		line = uncoloured(line, nil)
		if len(line) > farAhead {
			continue
		}
		if l, ok := s.of(line, nil); ok {
			r.number = n
			r.give(s, line, l)
		}
	}
	r.number = now
}

// give passes the lines in one line of the log to a stream.
func (r *reading) give(s *stream, line []byte, l lines) {
	at := func() time.Time { return s.at(line, r.Before) }
	inner, many := l.text, false
	for {
		one, rest, more := inner, []byte(nil), false
		if l.several {
			one, rest, more = bytes.Cut(inner, []byte("\n"))
			one = bytes.TrimRight(one, "\r")
		}
		if begins := text.Begins(one); begins > 0 && s.knows(one[:begins]) {
			s.take(one[:begins], r.number, at)
			one = one[begins:]
		}
		s.take(one, r.number, at)
		if !more {
			break
		}
		inner, many = rest, true
	}
	if s.partial = l.partial; many {
		s.take(nil, r.number, at) // what follows is another text
	}
	if s.idle > longestIdle && !s.nested {
		s.open = false
	}
}

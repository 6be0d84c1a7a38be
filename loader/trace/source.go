package trace

import (
	"io"
	"os"
)

// Source gives the bytes of a trace in pieces, for it is larger than what is needed at one time.
type Source struct {
	r      io.ReaderAt
	size   int64
	memory []byte // all of it, if it is in memory anyway

	window []byte // the bytes that were last read for a look
	at     int64  // where the window begins
}

// File is the source of a file of a size. Load closes it.
func File(r *os.File, size int64) *Source { return &Source{r: r, size: size} }

// Memory is the source of bytes in memory.
func Memory(data []byte) *Source { return &Source{memory: data, size: int64(len(data))} }

func (s *Source) close() {
	if c, ok := s.r.(io.Closer); ok {
		c.Close()
	}
}

// windowSize is how much is read for one look at a batch header. Batches are up to 64 kB.
const windowSize = 4 << 10

// look returns up to n bytes at an offset; fewer at the end. They are valid until the next look.
func (s *Source) look(off int64, n int) []byte {
	n = int(min(int64(n), max(s.size-off, 0)))
	if s.memory != nil {
		return s.memory[off : off+int64(n)]
	}
	if off < s.at || off+int64(n) > s.at+int64(len(s.window)) {
		if cap(s.window) < n || s.window == nil {
			s.window = make([]byte, max(n, windowSize))
		}
		s.window = s.window[:cap(s.window)]
		// Bytes that cannot be read are as if they were not there: their generation counts as cut.
		got, _ := s.r.ReadAt(s.window, off)
		s.window, s.at = s.window[:got], off
	}
	w := s.window[off-s.at:]
	return w[:min(n, len(w))]
}

// piece is a range of bytes of a trace.
type piece struct{ from, to int64 }

// read returns the bytes of some pieces in a row. They share memory with the source if possible, and
// are else in the room, which grows if it must.
func (s *Source) read(pieces []piece, room *[]byte) ([]byte, error) {
	if s.memory != nil && len(pieces) == 1 {
		return s.memory[pieces[0].from:pieces[0].to:pieces[0].to], nil
	}
	var n int64
	for _, p := range pieces {
		n += p.to - p.from
	}
	if int64(cap(*room)) < n {
		*room = make([]byte, n)
	}
	b := (*room)[:n]
	rest := b
	for _, p := range pieces {
		part := rest[:p.to-p.from]
		if got, err := s.r.ReadAt(part, p.from); got < len(part) {
			return nil, err
		}
		rest = rest[len(part):]
	}
	return b, nil
}

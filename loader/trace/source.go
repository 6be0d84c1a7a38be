package trace

import (
	"io"
	"os"
	"sync"
)

// Source gives access to a trace in pieces, because the whole is larger than what is needed at one time.
type Source struct {
	r      io.ReaderAt
	size   int64
	memory []byte // the whole trace, if it is in memory anyway

	window []byte // the bytes read most recently
	at     int64  // where the window begins

	most int64 // bytes of the largest generation

	mu    sync.Mutex
	rooms [][]byte // not in use
}

// File returns a source for a file with the given size. Load closes the file.
func File(r *os.File, size int64) *Source { return &Source{r: r, size: size} }

// Memory returns a source for bytes in memory.
func Memory(data []byte) *Source { return &Source{memory: data, size: int64(len(data))} }

func (s *Source) close() {
	if c, ok := s.r.(io.Closer); ok {
		c.Close()
	}
}

// windowSize is how many bytes are read for one look at a batch header. Batches have up to 64 kB.
const windowSize = 4 << 10

// look returns up to n bytes at an offset, fewer at the end. They are valid until the next look.
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
		// Bytes that cannot be read count as not there: their generation is treated as cut.
		got, _ := s.r.ReadAt(s.window, off)
		s.window, s.at = s.window[:got], off
	}
	w := s.window[off-s.at:]
	return w[:min(n, len(w))]
}

// piece is a range of bytes in a trace.
type piece struct{ from, to int64 }

// room returns memory for one batch, perhaps none, which must be given back. All of it is used again and again, because the system
// takes long to provide memory that was never used.
func (s *Source) room() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.rooms) - 1; n >= 0 {
		room := s.rooms[n]
		s.rooms = s.rooms[:n]
		return room
	}
	return nil
}

func (s *Source) giveBack(room []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rooms = append(s.rooms, room)
}

// readAt reads at an offset, as an [io.ReaderAt] does.
func (s *Source) readAt(b []byte, off int64) (n int, err error) {
	if s.memory == nil {
		return s.r.ReadAt(b, off)
	}
	if n = copy(b, s.memory[min(off, s.size):]); n < len(b) {
		err = io.EOF
	}
	return n, err
}

package session

import (
	"bytes"
	"errors"
	"sync"
	"time"
)

// SaveDelay is how long a change waits for others. A program that is killed loses no more than that.
const SaveDelay = time.Second

// Saver writes the latest state in the background. Any goroutine may call its methods.
type Saver struct {
	store  *Store
	delay  time.Duration
	failed func(error)
	encode func(State) (data []byte, cut string, err error) // fit

	mu     sync.Mutex
	next   *State // to be written, the saver's own; nil for nothing
	last   []byte // last written
	said   string // the last reported error, which is not repeated
	timer  *time.Timer
	closed bool

	writing sync.Mutex // held while a state is encoded and written
}

// NewSaver makes a saver. It calls failed, on a new goroutine, with errors from saving, and with
// what was not saved because of its size. It never reports the same twice in a row.
func NewSaver(store *Store, delay time.Duration, failed func(error)) *Saver {
	return &Saver{store: store, delay: delay, failed: failed, encode: fit}
}

// Set has a state written soon. It only copies the state and returns at once; the state may be
// changed after that.
func (s *Saver) Set(state State) {
	mine := copied(state)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	s.next = &mine
	if s.timer == nil {
		s.timer = time.AfterFunc(s.delay, s.Flush)
	}
}

// say reports an error, unless it was the last one. s.mu must be held.
func (s *Saver) say(err error) {
	if text := err.Error(); text != s.said {
		s.said = text
		go s.failed(err)
	}
}

// Flush writes the waiting state, if there is one, before it returns.
func (s *Saver) Flush() { s.flush(false) }

// flush writes the waiting state. At the end, it also writes a state again that another program
// has overwritten: the next start opens the documents of the program that is closed last.
func (s *Saver) flush(end bool) {
	s.writing.Lock()
	defer s.writing.Unlock()
	s.mu.Lock()
	state := s.next
	s.next = nil
	if s.timer != nil {
		s.timer.Stop()
		s.timer = nil
	}
	s.mu.Unlock()
	data := s.encoded(state)
	s.mu.Lock()
	if end && data == nil {
		data = s.last
	}
	same := bytes.Equal(data, s.last) && !end
	s.mu.Unlock()
	if data == nil || same {
		return
	}
	saved, err := s.store.write(data)
	s.mu.Lock()
	defer s.mu.Unlock()
	if saved {
		s.last = data
	}
	if err != nil {
		s.say(err)
	}
}

// encoded returns the bytes of a state; nil if it cannot be written, or there is none.
func (s *Saver) encoded(state *State) []byte {
	if state == nil {
		return nil
	}
	data, cut, err := s.encode(*state)
	if cut != "" {
		err = errors.New(cut)
	}
	if err != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.say(err)
	}
	return data
}

// Close writes the waiting state. Later states are not written.
func (s *Saver) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.flush(true)
}

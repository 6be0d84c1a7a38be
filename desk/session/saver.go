package session

import (
	"bytes"
	"sync"
	"time"
)

// SaveDelay is how long a change waits for others before it is written. A
// program that is killed loses no more.
const SaveDelay = time.Second

// Saver writes states in the background, the latest only. Its methods may be
// called by any goroutine.
type Saver struct {
	store  *Store
	delay  time.Duration
	failed func(error)

	mu     sync.Mutex
	next   []byte // to be written; nil for nothing
	last   []byte // last written
	timer  *time.Timer
	closed bool

	writing sync.Mutex // held while the file is written
}

// NewSaver makes a saver. It calls failed, on a goroutine of its own, with every error of saving.
func NewSaver(store *Store, delay time.Duration, failed func(error)) *Saver {
	return &Saver{store: store, delay: delay, failed: failed}
}

// Set has a state written soon. The state may be changed after Set has returned.
func (s *Saver) Set(state State) {
	data, err := encodeState(state)
	if err != nil {
		go s.failed(err)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return
	}
	s.next = data
	if s.timer == nil {
		s.timer = time.AfterFunc(s.delay, s.Flush)
	}
}

// Flush writes the waiting state, if there is one, before it returns.
func (s *Saver) Flush() {
	s.writing.Lock()
	defer s.writing.Unlock()
	s.mu.Lock()
	data := s.next
	s.next = nil
	if s.timer != nil {
		s.timer.Stop()
		s.timer = nil
	}
	same := bytes.Equal(data, s.last)
	s.mu.Unlock()
	if data == nil || same {
		return
	}
	if err := s.store.write(data); err != nil {
		go s.failed(err)
		return
	}
	s.mu.Lock()
	s.last = data
	s.mu.Unlock()
}

// Close writes the waiting state. Later states are not written.
func (s *Saver) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.Flush()
}

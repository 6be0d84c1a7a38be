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
	store *Store
	delay time.Duration
	told  func(error)

	mu     sync.Mutex
	next   []byte // what is to be written; nil: nothing
	last   []byte // what was written
	timer  *time.Timer
	closed bool

	writing sync.Mutex // held while the file is written
}

// NewSaver makes a saver. told is called, on a goroutine of its own, with every
// error of saving.
func NewSaver(store *Store, delay time.Duration, told func(error)) *Saver {
	return &Saver{store: store, delay: delay, told: told}
}

// Set has a state written soon. The state may be changed when Set has returned.
func (s *Saver) Set(state State) {
	data, err := encodeState(state)
	if err != nil {
		go s.told(err)
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

// Flush writes what waits to be written, and returns when it is.
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
		go s.told(err)
		return
	}
	s.mu.Lock()
	s.last = data
	s.mu.Unlock()
}

// Close writes what waits to be written; later states are not.
func (s *Saver) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.Flush()
}

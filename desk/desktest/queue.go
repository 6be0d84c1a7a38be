package desktest

import (
	"slices"
	"sync"
	"testing"
	"time"

	"profstation/desk/screen"
)

// Queue collects the functions that are posted from any goroutine until the test
// runs them: the desk belongs to the test's goroutine.
type Queue struct {
	t      testing.TB
	more   chan struct{} // has a value if something came since the last look
	mu     sync.Mutex
	posted []func()
}

func NewQueue(t testing.TB) *Queue { return &Queue{t: t, more: make(chan struct{}, 1)} }

func (q *Queue) Post(f func()) {
	q.mu.Lock()
	q.posted = append(q.posted, f)
	q.mu.Unlock()
	select {
	case q.more <- struct{}{}:
	default:
	}
}

// Wait waits until that many functions are posted, and runs none. The test fails
// if they do not come; no slow machine needs that long.
func (q *Queue) Wait(n int) {
	q.t.Helper()
	deadline := time.After(2 * time.Minute)
	for {
		q.mu.Lock()
		posted := len(q.posted)
		q.mu.Unlock()
		if posted >= n {
			return
		}
		select {
		case <-q.more:
		case <-deadline:
			q.t.Fatalf("%d functions are posted, and the test waits for %d", posted, n)
		}
	}
}

// Next runs the oldest function, waiting for it if need be.
func (q *Queue) Next() {
	q.t.Helper()
	q.Wait(1)
	q.mu.Lock()
	f := q.posted[0]
	q.posted = slices.Delete(q.posted, 0, 1) // which forgets it, and what it refers to
	q.mu.Unlock()
	f()
}

// Rest runs all functions that are posted by now.
func (q *Queue) Rest() {
	for {
		q.mu.Lock()
		n := len(q.posted)
		q.mu.Unlock()
		if n == 0 {
			return
		}
		q.Next()
	}
}

// Shows reports whether a file is on the screen.
func Shows(s *screen.Snapshot, name string) bool {
	return s.Answer != nil && !s.Stale && s.Answer.Name == name
}

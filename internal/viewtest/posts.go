package viewtest

import (
	"testing"
	"time"
)

// Posts holds the functions that a view wants to run on the UI goroutine, until the test runs them.
type Posts chan func()

// NewPosts makes an empty queue.
func NewPosts() Posts { return make(Posts, 1000) }

// Post takes a function, from any goroutine.
func (p Posts) Post(f func()) { p <- f }

// Next waits for the next function.
func (p Posts) Next(t testing.TB) func() {
	t.Helper()
	select {
	case f := <-p:
		return f
	case <-time.After(10 * time.Second):
		t.Fatal("nothing was posted")
		return nil
	}
}

// Run waits for the next function and runs it.
func (p Posts) Run(t testing.TB) {
	t.Helper()
	p.Next(t)()
}

package live

import (
	"sync"
	"sync/atomic"
	"time"
)

// received writes what came from the server to a file, and counts the bytes.
type received struct {
	to     File
	err    error // from writing the file
	start  time.Time
	length time.Duration
	n      atomic.Int64
	held   atomic.Int64 // see [Progress]
}

func (r *received) Write(b []byte) (int, error) {
	n, err := r.to.Write(b)
	r.n.Add(int64(n))
	r.err = err
	return n, err
}

func (r *received) now() Progress {
	return Progress{time.Since(r.start), r.length, r.n.Load(), int(r.held.Load())}
}

// report calls post at once, then again and again, and a last time in the function that it returns.
func (r *received) report(post func(Progress)) (stop func()) {
	post(r.now())
	done := make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() {
		ticker := time.NewTicker(100 * time.Millisecond)
		defer ticker.Stop()
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
				post(r.now())
			}
		}
	})
	return func() {
		close(done)
		running.Wait()
		post(r.now())
	}
}

package bundle

import (
	"io"
	"sync"

	"profstation/loader/input"
)

// lent reads an entry's bytes up to what its limits allow. It ends when it is taken back, as the next entry is read
// from the same file: somebody may go on reading in another goroutine.
type lent struct {
	mu     sync.Mutex
	r      io.Reader // nil: it was taken back
	of     *archive
	limits input.Limits
	n      int64
}

// lend calls do with an entry's bytes.
func (a *archive) lend(e *Entry, r io.Reader, limits input.Limits, do func(*Entry, io.Reader) error) error {
	l := &lent{r: r, of: a, limits: limits}
	defer l.takeBack()
	return do(e, l)
}

func (l *lent) takeBack() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.r = nil
}

func (l *lent) Read(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.r == nil {
		return 0, io.EOF
	}
	if err := l.of.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := l.r.Read(b)
	if l.n += int64(n); l.n > l.limits.Uncompressed {
		return n, l.limits.UnpacksTooFar()
	}
	if err != nil && err != io.EOF {
		err = l.of.fault(err)
	}
	return n, err
}

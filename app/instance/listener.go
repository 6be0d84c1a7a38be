package instance

import (
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// The bounds of the queue. Requests wait while the window is made, which takes a second at most. If
// one waits longer, the program hangs, and others start normally.
const (
	maxWaiting = 1000
	hung       = 10 * time.Second
	slowest    = 5 * time.Second // for one connection to say what it wants
)

// Listener is the program that others hand their files to. Any goroutine may call its methods.
type Listener struct {
	lock *flock.Flock
	conn *net.UnixListener
	user int // whose starts are answered

	mu      sync.Mutex
	more    *sync.Cond
	waiting []waiting
	busy    time.Time // since when the window has had a request; zero: it has none
	closed  bool
}

type waiting struct {
	Request
	reply Reply
	since time.Time
}

// listen makes this process the one that listens at a place, for the starts of one user.
func (p place) listen(uid int) (*Listener, error) {
	lock, err := take(p.lock())
	if err != nil {
		return nil, err
	}
	// The holder of the lock owns the socket; one that is there was left behind.
	if err := os.Remove(p.socket()); err != nil && !errors.Is(err, os.ErrNotExist) {
		lock.Close()
		return nil, fmt.Errorf("remove a socket that was left behind: %w", err)
	}
	conn, err := net.ListenUnix("unix", &net.UnixAddr{Name: p.socket(), Net: "unix"})
	if err != nil {
		lock.Close()
		return nil, fmt.Errorf("listen for other starts of the program: %w", err)
	}
	if err := os.Chmod(p.socket(), 0o600); err != nil {
		conn.Close()
		lock.Close()
		return nil, fmt.Errorf("listen for other starts of the program: %w", err)
	}
	l := &Listener{lock: lock, conn: conn, user: uid}
	l.more = sync.NewCond(&l.mu)
	go l.accept()
	return l, nil
}

// Serve calls handle with the request of every start, whose paths are absolute paths and URLs, one after
// the other, also of starts that came before Serve. A request for a source line must be replied to; to others a reply
// does nothing.
// Serve returns at once and is called once. handle should return as soon as the window has the
// files: while a call takes very long, new starts open their own windows.
func (l *Listener) Serve(handle func(Request, Reply)) {
	go func() {
		for r, ok := l.next(); ok; r, ok = l.next() {
			handle(r.Request, r.reply)
		}
	}()
}

// next waits for a request after the one before is done; false: the listener was closed.
func (l *Listener) next() (r waiting, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.busy = time.Time{}
	for len(l.waiting) == 0 {
		if l.closed {
			return waiting{}, false
		}
		l.more.Wait()
	}
	r, l.waiting = l.waiting[0], l.waiting[1:]
	l.busy = time.Now()
	return r, true
}

// Close ends listening: the next start of the program is the first again. It does not wait for
// requests that were accepted before. A nil Listener may be closed.
func (l *Listener) Close() {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	l.closed = true
	l.more.Broadcast()
	l.conn.Close() // removes the socket, while the lock is still ours
	l.lock.Close()
}

func (l *Listener) accept() {
	for {
		conn, err := l.conn.AcceptUnix()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil { // too many open files: others start normally
			time.Sleep(retry)
			continue
		}
		go l.answer(conn)
	}
}

// answer reads one request, and closes a connection of another user without a word.
func (l *Listener) answer(conn *net.UnixConn) {
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(slowest))
	if uid, err := peer(conn); err != nil || uid != l.user {
		return
	}
	r, err := read(conn)
	if err != nil {
		fmt.Fprintf(conn, "%s%q\n", denied, err.Error())
		return
	}
	reply, wait := replyOn(conn)
	if l.queue(conn, waiting{r, reply, time.Now()}) && r.Source != "" {
		wait()
	}
}

// queue accepts a request, or says why not.
func (l *Listener) queue(conn *net.UnixConn, r waiting) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return false // the start that asks becomes the first
	}
	if reason := l.refuse(); reason != "" {
		fmt.Fprintln(conn, denied+reason)
		return false
	}
	// A start that no longer waits for the answer opens the files itself. The
	// line is shorter than any socket's buffer, so writing does not block.
	if _, err := fmt.Fprintln(conn, accepted); err != nil {
		return false
	}
	l.waiting = append(l.waiting, r)
	l.more.Signal()
	return true
}

// refuse returns why no request is accepted now, "" if one is.
func (l *Listener) refuse() string {
	switch {
	case len(l.waiting) >= maxWaiting:
		return "too many wait"
	case !l.busy.IsZero() && time.Since(l.busy) > hung, len(l.waiting) > 0 && time.Since(l.waiting[0].since) > hung:
		return "it hangs"
	}
	return ""
}

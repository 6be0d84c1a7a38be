package instance

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"time"
)

// Patience is how long a start waits for an answer before it opens a window of its own.
const Patience = time.Second

// retry is how long a start waits for a holder of the lock that does not listen yet.
const retry = 5 * time.Millisecond

var errTaken = errors.New("another program is already listening")

// Join hands a request to the program that runs already, or becomes that program:
//
//   - handed: the running program has it, and this process may end.
//   - a Listener: this is the first program. Call [Listener.Serve] when there is
//     a window, and [Listener.Close] before that goes away.
//   - neither: this program starts normally, without a listener, because the
//     paths are for it alone, the running one does not answer, or there is no
//     place to meet.
func Join(ctx context.Context, r Request) (l *Listener, handed bool) {
	p, err := here()
	if err != nil {
		return nil, false
	}
	if r, err = r.absolute(); err != nil {
		return Lead(), false // it can still take the files of others
	}
	l, handed, _ = p.join(ctx, r, Patience)
	return l, handed
}

// ErrNone is that no program runs that takes requests.
var ErrNone = errors.New("no profstation window is open")

// Hand hands a request to the program that runs already; it never becomes that program.
func Hand(ctx context.Context, r Request) error {
	p, err := here()
	if err != nil {
		return ErrNone
	}
	if r, err = r.absolute(); err != nil {
		return err
	}
	return p.hand(ctx, r, Patience)
}

// hand is the function Hand for a given place.
func (p place) hand(ctx context.Context, r Request, patience time.Duration) error {
	within, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	err := p.send(within, r)
	var refused *refusal
	switch {
	case err == nil, ctx.Err() != nil:
		return cmp.Or(ctx.Err(), err)
	case errors.As(err, &refused):
		return err
	case within.Err() != nil:
		return errors.New("the profstation window does not answer")
	}
	return ErrNone
}

// Lead becomes the program to hand files to. It returns nil if there is one, or no place to meet.
func Lead() *Listener {
	p, err := here()
	if err != nil {
		return nil
	}
	l, _ := p.listen(os.Getuid())
	return l
}

// join is the function Join for a given place. It returns the reason if neither came about in time.
func (p place) join(ctx context.Context, r Request, patience time.Duration) (l *Listener, handed bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		l, err := p.listen(os.Getuid())
		if err == nil {
			return l, false, nil
		}
		if !errors.Is(err, errTaken) {
			return nil, false, err
		}
		if err = p.send(ctx, r); err == nil {
			return nil, true, nil
		}
		var refused *refusal
		if errors.As(err, &refused) {
			return nil, false, err
		}
		// The holder of the lock does not listen yet, or has just ended.
		select {
		case <-ctx.Done():
			return nil, false, err
		case <-time.After(retry):
		}
	}
}

// The answers of a listener, a line each.
const (
	accepted = "ok"
	denied   = "no: "
)

// refusal is any answer but an acceptance.
type refusal struct{ reason string }

func (e *refusal) Error() string {
	return "the running program does not accept the files: " + e.reason
}

// send returns when the program that listens at a place has accepted the request.
func (p place) send(ctx context.Context, r Request) error {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "unix", p.socket())
	if err != nil {
		return fmt.Errorf("ask the running program: %w", err)
	}
	defer conn.Close()
	// The connection ends with the context: what was not answered must not be opened later too.
	closed := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		conn.Close()
		close(closed)
	})
	defer func() {
		if !stop() {
			<-closed // until then the program could still answer
		}
	}()
	if uid, err := peer(conn.(*net.UnixConn)); err != nil || uid != os.Getuid() {
		return &refusal{fmt.Sprintf("it belongs to user %d (%v)", uid, err)}
	}
	if err := write(conn, r); err != nil {
		return fmt.Errorf("ask the running program: %w", err)
	}
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		return fmt.Errorf("ask the running program: no answer: %w", err)
	}
	if line = strings.TrimSuffix(line, "\n"); line != accepted {
		return &refusal{strings.TrimPrefix(line, denied)}
	}
	return nil
}

// peer asks the kernel which user is at the other end of a connection.
func peer(c *net.UnixConn) (uid int, err error) {
	raw, err := c.SyscallConn()
	if err != nil {
		return 0, err
	}
	failed := raw.Control(func(fd uintptr) { uid, err = peerOf(int(fd)) })
	return uid, cmp.Or(failed, err)
}

package instance

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
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

// Hand hands a request for a source line to the program that runs already, and returns what that says of the line. It
// never becomes that program.
func Hand(ctx context.Context, r Request) (said string, err error) {
	p, err := here()
	if err != nil {
		return "", ErrNone
	}
	if r, err = r.absolute(); err != nil {
		return "", err
	}
	return p.hand(ctx, r, Patience)
}

var errSilent = errors.New("the profstation window does not answer")

// hand is the function Hand for a given place.
func (p place) hand(ctx context.Context, r Request, patience time.Duration) (said string, err error) {
	within, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	conn, err := p.ask(within, r)
	var refused *refusal
	switch {
	case ctx.Err() != nil:
		err = ctx.Err()
	case err == nil, errors.As(err, &refused):
	case within.Err() != nil:
		err = errSilent
	default:
		err = ErrNone
	}
	if conn == nil {
		return "", err
	}
	defer conn.Close()
	if err != nil {
		return "", err
	}
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	conn.SetDeadline(time.Now().Add(looking))
	said, err = readReply(conn)
	if err != nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	return said, err
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

// maxLine bounds an answer, in bytes.
const maxLine = 64 << 10

// refusal is any answer but an acceptance.
type refusal struct{ reason string }

func (e *refusal) Error() string {
	return "the running program does not accept the files: " + e.reason
}

// send returns when the program that listens at a place has accepted the request.
func (p place) send(ctx context.Context, r Request) error {
	conn, err := p.ask(ctx, r)
	if conn != nil {
		conn.Close()
	}
	return err
}

// ask returns the connection on which the program at a place has accepted the request.
func (p place) ask(ctx context.Context, r Request) (accepting net.Conn, err error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "unix", p.socket())
	if err != nil {
		return nil, fmt.Errorf("ask the running program: %w", err)
	}
	defer func() {
		if accepting == nil {
			conn.Close()
		}
	}()
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
		return nil, &refusal{fmt.Sprintf("it belongs to user %d (%v)", uid, err)}
	}
	if err := write(conn, r); err != nil {
		return nil, fmt.Errorf("ask the running program: %w", err)
	}
	line, err := readLine(conn)
	if err != nil {
		return nil, fmt.Errorf("ask the running program: no answer: %w", err)
	}
	if line != accepted {
		return nil, &refusal{strings.TrimPrefix(line, denied)}
	}
	return conn, nil
}

// readLine reads a line and nothing behind it: a reply may follow.
func readLine(from io.Reader) (string, error) {
	var line []byte
	for b := make([]byte, 1); len(line) < maxLine; {
		if _, err := io.ReadFull(from, b); err != nil {
			return "", err
		}
		if b[0] == '\n' {
			return string(line), nil
		}
		line = append(line, b[0])
	}
	return "", fmt.Errorf("an answer has more than %d bytes", maxLine)
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

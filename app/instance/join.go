package instance

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"time"
)

// Patience is how long a start waits for the running program to answer before it
// opens a window of its own.
const Patience = time.Second

// retry is how long a start waits before it looks again for a program that has
// the lock and does not listen yet.
const retry = 5 * time.Millisecond

// errTaken says that another process listens.
var errTaken = errors.New("another program listens already")

// Join hands the paths to the program that runs already, or becomes that program:
//
//   - handed: the running program has them, and this process may end.
//   - a Listener: this is the first program. Call [Listener.Serve] when there is
//     a window, and [Listener.Close] before that goes away.
//   - neither: this program starts normally, without a listener, because the
//     paths are for it alone, the running one does not answer, or there is no
//     place to meet.
func Join(ctx context.Context, paths []string) (l *Listener, handed bool) {
	p, err := Here()
	if err != nil {
		return nil, false
	}
	r, err := NewRequest(paths)
	if err != nil {
		l, _ := p.Listen() // it can still take the files of others
		return l, false
	}
	l, handed, _ = p.Join(ctx, r, Patience)
	return l, handed
}

// Lead becomes the program that others hand their files to, and hands nothing
// over itself. It returns nil if there is such a program already, or no place to
// meet.
func Lead() *Listener {
	p, err := Here()
	if err != nil {
		return nil
	}
	l, _ := p.Listen()
	return l
}

// Join is the function Join for a given place. It returns the reason if neither
// came about in time.
func (p Place) Join(ctx context.Context, r Request, patience time.Duration) (l *Listener, handed bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for {
		l, err := p.Listen()
		if err == nil {
			return l, false, nil
		}
		if !errors.Is(err, errTaken) {
			return nil, false, err
		}
		err = p.Send(ctx, r)
		if err == nil {
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
	return "the running program does not take the files: " + e.reason
}

// Send hands a request to the program that listens at a place, and returns when
// that program has accepted it.
func (p Place) Send(ctx context.Context, r Request) error {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "unix", p.socket())
	if err != nil {
		return fmt.Errorf("ask the running program: %w", err)
	}
	defer conn.Close()
	// The connection ends with the context: a request that was not answered must
	// not be opened later as well.
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	if uid, err := peer(conn.(*net.UnixConn)); err != nil || uid != os.Getuid() {
		return &refusal{fmt.Sprintf("it belongs to user %d (%v)", uid, err)}
	}
	if err := r.write(conn); err != nil {
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

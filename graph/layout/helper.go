package layout

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"sync"
	"time"

	"profstation/process"
)

// Helper starts processes that lay out graphs with graphviz: this program itself, with a hidden command. Each process
// lays out one graph and ends. A Helper is safe for use by many goroutines. The zero value is ready to use.
type Helper struct {
	// Command makes the process; nil: os.Executable with the argument [Subcommand]. The helper sets its Stdin, Stdout
	// and Stderr.
	Command func() (*exec.Cmd, error)
	// Time and Memory limit one layout; 0: [DefaultTime], [DefaultMemory].
	Time   time.Duration
	Memory int64 // bytes
	// Behind lets other work on the machine go first, such as drawing a window meanwhile.
	Behind bool

	mu     sync.Mutex
	spare  *process.Process // started ahead, waits for its request
	closed bool
}

// Subcommand is the program's hidden command that serves as the helper.
const Subcommand = "layout-graph"

// Default limits for one layout.
const (
	DefaultTime   = 14 * time.Second
	DefaultMemory = 1 << 30
)

// Warm starts a process ahead if none waits yet, so that the next layout need not wait until graphviz is loaded. It
// ignores errors: the layout will return them.
func (h *Helper) Warm() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.spare == nil && !h.closed {
		h.spare, _ = h.start()
	}
}

// Close ends the waiting process, and lets no other start ahead. It does not end running layouts; their contexts do.
func (h *Helper) Close() {
	h.mu.Lock()
	h.closed = true
	h.mu.Unlock()
	if p := h.takeSpare(); p != nil {
		p.End()
	}
}

// Lay lays out a graph with graphviz, within Time. If the context ends, so does the process, and the error is the
// context's. Any other error is a *[Failure], unless the graph itself is invalid. No process is left when Lay
// returns.
func (h *Helper) Lay(ctx context.Context, g *Graph, e Effort) (*Positions, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	request := Request{DOT: g.dot(e), Memory: h.memory(), Behind: h.Behind}
	timed, cancel := context.WithTimeout(ctx, h.time())
	defer cancel()
	var answer Answer
	p, err := h.takeSpare(), errUnasked
	if p != nil {
		answer, err = ask(timed, p, request)
	}
	if errors.Is(err, errUnasked) && timed.Err() == nil { // the waiting process may have been ended meanwhile
		if p, err = h.start(); err != nil {
			return nil, h.failure(g, NotStarted, err.Error())
		}
		answer, err = ask(timed, p, request)
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil && timed.Err() != nil:
		return nil, h.failure(g, TooLong, "")
	case err != nil:
		return nil, h.failure(g, Died, p.LastWords(err))
	case answer.TooMuchMemory:
		return nil, h.failure(g, TooLarge, "")
	case answer.Error != "":
		return nil, h.failure(g, Refused, clip(answer.Error))
	}
	positions, err := g.parse(answer.JSON)
	if err != nil {
		return nil, h.failure(g, Refused, err.Error())
	}
	return positions, nil
}

func (h *Helper) time() time.Duration { return cmp.Or(h.Time, DefaultTime) }
func (h *Helper) memory() int64       { return cmp.Or(h.Memory, DefaultMemory) }

func (h *Helper) takeSpare() *process.Process {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.spare
	h.spare = nil
	return p
}

func (h *Helper) start() (*process.Process, error) {
	command := h.Command
	if command == nil {
		command = func() (*exec.Cmd, error) { return process.Itself(Subcommand) }
	}
	cmd, err := command()
	if err != nil {
		return nil, err
	}
	return process.Start(cmd)
}

// ask sends the request and waits for the answer. It ends the process when it returns, and when the context ends.
func ask(ctx context.Context, p *process.Process, r Request) (Answer, error) {
	defer p.End()
	defer context.AfterFunc(ctx, p.Kill)()
	if err := Send(p.In, r); err != nil {
		return Answer{}, fmt.Errorf("%w: %w", errUnasked, err)
	}
	return Receive[Answer](p.Out)
}

// errUnasked means that the process did not get the request.
var errUnasked = errors.New("it did not get its work")

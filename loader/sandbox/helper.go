package sandbox

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"profstation/loader"
	"profstation/loader/input"
	"profstation/model/lang"
	"profstation/model/mapped"
	"profstation/process"
)

// Subcommand is the program's hidden command that serves as the helper. It has two arguments: one for
// [Serve], and the tag of the language for messages about files.
const Subcommand = "load-file"

// DefaultPatience is how long a process may go on without any progress. The last steps for a 2 GiB
// profile, which report nothing, take some ten seconds.
const DefaultPatience = 2 * time.Minute

// Helper loads inputs in processes, one at a time in each, and keeps one process for the next input.
// It is safe for use by many goroutines. The zero value is ready to use.
type Helper struct {
	// Command makes the process; nil means the program itself with [Subcommand].
	Command func() (*exec.Cmd, error)
	// Patience limits the time without progress in a loading; 0 means [DefaultPatience].
	Patience time.Duration

	mu     sync.Mutex
	spare  *worker // waits for its next request
	closed bool
}

// worker is a running process, and the socket through which it gets files.
type worker struct {
	*process.Process
	out   *bufio.Reader
	files *files
	lends func(column []byte, at uintptr) error // copies out of its memory; nil if that is not allowed

	scratch *os.File // the last file that it wanted; nil: none
	room    *mapped.Memory
}

// Warm starts a process ahead of time if none is waiting, because the program's first steps take
// longer than opening most files. A failure is not an error yet: the next loading will return it.
func (h *Helper) Warm() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if supported && h.spare == nil && !h.closed {
		h.spare, _ = h.start()
	}
}

// Close ends the waiting process and prevents others from waiting. Loadings under way are ended by their contexts.
func (h *Helper) Close() {
	h.mu.Lock()
	h.closed = true
	w := h.spare
	h.spare = nil
	h.mu.Unlock()
	if w != nil {
		w.end()
	}
}

// Load implements [loader.Apart]. When the context ends, so does the process, at once. If the process
// ends by itself, the error is a [input.Error] that says why.
func (h *Helper) Load(ctx context.Context, name string, r *os.File, o loader.Options) (*loader.File, error) {
	o.Apart = nil
	if !supported {
		return loader.ReadFile(ctx, name, r, o)
	}
	if err := ctx.Err(); err != nil {
		return nil, stopped(err)
	}
	w, err := h.take()
	if err != nil {
		return nil, fault(name, err)
	}
	l := &loading{w: w, o: o, patience: cmp.Or(h.Patience, DefaultPatience)}
	last, err := l.run(ctx, name, r)
	if err != nil {
		w.end()
		go h.Warm()
		switch {
		case ctx.Err() != nil:
			return nil, stopped(ctx.Err())
		case l.late.Load():
			return nil, &input.Error{Name: name,
				Found: lang.L("the decoder got no further for {{.Time}}", lang.With{"Time": l.patience}), Advice: lang.L(reportIt)}
		}
		return nil, died(name, w.LastWords(err), l.limits())
	}
	w.forget()
	h.giveBack(w)
	if last.Failure != nil {
		return nil, last.Failure.err()
	}
	return last.File, nil
}

func stopped(err error) error {
	return lang.Error("loading stopped: {{.Cause}}", lang.With{"Cause": err})
}

func fault(name string, err error) error {
	return &input.Error{Name: name,
		Found: lang.L("the process that reads it could not be started: {{.Cause}}", lang.With{"Cause": err}), Err: err}
}

const reportIt = "please report this, with the file"

// died returns the error for an input during which the process ended.
func died(name, words string, l input.Limits) error {
	e := &input.Error{Name: name, Found: lang.L("the decoder failed on it: {{.Cause}}", lang.With{"Cause": words}), Advice: lang.L(reportIt)}
	switch {
	case memoryEnded(words):
		e.Found = lang.L("loading it took more memory than the limit of {{.Size}}, or than there is", lang.With{"Size": input.Size(l.Memory)})
		e.Advice = lang.L("raise the limit if you trust the file")
		e.Beyond = true
	case slices.Contains(ended, words):
		e.Found = lang.L("the process that reads it was killed, perhaps because the machine has too little memory")
		e.Advice = lang.L("try again")
	}
	return e
}

// memoryEnded reports whether a process ended because it could get no more memory. The runtime says so
// in several ways, depending on what the memory was for.
func memoryEnded(words string) bool {
	return slices.ContainsFunc([]string{
		"out of memory", "cannot allocate memory", "cannot map pages", "failed to reserve", "failed to create new OS thread",
	}, func(said string) bool { return strings.Contains(words, said) })
}

// ended are the last words of a process that was ended from outside, by the user or the system.
var ended = []string{"signal: killed", "signal: terminated", "signal: interrupt", "exit status 130"}

// take returns a waiting process, or starts one.
func (h *Helper) take() (*worker, error) {
	h.mu.Lock()
	w := h.spare
	h.spare = nil
	h.mu.Unlock()
	if w != nil {
		select {
		case <-w.Gone(): // somebody has ended it while it waited
			w.end()
		default:
			return w, nil
		}
	}
	return h.start()
}

// giveBack keeps a process for the next input, if there is no other.
func (h *Helper) giveBack(w *worker) {
	h.mu.Lock()
	keep := h.spare == nil && !h.closed
	if keep {
		h.spare = w
	}
	h.mu.Unlock()
	if !keep {
		w.end()
	}
}

func (h *Helper) start() (*worker, error) {
	command := h.Command
	if command == nil {
		command = func() (*exec.Cmd, error) { return process.Itself(Subcommand, shape(), lang.Tag()) }
	}
	cmd, err := command()
	if err != nil {
		return nil, err
	}
	files, err := sendFiles(cmd)
	if err != nil {
		return nil, err
	}
	p, err := process.Start(cmd)
	files.started()
	if err != nil {
		files.Close()
		return nil, err
	}
	w := &worker{Process: p, out: bufio.NewReaderSize(p.Out, bufferSize), files: files}
	if readable(p.ID()) {
		w.lends = func(column []byte, at uintptr) error { return copyMemory(p.ID(), column, at) }
	}
	return w, nil
}

func (w *worker) end() {
	w.End()
	w.files.Close()
	w.forget()
}

// bufferSize is how much is read or written at a time, except for larger columns. It is also a pipe's capacity.
const bufferSize = 64 << 10

// errProtocol is the error for an answer that makes no sense.
var errProtocol = errors.New("its answer makes no sense")

// ask sends a request with its file.
func (w *worker) ask(q *request, r *os.File) error {
	q.Lend = w.lends != nil
	if err := w.send(q); err != nil {
		return err
	}
	return w.files.send(r)
}

func (w *worker) send(q *request) error {
	out := bufio.NewWriterSize(w.In, bufferSize)
	return errors.Join(pack(out, q), out.Flush())
}

// give hands over an empty file, or says why there is none.
func (w *worker) give(scratch func() (*os.File, error)) error {
	w.forget()
	f, err := scratch()
	if err != nil {
		return w.send(&request{Failed: err.Error()})
	}
	w.scratch = f
	if err := w.send(&request{Scratch: true}); err != nil {
		return err
	}
	return w.files.send(f)
}

// forget closes the file that was handed over, and drops memory in it that belongs to no trace.
func (w *worker) forget() {
	if w.scratch != nil {
		w.scratch.Close()
	}
	if w.room != nil {
		w.room.Release()
	}
	w.scratch, w.room = nil, nil
}

// inFile returns the memory in the file that was handed over.
func (w *worker) inFile() (m *mapped.Memory, err error) {
	if w.room == nil {
		if w.scratch == nil {
			return nil, errProtocol
		}
		w.room, err = mapped.Open(w.scratch)
	}
	return w.room, err
}

// next reads the next answer. Its tables take no more memory than their limits allow.
func (w *worker) next(l input.Limits) (a answer, err error) {
	lent, err := borrow(w.out, w.lends, w.inFile, &a, l.Memory+l.Uncompressed+spareMemory)
	if err == nil && w.room != nil && a.File != nil && a.File.Trace != nil {
		a.File.Trace.Keep(w.room)
		w.room = nil
	}
	if err == nil && lent {
		err = w.send(&request{Taken: true})
	}
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, os.ErrClosed) {
		err = errors.Join(errProtocol, err)
	}
	return a, err
}

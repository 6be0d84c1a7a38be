package graphviz

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"

	"profstation/graph/layout"
)

// idle is how long a process waits before it takes itself for one started ahead.
const idle = 10 * time.Millisecond

// Serve is all that the helper process does: it gets ready, reads one request
// from in, lays out its graph, and writes the answer to out. It returns when that
// is done, or when in ends before a request came.
//
// The process must live for this alone: Serve changes how its memory is
// managed, and ends the process itself when in ends, for then whoever started it
// is gone, or when the layout needs more memory than the request allows.
func Serve(in io.Reader, out io.Writer) error {
	type received struct {
		layout.Request
		err error
	}
	requests := make(chan received, 1)
	go func() {
		r, err := layout.ReadRequest(in)
		requests <- received{r, err}
	}()
	var request received
	select {
	case request = <-requests:
	case <-time.After(idle):
		// The first layout of a process takes longer than those after it: a
		// process that waits makes one to try.
		if _, err := lay([]byte("digraph { a -> b [label=x] b -> c a -> c }")); err != nil {
			return err
		}
		request = <-requests
	}
	switch request.err {
	case nil:
	case io.EOF:
		return nil
	default:
		return request.err
	}
	// WebAssembly cannot be preempted: as long as it runs, no collection of
	// garbage could begin, and trying to would stop the goroutines that watch.
	// They need a processor of their own.
	debug.SetGCPercent(-1)
	runtime.GOMAXPROCS(max(2, runtime.GOMAXPROCS(0)))

	answer := &answering{w: out}
	go endWith(in)
	go answer.watchMemory(request.Memory)
	if request.Behind {
		stepBack()
	}
	result, err := lay(request.DOT)
	return answer.send(layout.Answer{JSON: result, Err: err})
}

// endWith ends the process when its input ends.
func endWith(in io.Reader) {
	io.Copy(io.Discard, in)
	os.Exit(0)
}

// answering writes the first answer that comes, and no other.
type answering struct {
	once sync.Once
	w    io.Writer
}

func (a *answering) send(answer layout.Answer) (err error) {
	a.once.Do(func() { err = layout.WriteAnswer(a.w, answer) })
	return err
}

// watchMemory answers and ends the process when it takes more than limit bytes.
func (a *answering) watchMemory(limit int64) {
	const often = 20 * time.Millisecond
	for range time.Tick(often) {
		if used := resident(); used > limit {
			a.send(layout.Answer{TooMuchMemory: true, Err: fmt.Errorf("%d bytes", used)})
			os.Exit(0)
		}
	}
}

// resident is what the process has of the system's memory, but for its code, in
// bytes. It does not stop the world, as runtime.ReadMemStats would.
func resident() int64 {
	samples := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64() - samples[1].Value.Uint64())
}

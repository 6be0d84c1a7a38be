package graphviz

import (
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"

	"profstation/graph/layout"
)

// idle is how long a process waits for a request before it assumes that it was started ahead.
const idle = 10 * time.Millisecond

// Serve is all that the helper process does. It gets ready, reads one request from in, lays out its graph, and writes
// the answer to out. It returns when that is done, or when in ends before a request came.
//
// The process must exist for this alone, since Serve changes how its memory is managed. Serve also ends the process
// itself when in ends, because whoever started it is then gone, or when the layout needs more memory than the request
// allows.
func Serve(in io.Reader, out io.Writer) error {
	var request layout.Request
	var err error
	received := make(chan struct{})
	go func() {
		request, err = layout.Receive[layout.Request](in)
		close(received)
	}()
	select {
	case <-received:
	case <-time.After(idle):
		// A process's first layout takes longer than later ones, so a waiting process makes one to warm up.
		if _, err := lay([]byte("digraph { a -> b [label=x] b -> c a -> c }")); err != nil {
			return err
		}
		<-received
	}
	if err == io.EOF {
		return nil
	}
	if err != nil {
		return err
	}
	// WebAssembly cannot be preempted. While it runs, no garbage collection could begin, and trying to would stop
	// the goroutines that watch below. These also need a free processor.
	debug.SetGCPercent(-1)
	runtime.GOMAXPROCS(max(2, runtime.GOMAXPROCS(0)))

	go func() {
		io.Copy(io.Discard, in)
		os.Exit(0)
	}()
	var once sync.Once // only the first answer is sent
	go func() {
		const often = 20 * time.Millisecond
		for range time.Tick(often) {
			if resident() > request.Memory {
				once.Do(func() { layout.Send(out, layout.Answer{TooMuchMemory: true}) })
				os.Exit(0)
			}
		}
	}()
	if request.Behind {
		stepBack()
	}
	answer := layout.Answer{}
	if answer.JSON, err = lay(request.DOT); err != nil {
		answer.Error = err.Error()
	}
	once.Do(func() { err = layout.Send(out, answer) })
	return err
}

// resident returns the process's memory without its code, in bytes. It does not stop the world.
func resident() int64 {
	samples := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64() - samples[1].Value.Uint64())
}

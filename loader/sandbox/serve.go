package sandbox

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"

	"profstation/loader"
	"profstation/loader/input"
	"profstation/model/mapped"
	"profstation/model/trace"
)

// Serve does all the work in the helper process: it gives up what it may not need, and then loads
// one file after the other, as requests arrive from in, and writes answers to out.
//
// The argument is the one with which the process was started: the program on disk may be another
// version by now, with other tables.
//
// The process must exist for this alone. Serve ends it when in ends, because the process that
// started it is gone then, and when a loading needs more memory than its limits allow.
func Serve(argument string, in io.Reader, out io.Writer) error {
	if argument != shape() {
		return errors.New("the program was replaced by another version: restart it")
	}
	files, err := receiveFiles()
	if err != nil {
		return err
	}
	debug.SetMaxStack(maxStack)
	confine()
	requests := make(chan request)
	s := &server{out: bufio.NewWriterSize(out, bufferSize), taken: make(chan struct{}), scratch: make(chan request), files: files}
	go func() {
		r := bufio.NewReaderSize(in, bufferSize)
		for {
			var q request
			if unpack(r, &q, maxRequest) != nil {
				os.Exit(0)
			}
			switch {
			case q.Taken:
				s.taken <- struct{}{}
			case q.Scratch || q.Failed != "":
				s.scratch <- q
			default:
				requests <- q
			}
		}
	}()
	for q := range requests {
		file, err := files.receive()
		if err != nil {
			return err
		}
		s.load(q, file)
		if memory() > heavy {
			debug.FreeOSMemory() // the next request comes later than this takes
		}
	}
	return nil
}

const (
	// maxRequest is the longest request in bytes: a path and some numbers.
	maxRequest = 1 << 20
	// maxStack limits a goroutine's stack. Nothing recurses as deep as an input wants.
	maxStack = 64 << 20
	// heavy is how much memory a process may keep while it waits. One that has just begun has 17 MB.
	heavy = 32 << 20
	// spareMemory is what a process takes in addition to inputs and tables.
	spareMemory = 512 << 20
)

// server writes answers.
type server struct {
	mu    sync.Mutex
	out   *bufio.Writer
	lend  bool          // for the current request
	taken chan struct{} // receives a value when an answer's columns were taken

	scratch chan request // receives the answers to requests for a file
	files   *files
}

// report writes an answer without tables, unless another is on its way. There will be more reports.
func (s *server) report(a answer) {
	if s.mu.TryLock() {
		defer s.mu.Unlock()
		s.write(a)
	}
}

// send writes an answer.
func (s *server) send(a answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.write(a)
}

// write writes an answer, and waits until everything it lends was taken. If it cannot write, the
// process that waited for the answer is gone.
func (s *server) write(a answer) {
	var room *mapped.Memory
	if a.File != nil && a.File.Trace != nil {
		room = a.File.Trace.Room()
	}
	lent, err := lend(s.out, &a, s.lend, room)
	if errors.Join(err, s.out.Flush()) != nil {
		os.Exit(0)
	}
	if len(lent) > 0 {
		<-s.taken
	}
	runtime.KeepAlive(lent)
}

func (s *server) load(q request, file *os.File) {
	defer file.Close()
	limitMemory(memoryFor(q.Limits, file))
	s.lend = q.Lend
	var far answer
	o := loader.Options{Limits: q.Limits, OnlyProfiles: q.OnlyProfiles, AllFrames: q.AllFrames, Scratch: s.want}
	o.Progress = func(done, total int64) {
		far.Done, far.Total = done, total
		s.report(far)
	}
	o.Events = func(n int64) {
		far.Events = n
		s.report(far)
	}
	var partials sync.WaitGroup
	if q.Partial {
		// Nothing changes a model that is finished, so decoding goes on meanwhile.
		o.Partial = func(t *trace.Trace) { partials.Go(func() { s.send(answer{Partial: t}) }) }
	}
	f, err := load(context.Background(), q.Name, file, o)
	partials.Wait()
	s.send(far) // the last report may have been left out
	last := answer{File: f}
	if err != nil {
		last = answer{Failure: failureOf(err)}
	}
	s.send(last)
}

// want asks for an empty file, which this process may not make itself.
func (s *server) want() (*os.File, error) {
	s.send(answer{Scratch: true})
	if q := <-s.scratch; q.Failed != "" {
		return nil, errors.New(q.Failed)
	}
	return s.files.receive()
}

// load is replaced by tests.
var load = loader.ReadFile

func failureOf(err error) *failure {
	if e, ok := errors.AsType[*input.Error](err); ok {
		return &failure{e.Name, e.Found, e.Advice, e.Details, e.Cut, e.Beyond}
	}
	return &failure{Found: err.Error()}
}

// memoryFor returns the most memory that a loading may take: what its limits allow for the tables,
// the file's bytes, and what they unpack to.
func memoryFor(l input.Limits, file *os.File) int64 {
	n := l.Memory + l.Uncompressed
	if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
		return n + min(info.Size(), l.File)
	}
	return n + l.File
}

// memory returns the process's memory without its code, in bytes.
func memory() int64 {
	samples := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64() - samples[1].Value.Uint64())
}

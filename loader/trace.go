package loader

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"profstation/model/trace"
)

// traceHeader is the first line of every trace (Go's
// internal/trace/version/version.go).
var traceHeader = regexp.MustCompile(`^go 1\.(\d{1,4}) trace\x00\x00\x00`)

// The headers that golang.org/x/exp/trace reads. 1.11 stands for Go 1.12 to
// 1.18 too, 1.19 for 1.20, 1.23 for 1.24.
var traceVersions = []int{11, 19, 21, 22, 23, 25, 26}

// firstOfGenerations is the version since which a trace is a row of
// generations.
const firstOfGenerations = 22

// cutTraceHeader is a header that is cut off.
var cutTraceHeader = regexp.MustCompile(`^go 1\.\d{1,4} t[race]{0,4}\x00{0,3}$`)

// isTrace tells traces by their first bytes.
func isTrace(head []byte) bool {
	head = head[:min(len(head), traceHeaderSize)]
	return traceHeader.Match(head) || cutTraceHeader.Match(head)
}

// traceVersion is the minor version in a trace's header.
func traceVersion(head []byte) (int, error) {
	m := traceHeader.FindSubmatch(head)
	if m == nil {
		return 0, &Error{Found: "a Go execution trace that is cut off within its header", Advice: "record or copy it again"}
	}
	v, err := strconv.Atoi(string(m[1]))
	if err != nil {
		return 0, err
	}
	name := "a Go execution trace of version 1." + string(m[1])
	switch {
	case slices.Contains(traceVersions, v):
		return v, nil
	case v < traceVersions[0]:
		return 0, &Error{Found: name + ", whose format cannot be read any more", Advice: "record it again with Go 1.11 or newer"}
	case v > traceVersions[len(traceVersions)-1]:
		return 0, &Error{Found: name + ", which is newer than this program", Advice: "use a newer profstation, or go tool trace of the Go that recorded it"}
	}
	return 0, &Error{Found: name + ", which no Go release has written", Advice: "record it again"}
}

// traceLoad is the loading of one trace.
type traceLoad struct {
	ctx     context.Context
	o       Options
	version int
	data    [][]byte // of each generation; nil where it was decoded
	gens    []*generation
	size    int64

	collected int64 // done, when garbage was last collected
	scratch   scratch

	read  atomic.Int64 // events
	done  int64        // bytes
	tells time.Time
}

// loadTrace decodes a trace of the source. closed, if not nil, is called as
// soon as all bytes that are needed have been read.
func loadTrace(ctx context.Context, s *traceSource, o Options, closed func()) (*trace.Trace, error) {
	version, err := traceVersion(s.look(0, traceHeaderSize))
	if err != nil {
		return nil, err
	}
	l := &traceLoad{ctx: ctx, o: o, version: version, size: s.size, tells: time.Now()}
	if version < firstOfGenerations {
		l.gens = []*generation{{pieces: []piece{{0, s.size}}, bytes: s.size}}
	} else {
		l.gens = split(ctx, s, version)
	}
	if err := l.take(s); err != nil {
		return nil, err
	}
	if closed != nil {
		closed()
	}
	t, err := l.all()
	if err != nil {
		return nil, err
	}
	t.Format = l.format()
	return t, nil
}

// format is what the header says of the trace.
func (l *traceLoad) format() string { return fmt.Sprintf("go 1.%d", l.version) }

// take reads the bytes of all generations: a file is not to be held open.
func (l *traceLoad) take(s *traceSource) error {
	l.data = make([][]byte, len(l.gens))
	for i, g := range l.gens {
		if err := l.ctx.Err(); err != nil {
			return fmt.Errorf("loading stopped: %w", err)
		}
		if g.damage != "" && !g.cut {
			continue
		}
		b, err := s.read(g.pieces)
		if err != nil {
			g.damage, g.cut = "reading it failed: "+cause(err), false
			continue
		}
		l.data[i] = b
	}
	return nil
}

// reader is what a generation's own reader reads: the header, its batches, and
// what ends it.
func (l *traceLoad) reader(i int) io.Reader {
	if l.version < firstOfGenerations {
		return bytes.NewReader(l.data[i])
	}
	parts := []io.Reader{strings.NewReader(fmt.Sprintf("go 1.%d trace\x00\x00\x00", l.version)), bytes.NewReader(l.data[i])}
	if l.version >= 26 && !l.gens[i].cut {
		parts = append(parts, bytes.NewReader([]byte{batchEndGeneration}))
	}
	return io.MultiReader(parts...)
}

// generationResult is a generation, decoded, or why it cannot be.
type generationResult struct {
	i   int
	d   *decoded
	err error
}

// all decodes all generations side by side and stitches them in their order.
func (l *traceLoad) all() (*trace.Trace, error) {
	ctx, cancel := context.WithCancel(l.ctx)
	defer cancel()
	var jobs []int
	for i := range l.gens {
		if l.gens[i].damage == "" || l.gens[i].cut {
			jobs = append(jobs, i)
		}
	}
	workers := min(runtime.GOMAXPROCS(0), len(jobs))
	results := make(chan generationResult, len(jobs))
	// Generations that are decoded and wait for the one before them take
	// memory: no more than one for each worker may.
	slots := make(chan struct{}, 2*workers)
	var next atomic.Int64
	for range workers {
		go func() {
			d := &decoder{ctx: ctx, free: &l.scratch, events: &l.read, old: l.version < firstOfGenerations}
			for {
				select {
				case slots <- struct{}{}:
				case <-ctx.Done():
					return
				}
				k := int(next.Add(1)) - 1
				if k >= len(jobs) {
					return
				}
				out, err := d.read(l, jobs[k], k == 0)
				l.data[jobs[k]] = nil
				results <- generationResult{jobs[k], out, err}
			}
		}()
	}
	return l.stitch(jobs, results, slots)
}

func (l *traceLoad) stitch(jobs []int, results <-chan generationResult, slots <-chan struct{}) (*trace.Trace, error) {
	s := newStitcher()
	s.old = l.version < firstOfGenerations
	told := newAccount(l)
	partial := newPartial(l)
	waiting := map[int]generationResult{}
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	for k := 0; k < len(jobs); {
		r, ok := waiting[jobs[k]]
		if !ok {
			select {
			case r := <-results:
				waiting[r.i] = r
			case <-ticker.C:
				l.progress()
			case <-l.ctx.Done():
				return nil, fmt.Errorf("loading stopped: %w", l.ctx.Err())
			}
			continue
		}
		delete(waiting, r.i)
		if err := l.ctx.Err(); err != nil {
			return nil, fmt.Errorf("loading stopped: %w", err)
		}
		told.until(s, r.i)
		told.decoded(s, r)
		if r.d != nil {
			r.d.times.release(&l.scratch.times)
		}
		l.done += l.gens[r.i].bytes
		l.collect()
		l.progress()
		k++
		<-slots
		if k < len(jobs) {
			partial.show(s, told, k, len(jobs))
		}
	}
	told.until(s, len(l.gens))
	if told.empty(s) {
		return nil, told.nothing()
	}
	l.scratch.rows.drop()
	l.scratch.times.drop()
	t := s.assemble(l.ctx, true)
	if err := l.ctx.Err(); err != nil {
		return nil, fmt.Errorf("loading stopped: %w", err)
	}
	told.finish(s, t)
	return t, nil
}

// uncollected is after how many bytes of the file garbage is collected.
const uncollected = 8 << 20

// collect frees what the decoded generations have left behind. The collector
// on its own would wait until as much again is garbage as is in use, and a
// trace is large; while it has little to look through, for the columns hold no
// pointers.
func (l *traceLoad) collect() {
	if l.done-l.collected >= uncollected {
		l.collected = l.done
		runtime.GC()
	}
}

// progress tells how far the loading is.
func (l *traceLoad) progress() {
	now := time.Now()
	if now.Sub(l.tells) < tick {
		return
	}
	l.tells = now
	if l.o.Progress != nil {
		l.o.Progress(min(l.done, l.size), l.size)
	}
	if l.o.Events != nil {
		l.o.Events(l.read.Load())
	}
}

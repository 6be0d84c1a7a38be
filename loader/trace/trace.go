package trace

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

	"profstation/loader/input"
	"profstation/model/trace"
)

// headerLine is the first line of every trace (Go's
// internal/trace/version/version.go).
var headerLine = regexp.MustCompile(`^go 1\.(\d{1,4}) trace\x00\x00\x00`)

// The headers that golang.org/x/exp/trace reads. 1.11 stands for Go 1.12 to
// 1.18 too, 1.19 for 1.20, 1.23 for 1.24.
var versions = []int{11, 19, 21, 22, 23, 25, 26}

// firstOfGenerations is the version since which a trace is a row of
// generations.
const firstOfGenerations = 22

// cutHeader is a header that is cut off.
var cutHeader = regexp.MustCompile(`^go 1\.\d{1,4} t[race]{0,4}\x00{0,3}$`)

// Is reports whether an input begins as a trace.
func Is(head []byte) bool {
	head = head[:min(len(head), HeaderSize)]
	return headerLine.Match(head) || cutHeader.Match(head)
}

// versionOf is the minor version in a trace's header.
func versionOf(head []byte) (int, error) {
	m := headerLine.FindSubmatch(head)
	if m == nil {
		e := input.Damaged("a Go execution trace that is cut off within its header", nil)
		e.Cut = true
		return 0, e
	}
	v, err := strconv.Atoi(string(m[1]))
	if err != nil {
		return 0, err
	}
	e := &input.Error{Found: "a Go execution trace of version 1." + string(m[1])}
	newest := versions[len(versions)-1]
	switch {
	case slices.Contains(versions, v):
		return v, nil
	case v < versions[0]:
		e.Found, e.Advice = e.Found+", whose format cannot be read any more", "record it again with Go 1.11 or newer"
	case v > newest:
		e.Found, e.Advice = e.Found+", which is newer than this program", "use a newer profstation, or go tool trace of the Go that recorded it"
	default:
		e.Found, e.Advice = e.Found+", which no Go release has written", "record it again"
	}
	return 0, e
}

// Options are what happens while a trace loads. The zero value is ready to use.
type Options struct {
	// Events, if not nil, is called with each report of progress, with the
	// number of events so far.
	Events func(n int64)
	// Partial, if not nil, is called from the loading goroutine with a model
	// of the first generations, some times while the others are still decoded.
	// It does not change any more and may be kept. It is not called for a
	// trace of one generation.
	Partial func(*trace.Trace)
}

// load is the loading of one trace.
type load struct {
	ctx      context.Context
	o        Options
	progress *input.Progress
	version  int
	data     [][]byte // of each generation; nil if it was decoded
	gens     []*generation
	size     int64

	done      int64 // bytes
	collected int64 // done, when garbage was last collected
	scratch   scratch
	read      atomic.Int64 // events
}

// Load decodes the trace of a source. A file is closed as soon as all bytes
// that are needed have been read.
func Load(ctx context.Context, s *Source, p *input.Progress, o Options) (*trace.Trace, error) {
	version, err := versionOf(s.look(0, HeaderSize))
	if err != nil {
		return nil, err
	}
	l := &load{ctx: ctx, o: o, progress: p, version: version, size: s.size}
	if o.Events != nil {
		p.Beat = func() { o.Events(l.read.Load()) }
	}
	if version < firstOfGenerations {
		l.gens = []*generation{{pieces: []piece{{0, s.size}}, bytes: s.size}}
	} else {
		l.gens = split(ctx, s, version)
	}
	if err := l.take(s); err != nil {
		return nil, err
	}
	s.close()
	t, err := l.all()
	if err != nil {
		return nil, err
	}
	t.Format = formatOf(l.version)
	l.read.Store(t.Events)
	return t, nil
}

// Format returns the format that the header of a trace names: "go 1.26".
func (s *Source) Format() (string, error) {
	v, err := versionOf(s.look(0, HeaderSize))
	return formatOf(v), err
}

func formatOf(version int) string { return fmt.Sprintf("go 1.%d", version) }

// take reads the bytes of all generations: a file is not to be held open.
func (l *load) take(s *Source) error {
	l.data = make([][]byte, len(l.gens))
	for i, g := range l.gens {
		if err := l.progress.Cancelled(); err != nil {
			return err
		}
		if g.damage != "" && !g.cut {
			continue
		}
		b, err := s.read(g.pieces)
		if err != nil {
			g.damage, g.cut = "reading it failed: "+input.Cause(err), false
			continue
		}
		l.data[i] = b
	}
	return nil
}

// reader is what a generation's own reader reads: the header, its batches, and
// what ends it.
func (l *load) reader(i int) io.Reader {
	if l.version < firstOfGenerations {
		return bytes.NewReader(l.data[i])
	}
	parts := []io.Reader{strings.NewReader(formatOf(l.version) + " trace\x00\x00\x00"), bytes.NewReader(l.data[i])}
	if l.version >= 26 && !l.gens[i].cut {
		parts = append(parts, bytes.NewReader([]byte{batchEndGeneration}))
	}
	return io.MultiReader(parts...)
}

// result is a generation, decoded, or why it cannot be.
type result struct {
	i   int
	d   *decoded
	err error
}

// all decodes all generations side by side and stitches them in their order.
func (l *load) all() (*trace.Trace, error) {
	ctx, cancel := context.WithCancel(l.ctx)
	defer cancel()
	var jobs []int
	for i := range l.gens {
		if l.gens[i].damage == "" || l.gens[i].cut {
			jobs = append(jobs, i)
		}
	}
	workers := min(runtime.GOMAXPROCS(0), len(jobs))
	results := make(chan result, len(jobs))
	// Generations that are decoded and wait for the one before them take
	// memory: no more than two for each worker may.
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
				results <- result{jobs[k], out, err}
			}
		}()
	}
	return l.stitch(jobs, results, slots)
}

func (l *load) stitch(jobs []int, results <-chan result, slots <-chan struct{}) (*trace.Trace, error) {
	s := newStitcher()
	s.old = l.version < firstOfGenerations
	acc := &account{l: l}
	partial := &partial{l: l, next: 1}
	waiting := map[int]result{}
	ticker := time.NewTicker(input.Tick)
	defer ticker.Stop()
	for k := 0; k < len(jobs); {
		r, ok := waiting[jobs[k]]
		if !ok {
			select {
			case r := <-results:
				waiting[r.i] = r
			case <-ticker.C:
				l.progress.Report(int(l.done), int(l.size))
			case <-l.ctx.Done():
				return nil, l.progress.Cancelled()
			}
			continue
		}
		delete(waiting, r.i)
		if err := l.progress.Decoded(int(l.done), int(l.size)); err != nil {
			return nil, err
		}
		acc.until(r.i)
		acc.decoded(s, r)
		if r.d != nil {
			r.d.times.release(&l.scratch.times)
		}
		l.done += l.gens[r.i].bytes
		l.collect()
		k++
		<-slots
		if k < len(jobs) {
			partial.show(s, acc, k, len(jobs))
		}
	}
	acc.until(len(l.gens))
	if acc.empty(s) {
		return nil, acc.nothing()
	}
	l.scratch.rows.drop()
	l.scratch.times.drop()
	t := s.assemble(l.ctx, true)
	if err := l.progress.Cancelled(); err != nil {
		return nil, err
	}
	acc.finish(s, t)
	return t, nil
}

// uncollected is after how many bytes of the file garbage is collected.
const uncollected = 8 << 20

// collect frees what the decoded generations have left behind. The collector
// on its own would wait until as much again is garbage as is in use, and a
// trace is large; while it has little to look through, for the columns hold no
// pointers.
func (l *load) collect() {
	if l.done-l.collected >= uncollected {
		l.collected = l.done
		runtime.GC()
	}
}

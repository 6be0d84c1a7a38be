package trace

import (
	"bytes"
	"context"
	"errors"
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

// headerLine is the first line of every trace (Go's internal/trace/version/version.go).
var headerLine = regexp.MustCompile(`^go 1\.(\d{1,4}) trace\x00\x00\x00`)

// versions are the headers that golang.org/x/exp/trace reads. 1.11 stands for Go
// 1.12 to 1.18 too, 1.19 for 1.20, 1.23 for 1.24.
var versions = []int{11, 19, 21, 22, 23, 25, 26}

// firstOfGenerations is the first version whose traces are rows of generations.
const firstOfGenerations = 22

var cutHeader = regexp.MustCompile(`^go 1\.\d{1,4} t[race]{0,4}\x00{0,3}$`)

// Is reports whether an input begins as a trace.
func Is(head []byte) bool {
	head = head[:min(len(head), HeaderSize)]
	return headerLine.Match(head) || cutHeader.Match(head)
}

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
	found := "a Go execution trace of version 1." + string(m[1])
	switch {
	case slices.Contains(versions, v):
		return v, nil
	case v < versions[0]:
		return 0, &input.Error{Found: found + ", whose format cannot be read any more", Advice: "record it again with Go 1.11 or newer"}
	case v > versions[len(versions)-1]:
		return 0, &input.Error{
			Found:  found + ", which is newer than this program",
			Advice: "use a newer profstation, or go tool trace of the Go that recorded it",
		}
	}
	return 0, &input.Error{Found: found + ", which no Go release has written", Advice: "record it again"}
}

// Options are limits, and callbacks for the time while a trace loads. The zero value is ready to use.
type Options struct {
	Limits input.Limits // of its memory; zero fields mean the default
	// Events, if not nil, is called with each report of progress, with the number of events so far.
	Events func(n int64)
	// Partial, if not nil, is called from the loading goroutine with models of the first
	// generations, while the others are decoded. They do not change any more and may be kept.
	// Partial is not called for a trace of one generation.
	Partial func(*trace.Trace)
}

// load is the loading of one trace.
type load struct {
	ctx      context.Context
	o        Options
	progress *input.Progress
	version  int
	gens     []*generation
	size     int64

	done      int64 // bytes
	collected int64 // done, when garbage was last collected
	shown     int   // how many generations the last partial model has
	scratch   scratch
	budget    budget
	read      atomic.Int64 // events
}

// old reports whether the trace has the format before Go 1.22, without generations.
func (l *load) old() bool { return l.version < firstOfGenerations }

// Load decodes the trace of a source. A file is closed as soon as all that is needed was read.
func Load(ctx context.Context, s *Source, p *input.Progress, o Options) (*trace.Trace, error) {
	version, err := versionOf(s.look(0, HeaderSize))
	if err != nil {
		return nil, err
	}
	l := &load{ctx: ctx, o: o, progress: p, version: version, size: s.size}
	l.budget.limits = o.Limits.OrDefault()
	if o.Events != nil {
		p.Beat = func() { o.Events(l.read.Load()) }
	}
	if l.old() {
		l.gens = []*generation{{pieces: []piece{{0, s.size}}, bytes: s.size}}
	} else {
		l.gens = split(ctx, s, version)
	}
	if err := l.budget.take(s.size + generationWeight*int64(len(l.gens))); err != nil {
		return nil, err
	}
	if err := l.take(s); err != nil {
		return nil, err
	}
	s.close()
	t, err := l.all()
	if err != nil {
		return nil, err
	}
	l.read.Store(t.Events)
	return t, nil
}

// Format returns the format that the header of a trace names: "go 1.26".
func (s *Source) Format() (string, error) {
	v, err := versionOf(s.look(0, HeaderSize))
	return formatOf(v), err
}

func formatOf(version int) string { return fmt.Sprintf("go 1.%d", version) }

// take reads the bytes of all generations, for the file shall not be held open.
func (l *load) take(s *Source) (err error) {
	for _, g := range l.gens {
		if err := l.progress.Cancelled(); err != nil {
			return err
		}
		if !g.readable() {
			continue
		}
		if g.data, err = s.read(g.pieces); err != nil {
			g.damage, g.cut = "reading it failed: "+input.Cause(err), false
		}
	}
	return nil
}

// reader returns a generation for golang.org/x/exp/trace: a header, its batches, and its end.
func (l *load) reader(g *generation) io.Reader {
	data := bytes.NewReader(g.data)
	if l.old() {
		return data
	}
	parts := []io.Reader{strings.NewReader(formatOf(l.version) + " trace\x00\x00\x00"), data}
	if l.version >= 26 && !g.cut {
		parts = append(parts, bytes.NewReader([]byte{batchEndGeneration}))
	}
	return io.MultiReader(parts...)
}

// result is a decoded generation, or why it cannot be decoded.
type result struct {
	d   *decoded
	err error
}

// all decodes all generations side by side and stitches them in their order.
func (l *load) all() (*trace.Trace, error) {
	ctx, cancel := context.WithCancel(l.ctx)
	defer cancel()
	var jobs []*generation
	for _, g := range l.gens {
		if g.readable() {
			g.result = make(chan result, 1)
			jobs = append(jobs, g)
		}
	}
	workers := min(runtime.GOMAXPROCS(0), len(jobs))
	// A decoded generation that waits for the one before takes memory: two for each worker may.
	slots := make(chan struct{}, 2*workers)
	var next atomic.Int64
	for range workers {
		go func() {
			d := &decoder{ctx: ctx, free: &l.scratch, events: &l.read, budget: &l.budget, searches: fewSearches, old: l.old()}
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
				jobs[k].data = nil
				jobs[k].result <- result{out, err}
			}
		}()
	}
	return l.stitch(len(jobs), slots)
}

func (l *load) stitch(jobs int, slots <-chan struct{}) (*trace.Trace, error) {
	s := newStitcher()
	acc := &account{l: l, s: s}
	ticker := time.NewTicker(input.Tick)
	defer ticker.Stop()
	k := 0
	for _, g := range l.gens {
		acc.missing(g)
		if g.result == nil {
			acc.lose(g, g.damage, "")
			continue
		}
		r, err := l.wait(g, ticker.C)
		if err != nil {
			return nil, err
		}
		var refused *input.Error
		if errors.As(r.err, &refused) {
			return nil, refused
		}
		acc.decoded(g, r)
		if r.d != nil {
			r.d.times.release(&l.scratch.times)
		}
		l.done += g.bytes
		l.collect()
		<-slots
		if k++; k < jobs {
			l.show(acc, k, jobs)
		}
	}
	if s.events == acc.kept { // nothing was read but Syncs
		return nil, acc.nothing()
	}
	l.scratch.rows.drop()
	l.scratch.times.drop()
	t := s.assemble(l.ctx, true)
	if err := l.progress.Cancelled(); err != nil {
		return nil, err
	}
	acc.finish(t)
	return t, nil
}

func (l *load) wait(g *generation, tick <-chan time.Time) (result, error) {
	for {
		select {
		case r := <-g.result:
			return r, l.progress.Decoded(int(l.done), int(l.size))
		case <-tick:
			l.progress.Report(int(l.done), int(l.size))
		case <-l.ctx.Done():
			return result{}, l.progress.Cancelled()
		}
	}
}

// show hands out a model of the first k of n generations, if it is time: of the first, second,
// fourth … and up to a quarter of all. Each is a copy. So they cost no more than half as much as
// the whole model, and after a quarter the longest part of the waiting is over.
func (l *load) show(acc *account, k, n int) {
	if l.o.Partial == nil || !acc.s.begun || k < 2*l.shown || k > 1 && 4*k > n {
		return
	}
	l.shown = k
	t := acc.s.assemble(l.ctx, false)
	if l.ctx.Err() != nil {
		return
	}
	acc.finish(t)
	t.Partial = true
	l.o.Partial(t)
}

// uncollected is after how many bytes of the file garbage is collected.
const uncollected = 8 << 20

// collect collects the garbage of the decoded generations, fast, for the columns hold no pointers.
// By itself, the collector would wait until there is as much garbage as there is memory in use.
func (l *load) collect() {
	if l.done-l.collected >= uncollected {
		l.collected = l.done
		runtime.GC()
	}
}

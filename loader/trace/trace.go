package trace

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"profstation/loader/input"
	"profstation/model/lang"
	"profstation/model/trace"
)

// headerLine matches the first line of every trace (Go's internal/trace/version/version.go).
var headerLine = regexp.MustCompile(`^go 1\.(\d{1,4}) trace\x00\x00\x00`)

// versions are the headers that golang.org/x/exp/trace reads. 1.11 also stands for Go 1.12 to 1.18,
// 1.19 for 1.20, 1.23 for 1.24.
var versions = []int{11, 19, 21, 22, 23, 25, 26}

// firstOfGenerations is the first Go version that writes a trace as a row of generations.
const firstOfGenerations = 22

var cutHeader = regexp.MustCompile(`^go 1\.\d{1,4} t[race]{0,4}\x00{0,3}$`)

// Is reports whether an input begins like a trace.
func Is(head []byte) bool {
	head = head[:min(len(head), HeaderSize)]
	return headerLine.Match(head) || cutHeader.Match(head)
}

func versionOf(head []byte) (int, error) {
	m := headerLine.FindSubmatch(head)
	if m == nil {
		e := input.Damaged(lang.L("a Go execution trace that is cut off within its header"), nil)
		e.Cut = true
		return 0, e
	}
	v, err := strconv.Atoi(string(m[1]))
	if err != nil {
		return 0, err
	}
	with := lang.With{"Version": "1." + string(m[1])}
	switch {
	case slices.Contains(versions, v):
		return v, nil
	case v < versions[0]:
		return 0, &input.Error{Found: lang.L("a Go execution trace of version {{.Version}}, whose format is no longer supported",
			with), Advice: lang.L("record it again with Go 1.11 or newer")}
	case v > versions[len(versions)-1]:
		return 0, &input.Error{
			Found:  lang.L("a Go execution trace of version {{.Version}}, which is newer than this program", with),
			Advice: lang.L("use a newer profstation, or go tool trace of the Go that recorded it"),
		}
	}
	return 0, &input.Error{Found: lang.L("a Go execution trace of version {{.Version}}, which no Go release has written",
		with), Advice: lang.L("record it again")}
}

// Options are limits, and callbacks for the time while a trace loads. The zero value is ready to use.
type Options struct {
	Limits input.Limits // for the memory that the load may take; zero fields mean the default
	// Events, if not nil, is called with every progress report and gets the number of events so far.
	Events func(n int64)
	// Partial, if not nil, is called on the loading goroutine with models of the first generations
	// while the others are decoded. These models do not change any more and may be kept. A trace with
	// a single generation has no partial model.
	Partial func(*trace.Trace)
	// Scratch makes an empty file for tables that are too large for memory. If it is nil there is no
	// disk, and a trace with such tables is refused.
	Scratch func() (*os.File, error)
}

// load holds what loading one trace needs.
type load struct {
	ctx      context.Context
	o        Options
	progress *input.Progress
	version  int
	gens     []*generation
	size     int64

	done      int64 // bytes of the file
	collected int64 // value of done when garbage was last collected
	shown     int   // how many generations the last partial model has
	budget    budget
	source    *Source
	onDisk    bool         // the columns are in a file
	read      atomic.Int64 // events decoded so far
}

// old reports whether the trace has the format before Go 1.22, which has no generations.
func (l *load) old() bool { return l.version < firstOfGenerations }

// Load decodes the trace in a source. It reads each generation only when its turn to be decoded
// comes, and closes a file source when it returns.
func Load(ctx context.Context, s *Source, p *input.Progress, o Options) (*trace.Trace, error) {
	version, err := versionOf(s.look(0, HeaderSize))
	if err != nil {
		return nil, err
	}
	defer s.close()
	limits := o.Limits.OrDefault()
	canSpill := o.Scratch != nil && version >= firstOfGenerations
	spills := canSpill && s.size*weightOfBytes > limits.Memory
	t, err := newLoad(ctx, s, p, o, version).trace(spills)
	var refused *input.Error
	if canSpill && !spills && errors.As(err, &refused) && refused.Beyond {
		t, err = newLoad(ctx, s, p, o, version).trace(true) // it has more spans than most traces of its size
	}
	return t, err
}

func newLoad(ctx context.Context, s *Source, p *input.Progress, o Options, version int) *load {
	l := &load{ctx: ctx, o: o, progress: p, version: version, size: s.size, source: s}
	l.budget.limits, l.budget.span = o.Limits.OrDefault(), spanWeight
	return l
}

// trace decodes the trace. Its tables are in a file if spills is set, otherwise in memory.
func (l *load) trace(spills bool) (*trace.Trace, error) {
	s, p, o, ctx := l.source, l.progress, l.o, l.ctx
	if o.Events != nil {
		p.Beat = func() { o.Events(l.read.Load()) }
	}
	if l.old() {
		l.gens = []*generation{{pieces: []piece{{0, s.size}}, bytes: s.size}}
	} else {
		l.gens = split(ctx, s, l.version)
		if err := p.Cancelled(); err != nil {
			return nil, err
		}
	}
	for _, g := range l.gens {
		s.most = max(s.most, g.bytes)
	}
	if spills {
		l.onDisk, l.budget.span = true, mappedSpanWeight
	}
	if err := l.budget.take(l.inWork() + generationWeight*int64(len(l.gens))); err != nil {
		return nil, err
	}
	t, err := l.all()
	if err != nil {
		return nil, err
	}
	l.read.Store(t.Events)
	return t, nil
}

// Format returns the format named by the header, such as "go 1.26".
func (s *Source) Format() (string, error) {
	v, err := versionOf(s.look(0, HeaderSize))
	return formatOf(v), err
}

// HasGeneration reports whether a trace that may be cut off has a whole generation, which can be read whatever
// became of the others. It is quick, and false before Go 1.22.
func (s *Source) HasGeneration() bool {
	version, err := versionOf(s.look(0, HeaderSize))
	return err == nil && version >= firstOfGenerations &&
		slices.ContainsFunc(split(context.Background(), s, version), func(g *generation) bool { return g.damage == "" && !g.cut })
}

func formatOf(version int) string { return fmt.Sprintf("go 1.%d", version) }

func unread(err error) error {
	return lang.Error("reading it failed: {{.Cause}}", lang.With{"Cause": input.Cause(err)})
}

// inWork returns the most bytes of the file that are in memory at a time: the generations decoded side by side.
func (l *load) inWork() int64 {
	return min(l.size, l.source.most*int64(runtime.GOMAXPROCS(0)))
}

// reader returns a generation in the form golang.org/x/exp/trace reads: a header, the batches and the end.
func (l *load) reader(data []byte, cut bool) io.Reader {
	parts := []io.Reader{strings.NewReader(formatOf(l.version) + " trace\x00\x00\x00"), bytes.NewReader(data)}
	if l.version >= 26 && !cut {
		parts = append(parts, bytes.NewReader([]byte{batchEndGeneration}))
	}
	return io.MultiReader(parts...)
}

// result is a decoded generation, or the reason why it cannot be decoded.
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
	// A decoded generation takes memory while it waits for the one before it. Two for each worker may wait.
	slots := make(chan struct{}, 2*workers)
	var next atomic.Int64
	for range workers {
		go func() {
			d := &decoder{ctx: ctx, events: &l.read, budget: &l.budget, searches: fewSearches, old: l.old()}
			if d.old {
				d.mark = newMark()
			}
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
				var r result
				r.d, r.err = d.read(l, jobs[k])
				jobs[k].result <- r
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
		l.done += g.bytes
		l.collect()
		<-slots
		if k++; k < jobs {
			l.show(acc, k, jobs)
		}
	}
	if s.events == acc.kept { // only Syncs were read
		return nil, acc.nothing()
	}
	s.placed = func(rows int64) {
		rest := float64(l.work()-int(l.done)) * float64(rows) / float64(s.spans)
		l.progress.Report(int(l.done)+int(rest), l.work())
	}
	t, err := s.assemble(l.ctx, true, l.columns())
	if stopped := l.progress.Cancelled(); stopped != nil {
		return nil, stopped
	}
	if err != nil {
		return nil, err
	}
	acc.finish(t)
	return t, nil
}

// work returns how much there is to do, in bytes of the file. Filling the columns takes about half of the
// time that decoding takes.
func (l *load) work() int { return int(l.size + l.size/2) }

func (l *load) wait(g *generation, tick <-chan time.Time) (result, error) {
	for {
		select {
		case r := <-g.result:
			return r, l.progress.Decoded(int(l.done), l.work())
		case <-tick:
			l.progress.Report(int(l.done), l.work())
		case <-l.ctx.Done():
			return result{}, l.progress.Cancelled()
		}
	}
}

// show hands out a model of the first k generations out of n when it is time: after the first,
// second, fourth … up to a quarter of them all. Each model is a copy, so together they cost at most
// half as much as the whole model. After a quarter, the longest part of the wait is over.
func (l *load) show(acc *account, k, n int) {
	if l.o.Partial == nil || !acc.s.begun || k < 2*l.shown || k > 1 && 4*k > n {
		return
	}
	if l.onDisk && acc.s.spans*spanWeight > l.budget.limits.Memory/4 {
		return
	}
	l.shown = k
	t, err := acc.s.assemble(l.ctx, false, nil)
	if l.ctx.Err() != nil || err != nil {
		return
	}
	acc.finish(t)
	t.Partial = true
	l.o.Partial(t)
}

// uncollected is the number of file bytes after which garbage is collected.
const uncollected = 64 << 20

// collect collects the garbage left by decoded generations. This is fast because the columns hold no
// pointers. By itself, the collector would wait until there is as much garbage as memory in use.
func (l *load) collect() {
	if l.done-l.collected >= uncollected {
		l.collected = l.done
		runtime.GC()
	}
}

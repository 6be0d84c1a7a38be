package trace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync/atomic"
	"time"

	xtrace "golang.org/x/exp/trace"

	"profstation/model/trace"
)

// decoded is one generation, or all of a trace of the old format, as columns.
type decoded struct {
	base   int64 // the clock at its Sync
	last   int64 // the clock at its last event, the Sync at its end left out
	events int64 // the Sync at its end left out
	broke  error // the error that ended the reading of a cut generation
	// times are the times of its first events since its Sync, as far as 32
	// bits hold them: if the generation before ends later than this one
	// begins, these events are moved behind it, as one reader for all would.
	times eventTimes

	gos, procs, threads numberTable
	rows                []goRow // by goroutine
	texts               *stringTable
	stacks              *stackTable
	conditions          []trace.Condition // their reasons are of texts

	spans   spanColumns
	procOf  []procRow
	notes   []noteRow
	samples []sampleRow

	wall   time.Time // at wallAt; zero: not known
	wallAt int64     // the clock
}

// decoder reads generations, one after the other. Its memory is used again for
// the next.
type decoder struct {
	ctx    context.Context
	events *atomic.Int64 // counts what all decoders have read
	free   *scratch

	*decoded
	old      bool        // the format before Go 1.22
	blocks   []spanBlock // in the order of events
	block    spanBlock   // the one that is filled, behind the others
	by       []int32     // of each, who made it runnable; of the old format only
	keep     bool        // the times of events
	counted  int64       // how many of its events were counted
	stackOf  map[xtrace.Stack]trace.StackIndex
	condAt   []int32 // by reason and state: a condition + 1
	lastM    xtrace.ThreadID
	lastMIdx int32
	lastP    xtrace.ProcID
	lastPIdx uint16
}

// read decodes one generation of a trace: by the fast decoder, or by the reader if
// that cannot or if the generation is cut, for the reader says what is wrong. The
// events before the error in a cut one are kept: the reader gives them in the
// order of time, so nothing is missing between them.
func (d *decoder) read(l *load, i int, first bool) (*decoded, error) {
	d.counted = 0
	cut := l.gens[i].cut
	if !d.old && !cut {
		out, err := d.guarded(func() (*decoded, error) { return d.generation(l.version, l.data[i], first) })
		if err == nil || d.ctx.Err() != nil {
			return out, err
		}
	}
	return d.guarded(func() (*decoded, error) {
		reader, err := xtrace.NewReader(&stopper{ctx: d.ctx, r: l.reader(i)})
		if err != nil {
			return nil, err
		}
		return d.columns(reader, first, cut)
	})
}

// guarded makes a panic, of the reader, of its accessors or of ours, an error
// of the generation.
func (d *decoder) guarded(f func() (*decoded, error)) (out *decoded, err error) {
	defer func() {
		if p := recover(); p != nil {
			out, err = nil, failed(p)
		}
		for _, b := range append(d.blocks, d.block) {
			d.free.rows.give(b.rows)
		}
		d.block = spanBlock{}
		d.decoded, d.blocks, d.by, d.stackOf = nil, nil, nil, nil
	}()
	return f()
}

// failed is a panic as an error.
func failed(panicked any) error {
	return fmt.Errorf("the decoder failed on it: %v\n%s", panicked, debug.Stack())
}

// eventReader is [trace.Reader]; tests have others.
type eventReader interface {
	ReadEvent() (xtrace.Event, error)
}

// start begins new columns.
func (d *decoder) start(first bool) {
	d.decoded = &decoded{texts: newStringTable(), stacks: newStackTable()}
	clear(d.condAt)
	d.lastM, d.lastMIdx, d.lastP = xtrace.NoThread, none, xtrace.NoProc
	d.keep = !first
}

// end ends them.
func (d *decoder) end() *decoded {
	d.count()
	d.blocks, d.block = append(d.blocks, d.block), spanBlock{}
	d.sorted()
	return d.decoded
}

// columns makes the columns of all events of a reader.
func (d *decoder) columns(r eventReader, first, cut bool) (*decoded, error) {
	d.start(first)
	d.stackOf = map[xtrace.Stack]trace.StackIndex{xtrace.NoStack: trace.NoStack}
	if err := d.all(r); err != nil {
		if !cut || d.decoded.events < 2 || d.ctx.Err() != nil {
			return nil, err
		}
		d.broke = err
	}
	return d.end(), nil
}

// stopper makes a reader end with its context.
type stopper struct {
	ctx context.Context
	r   io.Reader
}

func (s *stopper) Read(b []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.r.Read(b)
}

// look is after how many events the context is looked at.
const look = 1 << 12

// farthest is the longest time within one generation that the model's columns
// can hold, less some for what other generations last.
const farthest = int64(trace.NoTime) / 2

// happens takes note of an event, and returns its time since the Sync.
func (d *decoder) happens(time int64) (at int64, ok bool) {
	if at = time - d.base; at < 0 || at > farthest {
		return at, false
	}
	if d.keep && at < 1<<32 {
		d.times.add(uint32(at), &d.free.times)
	}
	d.decoded.events++
	d.last = time
	if d.decoded.events%look == 0 {
		d.count()
		return at, d.ctx.Err() == nil
	}
	return at, true
}

// count counts the events that were read. Those that are read a second time
// count once.
func (d *decoder) count() {
	if n := d.decoded.events - d.counted; n > 0 {
		d.events.Add(n)
		d.counted += n
	}
}

// all reads all events: a Sync, the generation's events, and a Sync at the end,
// which belongs to nobody.
func (d *decoder) all(r eventReader) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = failed(p)
		}
	}()
	ended := false
	for {
		e, err := r.ReadEvent()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		time := int64(e.Time())
		sync := e.Kind() == xtrace.EventSync
		switch {
		case sync && d.decoded.events > 0:
			ended = true
			continue
		case sync:
			d.begin(&e, time)
		case ended || d.decoded.events == 0:
			return errors.New("an event outside of the generation")
		}
		at, ok := d.happens(time)
		if err := d.ctx.Err(); !ok && err != nil {
			return err
		}
		if !ok {
			return fmt.Errorf("an event is at %d ns, the generation begins at %d ns", time, d.base)
		}
		if !sync {
			if err := d.event(&e, at); err != nil {
				return err
			}
		}
	}
	if d.decoded.events == 0 {
		return errors.New("it has no events")
	}
	return nil
}

// begin takes the Sync at the beginning.
func (d *decoder) begin(e *xtrace.Event, at int64) {
	d.base = at
	if c := e.Sync().ClockSnapshot; c != nil {
		d.wall, d.wallAt = c.Wall, int64(c.Trace)
	}
}

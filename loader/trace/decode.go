package trace

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	xtrace "golang.org/x/exp/trace"
	"golang.org/x/sys/cpu"

	"profstation/loader/input"
	"profstation/model/lang"
	"profstation/model/trace"
)

// decoded is one generation, or a whole trace in the old format, as columns.
type decoded struct {
	base   int64 // the clock at its Sync
	last   int64 // the clock at its last event, not counting the Sync at its end
	events int64 // not counting the Sync at its end
	pauses int64 // the value of events at which the decoder pauses next
	broke  error // why reading a cut generation ended early
	names
	rows       []goRow           // one for each goroutine
	conditions []trace.Condition // their reasons are indices into texts

	spans   spans
	procOf  []procRow
	notes   []noteRow
	samples []sampleRow

	unread input.Unread
	lives  int64 // events about when single objects were in memory, which are not shown

	wall   time.Time        // wall time at wallAt; zero: not known
	wallAt int64            // on the file's clock
	_      cpu.CacheLinePad // generations are decoded side by side
}

// event returns the number of the latest event; the Sync has 0.
func (d *decoded) event() int64 { return d.events - 1 }

// decoder decodes generations one after the other and reuses its memory.
type decoder struct {
	ctx    context.Context
	events *atomic.Int64 // counts what all decoders have read

	*decoded
	old      bool    // the format before Go 1.22
	mark     string  // see marked; "" unless the format is old
	weight   int64   // its generation's weight when last weighed
	counted  int64   // how many of the generation's events were counted
	loose    int64   // weight of the letters and batches in its generation
	tables   *tables // for its generation; nil if the reader decodes it
	budget   *budget
	searches int // search steps allowed for each generation, and more for its size
	stackOf  map[xtrace.Stack]trace.StackIndex
	condAt   conditionTable
	m        uint16           // the thread of the reader's event
	_        cpu.CacheLinePad // generations are decoded side by side
}

// read decodes one generation, leaving out anything unknown in it.
func (d *decoder) read(l *load, g *generation) (out *decoded, err error) {
	d.counted = 0
	from := contentOf(l.source, g.pieces)
	decode := func(data []byte) (*decoded, error) { return d.byReader(l, data, g.cut) }
	if !d.old && !g.cut {
		if out, err = d.fast(l, from); err == nil || final(err) || d.ctx.Err() != nil {
			return out, err
		}
		decode = func(data []byte) (*decoded, error) { return d.fast(l, contentIn(data)) }
	}
	data, err := from.whole()
	if err != nil {
		g.cut = false
		return nil, err
	}
	if d.old {
		return d.byOldReader(l, data)
	}
	for _, u := range understand(d.ctx, data, l.version) {
		one, err := decode(u.data)
		if out != nil && one != nil { // nobody knows which of them is right
			out = nil
			break
		}
		if err != nil && (final(err) || d.ctx.Err() != nil) {
			return nil, err
		}
		if one != nil {
			one.unread.Join(&u.unread)
			out = one
		}
	}
	if out != nil {
		return out, nil
	}
	return d.byReader(l, data, g.cut)
}

// fast decodes a generation without the reader.
func (d *decoder) fast(l *load, from *content) (*decoded, error) {
	return d.guarded(func() (*decoded, error) { return d.generation(l.version, from), nil })
}

// byReader decodes a generation that is cut, or that the fast decoder gave up: the reader says what is wrong with
// it. From a cut generation, the events before the error are kept. The reader returns events in order of time, so
// none is missing between them.
func (d *decoder) byReader(l *load, data []byte, cut bool) (*decoded, error) {
	if err := l.allow(d.ctx, data); err != nil {
		return nil, err
	}
	return d.guarded(func() (*decoded, error) {
		reader, err := xtrace.NewReader(&stopper{ctx: d.ctx, r: l.reader(data, cut)})
		if err != nil {
			return nil, err
		}
		out, err := d.columns(reader, cut)
		if err != nil && ofProgram(err) { // the fast decoder found something else wrong
			err = lang.Error("its events contradict each other")
		}
		return out, err
	})
}

// ofProgram reports whether the reader complains about what the program did with its regions or tasks.
func ofProgram(err error) bool {
	text := err.Error()
	return strings.HasPrefix(text, "misuse of region ") || strings.HasPrefix(text, "task ID conflict: ")
}

// byOldReader decodes a trace in the format before Go 1.22.
func (d *decoder) byOldReader(l *load, data []byte) (*decoded, error) {
	data, e := marked(d.ctx, data, d.mark)
	if err := l.allowOld(data, &e); err != nil {
		return nil, err
	}
	return d.guarded(func() (*decoded, error) {
		reader, err := xtrace.NewReader(&stopper{ctx: d.ctx, r: bytes.NewReader(data)})
		if err != nil {
			return nil, err
		}
		return d.columns(reader, false)
	})
}

// final reports whether the reader would return the same error after more work.
func final(err error) bool {
	var refused *input.Error
	return err == errTangled || errors.As(err, &refused)
}

// guarded turns a panic in the reader, its accessors or our own code into an error.
func (d *decoder) guarded(f func() (*decoded, error)) (out *decoded, err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case error:
			out, err = nil, p
			var runtime runtime.Error
			if errors.As(p, &runtime) {
				err = failed(p)
			}
		default:
			out, err = nil, failed(p)
		}
		d.decoded, d.stackOf, d.tables = nil, nil, nil
	}()
	return f()
}

func failed(panicked any) error {
	return fmt.Errorf("the decoder failed on it: %v\n%s", panicked, debug.Stack())
}

// eventReader is implemented by the reader for traces; tests have others.
type eventReader interface {
	ReadEvent() (xtrace.Event, error)
}

func (d *decoder) start() {
	d.decoded = &decoded{names: newNames()}
	if len(d.condAt) > 1<<16 { // with many reasons, which the next generation hardly has
		d.condAt = nil
	}
	clear(d.condAt)
	d.weight, d.loose, d.tables = 0, 0, nil
}

func (d *decoder) end() *decoded {
	d.count()
	refuse(d.weigh(d.tables))
	return d.decoded
}

// columns makes columns from all events of a reader.
func (d *decoder) columns(r eventReader, cut bool) (*decoded, error) {
	d.start()
	d.stackOf = map[xtrace.Stack]trace.StackIndex{xtrace.NoStack: trace.NoStack}
	if err := d.all(r); err != nil {
		if !cut || d.decoded.events < 2 || d.ctx.Err() != nil {
			return nil, err
		}
		d.broke = err
	}
	return d.end(), nil
}

// stopper is a reader that ends with its context.
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

// look is how many events pass before the decoder looks at the context again.
const look = 1 << 12

// farthest is the longest time within one generation: half of what the model's columns can hold.
const farthest = int64(trace.NoTime) / 2

// happens counts an event and returns its time since the Sync.
func (d *decoder) happens(time int64) (at int64, err error) {
	at, due := d.tick(time)
	if due {
		err = d.pause(at)
	}
	return at, err
}

// tick counts an event and sets the clock to its time. It returns the time since the Sync, and whether it is time for
// a pause.
func (d *decoded) tick(time int64) (at int64, due bool) {
	at = time - d.base
	due = d.events == d.pauses || uint64(at) > uint64(farthest)
	d.events++
	d.last = time
	return at, due
}

// pause does the decoder's regular checks at an event.
func (d *decoder) pause(at int64) error {
	if uint64(at) > uint64(farthest) {
		return fmt.Errorf("an event is at %dns, the generation begins at %dns", d.base+at, d.base)
	}
	d.pauses = d.decoded.events + look
	d.count()
	return cmp.Or(d.ctx.Err(), d.weigh(d.tables))
}

// count adds the events to the total for all decoders. Events read a second time count once.
func (d *decoder) count() {
	if n := d.decoded.events - d.counted; n > 0 {
		d.events.Add(n)
		d.counted += n
	}
}

// all reads all events: a Sync, the generation's events, and a final Sync, which is left out.
func (d *decoder) all(r eventReader) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = failed(p)
		}
	}()
	for ended := false; ; {
		e, err := r.ReadEvent()
		switch {
		case err == io.EOF && d.decoded.events == 0:
			return errors.New("it has no events")
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		time, sync := int64(e.Time()), e.Kind() == xtrace.EventSync
		switch {
		case sync && d.decoded.events > 0:
			ended = true
			continue
		case sync:
			d.base = time
			if c := e.Sync().ClockSnapshot; c != nil {
				d.wall, d.wallAt = c.Wall, int64(c.Trace)
			}
		case ended || d.decoded.events == 0:
			return errors.New("an event outside of the generation")
		}
		at, err := d.happens(time)
		if err == nil && !sync {
			err = d.take(&e, at)
		}
		if err != nil {
			return err
		}
	}
}

package trace

import (
	"cmp"
	"slices"

	xtrace "golang.org/x/exp/trace"
)

// generation decodes one whole generation of the format since Go 1.22, much
// faster than the reader, and to the same columns. It ends with errUnusual
// where anything is not as it should be: then the reader is to be asked, and
// what was decoded is of no use.
func (d *decoder) generation(version int, data []byte, first bool) (*decoded, error) {
	d.start(first)
	t := &tables{d: d, version: version}
	if err := t.read(data); err != nil {
		return nil, err
	}
	o := &order{d: d, t: t}
	f := o.begin()
	if f == nil || !o.run(f) {
		if err := d.ctx.Err(); err != nil {
			return nil, err
		}
		return nil, errUnusual
	}
	return d.end(), nil
}

// begin is the Sync, and a cursor for each thread that has events; nil where
// they cannot be read.
func (o *order) begin() front {
	t := o.t
	f := make(front, 0, len(t.threads))
	for i := range t.threads {
		c := &cursor{batches: t.threads[i].batches, data: t.threads[i].batches[0].data, thread: none}
		if t.threads[i].id != none {
			c.thread = o.threadAt(t.threads[i].id)
		}
		switch ok, bad := c.next(t.perUnit); {
		case bad:
			return nil
		case ok:
			f.push(c)
		}
	}
	o.last = nanoseconds(t.first, t.perUnit)
	if o.last <= 0 { // the reader's clock begins at 1
		o.last = 1
	}
	o.d.base = o.last
	if t.snapshot {
		o.d.wall, o.d.wallAt = t.wall, nanoseconds(t.wallAt, t.perUnit)
	}
	if _, ok := o.d.happens(o.last); !ok {
		return nil
	}
	return f
}

// run takes all events, those of the CPU profiler among them. It returns
// false if one of them cannot be the next.
func (o *order) run(f front) bool {
	samples := o.t.samples
	for len(f) > 0 || len(samples) > 0 {
		if len(samples) > 0 && (len(f) == 0 || samples[0].at < f[0].time) {
			if !o.sample(&samples[0]) {
				return false
			}
			samples = samples[1:]
			continue
		}
		i := 0
		out := o.step(f[0])
		if out == waits {
			// Clocks differ: another thread's event is the next.
			slices.SortFunc(f, func(a, b *cursor) int { return cmp.Compare(a.time, b.time) })
			for i = 1; i < len(f) && out == waits; i++ {
				out = o.step(f[i])
			}
			i--
		}
		if out != advanced {
			return false
		}
		switch ok, bad := f[i].next(o.t.perUnit); {
		case bad:
			return false
		case ok:
			f.moved(i)
		default:
			f.remove(i)
		}
	}
	return true
}

// sample keeps a sample of the CPU profiler. It changes no state.
func (o *order) sample(s *tableSample) bool {
	m := int32(none)
	if s.m != none {
		if m = o.d.threads.index(s.m); m >= int32(noLane) {
			return false
		}
	}
	e, ok := o.happens(s.at, here{none, none, none})
	if !ok {
		return false
	}
	p, err := o.d.proc(xtrace.ProcID(s.p))
	if err != nil {
		return false
	}
	g := o.d.goroutine(xtrace.GoID(s.g))
	o.d.samples = append(o.d.samples, sampleRow{e.at, g, lane32(p), m, o.stack(s.stack)})
	return !o.bad
}

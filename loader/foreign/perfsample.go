package foreign

import (
	"strconv"
	"strings"

	"profstation/model"
)

// perfAtHand is the sample whose calls are being read.
type perfAtHand struct {
	open    bool
	current perfSample
	head    []byte // the header's line
	headAt  int    // its number
	stack   []model.LocID
	pending []model.Line // inlined calls, waiting for the one that they are in
	held    perfCall
	holds   bool
	inline  bool // the only call is in the header's line
}

// perfPlace is what is known about a call by its text.
type perfPlace struct {
	lines []model.Line // innermost first; none: it has no name
	in    model.MappingID
	at    uint64
}

// start takes a header, with the call that may stand in its line.
func (q *perfParser) start(e perfSample, n int, line []byte) {
	if e.record {
		q.record(e, n)
		return
	}
	q.perfAtHand = perfAtHand{open: true, current: e, head: line, headAt: n, stack: q.stack[:0], pending: q.pending[:0]}
	if f, ok := perfFrame(e.rest); ok {
		q.inline = true
		q.call(f)
	}
}

// chained takes a call in a line for itself. If the header seemed to have one too, that is a data address: perf
// script prints calls here or there.
func (q *perfParser) chained(f perfCall) {
	if q.inline {
		q.inline, q.holds = false, false
	}
	q.call(f)
}

// call takes a call. It is kept until the next line, which may say where its source is.
func (q *perfParser) call(f perfCall) {
	q.place()
	q.held, q.holds = f, true
}

// place adds the call that is held to the stack.
func (q *perfParser) place() {
	if !q.holds {
		return
	}
	q.holds = false
	f := q.held
	p, ok := q.known[string(f.text)]
	if !ok {
		p = perfPlace{in: q.mapping(string(f.dso), ""), at: f.address}
		for name := range f.functions() {
			p.lines = append(p.lines, model.Line{Func: q.function(string(name), "", 0)})
		}
		q.known[string(f.text)] = p
		q.kept += int64(100 + len(f.text))
	}
	from := len(q.pending)
	q.pending = append(q.pending, p.lines...)
	if len(p.lines) > 0 && f.line > 0 {
		q.pending[from] = model.Line{Func: q.function(string(f.symbol), string(f.file), 0), Line: f.line}
	}
	if f.inlined {
		return
	}
	q.stack = append(q.stack, q.location(p.in, p.at, q.pending))
	q.pending = q.pending[:0]
}

// flush ends a sample.
func (q *perfParser) flush() error {
	if !q.open {
		return nil
	}
	q.place()
	if q.bare && len(q.stack)+len(q.pending) == 0 { // it only looked like a header
		q.open = false
		q.bad.add(q.headAt, q.head)
		return nil
	}
	if len(q.pending) > 0 { // what they were inlined into did not come
		q.stack = append(q.stack, q.location(model.NoMapping, 0, q.pending))
	}
	q.open = false
	e := q.current
	event, ok := q.events[string(e.event)]
	if !ok {
		q.beyond++
		return nil
	}
	clear(q.values)
	q.values[event.samples] = 1
	if event.weight >= 0 {
		period, err := strconv.ParseInt(string(e.period), 10, 64)
		if err != nil {
			period = 1
		}
		q.values[event.weight] = period
		if q.period < 0 {
			q.period = period
		} else if q.period != period {
			q.period = 0
		}
	}
	at := int64(model.NoTime)
	if e.timed {
		at = e.time
		q.span.add(at)
	}
	return q.sample(at, q.stack, q.labels(e))
}

// labels returns the labels for a sample's process, thread and processor.
func (q *perfParser) labels(e perfSample) model.LabelSetID {
	q.key = append(append(append(append(append(q.key[:0], e.comm...), 0), e.ids...), 0), e.cpu...)
	set, ok := q.sets[string(q.key)]
	if ok {
		return set
	}
	key := string(q.key)
	pid, tid, both := strings.Cut(string(e.ids), "/")
	if !both {
		pid, tid = q.pids[pid], pid
	}
	cpu := strings.TrimLeft(string(e.cpu), "0")
	if cpu == "" && len(e.cpu) > 0 {
		cpu = "0"
	}
	set = q.set(q.texts("comm", string(e.comm), "pid", pid, "tid", tid, "cpu", cpu))
	q.sets[key] = set
	q.kept += int64(100 + 2*len(key))
	return set
}

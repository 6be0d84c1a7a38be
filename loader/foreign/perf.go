package foreign

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"
	"time"

	"profstation/loader/input"
	"profstation/model"
	"profstation/model/lang"
)

// IsPerf reports whether a text is what perf script prints: a sample's header, with a call under it or in
// the same line.
func IsPerf(data []byte, steps *model.Steps) bool {
	if !input.IsText(data) {
		return false
	}
	headed, bare := false, false // what the line before is
	for l := head(data); l.next() && !steps.Over(len(l.line)); {
		if e, ok := perfHeader(l.line); ok {
			_, inline := perfFrame(e.rest)
			if inline || e.timed && e.record {
				return true
			}
			headed, bare = true, false
			continue
		}
		if _, ok := perfFrame(l.line); ok && (headed || bare && l.line[0] == '\t') {
			return true
		}
		headed = false
		_, bare = perfBare(l.line)
	}
	return false
}

// perfParser makes a profile of what perf script prints (process_event in Linux' tools/perf/builtin-script.c):
//
//	comm  pid/tid [cpu]  time:  period event:
//		address symbol+offset (file)
//		address symbol (inlined)
//
// with the calls from the leaf to the root, a blank line after them, and any of the fields left out.
type perfParser struct {
	*making
	keys    struct{ comm, pid, tid, cpu model.StringID }
	events  map[string]perfEvent // by name
	names   []string             // of the events, in the order of the text: the first is shown first
	periods bool                 // the file has them
	bare    bool                 // headers have neither times nor events
	pids    map[string]string    // by thread, as forks and starts say
	sets    map[string]model.LabelSetID
	known   map[string]perfPlace // by their text

	perfAtHand

	span     timeSpan
	period   int64 // of all samples; 0: they differ
	comments []string
	bad      skipped
	blanks   bool // a blank line has ended a stack
	cut      bool // the text ends within a sample
}

// perfAtHand is the sample of which the calls are read.
type perfAtHand struct {
	open    bool
	current perfSample
	head    []byte // the line of the header
	headAt  int    // its number
	stack   []model.LocID
	pending []model.Line // of inlined calls, waiting for the one that they are in
	held    perfCall
	holds   bool
}

type perfEvent struct{ samples, weight int }

// perfPlace is what is known of a call by its text.
type perfPlace struct {
	line model.Line
	in   model.MappingID
	at   uint64
	name bool
}

// Perf decodes what perf script prints.
func Perf(data []byte, d Decoding) (*model.Profile, error) {
	q := &perfParser{
		making: d.begin(len(data)), events: map[string]perfEvent{}, pids: map[string]string{},
		sets: map[string]model.LabelSetID{}, known: map[string]perfPlace{}, period: -1,
	}
	b := q.b
	q.keys.comm, q.keys.pid, q.keys.tid, q.keys.cpu = b.String("comm"), b.String("pid"), b.String("tid"), b.String("cpu")
	data, q.cut = wholeLines(data)
	if err := q.types(data); err != nil {
		return nil, err
	}
	for l := (lines{text: withoutMark(data)}); l.next(); {
		if err := q.at(l.at); err != nil {
			return nil, err
		}
		if err := q.take(l.n, l.line); err != nil {
			return nil, err
		}
	}
	if q.open && q.blanks { // else it stands in one line, or somebody has taken the blank lines out
		_, inline := perfFrame(q.current.rest)
		q.cut = q.cut || !inline
	}
	if err := q.flush(); err != nil {
		return nil, err
	}
	if q.made.samples == 0 {
		return nil, nothing(PerfName, &q.bad)
	}
	p, err := q.finish(q.header())
	if err == nil {
		for i, t := range p.Samples.Times {
			if t != model.NoTime { // perf counts from the start of the machine, or from 1970
				p.Samples.Times[i] = t - q.span.first
			}
		}
	}
	return p, err
}

func (q *perfParser) header() model.Header {
	h := model.Header{
		Format: PerfName, Comments: q.comments, Warnings: q.bad.warnings(lang.L("output of perf script")),
		Timeless: lang.L("This output of perf script has no times: print them with perf script -F +time."),
	}
	if n := int(q.made.samples); q.cut {
		h.Warnings = append(h.Warnings, lang.N(n, "the file is cut off within a sample: 1 sample was read, perhaps without all of its callers",
			"the file is cut off within a sample: {{.N}} samples were read, the last one perhaps without all of its callers", nil))
	}
	if len(q.names) > 1 {
		h.DefaultSampleType = cmp.Or(q.names[0], "unnamed")
	}
	h.Duration = time.Duration(q.span.end - q.span.first)
	if q.span.first > realTimes {
		h.Time = time.Unix(0, q.span.first)
	}
	if q.period > 1 && len(q.events) == 1 {
		for name := range q.events {
			h.PeriodType, h.Period = perfType(cmp.Or(name, "unnamed")), q.period
		}
	}
	return h
}

// realTimes is from where on times are since 1970 (perf record -k CLOCK_REALTIME), in nanoseconds: no machine runs for 31
// years.
const realTimes = 1e18

// perfType is the sample type of an event: those of the clock count nanoseconds.
func perfType(event string) model.ValueType {
	name, _, _ := strings.Cut(event, ":")
	if name == "cpu-clock" || name == "task-clock" {
		return model.ValueType{Type: name, Unit: "nanoseconds"}
	}
	return model.ValueType{Type: event, Unit: "count"}
}

// mostEvents is how many different events become sample types. perf's own limit for a group is lower.
const mostEvents = 64

// types finds the events of a file, which are its sample types, and the processes of its threads.
func (q *perfParser) types(data []byte) error {
	steps := model.StepsUntil(q.Progress.Context())
	for l := (lines{text: withoutMark(data)}); l.next(); {
		if steps.Over(len(l.line)) {
			return q.Progress.Cancelled()
		}
		e, ok := perfHeader(l.line)
		if !ok || e.record {
			continue
		}
		q.periods = q.periods || len(e.period) > 0
		if _, ok := q.events[string(e.event)]; !ok && len(q.events) < mostEvents {
			q.names = append(q.names, string(e.event))
			q.events[string(e.event)] = perfEvent{}
		}
	}
	if q.bare = len(q.names) == 0; q.bare {
		q.names, q.events[""] = []string{""}, perfEvent{}
	}
	for _, event := range q.names {
		e := perfEvent{weight: -1}
		name := cmp.Or(event, "unnamed") // of -F without event
		t := perfType(name)
		switch {
		case len(q.names) == 1:
			e.samples = q.column(samplesType)
		case q.periods: // as perf_data_converter calls them
			e.samples = q.column(model.ValueType{Type: name + "_sample", Unit: "count"})
			t.Type = name
		default:
			e.samples = q.column(model.ValueType{Type: name, Unit: "count"})
		}
		if q.periods {
			e.weight = q.column(t)
		}
		q.events[event] = e
	}
	return nil
}

// take reads a line.
func (q *perfParser) take(n int, line []byte) error {
	switch {
	case len(bytes.TrimSpace(line)) == 0:
		q.blanks = q.blanks || q.open
		return q.flush()
	case line[0] == '#':
		q.comment(line)
		return nil
	case q.open && line[0] == '\t':
		if f, ok := perfFrame(line); ok {
			q.call(f)
			return nil
		}
	}
	if e, ok := q.headerOf(line); ok {
		if err := q.flush(); err != nil {
			return err
		}
		q.start(e, n, line)
		return nil
	}
	f, ok := perfFrame(line)
	if q.open && ok {
		q.call(f)
		return nil
	}
	if file, at, ok := perfSource(line); ok && q.open && q.holds {
		q.held.file, q.held.line = file, at
	} else {
		q.bad.add(n, line)
	}
	return nil
}

// headerOf reads a header as the text has them.
func (q *perfParser) headerOf(line []byte) (e perfSample, ok bool) {
	if e, ok = perfHeader(line); ok || !q.bare {
		return e, ok
	}
	return perfBare(line)
}

// start takes a header, with the call that may stand in its line.
func (q *perfParser) start(e perfSample, n int, line []byte) {
	if e.record {
		q.record(e)
		return
	}
	q.perfAtHand = perfAtHand{open: true, current: e, head: line, headAt: n, stack: q.stack[:0], pending: q.pending[:0]}
	if f, ok := perfFrame(e.rest); ok {
		q.call(f)
	}
}

// comment keeps what the head of the text says of the recording.
func (q *perfParser) comment(line []byte) {
	name, value, ok := strings.Cut(strings.TrimLeft(string(line[:min(len(line), 1000)]), "# "), ":")
	name = strings.TrimSpace(name)
	if !ok || len(q.comments) > 4 {
		return
	}
	switch name {
	case "captured on", "hostname", "cmdline":
		q.comments = append(q.comments, name+": "+strings.TrimSpace(value))
	}
}

// record takes what a line says of a process: "PERF_RECORD_FORK(pid:tid):(parent:its tid)", or
// "PERF_RECORD_COMM exec: name:pid/tid". They begin with a thread, and say which process it is of.
func (q *perfParser) record(e perfSample) {
	if _, ids, ok := bytes.Cut(e.rest, []byte("_FORK(")); ok {
		ids, _, _ = bytes.Cut(ids, []byte(")"))
		pid, tid, _ := strings.Cut(string(ids), ":")
		q.belongs(tid, pid)
	} else if bytes.HasPrefix(e.rest, []byte("PERF_RECORD_COMM")) {
		rest := e.rest[bytes.LastIndexByte(e.rest, ':')+1:]
		pid, tid, _ := strings.Cut(string(rest), "/")
		q.belongs(tid, pid)
	}
}

func (q *perfParser) belongs(tid, pid string) {
	if pid == "" || !isNumber([]byte(tid)) || !isNumber([]byte(pid)) {
		return
	}
	if q.pids[tid] != pid { // threads get the number of one that has ended
		clear(q.sets)
	}
	q.pids[tid] = pid
	q.kept += 80
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
		p = perfPlace{in: q.mapping(string(f.dso), ""), at: f.address, name: len(f.symbol) > 0}
		if p.name {
			p.line.Func = q.function(string(f.symbol), "", 0)
		}
		q.known[string(f.text)] = p
		q.kept += int64(100 + len(f.text))
	}
	line := p.line
	if p.name && f.line > 0 {
		line.Func, line.Line = q.function(string(f.symbol), string(f.file), 0), f.line
	}
	if p.name {
		q.pending = append(q.pending, line)
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
		return nil // beyond the events that are shown
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

// labels are the process, its thread and the processor of a sample.
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
	var labels []model.Label
	for _, l := range [...]struct {
		key   model.StringID
		value string
	}{{q.keys.comm, string(e.comm)}, {q.keys.pid, pid}, {q.keys.tid, tid}, {q.keys.cpu, cpu}} {
		if l.value != "" {
			labels = append(labels, model.Label{Key: l.key, Str: q.b.String(l.value)})
		}
	}
	set = q.set(labels)
	q.sets[key] = set
	q.kept += int64(100 + 2*len(key))
	return set
}

package foreign

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"profstation/loader/input"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/work"
)

// PerfForm is what perf script prints.
var PerfForm = Form{Name: "perf script", called: lang.Later("output of perf script")}

// eventsMark begins the comment that names a recording's events, beside perf's own.
const eventsMark = "events: "

// IsPerf reports whether a text is perf script's output: a sample's header with a call under it or in the same line,
// or several headers without calls, as tracepoints have them.
func IsPerf(data []byte, steps *work.Steps) bool {
	if !isText(data) {
		return false
	}
	comments, rest := perfComments(withoutMark(data), steps)
	if bytes.Contains(comments[:min(len(comments), 200)], []byte("# captured on ")) {
		return !bytes.Contains(comments, []byte("\n# Samples: ")) // else perf report has printed it
	}
	headed, bare := false, false // what the line before is
	events := 0
	for l := head(rest); l.next() && !steps.Over(len(l.line)); {
		if e, ok := perfHeader(l.line); ok {
			if e.timed && len(e.ids) > 0 && len(e.event) > 0 {
				events++
			}
			_, inline := perfFrame(e.rest)
			if inline || e.timed && e.record || events > 2 {
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

// perfComments splits off the comments at the start. perf script --header writes many.
func perfComments(text []byte, steps *work.Steps) (comments, rest []byte) {
	l := lines{text: text}
	at := 0
	for bytes.HasPrefix(text[at:], []byte("#")) && l.next() && !steps.Over(len(l.line)) {
		at = min(l.at, len(text))
	}
	return text[:at], text[at:]
}

// perfParser decodes perf script's output (process_event in Linux' tools/perf/builtin-script.c):
//
//	comm  pid/tid [cpu]  time:  period event:
//		address symbol+offset (file)
//		address symbol (inlined)
//
// with the calls from the leaf to the root and a blank line after them. Each field may be missing.
type perfParser struct {
	*builder
	events  map[string]perfEvent // by name
	names   []string             // event names in the text's order
	counts  map[string]int       // their samples
	periods bool                 // the file has them
	bare    bool                 // headers have neither times nor events
	pids    map[string]string    // by thread, as forks and starts say
	sets    map[string]model.LabelSetID
	known   map[string]perfPlace // by their text

	perfAtHand

	span     timeSpan
	period   int64 // the same for all samples; 0: they differ
	comments []string
	newer    string // the recording's version, if it is newer than the newest known
	bad      skipped
	blanks   bool // a blank line has ended a stack
	beyond   int  // samples of events that are not shown
	lost     int  // samples that perf itself lost
	cut      bool // the text ends within a sample
}

type perfEvent struct{ samples, weight int }

// Perf decodes what perf script prints.
func Perf(data []byte, d Decoding) (*model.Profile, error) {
	q := &perfParser{
		builder: d.begin(PerfForm, len(data)), events: map[string]perfEvent{}, counts: map[string]int{},
		pids: map[string]string{}, sets: map[string]model.LabelSetID{}, known: map[string]perfPlace{}, period: -1,
	}
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
		q.cut = q.cut || !q.inline
	}
	if err := q.flush(); err != nil {
		return nil, err
	}
	if q.made.samples == 0 {
		return nil, q.nothing(&q.bad)
	}
	p, err := q.finish(q.header())
	if err == nil {
		for i, t := range p.Samples.Times {
			if t != model.NoTime { // perf counts from the machine's start, or from 1970
				p.Samples.Times[i] = t - q.span.first
			}
		}
	}
	return p, err
}

func (q *perfParser) header() model.Header {
	h := model.Header{
		Comments: q.comments, Warnings: q.bad.warnings(q.file()),
		Timeless: lang.L("This output of perf script has no times: print them with perf script -F +time."),
	}
	if q.newer != "" {
		h.Warnings = append(h.Warnings, input.Newer(lang.L("a recording of perf"), q.newer, strconv.Itoa(newestPerf)))
	}
	if q.beyond > 0 {
		h.Warnings = append(h.Warnings, lang.N(q.beyond, "1 sample is left out, because it is of an event beyond the first {{.Most}}",
			"{{.N}} samples are left out, because they are of events beyond the first {{.Most}}", lang.With{"Most": maxEvents}))
	}
	if q.lost > 0 {
		h.Warnings = append(h.Warnings, lang.N(q.lost, "perf lost 1 sample, because it could not write it in time: it is in no sum here",
			"perf lost {{.N}} samples, because it could not write them in time: they are in no sum here", nil))
	}
	if n := int(q.made.samples); q.cut {
		h.Warnings = append(h.Warnings, lang.N(n, "the file is cut off within a sample: 1 sample was read, perhaps without all of its callers",
			"the file is cut off within a sample: {{.N}} samples were read, the last one perhaps without all of its callers", nil))
	}
	if len(q.names) > 1 {
		q.choose(&h)
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

// perfType returns an event's sample type: clocks count nanoseconds.
func perfType(event string) model.ValueType {
	name, _, _ := strings.Cut(event, ":")
	if name == "cpu-clock" || name == "task-clock" {
		return model.ValueType{Type: name, Unit: "nanoseconds"}
	}
	return model.ValueType{Type: event, Unit: "count"}
}

// maxEvents is how many different events become sample types. perf's own limit for a group is lower.
const maxEvents = 64

// types finds the file's events, which are its sample types, and the processes that threads belong to.
func (q *perfParser) types(data []byte) error {
	steps := work.StepsUntil(q.Progress.Context())
	for l := (lines{text: withoutMark(data)}); l.next(); {
		if steps.Over(len(l.line)) {
			return q.Progress.Cancelled()
		}
		e, ok := perfHeader(l.line)
		if !ok || e.record {
			continue
		}
		q.periods = q.periods || len(e.period) > 0
		if _, ok := q.events[string(e.event)]; !ok {
			if len(q.events) == maxEvents {
				continue
			}
			q.names = append(q.names, string(e.event))
			q.events[string(e.event)] = perfEvent{}
		}
		q.counts[string(e.event)]++
	}
	if q.bare = len(q.names) == 0; q.bare {
		q.names, q.events[""] = []string{""}, perfEvent{}
	}
	for _, event := range q.names {
		e := perfEvent{weight: -1}
		name := cmp.Or(event, "unnamed") // from -F without event
		t := perfType(name)
		switch {
		case len(q.names) == 1 && (q.periods || event == ""):
			e.samples = q.column(samplesType) // beside the weight, which names the event
		default: // as perf_data_converter calls them
			e.samples = q.column(model.ValueType{Type: name + countedSuffix, Unit: "count"})
			t.Type = name
		}
		if q.periods {
			e.weight = q.column(t)
		}
		q.events[event] = e
	}
	return nil
}

// countedSuffix ends the names of sample types that count an event's samples.
const countedSuffix = "_sample"

// choose shows the event with most samples first, as processors with two kinds of cores have an event for each, and
// names all events with their sample counts.
func (q *perfParser) choose(h *model.Header) {
	names := slices.Clone(q.names)
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(q.counts[b], q.counts[a]) })
	h.DefaultSampleType = cmp.Or(names[0], "unnamed")
	if !q.periods {
		h.DefaultSampleType += countedSuffix
	}
	var all []string
	for _, name := range names {
		all = append(all, fmt.Sprintf("%s (%d)", cmp.Or(name, "unnamed"), q.counts[name]))
	}
	h.Comments = append(h.Comments, eventsMark+strings.Join(all, ", "))
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
			q.chained(f)
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
	switch {
	case q.open && ok:
		q.chained(f)
	case q.open && q.holds && q.held.source(line):
	default:
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

// comment keeps what the text's head says about the recording.
func (q *perfParser) comment(line []byte) {
	name, value, ok := strings.Cut(strings.TrimLeft(string(line[:min(len(line), 1000)]), "# "), ":")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	if !ok || len(q.comments) > 4 {
		return
	}
	switch name {
	case "captured on", "hostname", "cmdline":
		q.comments = append(q.comments, name+": "+value)
	case "header version":
		if n, err := strconv.Atoi(value); err == nil && n > newestPerf {
			q.newer = value
		}
	}
}

// newestPerf is the newest known version of perf.data, as perf script --header prints it.
const newestPerf = 1

// perfRecords are the records without a stack that perf script prints beside samples, sorted (perf_event__names in
// Linux' tools/perf/util/event.c).
var perfRecords = []string{
	"ATTR", "AUX", "AUXTRACE", "AUXTRACE_ERROR", "AUXTRACE_INFO", "AUX_OUTPUT_HW_ID", "BPF_EVENT", "BPF_METADATA",
	"BUILD_ID", "CGROUP", "COMM", "COMPRESSED", "COMPRESSED2", "CPU_MAP", "EVENT_TYPE", "EVENT_UPDATE", "EXIT",
	"FEATURE", "FINISHED_INIT", "FINISHED_ROUND", "FORK", "ID_INDEX", "ITRACE_START", "KSYMBOL", "LOST",
	"LOST_SAMPLES", "MMAP", "MMAP2", "NAMESPACES", "READ", "STAT", "STAT_CONFIG", "STAT_ROUND", "SWITCH",
	"SWITCH_CPU_WIDE", "TEXT_POKE", "THREAD_MAP", "THROTTLE", "TIME_CONV", "TRACING_DATA", "UNTHROTTLE",
}

// record takes a record about a process: "PERF_RECORD_FORK(pid:tid):(parent:its tid)" or "PERF_RECORD_COMM exec:
// name:pid/tid", which say which process a thread belongs to, or "PERF_RECORD_LOST lost 12". It counts unknown
// records.
func (q *perfParser) record(e perfSample, n int) {
	name := bytes.TrimPrefix(e.rest, []byte("PERF_RECORD_"))
	name = name[:len(name)-len(bytes.TrimLeft(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"))]
	if _, ok := slices.BinarySearch(perfRecords, string(name)); !ok {
		q.unread.Add(input.UnreadEvents, func() string {
			return lang.L("line {{.Line}}: {{.Text}}", lang.With{"Line": n, "Text": "PERF_RECORD_" + string(name)})
		})
	}
	if _, ids, ok := bytes.Cut(e.rest, []byte("_FORK(")); ok {
		ids, _, _ = bytes.Cut(ids, []byte(")"))
		pid, tid, _ := strings.Cut(string(ids), ":")
		q.belongs(tid, pid)
	} else if bytes.HasPrefix(e.rest, []byte("PERF_RECORD_COMM")) {
		rest := e.rest[bytes.LastIndexByte(e.rest, ':')+1:]
		pid, tid, _ := strings.Cut(string(rest), "/")
		q.belongs(tid, pid)
	} else if bytes.HasPrefix(e.rest, []byte("PERF_RECORD_LOST")) {
		_, n := lastWord(bytes.TrimSpace(e.rest))
		if n, err := strconv.ParseUint(string(n), 10, 30); err == nil {
			q.lost = min(q.lost+int(n), 1<<30)
		}
	}
}

func (q *perfParser) belongs(tid, pid string) {
	if pid == "" || !isNumber([]byte(tid)) || !isNumber([]byte(pid)) {
		return
	}
	if q.pids[tid] != pid { // threads reuse the numbers of ended ones
		clear(q.sets)
	}
	q.pids[tid] = pid
	q.kept += 80
}

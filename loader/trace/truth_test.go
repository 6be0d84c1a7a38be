package trace

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"testing"

	"profstation/model/trace"
)

// truth reads a trace event by event, in the order of time. Unlike the reader of golang.org/x/exp, it checks nothing
// of what the program did. It expects a sound file.
type truth struct {
	events int                // of threads, or of Ps in the format before Go 1.22, that are timed
	runs   map[int64][]string // the states of each goroutine, one after the other; before Go 1.22: when it started to run
	notes  []string           // of the collector and of the program, sorted
}

func (r *truth) note(format string, args ...any) {
	r.notes = append(r.notes, fmt.Sprintf(format, args...))
}

// timedEvent is an event with the goroutine that ran where it happened.
type timedEvent struct {
	at      float64
	g       int64
	kind    byte
	args    []uint64
	of      *truthTables
	message string // of a log before Go 1.22
}

// truthTables are the tables of a generation.
type truthTables struct {
	texts  map[uint64]string
	stacks map[uint64][][4]uint64
	first  map[uint64][4]uint64 // the first frame of each program counter
}

func newTruthTables() *truthTables {
	return &truthTables{map[uint64]string{0: ""}, map[uint64][][4]uint64{}, map[uint64][4]uint64{}}
}

func (t *truthTables) frames(id uint64, n uint64, number func() uint64) {
	for range n {
		f := [4]uint64{number(), number(), number(), number()}
		if _, ok := t.first[f[0]]; !ok {
			t.first[f[0]] = f
		}
		t.stacks[id] = append(t.stacks[id], f)
	}
}

func (t *truthTables) stack(id uint64) (text string) {
	for _, f := range t.stacks[id] {
		f = t.first[f[0]]
		text += fmt.Sprintf("%x %s %s %d\n", f[0], t.texts[f[1]], t.texts[f[2]], f[3])
	}
	return text
}

// numbersOf reads numbers one after the other.
func numbersOf(data *[]byte) func() uint64 {
	return func() uint64 {
		v, n := binary.Uvarint(*data)
		*data = (*data)[n:]
		return v
	}
}

// truthOf reads a trace since Go 1.22.
func truthOf(t *testing.T, data []byte) *truth {
	t.Helper()
	r := &truth{runs: map[int64][]string{}}
	_, all := batchesOf(t, data)
	perUnit, tables := map[uint64]float64{}, map[uint64]*truthTables{}
	for _, b := range all {
		if tables[b.generation] == nil {
			tables[b.generation] = newTruthTables()
		}
		if b.end || data[b.from] != batchEvents {
			continue
		}
		content, of := data[b.content:b.to], tables[b.generation]
		number := numbersOf(&content)
		byteOf := func() byte { k := content[0]; content = content[1:]; return k }
		for len(content) > 0 {
			switch {
			case b.kind == batchStrings && byteOf() == evString:
				id, n := number(), number()
				of.texts[id], content = string(content[:n]), content[n:]
			case b.kind == batchStacks && byteOf() == evStack:
				of.frames(number(), number(), number)
			case b.kind == batchFrequency && byteOf() == batchFrequency:
				perUnit[b.generation] = 1e9 / float64(number())
			case b.kind == batchSync:
				switch byteOf() {
				case batchFrequency:
					perUnit[b.generation] = 1e9 / float64(number())
				case evClockSnapshot:
					for range 4 {
						number()
					}
				}
			case b.kind == batchCPUSamples:
				content = nil
			case b.kind > evCPUSample && b.kind != batchFrequency:
				content = nil
			}
		}
	}
	running := map[int64]int64{} // the goroutine on each thread
	var events []timedEvent
	for _, b := range all {
		if b.end || data[b.from] != batchEvents || b.kind <= batchFrequency || b.kind == batchSync {
			continue
		}
		at, content := float64(b.time), data[b.content:b.to]
		number := numbersOf(&content)
		for len(content) > 0 {
			e := timedEvent{kind: content[0], of: tables[b.generation]}
			content = content[1:]
			at += float64(number())
			for range argumentsOf[e.kind] {
				e.args = append(e.args, number())
			}
			on, ok := running[b.thread]
			if !ok {
				on = none
			}
			e.at, e.g = at*perUnit[b.generation], on
			events = append(events, e)
			switch e.kind {
			case evGoStart, evGoSwitch, evGoSwitchDestroy, evGoCreateSyscall:
				running[b.thread] = int64(e.args[0])
			case evGoStop, evGoBlock, evGoDestroy, evGoDestroySyscall, evGoSyscallEndBlocked:
				running[b.thread] = none
			case evGoStatus, evGoStatusStack:
				if state := fileGoStates[e.args[2]]; state == trace.GoRunning || state == trace.GoSyscall && int64(e.args[1]) == b.thread {
					running[b.thread] = int64(e.args[0])
				}
			}
		}
	}
	slices.SortStableFunc(events, func(a, b timedEvent) int { return cmp.Compare(a.at, b.at) })
	reasons, ended := map[int64]string{}, map[uint64]bool{}
	for _, e := range events {
		r.events++
		r.take(&e, reasons, ended)
	}
	slices.Sort(r.notes)
	return r
}

// goes notes a new state of a goroutine.
func (r *truth) goes(g int64, state trace.GoState) {
	if n := len(r.runs[g]); n == 0 || r.runs[g][n-1] != words[state] {
		r.runs[g] = append(r.runs[g], words[state])
	}
}

func (r *truth) take(e *timedEvent, reasons map[int64]string, ended map[uint64]bool) {
	a := append(slices.Clone(e.args), 0, 0, 0, 0)
	text := func(i int) string { return e.of.texts[a[i]] }
	stack := func(i int) string { return e.of.stack(a[i]) }
	switch id := int64(a[0]); e.kind {
	case evGoCreate, evGoUnblock:
		r.goes(id, trace.GoRunnable)
	case evGoCreateBlocked:
		r.goes(id, trace.GoWaiting)
	case evGoCreateSyscall:
		r.goes(id, trace.GoSyscall)
	case evGoStart:
		r.goes(id, trace.GoRunning)
	case evGoStop, evGoSyscallEndBlocked:
		r.goes(e.g, trace.GoRunnable)
	case evGoBlock:
		r.goes(e.g, trace.GoWaiting)
	case evGoDestroy, evGoDestroySyscall:
		r.goes(e.g, trace.GoNotExist)
	case evGoSyscallBegin:
		r.goes(e.g, trace.GoSyscall)
	case evGoSyscallEnd:
		r.goes(e.g, trace.GoRunning)
	case evGoStatus, evGoStatusStack:
		r.goes(id, fileGoStates[a[2]])
	case evGoSwitch, evGoSwitchDestroy:
		r.events += 2
		r.goes(id, trace.GoRunnable)
		r.goes(e.g, map[byte]trace.GoState{evGoSwitch: trace.GoWaiting, evGoSwitchDestroy: trace.GoNotExist}[e.kind])
		r.goes(id, trace.GoRunning)
	case evMarkEnd:
		r.note("mark")
	case evStopBegin:
		reasons[e.g] = text(0)
	case evStopEnd:
		r.note("stop of %d: %s", e.g, reasons[e.g])
	case evAssistEnd:
		r.note("assist of %d", e.g)
	case evSweepEnd:
		r.note("sweep of %d, %d", a[0], a[1])
	case evProcsChange:
		r.note("metric %s %d", trace.GoMaxProcs, a[0])
	case evHeapAlloc:
		r.note("metric %s %d", trace.HeapObjects, a[0])
	case evHeapGoal:
		r.note("metric %s %d", trace.HeapGoal, a[0])
	case evGoLabel:
		r.note("label of %d: %q", e.g, text(0))
	case evTaskBegin:
		r.note("task %d %q in %d begins on %d at %s", a[0], text(2), a[1], e.g, stack(3))
	case evTaskEnd:
		r.taskEnds(a[0], e.g, ended)
	case evRegionBegin:
		r.note("region %d %q begins on %d at %s", a[0], text(1), e.g, stack(2))
	case evRegionEnd:
		r.note("region %d %q ends", a[0], text(1))
	case evLog:
		r.note("log %d of %d: %q %q at %s", a[0], e.g, text(1), text(2), stack(3))
	}
}

// taskEnds takes the first end of a task: later ones mean nothing.
func (r *truth) taskEnds(id uint64, g int64, ended map[uint64]bool) {
	if !ended[id] {
		ended[id] = true
		r.note("task %d ends on %d", id, g)
	}
}

// truthOfOld reads a trace before Go 1.22. Of goroutines, it says how often each started to run.
func truthOfOld(t *testing.T, data []byte) *truth {
	t.Helper()
	const (
		frequency, stack, taskEnd, startLabel = 2, 3, 46, 41
	)
	starts := []byte{14, 38, startLabel}
	stops := []byte{15, 16, 17, 18, 19, 20, 22, 23, 24, 25, 26, 27, 30, 42}
	r, of := &truth{runs: map[int64][]string{}}, newTruthTables()
	var events []timedEvent
	p, time, running := int64(0), uint64(0), map[int64]int64{}
	content := data[HeaderSize:]
	number := numbersOf(&content)
	bytesOf := func() []byte { n := number(); b := content[:n]; content = content[n:]; return b }
	for len(content) > 0 {
		first := content[0]
		content = content[1:]
		e := timedEvent{kind: first &^ oldLong, of: of}
		switch {
		case e.kind == oldBatch:
			p, time = int64(number()), number()
			continue
		case e.kind == oldString:
			id := number()
			of.texts[id] = string(bytesOf())
			continue
		case first&oldLong != oldLong:
			for range first>>6 + 1 {
				e.args = append(e.args, number())
			}
		default:
			all := bytesOf()
			for number := numbersOf(&all); len(all) > 0; {
				e.args = append(e.args, number())
			}
			if e.kind == oldLog {
				e.message = string(bytesOf())
			}
		}
		switch e.kind {
		case frequency, 35, 49: // not timed
			continue
		case stack:
			all := e.args[2:]
			of.frames(e.args[0], e.args[1], func() uint64 { v := all[0]; all = all[1:]; return v })
			continue
		}
		time += e.args[0]
		e.at = float64(time)
		if slices.Contains(starts, e.kind) {
			running[p] = int64(e.args[1])
		}
		e.g = running[p]
		if slices.Contains(stops, e.kind) {
			running[p] = 0
		}
		events = append(events, e)
	}
	slices.SortStableFunc(events, func(a, b timedEvent) int { return cmp.Compare(a.at, b.at) })
	ended := map[uint64]bool{}
	for _, e := range events {
		a := e.args[1:]
		switch {
		case slices.Contains(starts, e.kind):
			r.runs[e.g] = append(r.runs[e.g], "starts")
			if e.kind == startLabel {
				r.note("label of %d: %q", e.g, of.texts[a[2]])
			}
		case e.kind == oldTaskBegin:
			r.note("task %d %q in %d begins on %d at %s", a[0], of.texts[a[2]], a[1], e.g, of.stack(a[3]))
		case e.kind == taskEnd:
			r.taskEnds(a[0], e.g, ended)
		case e.kind == oldRegion && a[1] == 0:
			r.note("region %d %q begins on %d at %s", a[0], of.texts[a[2]], e.g, of.stack(a[3]))
		case e.kind == oldRegion:
			r.note("region %d %q ends", a[0], of.texts[a[2]])
		case e.kind == oldLog:
			r.note("log %d of %d: %q %q at %s", a[0], e.g, of.texts[a[1]], e.message, of.stack(a[2]))
		}
	}
	slices.Sort(r.notes)
	return r
}

// modelTruth is what a model says of the same.
func modelTruth(m *trace.Trace, old bool) *truth {
	r := &truth{runs: map[int64][]string{}}
	name := m.Strings.Raw
	for i := range m.Goroutines {
		g := &m.Goroutines[i]
		for s := g.First; s < g.End; s++ {
			state := m.Spans.State(s)
			starts := state == trace.GoRunning && (s == g.First || m.Spans.State(s-1) == trace.GoRunnable)
			if old && starts {
				r.runs[g.ID] = append(r.runs[g.ID], "starts")
			} else if !old && state != trace.GoUnknown {
				r.goes(g.ID, state)
			}
		}
	}
	if !old {
		r.ranges(m)
	}
	for _, x := range m.Labels {
		r.note("label of %d: %q", goID(m, x.Go), name(x.Label))
	}
	task := func(i trace.TaskIndex) uint64 {
		if i == trace.NoTask {
			return 0
		}
		return m.Tasks[i].ID
	}
	for _, x := range m.Tasks {
		if x.Start != trace.NoTime {
			r.note("task %d %q in %d begins on %d at %s", x.ID, name(x.Type), task(x.Parent), goID(m, x.StartGo), modelStack(m, x.StartStack))
		}
		if x.End != trace.NoTime {
			r.note("task %d ends on %d", x.ID, goID(m, x.EndGo))
		}
	}
	for _, x := range m.Regions {
		if x.Start != trace.NoTime {
			r.note("region %d %q begins on %d at %s", task(x.Task), name(x.Type), goID(m, x.Go), modelStack(m, x.StartStack))
		}
		if x.Ended() {
			r.note("region %d %q ends", task(x.Task), name(x.Type))
		}
	}
	for _, x := range m.Logs {
		r.note("log %d of %d: %q %q at %s", task(x.Task), goID(m, x.Go), name(x.Category), name(x.Message), modelStack(m, x.Stack))
	}
	slices.Sort(r.notes)
	return r
}

func (r *truth) ranges(m *trace.Trace) {
	for _, x := range m.Marks {
		if x.End != trace.NoTime {
			r.note("mark")
		}
	}
	for _, x := range m.Stops {
		if x.End != trace.NoTime {
			r.note("stop of %d: %s", goID(m, x.Go), m.Strings.Raw(x.Reason))
		}
	}
	for _, x := range m.Assists {
		if x.End != trace.NoTime {
			r.note("assist of %d", goID(m, x.Go))
		}
	}
	for _, x := range m.Sweeps {
		if x.End != trace.NoTime {
			r.note("sweep of %d, %d", x.Swept, x.Reclaimed)
		}
	}
	for _, x := range m.Metrics {
		for _, v := range x.Value {
			r.note("metric %s %d", m.Strings.Raw(x.Name), v)
		}
	}
}

// compareTruth holds a model against the truth.
func compareTruth(t *testing.T, m *trace.Trace, data []byte) {
	t.Helper()
	old := m.Format < "go 1.22"
	var want *truth
	if old {
		want = truthOfOld(t, data)
	} else {
		want = truthOf(t, data)
		if n := int64(want.events + len(m.Samples) + len(m.Generations) + 1); m.Events != n {
			t.Errorf("%d events, want %d", m.Events, n)
		}
	}
	got := modelTruth(m, old)
	compareLists(t, "notes", got.notes, want.notes)
	if !maps.EqualFunc(got.runs, want.runs, slices.Equal) {
		for g := range want.runs {
			if !slices.Equal(got.runs[g], want.runs[g]) {
				t.Errorf("goroutine %d: %q, want %q", g, got.runs[g], want.runs[g])
			}
		}
		t.Errorf("%d goroutines, want %d", len(got.runs), len(want.runs))
	}
	if len(want.notes) == 0 || len(want.runs) == 0 {
		t.Error("the truth says nothing")
	}
	checkTrace(t, m)
}

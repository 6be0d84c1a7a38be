package trace

import (
	"fmt"
	"strings"
	"time"

	xtrace "golang.org/x/exp/trace"

	"profstation/loader/input"
	"profstation/model/lang"
	"profstation/model/trace"
)

// take takes an event of the reader.
func (d *decoder) take(e *xtrace.Event, at int64) error {
	var err error
	if d.m, err = lane(&d.threads, int64(e.Thread())); err != nil {
		return err
	}
	if d.old { // Ps that stand for timers and the like are named only here
		if _, err := lane(&d.procs, int64(e.Proc())); err != nil {
			return err
		}
	}
	switch e.Kind() {
	case xtrace.EventStateTransition:
		st := e.StateTransition()
		switch st.Resource.Kind {
		case xtrace.ResourceGoroutine:
			return d.goTransition(e, &st, at)
		case xtrace.ResourceProc:
			return d.procTransition(e, &st, at)
		}
		d.unknown(e, st.Resource.Kind.String())
	case xtrace.EventStackSample:
		p, err := lane(&d.procs, int64(e.Proc()))
		if err != nil {
			return err
		}
		d.samples = append(d.samples, sampleRow{trace.CPUSample{
			Time: trace.Time(at), Go: trace.GoIndex(d.goroutine(e.Goroutine())), Proc: trace.ProcIndex(lane32(p)),
			Thread: trace.ThreadIndex(lane32(d.m)), Stack: d.stack(e.Stack()),
		}, d.event()})
	default:
		return d.note(e, at)
	}
	return nil
}

// note takes a range by the collector, a metric, or an annotation by the program.
func (d *decoder) note(e *xtrace.Event, at int64) error {
	row := noteRow{at: at, event: d.event(), scope: none}
	switch e.Kind() {
	case xtrace.EventRangeActive:
		row.phase, row.at, row.event = goesOn, 0, 0
	case xtrace.EventRangeEnd, xtrace.EventTaskEnd, xtrace.EventRegionEnd:
		row.phase = ends
	}
	switch e.Kind() {
	case xtrace.EventRangeBegin, xtrace.EventRangeActive, xtrace.EventRangeEnd:
		if known, err := d.collector(e, &row); !known || err != nil {
			return err
		}
	case xtrace.EventMetric:
		m := e.Metric()
		row.kind, row.text, row.number = metricNote, d.texts.id(m.Name), m.Value.Uint64()
	case xtrace.EventLabel:
		row.kind, row.scope, row.text = labelNote, d.goroutine(e.Goroutine()), d.texts.id(e.Label().Label)
	case xtrace.EventTaskBegin, xtrace.EventTaskEnd:
		t := e.Task()
		row.kind, row.number, row.more, row.text = taskNote, uint64(t.ID), uint64(t.Parent), d.texts.id(t.Type)
	case xtrace.EventRegionBegin, xtrace.EventRegionEnd:
		r := e.Region()
		row.kind, row.number, row.text = regionNote, uint64(r.Task), d.texts.id(r.Type)
	case xtrace.EventLog:
		l := e.Log()
		if !d.marks(&l, &row) {
			row.kind, row.number, row.text, row.message = logNote, uint64(l.Task), d.texts.id(l.Category), d.texts.id(l.Message)
		}
	case xtrace.EventExperimental:
		if x := e.Experimental(); x.Experiment != "AllocFree" {
			d.unknown(e, x.Name)
		} else {
			d.lives++
		}
		return nil
	default:
		d.unknown(e, e.Kind().String())
		return nil
	}
	if row.kind == taskNote || row.kind == regionNote || row.kind == logNote {
		row.scope, row.stack = d.goroutine(e.Goroutine()), d.stack(e.Stack())
	}
	d.notes = append(d.notes, row)
	return nil
}

// unknown counts an event that is not understood.
func (d *decoder) unknown(e *xtrace.Event, what string) {
	d.unread.Add(input.UnreadEvents, func() string {
		return lang.L("{{.Event}}, {{.Time}} after its generation began",
			lang.With{"Event": what, "Time": time.Duration(int64(e.Time()) - d.base)})
	})
}

// collector fills in the row for a range. It returns false for ranges that only newer Go versions have.
func (d *decoder) collector(e *xtrace.Event, row *noteRow) (known bool, err error) {
	const stop = "stop-the-world ("
	r := e.Range()
	switch {
	case r.Name == "GC concurrent mark phase":
		row.kind = markNote
	case r.Name == "GC incremental sweep":
		row.kind = sweepNote
	case r.Name == "GC mark assist":
		row.kind = assistNote
	case strings.HasPrefix(r.Name, stop):
		row.kind, row.text = stopNote, d.texts.id(strings.TrimSuffix(r.Name[len(stop):], ")"))
	default:
		d.unknown(e, r.Name)
		return false, nil
	}
	switch r.Scope.Kind {
	case xtrace.ResourceGoroutine:
		row.scope = d.goroutine(r.Scope.Goroutine())
	case xtrace.ResourceProc:
		p, err := lane(&d.procs, int64(r.Scope.Proc()))
		if err != nil {
			return false, err
		}
		row.scope = lane32(p)
	}
	if row.kind == sweepNote && row.phase == ends {
		for _, a := range e.RangeAttributes() {
			switch a.Name {
			case "bytes swept":
				row.number = a.Value.Uint64()
			case "bytes reclaimed":
				row.more = a.Value.Uint64()
			}
		}
	}
	return true, nil
}

// goStates maps the reader's goroutine states to the model's.
var goStates = [...]trace.GoState{
	xtrace.GoUndetermined: trace.GoUnknown,
	xtrace.GoNotExist:     trace.GoNotExist,
	xtrace.GoRunnable:     trace.GoRunnable,
	xtrace.GoRunning:      trace.GoRunning,
	xtrace.GoWaiting:      trace.GoWaiting,
	xtrace.GoSyscall:      trace.GoSyscall,
}

func (d *decoder) goTransition(e *xtrace.Event, st *xtrace.StateTransition, at int64) error {
	from, to := st.Goroutine()
	if int(from) >= len(goStates) || int(to) >= len(goStates) {
		return fmt.Errorf("a goroutine goes from the state %v to %v", from, to)
	}
	p, err := lane(&d.procs, int64(e.Proc()))
	if err != nil {
		return err
	}
	c := &goChange{at: at, g: d.goroutine(st.Resource.Goroutine()), p: p, m: d.m, from: goStates[from], to: goStates[to], by: none}
	was := d.rows[c.g].state
	status := (from == xtrace.GoUndetermined || from == to) && (was == trace.GoUnknown || was == c.to)
	if !status && (from == xtrace.GoNotExist || d.old && to == xtrace.GoRunnable && c.m != noLane) {
		c.by = d.goroutine(e.Goroutine())
	}
	c.reason = d.texts.id(st.Reason)
	c.own, c.stack = d.stack(st.Stack), d.stack(e.Stack())
	return d.change(c)
}

func (d *decoder) procTransition(e *xtrace.Event, st *xtrace.StateTransition, at int64) error {
	from, to := st.Proc()
	p, err := lane(&d.procs, int64(st.Resource.Proc()))
	if err != nil {
		return err
	}
	if p == noLane || int(from) >= len(procStates) || int(to) >= len(procStates) {
		return fmt.Errorf("the P %d goes from the state %v to %v", st.Resource.Proc(), from, to)
	}
	d.procChange(at, p, d.m, procStates[from], procStates[to])
	return nil
}

var procStates = [...]trace.ProcState{
	xtrace.ProcUndetermined: trace.ProcUnknown,
	xtrace.ProcNotExist:     trace.ProcIdle,
	xtrace.ProcRunning:      trace.ProcRunning,
	xtrace.ProcIdle:         trace.ProcIdle,
}

// stack returns the index of a stack. It adds each stack once: within one generation, the reader's
// stacks can be compared.
func (d *decoder) stack(s xtrace.Stack) trace.StackIndex {
	if s == xtrace.NoStack {
		return trace.NoStack
	}
	i, ok := d.stackOf[s]
	if !ok {
		i = d.stacks.add(s, d.texts)
		d.stackOf[s] = i
	}
	return i
}

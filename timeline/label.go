package timeline

import (
	"strconv"

	"profstation/model"
	"profstation/model/trace"
	"profstation/scene"
)

// font is what spans and lanes are labelled in.
var font = scene.Font{Size: scene.TextSize - 1}

// Label is the text of a row, safe for a screen.
func (t *Timeline) Label(r *Row) string {
	tr := t.Trace
	switch r.Kind {
	case SectionRow:
		return Section(r.Index).String()
	case MarkRow:
		return "GC mark phase"
	case StopRow:
		return "stop the world"
	case AssistRow:
		return "mark assists"
	case HeapRow:
		return "heap"
	case StatesRow:
		return "goroutines"
	case ThreadsRow:
		return "threads at work"
	case MaxProcsRow:
		if s := t.metric(maxProcsMetric); s != nil {
			return "gomaxprocs ≤ " + strconv.FormatUint(s.top, 10)
		}
		return "gomaxprocs"
	case ProcRow:
		return t.ProcName(trace.ProcIndex(r.Index))
	case ThreadRow:
		return t.ThreadName(trace.ThreadIndex(r.Index))
	case GroupRow:
		return t.funcName(model.StringID(r.Index))
	case GoroutineRow:
		return t.GoName(trace.GoIndex(r.Index))
	case RegionRow:
		return "regions"
	case LogRow:
		return "logs"
	case SampleRow:
		return "CPU samples"
	case StackRow:
		return "stack"
	case TaskGroupRow:
		return "task " + tr.Strings.Display(model.StringID(r.Index))
	case TaskRow:
		return t.TaskName(trace.TaskIndex(r.Index))
	}
	return ""
}

// ProcName is "P3".
func (t *Timeline) ProcName(p trace.ProcIndex) string {
	if p == trace.NoProc {
		return ""
	}
	return "P" + strconv.FormatInt(t.Trace.Procs[p].ID, 10)
}

// ThreadName is "M4123".
func (t *Timeline) ThreadName(m trace.ThreadIndex) string {
	if m == trace.NoThread {
		return ""
	}
	return "M" + strconv.FormatInt(t.Trace.Threads[m].ID, 10)
}

// GoName is "g12 main.worker".
func (t *Timeline) GoName(g trace.GoIndex) string {
	if g == trace.NoGo {
		return ""
	}
	r := &t.Trace.Goroutines[g]
	name := "g" + strconv.FormatInt(r.ID, 10)
	if r.Func != 0 {
		name += " " + t.funcName(r.Func)
	}
	return name
}

// funcName is the name of a function for a label.
func (t *Timeline) funcName(f model.StringID) string {
	if f == 0 {
		return "unknown function"
	}
	return model.Sanitise(model.ShortName(t.Trace.Strings.Raw(f), false))
}

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
		return t.FuncName(model.StringID(r.Index))
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

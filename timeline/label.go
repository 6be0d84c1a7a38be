package timeline

import (
	"strconv"

	"profstation/model/trace"
	"profstation/scene"
)

// font is the font of the labels of spans and lanes.
var font = scene.Font{Size: scene.TextSize - 1}

// Label is the text of a row, safe for a screen.
func (t *Timeline) Label(r *Row) string {
	kind := r.kind()
	if kind.label != "" {
		return kind.label
	}
	switch kind.of {
	case sectionIndex:
		return Section(r.Index).String()
	case procIndex:
		return t.ProcName(trace.ProcIndex(r.Index))
	case threadIndex:
		return t.ThreadName(trace.ThreadIndex(r.Index))
	case funcIndex:
		return t.FuncName(r.text())
	case goIndex:
		return t.GoName(trace.GoIndex(r.Index))
	case taskTypeIndex:
		return "task " + t.Trace.Strings.Display(r.text())
	case taskIndex:
		return t.taskName(trace.TaskIndex(r.Index))
	}
	if s := t.metric(trace.GoMaxProcs); s != nil {
		return "gomaxprocs ≤ " + strconv.FormatUint(s.top, 10)
	}
	return "gomaxprocs"
}

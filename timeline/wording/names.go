// Package wording writes what is in a trace as text: [Names] for goroutines, Ps, frames
// and so on, and functions such as [Duration] and [Moment] for times.
package wording

import (
	"path"
	"strconv"
	"strings"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/names"
	"profstation/model/safe"
	"profstation/model/trace"
	"profstation/model/units"
)

// Names names what is in a trace, safe for a screen and in the user's language.
type Names struct {
	Trace *trace.Trace
	voice lang.Voice // nil: lang.L
}

// In makes the names that a voice says.
func (n Names) In(say lang.Voice) Names {
	n.voice = say
	return n
}

// InEnglish makes the names that stand in files, and that filters match: those are the same in every language.
func (n Names) InEnglish() Names { return n.In(lang.English) }

func (n Names) Say(text string, data ...any) string {
	if n.voice != nil {
		return n.voice(text, data...)
	}
	return lang.L(text, data...)
}

// ProcName is "P3"; "" for no P.
func (n Names) ProcName(p trace.ProcIndex) string {
	if p == trace.NoProc {
		return ""
	}
	return "P" + units.Whole(n.Trace.Procs[p].ID)
}

// ThreadName is "M4123"; "" for no thread.
func (n Names) ThreadName(m trace.ThreadIndex) string {
	if m == trace.NoThread {
		return ""
	}
	return "M" + units.Whole(n.Trace.Threads[m].ID)
}

// GoName is "g12 main.worker"; "" for no goroutine.
func (n Names) GoName(g trace.GoIndex) string {
	if g == trace.NoGo {
		return ""
	}
	r := &n.Trace.Goroutines[g]
	name := "g" + units.Whole(r.ID)
	if r.Func != 0 {
		name += " " + n.FuncName(r.Func)
	}
	return name
}

// TaskName is a task by its type and number.
func (n Names) TaskName(task trace.TaskIndex) string {
	x := &n.Trace.Tasks[task]
	return strings.TrimSpace(n.Trace.Strings.Display(x.Type) + " " + strconv.FormatUint(x.ID, 10))
}

// FuncName returns a function's name without its package's path.
func (n Names) FuncName(f model.StringID) string {
	if f == 0 {
		return n.Say("unknown function")
	}
	return safe.Text(names.Short(n.Trace.Strings.Raw(f), false))
}

// Frame returns a frame's function, and its file and line: "" if the trace does not record them.
func (n Names) Frame(f trace.FrameIndex) (function, place string) {
	x := &n.Trace.Frames[f]
	if x.File != 0 {
		place = path.Base(n.Trace.Strings.Display(x.File))
		if x.Line > 0 {
			place += ":" + strconv.Itoa(int(x.Line))
		}
	}
	return n.FuncName(x.Func), place
}

// UserFrame returns the frame that says most about whose a stack is: the first outside the
// standard library, or else outside the runtime, or else the leaf. −1: the stack has none.
func (n Names) UserFrame(stack []trace.FrameIndex) trace.FrameIndex {
	if len(stack) == 0 {
		return -1
	}
	best := trace.FrameIndex(-1)
	for _, f := range stack {
		switch pkg := names.PackageOf(n.Trace.Strings.Raw(n.Trace.Frames[f].Func)); {
		case !names.IsStd(pkg):
			return f
		case best < 0 && !names.IsRuntime(pkg) && !strings.HasPrefix(pkg, "internal/"):
			best = f
		}
	}
	if best < 0 {
		return stack[0]
	}
	return best
}

// UserPlace returns a stack's user frame with its place; "" if the stack has none.
func (n Names) UserPlace(stack []trace.FrameIndex) string {
	if f := n.UserFrame(stack); f >= 0 {
		return n.FrameName(f)
	}
	return ""
}

func (n Names) FrameName(f trace.FrameIndex) string {
	function, place := n.Frame(f)
	return strings.TrimSpace(function + "  " + place)
}

// LogText is a log in one line.
func (n Names) LogText(i int32) string {
	l := &n.Trace.Logs[i]
	text := n.Trace.Strings.Display(l.Message)
	if l.Category != 0 {
		text = n.Trace.Strings.Display(l.Category) + ": " + text
	}
	return text
}

// StateText is what a goroutine does in a span, and why: "waiting: select".
func (n Names) StateText(state trace.GoState, reason model.StringID) string {
	if reason == 0 {
		return n.Say(state.String())
	}
	with := lang.With{"State": n.Say(state.String()), "Reason": n.Trace.Strings.Display(reason)}
	return n.Say("{{.State}}: {{.Reason}}", with)
}

package figures

import (
	"cmp"
	"context"
	"sync"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/model/units"
	"profstation/timeline/analysis"
	"profstation/timeline/wording"
)

// Source is the trace that sheets are made from. It remembers the last answer to each kind of question. Several
// goroutines may use it.
type Source struct {
	wording.Names
	Analysis *analysis.Analysis
	memory   memory
}

// NewSource makes a source, at no cost.
func NewSource(t *trace.Trace) *Source {
	return &Source{Names: wording.Names{Trace: t}, Analysis: analysis.New(t)}
}

// Func returns a start function's name, safe for a screen.
func (s *Source) Func(f model.StringID) string { return s.funcIn(lang.L, f) }

func (s *Source) funcIn(say lang.Voice, f model.StringID) string {
	if f == 0 {
		return say("(start function unknown)")
	}
	return s.FuncName(f)
}

// text returns a string for a screen, or none if it is empty.
func (s *Source) text(id model.StringID, none string) string {
	return cmp.Or(s.Trace.Strings.Display(id), none)
}

func (s *Source) raw(id model.StringID) string { return s.Trace.Strings.Raw(id) }

// goID returns a goroutine's number for a file, or "" for NoGo.
func (s *Source) goID(g trace.GoIndex) string {
	if g == trace.NoGo {
		return ""
	}
	return units.Whole(s.Trace.Goroutines[g].ID)
}

// Interval describes in words which part of the trace an interval is.
func (s *Source) Interval(iv trace.Interval) string {
	w, whole := s.Analysis.Within(iv), s.Trace.Whole()
	if w == whole {
		return lang.L("whole trace, {{.Time}}", lang.With{"Time": wording.Duration(w.Len())})
	}
	return lang.L("{{.Times}}: {{.Time}} of {{.Whole}}", lang.With{
		"Times": wording.Times(w), "Time": wording.Duration(w.Len()), "Whole": wording.Duration(whole.Len()),
	})
}

// top returns a stack's innermost frame, in one line, or "" if the stack is not known.
func (s *Source) top(stack trace.StackIndex) string { return s.topIn(lang.L, stack) }

func (s *Source) topIn(say lang.Voice, stack trace.StackIndex) string {
	return s.In(say).UserPlace(s.Trace.Stacks.Stack(stack))
}

// profileNames are the beginnings of profiles' names.
var profileNames = [...]string{
	analysis.NetProfile: "Network waits", analysis.SyncProfile: "Sync waits", analysis.SyscallProfile: "Syscalls",
	analysis.SchedProfile: "Scheduler latency", analysis.CPUProfile: "CPU samples",
}

// NameProfile names a profile made from the trace: "Network waits of main.worker, 1.2s to 1.4s". What tells it from
// others comes first, since lists cut the end. of says in words what it is limited to.
func (s *Source) NameProfile(k analysis.ProfileKind, w analysis.What, of string) string {
	name := profileNames[k]
	if w.Waits != analysis.AllWaits && k != analysis.CPUProfile {
		name += " (" + w.Waits.String() + ")"
	}
	if of != "" {
		name = lang.English("{{.Name}} of {{.Of}}", lang.With{"Name": name, "Of": of})
	}
	if iv := s.Analysis.Within(w.Interval); iv != s.Trace.Whole() {
		name += ", " + wording.EnglishTimes(iv)
	}
	return name
}

// memory keeps the last answer to each kind of question, since most changes of a sheet only sort or select.
type memory struct {
	mu   sync.Mutex
	last map[string]remembered
}

type remembered struct{ question, answer any }

// remember returns the last answer of a kind if it was to the same question, else a new one.
func remember[Q comparable, A any](ctx context.Context, m *memory, kind string, question Q,
	answer func(context.Context, Q) (A, error)) (A, error) {
	m.mu.Lock()
	r, ok := m.last[kind]
	m.mu.Unlock()
	if ok && r.question == any(question) {
		return r.answer.(A), nil
	}
	a, err := answer(ctx, question)
	if err != nil {
		return a, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.last == nil {
		m.last = map[string]remembered{}
	}
	m.last[kind] = remembered{question, a}
	return a, nil
}

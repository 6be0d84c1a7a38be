// Package recipe says by names how a profile is made out of an execution trace, so that it can be made again: at
// the next start, or of a trace that was read again, where indices are others.
//
//	r := recipe.Of(t, &what, title)
//	what, err := recipe.What(&r, t)
package recipe

import (
	"slices"
	"strconv"

	"profstation/desk/session"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/timeline/analysis"
)

// The words of kinds and of waits, as the command line has them.
var (
	kinds = [...]string{
		analysis.NetProfile: "net", analysis.SyncProfile: "sync", analysis.SyscallProfile: "syscall",
		analysis.SchedProfile: "sched", analysis.CPUProfile: "cpu",
	}
	waits = [...]string{analysis.AsTool: "tool", analysis.AllWaits: "all"}
)

// Of is the recipe of a profile under a title.
func Of(t *trace.Trace, w *analysis.What, title string) session.Recipe {
	return session.Recipe{
		Title: title, Kind: kinds[w.Kind], Waits: waits[w.Waits],
		Begin: min(w.Interval.From, w.Interval.To), End: max(w.Interval.From, w.Interval.To),
		Funcs: each(w.Funcs, t.Strings.Raw), Regions: each(w.Regions, t.Strings.Raw),
		Goroutines: each(w.Goroutines, func(g trace.GoIndex) int64 { return t.Goroutines[g].ID }),
		Tasks:      each(w.Tasks, func(k trace.TaskIndex) uint64 { return t.Tasks[k].ID }),
	}
}

// Counts is what a recipe counts, without its limits. The error is that this program does not know it.
func Counts(r *session.Recipe) (analysis.What, error) {
	k, w := slices.Index(kinds[:], r.Kind), slices.Index(waits[:], r.Waits)
	if k < 0 || w < 0 {
		return analysis.What{}, lang.Error("{{.Document}}: this version makes no profile {{.Kind}} out of a trace that counts {{.Waits}}", lang.With{"Document": r.Title, "Kind": strconv.Quote(r.Kind), "Waits": strconv.Quote(r.Waits)})
	}
	return analysis.What{Kind: analysis.ProfileKind(k), Waits: analysis.Waits(w)}, nil
}

// What finds the limits of a recipe in a trace. Names that the trace does not have are left out.
func What(r *session.Recipe, t *trace.Trace) (analysis.What, error) {
	w, err := Counts(r)
	if err != nil {
		return w, err
	}
	w.Interval = trace.Interval{From: r.Begin, To: r.End}
	if r.Funcs != nil || r.Regions != nil {
		ids := map[string]model.StringID{}
		for id := range model.StringID(t.Strings.Len()) {
			ids[t.Strings.Raw(id)] = id
		}
		w.Funcs, w.Regions = found(r.Funcs, ids), found(r.Regions, ids)
	}
	if r.Goroutines != nil {
		w.Goroutines = []trace.GoIndex{}
		for _, id := range r.Goroutines {
			if g, ok := t.GoByID(id); ok {
				w.Goroutines = append(w.Goroutines, g)
			}
		}
	}
	if r.Tasks != nil {
		ids := map[uint64]trace.TaskIndex{}
		for i := range t.Tasks {
			ids[t.Tasks[i].ID] = trace.TaskIndex(i)
		}
		w.Tasks = found(r.Tasks, ids)
	}
	return w, nil
}

// found returns the indices of the names that exist. It returns nil only for nil.
func found[N comparable, I any](names []N, ids map[N]I) []I {
	if names == nil {
		return nil
	}
	out := []I{}
	for _, n := range names {
		if id, ok := ids[n]; ok {
			out = append(out, id)
		}
	}
	return out
}

// each converts the elements of a list; nil stays nil.
func each[A, B any](all []A, to func(A) B) []B {
	if all == nil {
		return nil
	}
	out := make([]B, len(all))
	for i, x := range all {
		out[i] = to(x)
	}
	return out
}

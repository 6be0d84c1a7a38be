package origin

import (
	"slices"
	"strconv"
	"strings"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/lists"
	"profstation/model/trace"
	"profstation/timeline/analysis"
)

// Recipe says by names how a profile is made from an execution trace, so that it can be made again: at the next
// start, or after the trace was read again and has other indices.
type Recipe struct {
	Title string     `json:"title"`    // the profile's name
	Kind  string     `json:"kind"`     // what time it counts, as on the command line: net, sync, syscall, sched, cpu
	Waits string     `json:"waits"`    // which waits count: tool, all, program
	Begin trace.Time `json:"begin_ns"` // the part of the trace; both 0 for all of it
	End   trace.Time `json:"end_ns"`

	// What it is limited to. A nil list limits nothing, and an empty one leaves nothing.
	Funcs      []string `json:"funcs,omitzero"` // goroutines' start functions
	Goroutines []int64  `json:"goroutines,omitzero"`
	Regions    []string `json:"regions,omitzero"` // types
	Tasks      []uint64 `json:"tasks,omitzero"`
}

// MaxLimits is how long each list in a recipe may be: half a list would give another profile.
const MaxLimits = 1000

// Sound reports whether a recipe can be kept whole.
func (r *Recipe) Sound() bool {
	if r == nil || strings.TrimSpace(r.Title) == "" || len(r.Title) > MaxText || r.Begin < 0 || r.Begin > r.End {
		return false
	}
	if len(r.Goroutines) > MaxLimits || len(r.Tasks) > MaxLimits {
		return false
	}
	for _, names := range [][]string{r.Funcs, r.Regions} {
		bytes := 0
		for _, name := range names {
			bytes += len(name)
		}
		if len(names) > MaxLimits || bytes > MaxText {
			return false
		}
	}
	return true
}

// The words for kinds and waits, as the command line has them.
var (
	kinds = [...]string{
		analysis.NetProfile: "net", analysis.SyncProfile: "sync", analysis.SyscallProfile: "syscall",
		analysis.SchedProfile: "sched", analysis.CPUProfile: "cpu",
	}
	waits = [...]string{analysis.AsTool: "tool", analysis.AllWaits: "all", analysis.ProgramWaits: "program"}
)

// RecipeOf returns the recipe for a profile with a title.
func RecipeOf(t *trace.Trace, w *analysis.What, title string) Recipe {
	return Recipe{
		Title: title, Kind: kinds[w.Kind], Waits: waits[w.Waits],
		Begin: min(w.Interval.From, w.Interval.To), End: max(w.Interval.From, w.Interval.To),
		Funcs: lists.Map(w.Funcs, t.Strings.Raw), Regions: lists.Map(w.Regions, t.Strings.Raw),
		Goroutines: lists.Map(w.Goroutines, func(g trace.GoIndex) int64 { return t.Goroutines[g].ID }),
		Tasks:      lists.Map(w.Tasks, func(k trace.TaskIndex) uint64 { return t.Tasks[k].ID }),
	}
}

// Counts returns what a recipe counts, without its limits. It fails if this program does not know that.
func (r *Recipe) Counts() (analysis.What, error) {
	k, w := slices.Index(kinds[:], r.Kind), slices.Index(waits[:], r.Waits)
	if k < 0 || w < 0 {
		return analysis.What{},
			lang.Error("{{.Document}}: this version makes no profile {{.Kind}} out of a trace that counts {{.Waits}}",
				lang.With{"Document": r.Title, "Kind": strconv.Quote(r.Kind), "Waits": strconv.Quote(r.Waits)})
	}
	return analysis.What{Kind: analysis.ProfileKind(k), Waits: analysis.Waits(w)}, nil
}

// What finds a recipe's limits in a trace. It leaves out names that the trace does not have.
func (r *Recipe) What(t *trace.Trace) (analysis.What, error) {
	w, err := r.Counts()
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

// found returns the indices for the names that exist. It returns nil only if names is nil.
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

package memory

import (
	"slices"

	"profstation/model/lang"
)

// Form is a form of files that say something about a process's memory.
type Form string

// The forms. See [Sources] for which is taken of several that say the same.
const (
	Metrics Form = "runtime/metrics"
	Vars    Form = "expvar"
	Stats   Form = "runtime.MemStats" // at the end of a heap profile with debug=1
	Smaps   Form = "smaps"
	Rollup  Form = "smaps_rollup"
	Status  Form = "status"
	Max     Form = "memory.max" // files of a control group
	Current Form = "memory.current"
	Stat    Form = "memory.stat"
	Heap    Form = "heap profile"
)

// Name returns what people call it.
func (f Form) Name() string { return lang.L(string(f)) }

// Source is a file that something is known from.
type Source struct {
	Form Form
	File string // as the user named it
}

// Figure is how much memory a part has, by one source.
type Figure struct {
	Kind    Kind
	Bytes   int64
	How     string   // how the source says so, in its own names: "HeapInuse − HeapAlloc"
	Largest []Mapped // the largest files in it; nil: not known
}

// Mapped is a mapped file, with how much is resident.
type Mapped struct {
	File  string
	Bytes int64
}

// Runtime is what the Go runtime says it has from the system.
type Runtime struct {
	Source
	// Parts add up to System, unless the source lacks some.
	Parts  []Figure
	System int64 // with memory that was given back; 0: the source says nothing about parts
	Live   int64 // marked by the last collection; 0: not known
	Goal   int64 // of the heap, at which the next collection is to end; 0: not known
	Limit  int64 // GOMEMLIMIT; 0: none, or not known
	Peak   int64 // the process's largest resident size; 0: not known
}

// Resident is what the system says is in memory.
type Resident struct {
	Source
	Bytes int64
	// Areas add up to Bytes. Their kinds say how far the source tells mappings apart.
	Areas   []Figure
	Named   bool  // the kernel keeps the names that Go gives its mappings
	Arenas  int64 // the size in addresses of the mappings for Go's heap; 0: none was found
	Peak    int64 // the largest resident size so far; 0: not known
	Swapped int64
}

// Profile is what a heap profile shows.
type Profile struct {
	Source
	InUse     int64 // bytes of live objects, scaled up from samples
	Deviation int64 // the standard deviation of that, from sampling; 0: everything was recorded
}

// Group is what a control group says: about all of its processes.
type Group struct {
	Source
	Figures []Figure
}

// Sources are what is known about one process at one moment. Each may be missing. Of several that divide memory the account
// takes the one that divides it best.
type Sources struct {
	Runtime  []Runtime
	Resident []Resident
	Profiles []Profile
	Groups   []Group
}

func (s Source) form() Form { return s.Form }

// Empty reports whether nothing is known.
func (s *Sources) Empty() bool { return len(s.sources()) == 0 && len(s.Resident) == 0 }

// Join adds what others say in forms that s has not.
func (s *Sources) Join(others *Sources) {
	has := map[Form]bool{}
	for _, f := range s.sources() {
		has[f.Form] = true
	}
	s.Runtime = lacking(s.Runtime, others.Runtime, has)
	s.Resident = lacking(s.Resident, others.Resident, has)
	s.Profiles = lacking(s.Profiles, others.Profiles, has)
	s.Groups = lacking(s.Groups, others.Groups, has)
}

func lacking[T interface{ form() Form }](all, others []T, has map[Form]bool) []T {
	all = slices.Clip(all)
	for _, x := range others {
		if !has[x.form()] {
			all = append(all, x)
		}
	}
	return all
}

// best returns the source that says most, and nil if there is none.
func best[T any](all []T, form func(*T) Form, rank []Form) *T {
	for _, f := range rank {
		for i := range all {
			if form(&all[i]) == f {
				return &all[i]
			}
		}
	}
	return nil
}

// runtime joins what is known about the Go runtime: the parts by the best source, the rest by whoever knows it.
func (s *Sources) runtime() *Runtime {
	var parts []Runtime
	for _, r := range s.Runtime {
		if r.System > 0 {
			parts = append(parts, r)
		}
	}
	found := best(parts, func(r *Runtime) Form { return r.Form }, []Form{Metrics, Vars, Stats})
	var out Runtime
	if found != nil {
		out = *found
	}
	for _, r := range s.Runtime {
		out.Live, out.Goal = max(out.Live, r.Live), max(out.Goal, r.Goal)
		out.Limit, out.Peak = max(out.Limit, r.Limit), max(out.Peak, r.Peak)
	}
	return &out
}

// resident returns the source that divides resident memory best; nil: there is none.
func (s *Sources) resident() *Resident {
	return best(s.Resident, func(r *Resident) Form { return r.Form }, []Form{Smaps, Status, Rollup, Metrics})
}

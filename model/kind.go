package model

import (
	"slices"
	"strings"
	"time"

	"profstation/model/units"
)

// Kind says what a profile measures, as its sample types and stacks show it.
type Kind string

// The kinds that Go programs and their tools write, and Other for the rest.
const (
	CPU           Kind = "cpu"
	Heap          Kind = "heap"
	Allocs        Kind = "allocs"
	Block         Kind = "block"
	Mutex         Kind = "mutex"
	Contention    Kind = "contention" // block or mutex: without samples it is not known which
	Waits         Kind = "waits"      // from an execution trace
	Goroutine     Kind = "goroutine"
	GoroutineLeak Kind = "goroutineleak"
	ThreadCreate  Kind = "threadcreate"
	Wall          Kind = "wall"
	References    Kind = "references" // what keeps objects alive; from goref, not from the runtime
	Other         Kind = "other"
)

// kindOf finds a profile's kind by the names of its sample types. Heap and allocs have the same names and
// differ in the default. Block and mutex do, too, and differ in where their stacks end.
func kindOf(p *Profile) Kind {
	has := map[string]string{} // type to unit
	for _, t := range p.Types {
		has[eventOf(strings.TrimPrefix(t.Type, "inuse_"))] = t.Unit
	}
	any := func(names ...string) bool {
		return slices.ContainsFunc(names, func(n string) bool { _, ok := has[n]; return ok })
	}
	switch {
	case any("cpu", "cpu-clock", "task-clock", "cycles"), any("samples") && p.PeriodType.Type == "cpu":
		return CPU
	case any("space", "objects") && refers(p):
		return References
	case any("space", "objects"):
		if strings.HasPrefix(p.DefaultSampleType, "alloc_") {
			return Allocs
		}
		return Heap
	case any("alloc_space", "alloc_objects"):
		return Allocs
	case any("contentions", "delay"):
		if (p.PeriodType == ValueType{"trace", "count"}) { // cmd/trace, pprof.go
			return Waits
		}
		return contentionKind(p)
	case any("goroutine", "goroutines"):
		return Goroutine
	case any("goroutineleak"):
		return GoroutineLeak
	case any("threadcreate"):
		return ThreadCreate
	case p.Foreign && len(p.Types) > 0 && p.Types[p.Default].Unit == "bytes":
		// Beside times, such bytes come from another part of the file.
		return Other
	case any("wall"), any("time") && units.IsTime(has["time"]), p.PeriodType.Type == "wall":
		return Wall
	}
	return Other
}

// OfGoroutines reports whether profiles of the kind count goroutines, each with one stack.
func (k Kind) OfGoroutines() bool { return k == Goroutine || k == GoroutineLeak }

// contentionKind distinguishes mutex profiles, whose stacks end in an unlock, from block profiles.
func contentionKind(p *Profile) Kind {
	unlocks, stacks := 0, 0
	for i := range p.Stacks.Len() {
		leaf := p.LeafName(StackID(i))
		if leaf == "" {
			continue
		}
		stacks++
		// sync.(*Mutex).Unlock, (*RWMutex).RUnlock, runtime.unlock2, and runtime._LostContendedRuntimeLock,
		// all from Go's runtime/mprof.go.
		if strings.Contains(strings.ToLower(leaf), "unlock") || strings.HasPrefix(leaf, "runtime._LostContended") {
			unlocks++
		}
	}
	switch {
	case stacks == 0:
		return Contention
	case unlocks*2 > stacks:
		return Mutex
	}
	return Block
}

// LeafName returns the name of a stack's innermost function, or "" if it is not known.
func (p *Profile) LeafName(id StackID) string {
	if p.Stacks.Depth(id) == 0 {
		return ""
	}
	loc := &p.Locations[p.Stacks.Leaf(id)]
	if loc.FirstLine == loc.EndLine {
		return ""
	}
	return p.Strings.Raw(p.Functions[p.Lines[loc.FirstLine].Func].Name)
}

// Delta reports whether a profile holds a change over a while (?seconds=N) instead of a state. Such a profile
// has a duration, which Go writes into no other memory, contention or goroutine profile. If a store added a
// profile up, its duration does not show that.
func (p *Profile) Delta() bool {
	states := []Kind{Heap, Allocs, Block, Mutex, Contention, Goroutine, GoroutineLeak, ThreadCreate}
	return p.Duration > 0 && !p.Pooled && slices.Contains(states, p.Kind)
}

// Utilization returns the total of a time column as a percentage of the recorded time: 147.77 is one and a
// half cores. It is not known if the recorded time is not known, and a difference has none: its time is that of
// both sides.
func (p *Profile) Utilization(column int) (percent float64, ok bool) {
	if column < 0 || column >= len(p.Types) || p.Subtracted(column) {
		return 0, false
	}
	return Utilization(units.Magnitudes(p.Samples.Values[column]), p.Types[column].Unit, p.Recorded())
}

// Subtracted reports whether a sample type has the values of two profiles that are compared. A difference may have
// been read from a file.
func (p *Profile) Subtracted(column int) bool {
	return p.Compared || p.Negative(column) || p.BaseSets() != nil
}

// Negative reports whether a sample type has a negative value.
func (p *Profile) Negative(column int) bool {
	var signs int64 // of all values at once: this is asked of millions
	for _, v := range p.Samples.Values[column] {
		signs |= v
	}
	return signs < 0
}

// Utilization returns a total in a unit of time as a percentage of the recorded time.
func Utilization(total int64, unit string, of time.Duration) (percent float64, ok bool) {
	if of <= 0 || !units.IsTime(unit) {
		return 0, false
	}
	ns, _ := units.Scale(total, unit, "ns")
	return ns / float64(of/time.Nanosecond) * 100, true
}

// eventOf returns the perf event behind a sample type, without what perf writes around its name: modifiers
// ("cycles:u", "cycles:ppp"), the processor's unit ("cpu_core/cycles/P") and, if samples are counted
// separately from their weight, _sample or _event. Other names are unchanged.
func eventOf(sampleType string) string {
	name := strings.TrimSuffix(strings.TrimSuffix(sampleType, "_sample"), "_event")
	if at := strings.LastIndexByte(name, ':'); at > 0 && isModifiers(name[at+1:]) {
		name = name[:at]
	}
	if parts := strings.Split(name, "/"); len(parts) == 3 && isModifiers(parts[2]) {
		name, _, _ = strings.Cut(parts[1], ",") // what follows are terms, as in cpu/cycles,period=1000/
	}
	if name == "cpu-cycles" {
		return "cycles"
	}
	return name
}

// isModifiers reports whether a text consists of the letters that say when perf counts an event, and how
// exactly.
func isModifiers(s string) bool { return strings.Trim(s, "ukhIGHpPSDWebR") == "" }

// A profile of references says what keeps objects alive, as goref writes it from a running process or a core dump.
// Its stacks are paths of references. A root is a variable, main.cache, and each further frame is what the one
// before refers to: a field, an element of an array, a key or a value of a map, with its type. What has no type is in
// a frame of its own, restOfReferences.
const restOfReferences = "$sub_objects$"

// CutReference splits the name of such a further frame: in "next. (*main.node)", the field next has the type
// *main.node. typ is "" if nothing says it. ok is false for all other names, so for roots, too.
func CutReference(name string) (field, typ string, ok bool) {
	if name == restOfReferences {
		return name, "", true
	}
	rest, ok := strings.CutSuffix(name, ")")
	if !ok {
		return "", "", false
	}
	field, typ, ok = strings.Cut(rest, ". (")
	return field, typ, ok && field != "" && typ != ""
}

// refers reports whether a profile with the sample types of a heap profile is one of references. A heap profile says
// where the stacks of allocations are: it has addresses, files or lines, and the period of its samples. A profile of
// references has nothing but names, and either frames with types or the mapping that stands for none.
func refers(p *Profile) bool {
	for _, t := range p.Types {
		if (t != ValueType{"inuse_objects", "count"} && t != ValueType{"inuse_space", "bytes"}) {
			return false
		}
	}
	if p.Foreign || p.PeriodType != (ValueType{}) || p.Period != 0 {
		return false
	}
	for _, l := range p.Locations {
		if l.Address != 0 {
			return false
		}
	}
	for _, l := range p.Lines {
		if l.Line != 0 {
			return false
		}
	}
	typed := false
	for _, f := range p.Functions {
		if f.File != 0 || f.StartLine != 0 {
			return false
		}
		if !typed {
			_, _, typed = CutReference(p.Strings.Raw(f.Name))
		}
	}
	return typed || len(p.Mappings) == 1 && p.Strings.Raw(p.Mappings[0].File) == "-" && p.Mappings[0].Limit == 0xff
}

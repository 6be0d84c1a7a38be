package compare

import (
	"fmt"
	"slices"
	"time"

	"profstation/model"
)

// process is what two snapshots of one process say of each other: what the counters that began with
// the process say of the time between them.
type process struct{ apart time.Duration }

// counters are the sample types that count since the start of a process, by the kind of profile.
var counters = map[model.Kind][]string{
	model.Heap: {"alloc_objects", "alloc_space"}, model.Allocs: {"alloc_objects", "alloc_space"},
	model.Block: {"contentions", "delay"}, model.Mutex: {"contentions", "delay"}, model.Contention: {"contentions", "delay"},
}

// fewestStacks is how many stacks of the base must have counted on.
const fewestStacks = 3

// processOf recognises two snapshots of one process: the new one was taken later, by the same build
// where both name theirs, and none of its counters is smaller for any stack, as two runs of a
// program, of which chance samples other objects, hardly ever have it. nil: they are strangers.
func (p *Pair) processOf() *process {
	names := counters[p.New.Kind]
	apart := p.New.Time.Sub(p.Base.Time)
	a, b := buildID(p.Base), buildID(p.New)
	if names == nil || p.Base.Time.IsZero() || apart <= 0 || a != b && a != "" && b != "" {
		return nil
	}
	first, second := p.New.ColumnOf(names[0]), p.New.ColumnOf(names[1])
	if first < 0 || second < 0 {
		return nil
	}
	went, equal := 0, 0
	for i := range p.samples.stack {
		for _, c := range []int{first, second} {
			base, now := p.samples.values[sideBase][c][i], p.samples.values[sideNew][c][i]
			if base < 0 || now < base {
				return nil
			}
			if c != first || base == 0 {
				continue
			}
			if went++; now == base {
				equal++
			}
		}
	}
	// Without a build's id, some stack must have stood still: what ran only in the beginning.
	if went < fewestStacks || a == "" && equal == 0 {
		return nil
	}
	return &process{apart: apart}
}

// buildID is that of the main binary, "" if it is not known.
func buildID(p *model.Profile) string {
	if len(p.Mappings) == 0 {
		return ""
	}
	return p.Strings.Raw(p.Mappings[0].BuildID)
}

// OneProcess says how far two snapshots of one process are apart; false of strangers.
func (p *Pair) OneProcess() (apart time.Duration, ok bool) {
	if p.process == nil {
		return 0, false
	}
	return p.process.apart, true
}

func (p *process) String() string {
	return fmt.Sprintf("one process, %s apart", model.Format(int64(p.apart), "nanoseconds", "auto"))
}

// counts reports whether a sample type is one of the counters of one process.
func (p *Pair) counts(column int) bool {
	return p.process != nil && slices.Contains(counters[p.New.Kind], p.New.Types[column].Type)
}

// turnover adds to the evidence of a heap what was allocated and freed between two snapshots of one
// process. Objects that live in both are sampled in both, so they carry no error: of the difference
// in use only A allocated and F freed do, in sampled objects A = Δalloc and F = A − Δinuse.
func (e *evidence) turnover(p *Pair, column int) {
	if p.process == nil || e.method != Sampled || p.counts(column) {
		return
	}
	c, _ := columnsOfHeap(p.New, column)
	all := heapColumns{objects: p.New.ColumnOf("alloc_objects"), space: p.New.ColumnOf("alloc_space"), ofSpace: c.ofSpace}
	var inUse, allocated [2][]objects
	for side, of := range p.sides() {
		var ok [2]bool
		inUse[side], ok[0] = p.sampledObjects(of, c)
		allocated[side], ok[1] = p.sampledObjects(of, all)
		if !ok[0] || !ok[1] {
			return
		}
	}
	n := len(p.samples.stack)
	turned, came := make([]int64, n), make([]int64, n)
	for i := range n {
		o := allocated[sideNew][i]
		a := max(0, o.count-allocated[sideBase][i].count)
		f := max(0, a-inUse[sideNew][i].count+inUse[sideBase][i].count)
		turned[i] = rounded((a + f) * o.squared / e.unit)
		came[i] = rounded(a * o.weight)
	}
	model.Saturate(turned)
	model.Saturate(came)
	e.method = Process
	e.turned, e.allocated = e.add(turned), e.add(came)
}

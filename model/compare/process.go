package compare

import (
	"time"

	"profstation/model"
)

// fewestStacks is how many stacks in the base must have counted on.
const fewestStacks = 3

// apart returns the time between two snapshots of one process, where now was taken later than base. It
// assumes one process if nothing says otherwise and no counter is smaller for any stack. Two runs of a
// program hardly ever look like that, because each samples other objects by chance. 0 means that the sides
// are not from one process.
func (p *Pair) apart(base, now *model.Profile) time.Duration {
	apart := now.Time.Sub(base.Time)
	of := model.ProcessOf(now)
	if base.Pooled || now.Pooled || base.Time.IsZero() || apart <= 0 || of.Other(model.ProcessOf(base)) {
		return 0
	}
	var counters []int
	for i, t := range p.New.Types {
		if p.New.Kind.Counts(t.Type) {
			counters = append(counters, i)
		}
	}
	if len(counters) < 2 {
		return 0
	}
	went, equal := 0, 0
	for i := range p.samples.stack {
		for k, c := range counters {
			before, after := p.samples.values[sideBase][c][i], p.samples.values[sideNew][c][i]
			if before < 0 || after < before {
				return 0
			}
			if k > 0 || before == 0 {
				continue
			}
			if went++; after == before {
				equal++
			}
		}
	}
	// Without a build ID, some stack must not have changed, one that ran only at the start.
	if went < fewestStacks || !of.HasBuild() && equal == 0 {
		return 0
	}
	return apart
}

// counts reports whether a sample type is one of the counters in one process.
func (p *Pair) counts(column int) bool {
	return p.Apart > 0 && p.New.Kind.Counts(p.New.Types[column].Type)
}

// turnover adds to a heap's evidence what was allocated and freed between two snapshots of one process.
// Objects that live in both are sampled in both, so they carry no error. In the difference in use, only the A
// allocated and F freed objects carry one. In sampled objects, A = Δalloc and F = A − Δinuse.
func (e *evidence) turnover(p *Pair, column int) {
	if p.Apart == 0 || p.counts(column) {
		return
	}
	c, _ := columnsOfHeap(p.New, column)
	all := heapColumns{objects: p.New.ColumnOf("alloc_objects"), space: p.New.ColumnOf("alloc_space"), ofSpace: c.ofSpace}
	var inUse, allocated [2][]sampled
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
	e.turned, e.allocated = e.add(turned), e.add(came)
}

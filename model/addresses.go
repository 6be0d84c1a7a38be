package model

import (
	"cmp"
	"slices"
)

// AddressSum is the sum at one program counter.
type AddressSum struct {
	Address uint64 // as it stands in the profile: where the code was mapped
	Mapping MappingID
	Flat    int64 // the counter of the code that ran
	Cum     int64 // and of calls on the way there, each stack once
}

// Addresses sums by program counter, for disassembly, what is in a mapping, by
// address; inlined calls count where they were compiled into. Locations
// without an address are left out.
func (r *Result) Addresses(m MappingID) []AddressSum {
	r.finer.onceAddress.Do(func() {
		r.finer.addresses = r.again(func(q *Query) { q.Granularity, q.NoInlines = Addresses, true })
	})
	a := r.finer.addresses
	p := a.Profile
	group := make([]int32, a.Nodes.Len())
	ids := map[uint64]int32{}
	var out []AddressSum
	for i := range p.Locations {
		loc := &p.Locations[i]
		if loc.Mapping != m || loc.Address == 0 {
			continue
		}
		for _, n := range a.nodesOf(LocID(i)) {
			id, fresh := number(ids, loc.Address, len(out)+1)
			if fresh {
				out = append(out, AddressSum{Address: loc.Address, Mapping: m})
			}
			group[n] = id
		}
	}
	s := a.SumsBy(group, len(out)+1)
	for i := range out {
		out[i].Flat, out[i].Cum = s.Flat[i+1], s.Cum[i+1]
	}
	out = slices.DeleteFunc(out, func(s AddressSum) bool { return s.Flat == 0 && s.Cum == 0 })
	slices.SortFunc(out, func(a, b AddressSum) int { return cmp.Compare(a.Address, b.Address) })
	return out
}

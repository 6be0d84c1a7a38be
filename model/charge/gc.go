// Package charge moves costs to the code that causes them. [GC] does so for what the collector does in the background.
//
// A charged profile is an estimate, and whoever shows it says so.
package charge

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"sort"
	"strings"

	"profstation/model"
	"profstation/model/lists"
	"profstation/model/units"
	"profstation/model/work"
)

// Frame is named so below an allocating stack, with the stack's part in the collector's work.
const Frame = "GC (charged)"

// fileOfFrame makes it a frame in the runtime.
const fileOfFrame = "runtime/mgc.go"

// The functions that are looked for begin like this. The runtime's names change, these beginnings have not
// since Go 1.19; Go 1.27 allocates small objects in functions such as mallocgcSmallScanNoHeaderSC2.
var (
	background = []string{"runtime.gcBgMarkWorker", "runtime.bgsweep", "runtime.bgscavenge"}
	free       = []string{"runtime.gcDrainMarkWorkerIdle"} // marking on Ps that have nothing else to do
	allocating = []string{"runtime.mallocgc"}
	assisting  = []string{"runtime.gcAssistAlloc"} // stands on the allocating stack already
)

// GC is a CPU profile in which the samples for background marking, sweeping and scavenging stand below the stacks that
// allocate, in their own frame. Marking on idle Ps stays where it is.
//
// The frame stands below the last function that is not the runtime's own, as mallocgc is called by newobject and the like.
//
// With a heap profile of the same process ([model.Profile.Heap]) each of its stacks gets a share by its bytes in use: marking
// follows what lives. Else each stack that allocates gets a share by its CPU time in runtime.mallocgc without assists: all
// that a CPU profile says about allocations. [ByHeap] says which.
//
// Sums over all samples stay the same in each column, to the unit. What is given away are whole samples if the first column
// counts them. Neighbours in the stack table share what is less than one: so each subtree's part in the call tree
// differs from its exact share by less than a sample. Pieces have the labels from the samples that allocate; those
// by a heap profile have none.
//
// A profile without such samples, or without allocations, stays as it is. Which stacks there are depends on the stack table
// alone, so profiles that share it, as a comparison's sides do, share the new one, too: none has a heap profile.
// Samples below zero, as in a difference, are charged among themselves.
var GC = model.Derive(gc)

// ByHeap reports whether [GC] shares out the collector's work by bytes in use.
func ByHeap(p *model.Profile) bool { return inUse(p) >= 0 }

// inUse returns the column with bytes in use in p's heap profile. It returns −1 if there is none, or nothing in it. Samples with
// times go by the CPU time, as bytes in use belong to no time.
func inUse(p *model.Profile) int {
	if p.Heap == nil || p.Samples.Times != nil {
		return -1
	}
	at := p.Heap.ColumnOf("inuse_space")
	if at >= 0 && !slices.ContainsFunc(p.Heap.Samples.Values[at], func(v int64) bool { return v > 0 }) {
		return -1
	}
	return at
}

// Charged reports whether a profile is one of [GC], in which something was charged.
func Charged(p *model.Profile) bool {
	for i := len(p.Functions) - 1; i >= 0; i-- { // it is the last but for those that stand for labels
		if p.Strings.Raw(p.Functions[i].Name) == Frame {
			return true
		}
	}
	return false
}

// role says what a stack is to the collector.
type role uint8

const (
	inBackground role = 1 << iota
	isFree
	allocates
	assists
)

func gc(ctx context.Context, p *model.Profile) (*model.Profile, error) {
	if p.Kind != model.CPU || len(p.Types) == 0 || Charged(p) {
		return p, nil
	}
	roles, below := rolesOf(ctx, p)
	if !slices.ContainsFunc(roles, isBackground) {
		return p, ctx.Err()
	}
	keys, err := keysOf(ctx, p, roles, below)
	if err != nil || !slices.ContainsFunc(keys.above, func(n int32) bool { return n >= 0 }) {
		return p, err
	}
	q := withFrame(keys.profile)
	at := model.LocID(len(q.Locations) - 1)
	var all model.StackList
	steps, read, stack := work.StepsUntil(ctx), keys.profile.Stacks.Reader(), []model.LocID(nil)
	for s := range keys.above {
		locs := read.Locs(model.StackID(s))
		if steps.Over(1 + len(locs)) {
			return nil, ctx.Err()
		}
		all.Add(locs)
	}
	places := make([]int, len(keys.above)) // per stack that is charged: its new one's index among those that were added
	next := len(places)
	for s, above := range keys.above {
		if above < 0 {
			continue
		}
		stack = append(append(stack[:0], read.Locs(model.StackID(s))[:above]...), at)
		if steps.Over(1 + len(stack)) {
			return nil, ctx.Err()
		}
		all.Add(stack)
		places[s] = next
		next++
	}
	table, ids, err := all.Table(ctx)
	if err != nil {
		return nil, err
	}
	q.Stacks = table
	to := make([]model.StackID, len(places))
	for s, at := range places {
		to[s] = ids[at]
	}
	q.Samples, err = keys.charged(steps, ids, to)
	return q, err
}

// keys says which stacks are charged, and by what.
type keys struct {
	profile *model.Profile // gets the frame; its stack table has all stacks that get one
	above   []int32        // per stack: how many of its locations stand above the frame, −1 if it gets none
	shares  [2][]key       // for samples above zero and for those below

	background []bool // per sample: whether it is the collector's, and given away
}

// key is one share in the collector's work.
type key struct {
	sample int // which the piece takes its labels and its time from, −1 if it has none
	stack  model.StackID
	weight uint64
}

// keysOf returns the keys by bytes in use if there is a heap profile, else those by CPU time.
func keysOf(ctx context.Context, p *model.Profile, roles []role, below []int32) (*keys, error) {
	background := lists.Map(p.Samples.Stack, func(s model.StackID) bool { return isBackground(roles[s]) })
	if column := inUse(p); column >= 0 {
		return byHeap(ctx, p, column, background)
	}
	k := &keys{profile: p, above: below, background: background}
	for s, r := range roles {
		if !isAllocating(r) {
			k.above[s] = -1
		}
	}
	column := p.Samples.Values[p.Default]
	for i, s := range p.Samples.Stack {
		if isAllocating(roles[s]) && column[i] != 0 {
			side := sideOf(column[i])
			k.shares[side] = append(k.shares[side], key{i, s, magnitude(column[i])})
		}
	}
	return k, nil
}

// byHeap puts the heap profile's stacks into p's table. A frame below each has its share.
func byHeap(ctx context.Context, p *model.Profile, column int, background []bool) (*keys, error) {
	joint, err := model.Join(ctx, p, p.Heap)
	if err != nil {
		return nil, err
	}
	q := p.Clone()
	q.Tables = joint.Tables
	k := &keys{profile: q, above: make([]int32, joint.Stacks.Len()), background: background}
	for i := range k.above {
		k.above[i] = -1
	}
	q.Samples.Stack = lists.Map(p.Samples.Stack, func(s model.StackID) model.StackID { return joint.Stack[0][s] })
	if p.Samples.Labels != nil {
		q.Samples.Labels = lists.Map(p.Samples.Labels, func(s model.LabelSetID) model.LabelSetID { return joint.Set[0][s] })
	}
	heap := &p.Heap.Samples
	for i, bytes := range heap.Values[column] {
		if bytes <= 0 {
			continue
		}
		s := joint.Stack[1][heap.Stack[i]]
		k.above[s] = int32(joint.Stacks.Depth(s))
		for side := range k.shares {
			k.shares[side] = append(k.shares[side], key{-1, s, uint64(bytes)})
		}
	}
	return k, ctx.Err()
}

// sideOf returns 0 for samples above zero and 1 for those below, as in a difference.
func sideOf(value int64) int {
	if value < 0 {
		return 1
	}
	return 0
}

// withFrame adds a location for the frame, which is the last.
func withFrame(p *model.Profile) *model.Profile {
	texts, q := model.Extend(p.Strings), p.Clone()
	q.Strings = texts.Strings
	f := model.Function{Name: texts.ID(Frame), SystemName: texts.ID(Frame), File: texts.ID(fileOfFrame)}
	q.Functions = append(slices.Clip(p.Functions), f)
	q.Lines = append(slices.Clip(p.Lines), model.Line{Func: model.FuncID(len(q.Functions) - 1)})
	n := int32(len(q.Lines))
	q.Locations = append(slices.Clip(p.Locations), model.Location{Mapping: model.NoMapping, FirstLine: n - 1, EndLine: n})
	return q
}

// charged returns the samples that stay, at their stacks' new ids, followed by the pieces, which are at those in to.
func (k *keys) charged(steps *work.Steps, ids, to []model.StackID) (model.Samples, error) {
	p := k.profile
	column := p.Samples.Values[p.Default]
	out := model.Samples{Values: make([][]int64, len(p.Types))}
	add := func(i int, stack model.StackID, value func(column int) int64) {
		out.Stack = append(out.Stack, stack)
		if p.Samples.Labels != nil {
			set := model.LabelSetID(0)
			if i >= 0 {
				set = p.Samples.Labels[i]
			}
			out.Labels = append(out.Labels, set)
		}
		if p.Samples.Times != nil {
			out.Times = append(out.Times, p.Samples.Times[i])
		}
		for c := range out.Values {
			out.Values[c] = append(out.Values[c], value(c))
		}
	}
	var totals [2][]int64
	for side := range totals {
		totals[side] = make([]int64, len(p.Types))
	}
	for i, s := range p.Samples.Stack {
		if steps.Over(1) {
			return out, steps.Err()
		}
		side := sideOf(column[i])
		if !k.background[i] || len(k.shares[side]) == 0 {
			add(i, ids[s], func(c int) int64 { return p.Samples.Values[c][i] })
			continue
		}
		for c, values := range p.Samples.Values {
			totals[side][c] += values[i]
		}
	}
	for side, shares := range k.shares {
		slices.SortStableFunc(shares, func(a, b key) int { return cmp.Compare(a.stack, b.stack) })
		s := newSplit(p, totals[side])
		for _, to := range shares {
			s.whole += to.weight
		}
		for _, share := range shares {
			if steps.Over(1) {
				return out, steps.Err()
			}
			if piece := s.next(share.weight); piece != nil {
				add(share.sample, to[share.stack], func(c int) int64 { return piece[c] })
			}
		}
	}
	return out, nil
}

// split gives totals away bit by bit, in as many units as there are.
type split struct {
	totals []int64 // per column
	units  uint64
	whole  uint64 // all weights

	weights uint64  // so far
	given   uint64  // units so far
	sums    []int64 // what was given so far, per column
	piece   []int64
}

// newSplit divides totals into samples if the first column counts them, else into the smallest units.
func newSplit(p *model.Profile, totals []int64) *split {
	s := &split{totals: totals, sums: make([]int64, len(totals)), piece: make([]int64, len(totals))}
	if s.units = magnitude(totals[0]); p.Types[0].Unit != "count" || s.units == 0 {
		for _, t := range totals {
			s.units = max(s.units, magnitude(t))
		}
	}
	return s
}

// next returns the values of the piece for the next weight, nil if it is nothing.
func (s *split) next(weight uint64) []int64 {
	s.weights += weight
	given := share(s.units, s.weights, s.whole)
	if given == s.given {
		return nil
	}
	s.given = given
	for c, total := range s.totals {
		sum := int64(share(magnitude(total), given, s.units))
		if total < 0 {
			sum = -sum
		}
		s.piece[c], s.sums[c] = sum-s.sums[c], sum
	}
	return s.piece
}

// share returns of × part ÷ whole to the nearest, where part is at most whole.
func share(of, part, whole uint64) uint64 {
	hi, lo := bits.Mul64(of, part)
	lo, carry := bits.Add64(lo, whole/2, 0)
	q, _ := bits.Div64(hi+carry, lo, whole)
	return q
}

func magnitude(v int64) uint64 { return uint64(units.Magnitude(v)) }

func isBackground(r role) bool { return r&(inBackground|isFree) == inBackground }
func isAllocating(r role) bool { return r&(allocates|assists|inBackground) == allocates }

// rolesOf returns each stack's role, and how many locations are above the frame if it allocates.
func rolesOf(ctx context.Context, p *model.Profile) (roles []role, below []int32) {
	functions, its := make([]role, len(p.Functions)), make([]bool, len(p.Functions))
	for i, f := range p.Functions {
		name := p.Strings.Raw(f.Name)
		its[i] = strings.HasPrefix(name, "runtime.") || strings.HasPrefix(name, "internal/runtime/")
		for bit, prefixes := range [][]string{background, free, allocating, assisting} {
			if slices.ContainsFunc(prefixes, func(b string) bool { return strings.HasPrefix(name, b) }) {
				functions[i] |= 1 << bit
			}
		}
	}
	locations, ofRuntime := make([]role, len(p.Locations)), make([]bool, len(p.Locations))
	for i, l := range p.Locations {
		ofRuntime[i] = true
		for _, line := range p.Lines[l.FirstLine:l.EndLine] {
			locations[i] |= functions[line.Func]
			ofRuntime[i] = ofRuntime[i] && its[line.Func]
		}
	}
	roles, below = make([]role, p.Stacks.Len()), make([]int32, p.Stacks.Len())
	steps, read := work.StepsUntil(ctx), p.Stacks.Reader()
	upTo := []role{0} // after each location in a stack
	own := []int32{0} // how many of these locations there are up to the last that is not the runtime's
	for s := range roles {
		common := p.Stacks.Common(model.StackID(s))
		entered := read.From(model.StackID(s), int32(common))
		if steps.Over(1 + len(entered)) {
			break
		}
		upTo, own = upTo[:common+1], own[:common+1]
		for _, l := range entered {
			last := own[len(own)-1]
			if !ofRuntime[l] {
				last = int32(len(own))
			}
			upTo, own = append(upTo, upTo[len(upTo)-1]|locations[l]), append(own, last)
		}
		if roles[s] = upTo[len(upTo)-1]; roles[s]&allocates != 0 {
			above := sort.Search(len(upTo), func(i int) bool { return upTo[i]&allocates != 0 }) - 1
			if below[s] = own[above]; below[s] == 0 { // the runtime allocates for itself
				below[s] = int32(above)
			}
		}
	}
	return roles, below
}

// Package charge moves costs to the code that causes them. [GC] does so for what the collector does in the background.
//
// A charged profile is an estimate, and whoever shows it says so.
package charge

import (
	"context"
	"math/bits"
	"slices"
	"sort"
	"strings"

	"profstation/model"
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
// allocate, in their own frame. Each stack gets a share by its CPU time in runtime.mallocgc without assists: all
// that a CPU profile says about allocations. Marking on idle Ps stays where it is.
//
// Sums over all samples stay the same in each column, to the unit. What is given away are whole samples if the first column
// counts them. Neighbours in the stack table share what is less than one: so each subtree's part in the call tree
// differs from its exact share by less than a sample. Pieces have the labels from the samples that allocate.
//
// A profile without such samples, or without allocations, stays as it is. Which stacks there are depends on the stack table
// alone, so profiles that share it, as a comparison's sides do, share the new one, too. Samples below zero,
// as in a difference, are charged among themselves.
var GC = model.Derive(gc)

// role says what a stack is to the collector.
type role uint8

const (
	inBackground role = 1 << iota
	isFree
	allocates
	assists
)

func gc(ctx context.Context, p *model.Profile) (*model.Profile, error) {
	charged := len(p.Functions) > 0 && p.Strings.Raw(p.Functions[len(p.Functions)-1].Name) == Frame
	if p.Kind != model.CPU || len(p.Types) == 0 || charged {
		return p, nil
	}
	roles, below := rolesOf(ctx, p)
	if !slices.ContainsFunc(roles, isBackground) || !slices.ContainsFunc(roles, isAllocating) {
		return p, ctx.Err()
	}
	q := withFrame(p)
	at := model.LocID(len(q.Locations) - 1)
	var all model.StackList
	steps, read, stack := work.StepsUntil(ctx), p.Stacks.Reader(), []model.LocID(nil)
	for s := range model.StackID(p.Stacks.Len()) {
		locs := read.Locs(s)
		if steps.Over(1 + len(locs)) {
			return nil, ctx.Err()
		}
		all.Add(locs)
	}
	places := make([]int, p.Stacks.Len()) // per allocating stack: its charged one's index among those that were added
	next := p.Stacks.Len()
	for s, r := range roles {
		if !isAllocating(r) {
			continue
		}
		stack = append(append(stack[:0], read.Locs(model.StackID(s))[:below[s]]...), at)
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
	q.Samples, err = chargedSamples(steps, p, roles, ids, to)
	return q, err
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

// chargedSamples returns the samples that stay, at their stacks' new ids, followed by the pieces, which are at those in to.
func chargedSamples(steps *work.Steps, p *model.Profile, roles []role, ids, to []model.StackID) (model.Samples, error) {
	var away [2][]int // samples to charge, those above zero and those below
	var keys [2][]int // samples that allocate
	column := p.Samples.Values[p.Default]
	for i, s := range p.Samples.Stack {
		side := 0
		if column[i] < 0 {
			side = 1
		}
		switch {
		case isBackground(roles[s]):
			away[side] = append(away[side], i)
		case isAllocating(roles[s]) && column[i] != 0:
			keys[side] = append(keys[side], i)
		}
	}
	gone := make([]bool, p.Samples.Len())
	for side := range away {
		for _, i := range away[side] {
			gone[i] = len(keys[side]) > 0
		}
	}
	out := model.Samples{Values: make([][]int64, len(p.Types))}
	add := func(i int, stack model.StackID, value func(column int) int64) {
		out.Stack = append(out.Stack, stack)
		if p.Samples.Labels != nil {
			out.Labels = append(out.Labels, p.Samples.Labels[i])
		}
		if p.Samples.Times != nil {
			out.Times = append(out.Times, p.Samples.Times[i])
		}
		for c := range out.Values {
			out.Values[c] = append(out.Values[c], value(c))
		}
	}
	for i, s := range p.Samples.Stack {
		if steps.Over(1) {
			return out, steps.Err()
		}
		if !gone[i] {
			add(i, ids[s], func(c int) int64 { return p.Samples.Values[c][i] })
		}
	}
	for side, keys := range keys {
		totals := make([]int64, len(p.Types))
		for _, i := range away[side] {
			for c, values := range p.Samples.Values {
				totals[c] += values[i]
			}
		}
		slices.SortStableFunc(keys, func(a, b int) int { return int(p.Samples.Stack[a]) - int(p.Samples.Stack[b]) })
		s := newSplit(p, totals)
		for _, i := range keys {
			s.whole += magnitude(column[i])
		}
		for _, i := range keys {
			if steps.Over(1) {
				return out, steps.Err()
			}
			if piece := s.next(magnitude(column[i])); piece != nil {
				add(i, to[p.Samples.Stack[i]], func(c int) int64 { return piece[c] })
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

// rolesOf returns each stack's role, and how many locations are above the first that allocates.
func rolesOf(ctx context.Context, p *model.Profile) (roles []role, below []int32) {
	functions := make([]role, len(p.Functions))
	for i, f := range p.Functions {
		name := p.Strings.Raw(f.Name)
		for bit, prefixes := range [][]string{background, free, allocating, assisting} {
			if slices.ContainsFunc(prefixes, func(b string) bool { return strings.HasPrefix(name, b) }) {
				functions[i] |= 1 << bit
			}
		}
	}
	locations := make([]role, len(p.Locations))
	for i, l := range p.Locations {
		for _, line := range p.Lines[l.FirstLine:l.EndLine] {
			locations[i] |= functions[line.Func]
		}
	}
	roles, below = make([]role, p.Stacks.Len()), make([]int32, p.Stacks.Len())
	steps, read := work.StepsUntil(ctx), p.Stacks.Reader()
	upTo := []role{0} // after each location in a stack
	for s := range roles {
		common := p.Stacks.Common(model.StackID(s))
		entered := read.From(model.StackID(s), int32(common))
		if steps.Over(1 + len(entered)) {
			break
		}
		upTo = upTo[:common+1]
		for _, l := range entered {
			upTo = append(upTo, upTo[len(upTo)-1]|locations[l])
		}
		if roles[s] = upTo[len(upTo)-1]; roles[s]&allocates != 0 {
			below[s] = int32(sort.Search(len(upTo), func(i int) bool { return upTo[i]&allocates != 0 }) - 1)
		}
	}
	return roles, below
}

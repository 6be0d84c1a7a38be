package model

import (
	"context"
	"runtime"
	"sync"

	"profstation/model/work"
)

// StackList collects stacks in any order and makes their table. The zero value is ready to use, by
// one goroutine.
//
// Stacks are sorted in runs that fit into a processor's cache, by other goroutines while more are
// added. Of a sorted run only what stacks do not share is kept, and the runs are merged in the end. So
// all locations of all stacks never stand in memory together, and most of the work is done when the
// last stack has come.
type StackList struct {
	run     *stackWords // what was added last
	runs    []*stackRun // what was added before
	busy    sync.WaitGroup
	sorted  chan *stackWords // runs whose memory the next one can have
	sorting int              // how many others there are than run
}

// How large a run is: about a megabyte.
const (
	runStacks = 1 << 14
	runWords  = 1 << 18
)

// maxSorted is how many runs are sorted at the same time.
const maxSorted = 8

// Add adds a stack, root first. It does not keep the slice.
func (l *StackList) Add(stack []LocID) {
	switch {
	case l.run == nil:
		l.run = &stackWords{}
	case len(l.run.start) >= runStacks || len(l.run.words) >= runWords:
		l.sort()
	}
	l.run.add(stack)
}

// sort has the run sorted and begins another.
func (l *StackList) sort() {
	if l.sorted == nil {
		l.sorted = make(chan *stackWords, min(runtime.GOMAXPROCS(0), maxSorted))
	}
	words, r := l.run, &stackRun{}
	l.runs = append(l.runs, r)
	if len(l.sorted) == 0 && l.sorting < cap(l.sorted) {
		l.sorting++
		l.run = words.another()
	} else {
		l.run = <-l.sorted
	}
	l.busy.Go(func() {
		*r = *words.run()
		words.reset()
		l.sorted <- words
	})
}

// end ends the run that was added last.
func (l *StackList) end() {
	if l.run != nil && len(l.run.start) > 0 {
		l.runs, l.run = append(l.runs, l.run.run()), nil
	}
}

// addTable adds all stacks of a table, each once, with other numbers of their locations, or with the
// same if number is nil. Its only error is the context's.
func (l *StackList) addTable(ctx context.Context, t *Stacks, number []LocID) error {
	if distinct(number) {
		r, err := t.run(ctx, number)
		l.end()
		l.runs = append(l.runs, r)
		return err
	}
	_, err := l.addEach(ctx, t, number)
	return err
}

// addEach adds the stacks of a table with its locations numbered anew, and returns how many locations they have.
func (l *StackList) addEach(ctx context.Context, t *Stacks, number []LocID) (locs int, err error) {
	steps, read, stack := work.StepsUntil(ctx), t.Reader(), []LocID(nil)
	for i := range t.Len() {
		stack = append(stack[:0], read.Locs(StackID(i))...)
		if steps.Over(1 + len(stack)) {
			return locs, ctx.Err()
		}
		for d, l := range stack {
			stack[d] = number[l]
		}
		l.Add(stack)
		locs += len(stack)
	}
	return locs, nil
}

// Table is the table of all stacks, and where each that was added stands in it. The list must not be
// used any more. An error is the context's, or says that there are too many.
func (l *StackList) Table(ctx context.Context) (*Stacks, []StackID, error) {
	return l.Numbered(ctx, func() []LocID { return nil })
}

// Numbered is Table where locations have other numbers in the end. They are asked for when the stacks
// are in order. It is an error if a location has none or one below 0.
func (l *StackList) Numbered(ctx context.Context, number func() []LocID) (*Stacks, []StackID, error) {
	l.end()
	l.busy.Wait()
	if len(l.runs) == 0 {
		l.runs = append(l.runs, (&stackWords{packing: packingOf(0)}).run())
	}
	widest, stacks := l.runs[0].packing, 0
	for _, r := range l.runs {
		if r.piece < widest.piece {
			widest = r.packing
		}
		stacks += len(r.ids)
	}
	for i, r := range l.runs {
		l.runs[i] = r.packed(widest)
	}
	m, err := mergeRuns(ctx, l.runs)
	if err != nil {
		return nil, nil, err
	}
	ids, begin := make([]StackID, stacks), make([]int, len(l.runs))
	for i := range l.runs[1:] {
		begin[i+1] = begin[i] + len(l.runs[i].ids)
	}
	work.InParts(len(l.runs), min(len(l.runs), runtime.GOMAXPROCS(0)), func(_, lo, hi int) {
		steps := work.StepsUntil(ctx)
		for i := lo; i < hi; i++ {
			to := ids[begin[i]:]
			for k, id := range l.runs[i].ids {
				if to[k] = m.at[i][id]; steps.Over(1) {
					return
				}
			}
		}
	})
	numbers := number()
	if !inOrder(numbers) {
		return inOtherOrder(ctx, m, ids, numbers)
	}
	t, err := m.table(ctx, numbers)
	return t, ids, err
}

// inOtherOrder is the table of merged stacks whose new numbers put them in another order.
func inOtherOrder(ctx context.Context, m *runMerge, ids []StackID, number []LocID) (*Stacks, []StackID, error) {
	t, err := m.table(ctx, nil)
	if err != nil {
		return nil, nil, err
	}
	if !t.numbered(number) {
		return nil, nil, errNoNumber
	}
	t, at, err := t.Renumbered(ctx, number)
	if err != nil {
		return nil, nil, err
	}
	for i, id := range ids {
		ids[i] = at[id]
	}
	return t, ids, nil
}

package model

import (
	"context"
	"runtime"
	"sync"

	"profstation/model/work"
)

// StackList collects stacks in any order and makes their table. The zero value is ready to use by one
// goroutine.
//
// Stacks are sorted in runs that fit into a processor's cache, by other goroutines while more are added. A
// sorted run only keeps what stacks do not share, and the runs are merged at the end. So all locations of all
// stacks are never in memory at once, and most of the work is done when the last stack arrives.
type StackList struct {
	run     *stackWords // the run that stacks are added to
	runs    []*stackRun // the runs before it
	busy    sync.WaitGroup
	sorted  chan *stackWords // runs whose memory can be reused
	sorting int              // how many stackWords there are besides run
}

// The size of a run: about a megabyte.
const (
	runStacks = 1 << 14
	runWords  = 1 << 18
)

// maxSorted is how many runs are sorted concurrently.
const maxSorted = 8

// Add adds a stack, root first. It does not keep the slice.
func (l *StackList) Add(stack []LocID) {
	l.begin()
	l.run.add(stack)
}

// AddVarints adds a stack given as Protocol Buffers' packed numbers, leaf first, as profile.proto has it. It does not
// keep the slice. It returns how many locations the stack has, or −1 if they are no numbers of up to five bytes and 31
// bits each. The list must not be used after that.
func (l *StackList) AddVarints(packed []byte) int {
	l.begin()
	return l.run.addVarints(packed)
}

// begin makes room for a stack: it begins another run if there is none or if this one is full.
func (l *StackList) begin() {
	switch {
	case l.run == nil:
		l.run = &stackWords{}
	case len(l.run.start) >= runStacks || len(l.run.words) >= runWords:
		l.sort()
	}
}

// sort starts sorting the run and begins another.
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

// end ends the last run.
func (l *StackList) end() {
	if l.run != nil && len(l.run.start) > 0 {
		l.runs, l.run = append(l.runs, l.run.run()), nil
	}
}

// addTable adds all stacks in a table, each once, with other location numbers, or with the same if number is
// nil. Its only error is the context's.
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

// addEach adds the stacks in a table with new location numbers. It returns how many locations they have.
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

// Table returns the table of all stacks, and the place of each added stack in it. The list must not be used
// afterwards. It returns the context's error, or an error that there are too many stacks.
func (l *StackList) Table(ctx context.Context) (*Stacks, []StackID, error) {
	return l.Numbered(ctx, func() []LocID { return nil })
}

// Numbered is Table for locations that get their final numbers at the end. It calls number once the stacks
// are sorted. A location without a number, or with one below 0, is an error.
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

// inOtherOrder returns the table of merged stacks whose new numbers change the order.
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

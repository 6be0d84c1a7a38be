package model

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"
)

// StackList collects stacks in any order and makes their table. The zero value is ready to use, by
// one goroutine.
//
// Stacks are sorted in runs that fit into a processor's cache, by other goroutines while more are
// added. Each run becomes a table, and these are merged in the end. So all locations of all stacks
// never stand in memory together, and most of the work is done when the last stack has come.
type StackList struct {
	run     *stackWords // what was added last
	runs    []*stackRun // what was added before
	busy    sync.WaitGroup
	sorted  chan *stackWords // runs whose memory the next one can have
	sorting int              // how many others there are than run
}

// stackRun is some of the stacks that were added.
type stackRun struct {
	table *Stacks
	ids   []StackID // of the stacks, in the order in which they were added
}

// How large a run is: about a megabyte.
const (
	runStacks = 1 << 14
	runWords  = 1 << 18
)

// mostSorted is how many runs are sorted at the same time.
const mostSorted = 8

// mostMerged is how many tables are merged at once: each next stack is looked for in all of them.
const mostMerged = 16

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
		l.sorted = make(chan *stackWords, min(runtime.GOMAXPROCS(0), mostSorted))
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
		r.table, r.ids = words.table()
		words.reset()
		l.sorted <- words
	})
}

// addTable adds all stacks of a table, each once.
func (l *StackList) addTable(t *Stacks) {
	ids := make([]StackID, t.Len())
	for i := range ids {
		ids[i] = StackID(i)
	}
	l.runs = append(l.runs, &stackRun{t, ids})
}

// Table is the table of all stacks, and where each that was added stands in it. The list must not be
// used any more. An error is the context's, or says that there are too many.
func (l *StackList) Table(ctx context.Context) (*Stacks, []StackID, error) {
	l.busy.Wait()
	if l.run != nil || len(l.runs) == 0 {
		r := &stackRun{}
		r.table, r.ids = cmp.Or(l.run, &stackWords{}).table()
		l.runs = append(l.runs, r)
	}
	for runs := l.runs; ; {
		if len(runs) == 1 || ctx.Err() != nil {
			return runs[0].table, runs[0].ids, ctx.Err()
		}
		parts := slices.Collect(slices.Chunk(runs, mostMerged))
		runs = make([]*stackRun, len(parts))
		errs := make([]error, len(parts))
		inParts(len(parts), min(len(parts), runtime.GOMAXPROCS(0)), func(_, lo, hi int) {
			for i := lo; i < hi; i++ {
				runs[i], errs[i] = mergeRuns(ctx, parts[i])
			}
		})
		if err := cmp.Or(errs...); err != nil {
			return nil, nil, err
		}
	}
}

func mergeRuns(ctx context.Context, runs []*stackRun) (*stackRun, error) {
	tables, stacks := make([]*Stacks, len(runs)), 0
	for i, r := range runs {
		tables[i] = r.table
		stacks += len(r.ids)
	}
	t, at, err := mergeStacks(ctx, tables)
	if err != nil {
		return nil, err
	}
	ids := make([]StackID, 0, stacks)
	for i, r := range runs {
		for _, id := range r.ids {
			ids = append(ids, at[i][id])
		}
	}
	return &stackRun{t, ids}, nil
}

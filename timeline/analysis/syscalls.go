package analysis

import (
	"cmp"
	"context"
	"slices"
	"sort"

	"profstation/model/trace"
	"profstation/timeline/parallel"
)

// blocked is a system call that lost its P, at a time within its span.
type blocked struct {
	span trace.SpanIndex
	at   trace.Time
}

// blockedCalls are all system calls that lost their P, by their spans. From
// then on the goroutine does not execute any more, in the scheduler's sense:
// it blocks. It has lost its P once that goes idle or to another thread, or once
// another goroutine runs on it, while it is in the call (Go:
// internal/trace/summary.go, which waits for ProcIdle).
//
// A system call that began before the trace and has no P may have lost it before.
// Its own thread shows that: a P runs on it, or none does.
func (a *Analysis) blockedCalls(ctx context.Context) ([]blocked, error) {
	return a.blocks.get(ctx, func(ctx context.Context) ([]blocked, error) {
		t := a.t
		last := make([]uint64, t.Spans.Len()/64+1) // a bit for each span: the last of its goroutine
		for g := range t.Goroutines {
			s := t.Goroutines[g].End - 1
			last[s/64] |= 1 << (s % 64)
		}
		found := make([][]blocked, t.ProcLanes.Len()+1)
		err := parallel.For(ctx, t.ProcLanes.Len(), func(_, i int) {
			found[i] = a.blockedOn(trace.ProcIndex(i), last)
		})
		if err != nil {
			return nil, err
		}
		found[len(found)-1] = a.earlierCalls()
		all := slices.Concat(found...)
		slices.SortFunc(all, func(a, b blocked) int { return cmp.Compare(a.span, b.span) })
		return all, nil
	})
}

// blockedOn are the system calls that began on a P and lost it: when it went
// away, or, in old traces, which may not record that, when another goroutine ran
// on it.
func (a *Analysis) blockedOn(p trace.ProcIndex, last []uint64) []blocked {
	var all []blocked
	t := a.t
	sp := &t.Spans
	proc := &t.Procs[p]
	next := proc.First // the first of the P's spans behind the call's beginning
	lane := t.ProcLanes.Lane(int(p))
	for i, s := range lane {
		if sp.State(s) != trace.GoSyscall {
			continue
		}
		from := sp.Start.At(int(s))
		for next < proc.End && t.ProcSpans.Start.At(int(next)) <= from {
			next++
		}
		at, end := t.End, t.End
		if next < proc.End {
			at = t.ProcSpans.Start.At(int(next))
		}
		if i+1 < len(lane) {
			at = min(at, sp.Start.At(int(lane[i+1])))
		}
		if last[s/64]>>(s%64)&1 == 0 {
			end = sp.Start.At(int(s) + 1)
		}
		if at < end {
			all = append(all, blocked{s, at})
		}
	}
	return all
}

// earlierCalls are the system calls that began before the trace, or in a hole of it,
// and had no P or lost it: the first span of a goroutine may be one, and one behind
// a hole.
func (a *Analysis) earlierCalls() []blocked {
	var all []blocked
	t := a.t
	sp := &t.Spans
	holes := slices.ContainsFunc(sp.Conditions, func(c trace.Condition) bool { return c.State == trace.GoUnknown })
	for g := range t.Goroutines {
		r := &t.Goroutines[g]
		for s := r.First; s < r.End && (s == r.First || holes); s++ {
			if sp.State(s) != trace.GoSyscall || sp.Proc(s) != trace.NoProc {
				continue
			}
			if at := a.leaves(sp.Thread(s), sp.Start.At(int(s))); at < t.SpanEnd(trace.GoIndex(g), s) {
				all = append(all, blocked{s, at})
			}
		}
	}
	return all
}

// leaves is when the P that runs on a thread at a time leaves it; the time itself
// if none runs there.
func (a *Analysis) leaves(m trace.ThreadIndex, at trace.Time) trace.Time {
	t := a.t
	for p := range t.Procs {
		r := &t.Procs[p]
		i := r.First + int32(sort.Search(int(r.End-r.First), func(i int) bool {
			return t.ProcSpans.Start.At(int(r.First)+i) > at
		})) - 1
		if m != trace.NoThread && i >= r.First && t.ProcSpans.State[i] == trace.ProcRunning && t.ProcSpans.Thread(int(i)) == m {
			return t.ProcSpanEnd(trace.ProcIndex(p), i)
		}
	}
	return at
}

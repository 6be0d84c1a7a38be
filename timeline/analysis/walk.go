package analysis

import (
	"context"
	"sort"

	"profstation/model/trace"
	"profstation/timeline/parallel"
)

// pieceSpans is about how many spans a piece of work has. It is large enough that handing out pieces costs nothing,
// and small enough that a cancellation is noticed at once.
const pieceSpans = 1 << 15

// piece is a part of all spans: [lo, hi), which belong to the goroutines [first, end). A goroutine with many spans is
// cut into several pieces, so that no processor has to do it alone at the end.
type piece struct {
	first, end trace.GoIndex
	lo, hi     trace.SpanIndex
}

func (a *Analysis) pieces(ctx context.Context) ([]piece, error) {
	return a.work.get(ctx, func(context.Context) ([]piece, error) {
		var all []piece
		gos := a.t.Goroutines
		for g := 0; g < len(gos); {
			p := piece{first: trace.GoIndex(g), lo: gos[g].First}
			for g < len(gos) && gos[g].End-p.lo <= pieceSpans {
				g++
			}
			if p.end = trace.GoIndex(g); p.end > p.first {
				p.hi = gos[g-1].End
				all = append(all, p)
				continue
			}
			p.end++
			for ; p.lo < gos[g].End; p.lo += pieceSpans {
				p.hi = min(p.lo+pieceSpans, gos[g].End)
				all = append(all, p)
			}
			g++
		}
		return all, nil
	})
}

// eachRun calls f, in parallel, with each goroutine's spans [lo, hi) that lie at least partly in the interval. A
// goroutine's spans may come in several calls.
func (a *Analysis) eachRun(ctx context.Context, iv trace.Interval, f func(worker int, g trace.GoIndex, lo, hi trace.SpanIndex)) error {
	pieces, err := a.pieces(ctx)
	if err != nil {
		return err
	}
	return parallel.For(ctx, len(pieces), func(worker, i int) {
		p := &pieces[i]
		for g := p.first; g < p.end; g++ {
			r := &a.t.Goroutines[g]
			if lo, hi := within(a.t, iv, max(r.First, p.lo), min(r.End, p.hi), r.End); lo < hi {
				f(worker, g, lo, hi)
			}
		}
	})
}

// within narrows a goroutine's spans to those that lie at least partly in the interval. end is the goroutine's End.
func within(t *trace.Trace, iv trace.Interval, lo, hi, end trace.SpanIndex) (trace.SpanIndex, trace.SpanIndex) {
	s := &t.Spans
	if lo >= hi || iv.From >= iv.To {
		return lo, lo
	}
	if iv.From > s.Start(lo) {
		// The first span that ends after From is the last that begins at or before it, or the next.
		lo += trace.SpanIndex(sort.Search(int(hi-lo), func(i int) bool {
			next := lo + trace.SpanIndex(i) + 1
			return next >= end && t.End > iv.From || next < end && s.Start(next) > iv.From
		}))
	}
	if lo < hi && iv.To <= s.Start(hi-1) {
		hi = lo + trace.SpanIndex(sort.Search(int(hi-lo), func(i int) bool {
			return s.Start(lo+trace.SpanIndex(i)) >= iv.To
		}))
	}
	return lo, hi
}

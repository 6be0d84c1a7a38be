package analysis

import (
	"context"
	"sort"

	"profstation/model/trace"
	"profstation/timeline/parallel"
)

// pieceSpans is how many spans a piece of work has about: handing it out costs nothing, and a
// cancel is heard at once.
const pieceSpans = 1 << 15

// piece is a part of all spans: those from lo to before hi, of the goroutines first to before
// end. A goroutine with many spans is cut, so that it is not left over for one processor.
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

// eachRun calls f, in parallel, for the spans from lo to before hi of one goroutine that lie at
// least in part in the interval. A goroutine's spans may come in several runs.
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

// within narrows spans of a goroutine, whose last is before end, to those that lie at least in
// part in the interval.
func within(t *trace.Trace, iv trace.Interval, lo, hi, end trace.SpanIndex) (trace.SpanIndex, trace.SpanIndex) {
	s := &t.Spans
	if lo >= hi || iv.From >= iv.To {
		return lo, lo
	}
	if iv.From > s.Start(lo) {
		// The first that ends behind From is the last that begins at or before it, or the next.
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

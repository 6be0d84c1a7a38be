package trace

// partial hands out models of the first generations while the others load.
//
// Each is a copy, so they are handed out at the first, second, fourth …
// generation and up to a quarter of all: that costs no more than half as much
// as the whole model, in time and in memory, and after a quarter
// the longest part of the waiting is over.
type partial struct {
	l    *load
	next int
}

// show hands out the model of the first k of n generations, if it is time.
func (p *partial) show(s *stitcher, acc *account, k, n int) {
	if p.l.o.Partial == nil || !s.begun || k < p.next || k > 1 && 4*k > n {
		return
	}
	p.next = 2 * k
	t := s.assemble(p.l.ctx, false)
	if p.l.ctx.Err() != nil {
		return
	}
	acc.finish(s, t)
	t.Partial, t.Format = true, formatOf(p.l.version)
	p.l.o.Partial(t)
}

package layout

import (
	"context"
	"math"
	"time"
)

// Stage is the stage of a layout. It shows whether another one follows.
type Stage int

const (
	First Stage = iota // something to look at; a better one may follow
	Final              // no other follows
)

// patience is how long graphviz is waited for before the first layout is shown,
// so that most pictures need not change.
const patience = 400 * time.Millisecond

// Compute lays a graph out as well as can be within the helper's Time. That is
// graphviz's work, with an effort that fits the graph, as long as the graph is one
// it is good at. [Quick] gives a First layout where graphviz takes longer than
// patience or is known to. Of a graph that is hard for graphviz, the one of the
// two with the shorter edges is Final: if it is the First, show gets that
// again and nothing moves. A graph that is beyond graphviz gets Quick's alone.
//
// show is called once or twice, by the calling goroutine. The error is nil after
// a Final layout. It is the context's if that ended. Else it is a *[Failure], and
// a First layout, which was shown, is all there is. No process is left when
// Compute returns.
func (h *Helper) Compute(ctx context.Context, g *Graph, show func(*Positions, Stage)) error {
	if err := g.check(); err != nil {
		return err
	}
	course, ok := courseOf(g.links())
	if !ok {
		quick, err := Quick(ctx, g)
		if err == nil {
			show(quick, Final)
		}
		return err
	}
	type outcome struct {
		positions *Positions
		err       error
	}
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan outcome, 1)
	go func() {
		p, err := h.Lay(ctx, g, course.effort)
		done <- outcome{p, err}
	}()
	result := func() outcome {
		o := <-done
		done <- o
		return o
	}
	defer result() // no process is left
	defer cancel()

	wait := patience
	if course.hard {
		wait = 0
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case o := <-done:
		done <- o
		if o.err == nil {
			show(o.positions, Final)
			return nil
		}
	case <-timer.C:
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	quick, err := Quick(ctx, g)
	if err != nil {
		return err
	}
	show(quick, First)
	o := result()
	switch {
	case o.err != nil:
		return o.err
	case course.hard && quick.length() <= o.positions.length():
		show(quick, Final)
	default:
		show(o.positions, Final)
	}
	return nil
}

// length is the length of all edges: the less, the easier a picture is to read.
func (p *Positions) length() float64 {
	sum := 0.0
	for i := range p.Edges {
		q := p.Edges[i].Points
		for k := 1; k < len(q); k++ {
			sum += math.Hypot(q[k].X-q[k-1].X, q[k].Y-q[k-1].Y)
		}
	}
	return sum
}

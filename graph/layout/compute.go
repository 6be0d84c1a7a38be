package layout

import (
	"context"
	"math"
	"slices"
	"time"
)

// Stage is the stage of a layout. It shows whether another one follows.
type Stage int

const (
	First Stage = iota // something to look at; a better one may follow
	Final              // no other follows
)

// patience is how long the first layout waits for graphviz, so that most pictures need not change.
const patience = 400 * time.Millisecond

// Compute lays a graph out as well as can be within the helper's Time. That is graphviz's work,
// with an effort that fits the graph, as long as the graph is one it is good at. [Quick] gives a
// First layout where graphviz takes longer than patience or is known to. Of a graph that is hard
// for graphviz, the one of the two with the shorter edges is Final: if it is the First, show gets
// that again and nothing moves. A graph that is beyond graphviz gets Quick's alone.
//
// show is called once or twice, by the calling goroutine. The error is nil after a Final layout. It
// is the context's if that ended. Else it is a *[Failure], and a First layout, which was shown, is
// all there is. No process is left when Compute returns.
func (h *Helper) Compute(ctx context.Context, g *Graph, show func(*Positions, Stage)) error {
	if err := g.check(); err != nil {
		return err
	}
	links := g.links()
	at := slices.IndexFunc(courses, func(c course) bool { return links <= c.links })
	if at < 0 {
		quick, err := Quick(ctx, g)
		if err == nil {
			show(quick, Final)
		}
		return err
	}
	course := courses[at]
	ctx, cancel := context.WithCancel(ctx)
	var best *Positions
	var failure error
	done := make(chan struct{})
	go func() {
		best, failure = h.Lay(ctx, g, course.effort)
		close(done)
	}()
	defer func() { cancel(); <-done }() // no process is left

	wait := patience
	if course.hard {
		wait = 0
	}
	select {
	case <-done:
		if failure == nil {
			show(best, Final)
			return nil
		}
	case <-time.After(wait):
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	quick, err := Quick(ctx, g)
	if err != nil {
		return err
	}
	show(quick, First)
	<-done
	if failure == nil {
		if course.hard && quick.length() <= best.length() {
			best = quick
		}
		show(best, Final)
	}
	return failure
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

package layout

import (
	"context"
	"math"
	"slices"
	"time"
)

// Stage is a layout's stage. It shows whether another layout follows.
type Stage int

const (
	First Stage = iota // something to look at; a better one may follow
	Final              // no other follows
)

// patience is how long the first layout waits for graphviz, so that most pictures need not change.
const patience = 400 * time.Millisecond

// Compute lays a graph out as well as it can within the helper's Time. graphviz does the work, with an effort that
// suits the graph, as long as graphviz is good at such graphs. [Quick] provides a First layout if graphviz takes
// longer than patience, or is known to. If a graph is hard for graphviz, Final is whichever layout has the shorter
// edges. If that is the First, show gets it again and nothing moves. Graphs that are beyond graphviz get Quick's
// layout only.
//
// Compute calls show once or twice, in the calling goroutine. The error is nil after a Final layout. It is the
// context's error if that ended, or says what is wrong with the graph. Else it is a *[Failure], and only a First
// layout was shown. No process is left when Compute returns.
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
	defer func() { cancel(); <-done }() // leaves no process behind

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

// length returns the total length of the edges. The shorter, the easier the picture is to read.
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

package desk

import (
	"context"

	"profstation/desk/screen"
	"profstation/flame"
	"profstation/model/compare"
)

// flameAhead is a flame graph of a comparison that is laid out before anybody has
// asked for it: that of the way to look which is not shown. Of large profiles it
// takes longer than a switch may.
type flameAhead struct {
	options flame.Options
	done    chan struct{}
	chart   *flame.Chart // nil: there is none, as after an end before its time
}

// lookAhead starts to lay out what another way of looking shows, once for each
// question.
func (a *answer) lookAhead() {
	if a.Compared == nil || a.Chart == nil || a.kept.ahead != nil {
		return
	}
	a.kept.ahead = map[compare.Width]*flameAhead{}
	ctx, cancel := context.WithCancel(context.Background())
	a.kept.endAhead = cancel
	start := func(w compare.Width, o flame.Options) {
		if f := a.kept.flames[w]; f.chart != nil && sameOptions(f.chart.Options, o) {
			return
		}
		job := &flameAhead{options: o, done: make(chan struct{})}
		a.kept.ahead[w] = job
		c := a.Compared.Comparison
		go func() {
			defer close(job.done)
			job.chart, _ = flame.NewDiff(ctx, c, w, o) // an error is told when it is asked for
		}()
	}
	if d := &a.wish.display.Compare; d.Way != screen.AsDifference {
		start(d.Width, a.flameOptions(a.wish.place.Span))
		return
	}
	other := *a
	compared := *a.Compared
	other.Compared = &compared
	spans := other.scales()
	for i, w := range [2]compare.Width{SideBase: compare.ByBase, sideNew: compare.ByNew} {
		o := a.flameOptions(spans[i])
		o.ByName = true
		start(w, o)
	}
}

// stopAhead ends laying out ahead; what is asked for then is laid out when it is.
func (a *answer) stopAhead() {
	if a != nil && a.kept.endAhead != nil {
		a.kept.endAhead()
	}
}

// aheadOf is a flame graph that was laid out ahead, for which it waits if need be;
// nil where there is none.
func (a *answer) aheadOf(ctx context.Context, w compare.Width, o flame.Options) *flame.Chart {
	job := a.kept.ahead[w]
	if job == nil || !sameOptions(job.options, o) {
		return nil
	}
	select {
	case <-job.done:
		return job.chart
	case <-ctx.Done():
		return nil
	}
}

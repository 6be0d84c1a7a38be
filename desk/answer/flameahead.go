package answer

import (
	"context"

	"profstation/desk/screen"
	"profstation/flame"
	"profstation/model/compare"
)

// FlameAhead is a flame graph of a comparison that is laid out before anybody has
// asked for it: that of the way to look which is not shown. Of large profiles it
// takes longer than a switch may.
type FlameAhead struct {
	Options flame.Options
	Done    chan struct{}
	Chart   *flame.Chart // nil: there is none, as after an end before its time
}

// LookAhead starts to lay out what another way of looking shows, once for each
// question.
func (a *Answer) LookAhead() {
	if a.Compared == nil || a.Chart == nil || a.Kept.Ahead != nil {
		return
	}
	a.Kept.Ahead = map[compare.Width]*FlameAhead{}
	ctx, cancel := context.WithCancel(context.Background())
	a.Kept.EndAhead = cancel
	start := func(w compare.Width, o flame.Options) {
		if f := a.Kept.Flames[w]; f.Chart != nil && sameOptions(f.Chart.Options, o) {
			return
		}
		job := &FlameAhead{Options: o, Done: make(chan struct{})}
		a.Kept.Ahead[w] = job
		c := a.Compared.Comparison
		go func() {
			defer close(job.Done)
			job.Chart, _ = flame.NewDiff(ctx, c, w, o) // an error is told when it is asked for
		}()
	}
	if d := &a.Request.Display.Compare; d.Way != screen.AsDifference {
		start(d.Width, a.flameOptions(a.Request.Place.Span))
		return
	}
	other := *a
	compared := *a.Compared
	other.Compared = &compared
	spans := other.Scales()
	for i, w := range [2]compare.Width{screen.BaseSide: compare.ByBase, screen.NewSide: compare.ByNew} {
		o := a.flameOptions(spans[i])
		o.ByName = true
		start(w, o)
	}
}

// StopAhead ends laying out ahead; what is asked for then is laid out when it is.
func (a *Answer) StopAhead() {
	if a != nil && a.Kept.EndAhead != nil {
		a.Kept.EndAhead()
	}
}

// aheadOf is a flame graph that was laid out ahead, for which it waits if need be;
// nil where there is none.
func (a *Answer) aheadOf(ctx context.Context, w compare.Width, o flame.Options) *flame.Chart {
	job := a.Kept.Ahead[w]
	if job == nil || !sameOptions(job.Options, o) {
		return nil
	}
	select {
	case <-job.Done:
		return job.Chart
	case <-ctx.Done():
		return nil
	}
}

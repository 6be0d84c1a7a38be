package answer

import (
	"context"

	"profstation/desk/screen"
	"profstation/flame"
	"profstation/model/compare"
)

// Ahead is the flame graphs of a comparison that are laid out before anybody has
// asked for them. The other way of looking shows them. Of large profiles they take
// longer than a switch may.
type Ahead struct {
	ctx    context.Context
	end    context.CancelFunc
	flames map[compare.Width]*aheadFlame
}

type aheadFlame struct {
	key   chartKey
	done  chan struct{}
	chart *flame.Chart // nil if it was ended before its time
}

// LookAhead starts to lay out what another way of looking shows, once for each
// question.
func (a *Answer) LookAhead() {
	if a.Compared == nil || a.Chart == nil || a.Ahead != nil {
		return
	}
	a.Ahead = &Ahead{flames: map[compare.Width]*aheadFlame{}}
	a.Ahead.ctx, a.Ahead.end = context.WithCancel(context.Background())
	start := func(w compare.Width, o flame.Options) {
		c := a.Compared.Comparison
		job := &aheadFlame{key: chartKeyOf(c, o), done: make(chan struct{})}
		if f := a.flameBy(w); f.chart.made && f.chart.key == job.key {
			return
		}
		a.Ahead.flames[w] = job
		go func(ctx context.Context) {
			defer close(job.done)
			job.chart, _ = flame.NewDiff(ctx, c, w, o) // an error shows when somebody asks for it
		}(a.Ahead.ctx)
	}
	if d := &a.Request.Display.Compare; d.Way != screen.AsDifference {
		start(d.Width, a.ComparedFlame(true))
		return
	}
	for i, o := range a.ComparedFlames(true) {
		start(SideWidths[i], o)
	}
}

// Stop ends laying out ahead. Whoever asks for a picture then waits for it.
func (h *Ahead) Stop() {
	if h != nil {
		h.end()
	}
}

// Stopped reports whether laying out has been ended.
func (h *Ahead) Stopped() bool { return h.ctx.Err() != nil }

// StopAhead ends laying out ahead what the answer may need.
func (a *Answer) StopAhead() {
	if a != nil {
		a.Ahead.Stop()
	}
}

// Replace says that an answer takes the place of an older one: what was begun for
// the older one alone ends.
func (a *Answer) Replace(old *Answer) {
	if old != nil && old.Ahead != a.Ahead {
		old.StopAhead()
	}
}

// wait is a flame graph that was laid out ahead, for which it waits if need be; nil
// if there is none.
func (h *Ahead) wait(ctx context.Context, w compare.Width, key chartKey) *flame.Chart {
	if h == nil || h.flames[w] == nil || h.flames[w].key != key {
		return nil
	}
	select {
	case <-h.flames[w].done:
		return h.flames[w].chart
	case <-ctx.Done():
		return nil
	}
}

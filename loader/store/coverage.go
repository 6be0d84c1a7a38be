package store

import (
	"context"
	"sync"
	"time"
)

// A merged profile does not say of which profiles it is the sum: of all minutes that were asked for, or of two. The
// curve of the same question does, for it has a point for each step that has profiles.

const (
	coverageStep  = 15 * time.Second // agents send a profile every 10 to 15 s: with less, some steps would have none by chance
	coverageParts = 240              // of a longer time

	coveragePatience = 5 * time.Second // after the profile itself has come
)

// covering asks what a question covers, while the profile itself is asked for.
type covering struct {
	cancel context.CancelFunc
	asking sync.WaitGroup
	answer chan time.Duration // has room for one
}

func (c *Client) beginCovered(ctx context.Context, q Question) *covering {
	ctx, cancel := context.WithCancel(ctx)
	a := &covering{cancel: cancel, answer: make(chan time.Duration, 1)}
	if q.ofRequest() { // a curve is of all requests
		a.answer <- 0
		return a
	}
	a.asking.Go(func() { a.answer <- c.covered(ctx, q) })
	return a
}

// wait waits a little for the answer: a profile is shown without it, too.
func (a *covering) wait() time.Duration {
	enough := time.NewTimer(coveragePatience)
	defer enough.Stop()
	select {
	case covered := <-a.answer:
		return covered
	case <-enough.C:
		return 0
	}
}

func (a *covering) stop() {
	a.cancel()
	a.asking.Wait()
}

// covered is about how much of the time of a question has profiles; 0 if the store does not say. A step that has one
// may have it for a part of the step alone. What goes wrong here is said by the question for the profile itself.
func (c *Client) covered(ctx context.Context, q Question) time.Duration {
	whole := time.Duration(q.Until.at-q.From.at) * time.Millisecond
	q = q.parts(min(max(1, int64(whole/coverageStep)), coverageParts))
	curves, err := list(ctx, c, c.speaks.totals(q, nil), c.speaks.curvesOf)
	if err != nil {
		return 0
	}
	from, until := q.Interval(time.Time{})
	steps := map[int64]bool{}
	for _, curve := range curves {
		for _, p := range curve.Points {
			// An engine names a step by its beginning, which may lie before the time, and another by its end.
			// Where Parca keeps moments, each curve has the times of its own profiles.
			if at := p.Time.Sub(from) + q.Step; p.Value > 0 && at > 0 && !p.Time.After(until) {
				steps[int64(at/q.Step)] = true
			}
		}
	}
	if all := int(whole / q.Step); len(steps) >= all {
		return whole // steps are of whole milliseconds, and leave some over
	}
	return time.Duration(len(steps)) * q.Step
}

// parts is the question in so many steps, for [protocol.totals].
func (q Question) parts(n int64) Question {
	q.Step = max(time.Duration((q.Until.at-q.From.at)/n)*time.Millisecond, time.Millisecond)
	return q
}

package profilestore

import (
	"context"
	"sync"
	"time"
)

// A merged profile does not say how many profiles it sums up: it may have some for every minute asked for, or only
// for two minutes. The curve for the same question says it, because it has a point for each step with profiles.

const (
	coverageStep  = 15 * time.Second // agents send one profile every 10 to 15 s; shorter steps would miss some
	coverageParts = 240              // steps in a longer time

	coveragePatience = 5 * time.Second // after the profile itself has come
)

// covering asks how much time a question covers, while the profile itself is asked for.
type covering struct {
	cancel context.CancelFunc
	asking sync.WaitGroup
	answer chan time.Duration // has room for one
}

func (c *Client) beginCovered(ctx context.Context, q Question) *covering {
	ctx, cancel := context.WithCancel(ctx)
	a := &covering{cancel: cancel, answer: make(chan time.Duration, 1)}
	if q.ofRequest() { // a curve is about all requests
		a.answer <- 0
		return a
	}
	a.asking.Go(func() { a.answer <- c.covered(ctx, q) })
	return a
}

// wait waits a little for the answer. Without it, the profile is shown all the same.
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

// covered returns about how much of the question's time has profiles, or 0 if the store does not say. A step with
// profiles may have them for only a part of it. Errors are ignored here: asking for the profile itself reports them.
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
			// One engine names a step by its beginning, which may lie before the time asked for, another by its end.
			// Where Parca keeps moments, each curve has the times of its own profiles.
			if at := p.Time.Sub(from) + q.Step; p.Value > 0 && at > 0 && !p.Time.After(until) {
				steps[int64(at/q.Step)] = true
			}
		}
	}
	if all := int(whole / q.Step); len(steps) >= all {
		return whole // steps have whole milliseconds, which leaves some time over
	}
	return time.Duration(len(steps)) * q.Step
}

// parts returns the question with n steps, for [protocol.totals].
func (q Question) parts(n int64) Question {
	q.Step = max(time.Duration((q.Until.at-q.From.at)/n)*time.Millisecond, time.Millisecond)
	return q
}

package loader

import (
	"context"
	"fmt"
	"time"
)

// tick is the shortest time between two progress reports.
const tick = 50 * time.Millisecond

// progress passes on how far the loading is, and whether it shall stop.
//
// Both halves of the work count in bytes of the input: reading (and
// unpacking) is the first half, decoding the second, so that the figure never
// runs backwards and ends at the total.
type progress struct {
	ctx   context.Context
	tell  func(done, total int64)
	input int64 // bytes of the input; 0: not known yet
	last  time.Time
}

func newProgress(ctx context.Context, tell func(done, total int64)) *progress {
	return &progress{ctx: ctx, tell: tell, last: time.Now()}
}

// cancelled returns the context's error, wrapped, once there is one.
func (p *progress) cancelled() error {
	if err := p.ctx.Err(); err != nil {
		return fmt.Errorf("loading stopped: %w", err)
	}
	return nil
}

// read tells that n bytes of the input were read so far.
func (p *progress) read(n int64) error {
	if p.input > 0 {
		n = min(n, p.input) / 2
	}
	return p.report(n)
}

// decoded tells which part of the unpacked bytes was decoded so far.
func (p *progress) decoded(done, total int) error {
	n := p.input
	if total > 0 {
		n = p.input/2 + int64(float64(p.input-p.input/2)*float64(done)/float64(total))
	}
	return p.report(n)
}

func (p *progress) report(done int64) error {
	if err := p.cancelled(); err != nil {
		return err
	}
	if p.tell == nil {
		return nil
	}
	if now := time.Now(); now.Sub(p.last) >= tick {
		p.last = now
		p.tell(done, p.input)
	}
	return nil
}

// finish tells that all is done.
func (p *progress) finish() {
	if p.tell != nil {
		p.tell(p.input, p.input)
	}
}

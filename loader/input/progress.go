package input

import (
	"context"
	"time"

	"profstation/model/lang"
)

// Tick is the shortest time between two progress reports.
const Tick = 50 * time.Millisecond

// Progress reports how far the loading is, and whether to stop. It belongs to the loading goroutine.
//
// Reading and unpacking is the first half of the work, decoding the second, so that the figure never
// runs backwards. For an input that a decoder reads by itself, decoding is all the work.
type Progress struct {
	Total int64  // bytes in the input; 0: not known yet
	Beat  func() // called with each report, if not nil

	ctx   context.Context
	post  func(done, total int64)
	begun int64 // bytes that count as done when decoding begins
	far   int64 // bytes read so far; reading may begin again
	last  time.Time
}

// NewProgress makes a Progress with a context. post may be nil.
func NewProgress(ctx context.Context, post func(done, total int64)) *Progress {
	return &Progress{ctx: ctx, post: post, last: time.Now()}
}

// Context returns the loading's context.
func (p *Progress) Context() context.Context { return p.ctx }

// Cancelled returns the context's error, wrapped, as soon as it has one.
func (p *Progress) Cancelled() error {
	if err := p.ctx.Err(); err != nil {
		return lang.Error("loading stopped: {{.Cause}}", lang.With{"Cause": err})
	}
	return nil
}

// Within does work that cannot be stopped, such as a library's. When the context ends, it returns
// Cancelled's result at once, and the work ends later by itself.
func (p *Progress) Within(work func()) error {
	type end struct{ panicked any }
	done := make(chan end, 1)
	go func() {
		var e end
		defer func() { done <- e }()
		defer func() { e.panicked = recover() }()
		work()
	}()
	select {
	case <-p.ctx.Done():
		return p.Cancelled()
	case e := <-done:
		if e.panicked != nil {
			panic(e.panicked)
		}
		return p.Cancelled()
	}
}

func (p *Progress) read(n int64) error {
	p.far = max(p.far, n)
	n = p.far
	if p.Total > 0 {
		n = min(n, p.Total) / 2
	}
	p.report(n)
	return p.Cancelled()
}

// Decoded reports how many of the unpacked bytes were decoded, and returns Cancelled's result.
func (p *Progress) Decoded(done, total int) error {
	p.Report(done, total)
	return p.Cancelled()
}

// Report is Decoded for callers that do not stop here.
func (p *Progress) Report(done, total int) {
	n := p.Total
	if total > 0 {
		n = p.begun + int64(float64(p.Total-p.begun)*float64(done)/float64(total))
	}
	p.report(n)
}

func (p *Progress) report(done int64) {
	if now := time.Now(); now.Sub(p.last) >= Tick {
		p.last = now
		p.pass(done)
	}
}

func (p *Progress) pass(done int64) {
	if p.post != nil {
		p.post(done, p.Total)
	}
	if p.Beat != nil {
		p.Beat()
	}
}

// Finish reports that everything is done.
func (p *Progress) Finish() { p.pass(p.Total) }

package large

import (
	"sync"
	"time"
)

// kind is a kind of page.
type kind int

const (
	largePages kind = iota
	smallPages
	kinds
)

// other returns the other kind.
func (k kind) other() kind { return 1 - k }

// pace knows how long the system takes for page bytes in pages of each kind, and chooses the quicker one. Large pages
// are, if the system has some at hand. But on a virtual machine whose host provides memory only when it is first
// touched, small ones, which the system often keeps from before, may take a sixth of the time. Neither lasts, so the
// other kind is tried now and then.
type pace struct {
	mu    sync.Mutex
	took  [kinds]time.Duration // recently, on average; 0: not known
	since int                  // how many were made since the other kind was tried
	wait  int                  // how many are made before that happens again
}

// It is tried after so many, and more rarely while the same kind stays the quicker one.
const firstWait, rarer = 8, 4

// next returns the kind to make next.
func (p *pace) next() kind {
	p.mu.Lock()
	defer p.mu.Unlock()
	for k := range kinds {
		if p.took[k] == 0 {
			return k
		}
	}
	if p.since++; p.since > p.wait {
		p.since, p.wait = 0, rarer*p.wait
		return p.quicker().other()
	}
	return p.quicker()
}

// quicker returns the kind that takes less time: large pages if that is not known.
func (p *pace) quicker() kind {
	if p.took[smallPages] < p.took[largePages] && p.took[smallPages] > 0 {
		return smallPages
	}
	return largePages
}

// made takes note of how long page bytes took.
func (p *pace) made(k kind, took time.Duration) {
	const least = 20 * time.Microsecond // nothing clears so much so quickly: the pages were there already
	if took < least {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	before := p.quicker()
	if p.took[k] == 0 {
		p.took[k] = took
	}
	p.took[k] = (3*p.took[k] + took) / 4
	if p.wait == 0 || p.quicker() != before {
		p.since, p.wait = 0, firstWait
	}
}

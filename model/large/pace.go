package large

import (
	"sync"
	"time"
)

// kind is large or small.
type kind int

const (
	largePages kind = iota
	smallPages
	kinds
)

// other returns the other kind.
func (k kind) other() kind { return 1 - k }

// pace knows how long the system takes for page bytes in pages of each kind, and chooses. Large ones are ten times as
// quick, if the system has some at hand. But a host that takes unused memory back from a virtual machine provides it only
// when it is first touched: then they may take as long as small ones, or longer. Neither lasts, so where large ones are
// slow, the other kind is tried now and then. Small ones must be twice as quick to be chosen, as tables in large pages are
// also quicker to use.
type pace struct {
	mu    sync.Mutex
	took  [kinds]time.Duration // recently, on average; 0: not known
	since int                  // how many were made since the other kind was tried
	wait  int                  // how many are made before that happens again
}

// The other kind is tried after so many, and more rarely while the same kind stays the better one.
const firstWait, rarer = 8, 4

// quick is how long a large page may take without small ones being tried: 512 have to be made instead.
const quick = 300 * time.Microsecond

// next returns the kind to make next.
func (p *pace) next() kind {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.took[largePages] < quick {
		return largePages // also if it is not known
	}
	if p.took[smallPages] == 0 {
		return smallPages
	}
	if p.since++; p.since > p.wait {
		p.since, p.wait = 0, rarer*p.wait
		return p.better().other()
	}
	return p.better()
}

// better returns the kind to make, as far as is known: large pages if nothing is.
func (p *pace) better() kind {
	if s := p.took[smallPages]; s > 0 && 2*s < p.took[largePages] {
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
	before := p.better()
	if p.took[k] == 0 {
		p.took[k] = took
	}
	p.took[k] = (3*p.took[k] + took) / 4
	if p.wait == 0 || p.better() != before {
		p.since, p.wait = 0, firstWait
	}
}

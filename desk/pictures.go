package desk

import (
	"time"

	"profstation/desk/job"
)

// pictures decides when a desk's state is shown.
type pictures struct {
	desk      *Desk
	preparing job.Slot    // the answer for the visible tab
	late      bool        // content changed while an answer was prepared: prepare again after it
	last      time.Time   // when the state was shown
	soon      *time.Timer // fires when it is shown again; nil if that is not planned
}

// pause is the time between two pictures if something changes by itself.
const pause = 50 * time.Millisecond

// publishSoon shows the present state, or if a state was shown a moment ago, the state in a moment. It waits
// because reading thousands of files changes a line for each, and a picture takes milliseconds.
func (p *pictures) publishSoon() {
	switch left := pause - time.Since(p.last); {
	case p.soon != nil:
	case left <= 0:
		p.desk.Publish()
	default:
		p.soon = time.AfterFunc(left, func() {
			p.desk.Post(func() {
				p.soon = nil
				p.desk.Publish()
			})
		})
	}
}

func (p *pictures) stop() {
	if p.soon != nil {
		p.soon.Stop()
	}
}

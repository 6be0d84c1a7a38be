package surface

import (
	"time"
)

// Delay runs a function once a hand has come to rest, or at once when somebody wants it settled. The
// zero value waits for nothing. It belongs to the UI goroutine.
type Delay struct {
	timer *time.Timer
	run   func() // nil: nothing is pending
}

// Start runs f after a time, in place of what is pending. post runs a function on the UI goroutine.
func (d *Delay) Start(after time.Duration, post func(func()), f func()) {
	d.Stop()
	d.run = f
	var timer *time.Timer
	timer = time.AfterFunc(after, func() {
		post(func() {
			if d.timer == timer {
				d.Settle()
			}
		})
	})
	d.timer = timer
}

// Stop forgets what is pending.
func (d *Delay) Stop() {
	if d.timer != nil {
		d.timer.Stop()
	}
	d.timer, d.run = nil, nil
}

// Settle runs at once what is pending.
func (d *Delay) Settle() {
	f := d.run
	d.Stop()
	if f != nil {
		f()
	}
}

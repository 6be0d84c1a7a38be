package surface

import (
	"testing"
	"time"

	"profstation/internal/viewtest"
)

func TestDelay(t *testing.T) {
	posts := viewtest.NewPosts()
	post := posts.Post
	var d Delay
	runs := 0
	d.Settle() // nothing is pending
	d.Start(time.Hour, post, func() { runs++ })
	d.Settle()
	d.Settle()
	if runs != 1 {
		t.Errorf("settling twice runs it %d times", runs)
	}
	d.Start(0, post, func() { runs += 10 })
	posts.Run(t)
	if runs != 11 {
		t.Errorf("after its time the sum is %d", runs)
	}
	// A timer that has run out already means nothing once another was started.
	d.Start(0, post, func() { runs += 100 })
	late := posts.Next(t)
	d.Start(time.Hour, post, func() { runs += 1000 })
	if late(); runs != 11 {
		t.Errorf("an older delay ran: %d", runs)
	}
	d.Stop()
	if d.Settle(); runs != 11 {
		t.Errorf("what was stopped ran: %d", runs)
	}
}

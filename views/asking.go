package views

import "sync"

// asking answers questions beside the window, one at a time. One that waits when another comes is
// never answered: whoever types a name asks at each letter, and for a large recording each answer takes
// a moment.
type asking struct {
	mu   sync.Mutex
	busy bool
	next func() // nil: none waits
}

func (a *asking) ask(answer func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.busy {
		a.next = answer
		return
	}
	a.busy = true
	go a.run(answer)
}

func (a *asking) run(answer func()) {
	for answer != nil {
		answer()
		a.mu.Lock()
		answer, a.next = a.next, nil
		a.busy = answer != nil
		a.mu.Unlock()
	}
}

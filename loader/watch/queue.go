package watch

import (
	"context"
	"sync"
)

// queue hands events to the user from one goroutine, in order, so that a slow user never keeps the
// watcher from draining the kernel's own queue. Few events hold a file: see undelivered.
type queue struct {
	mu     sync.Mutex
	events []Event
	wake   chan struct{} // has room for one
	files  chan struct{} // one for each delivered event with a file
}

func newQueue() *queue {
	return &queue{wake: make(chan struct{}, 1), files: make(chan struct{}, undelivered)}
}

func (q *queue) push(e Event) {
	q.mu.Lock()
	q.events = append(q.events, e)
	q.mu.Unlock()
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

func (q *queue) run(ctx context.Context, post func(Event)) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-q.wake:
		}
		q.mu.Lock()
		events := q.events
		q.events = nil
		q.mu.Unlock()
		for i := range events {
			if ctx.Err() != nil {
				return
			}
			post(events[i])
			loaded := events[i].File != nil
			events[i] = Event{}
			if loaded {
				q.files <- struct{}{}
			}
		}
	}
}

package profilestore

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"profstation/loader"
	"profstation/loader/watch"
	"profstation/model"
)

// holding is a store whose answers come when they are let through.
type holding struct {
	opened map[string]int // how often each address was asked for
	asked  chan string
	let    chan struct{}
}

func (h *holding) Open(ctx context.Context, address string, _ loader.Options) (*loader.File, error) {
	h.asked <- address
	select {
	case <-h.let:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return &loader.File{Path: address, Profile: &model.Profile{}}, nil
}

// Each of very many steps is asked for once: the first alone, so that its picture waits for nothing else, and
// then a few at a time, of which no more are held however slowly they are taken.
func TestStepsHeld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const steps = 240
		h := &holding{map[string]int{}, make(chan string, steps), make(chan struct{}, steps)}
		var paths []string
		taking, taken := make(chan struct{}), 0
		w, err := Watch(fmt.Sprintf("pyroscope+http://h?type=cpu&from=2026-11-24T12:00:00Z&until=2026-11-24T%d:00:00Z&step=1m", 12+steps/60),
			func() loader.Options { return loader.Options{Remote: h} },
			func(e watch.Event) {
				switch e.Kind {
				case watch.Listed:
					for _, entry := range e.Entries {
						paths = append(paths, entry.Path)
					}
				case watch.Found:
					<-taking
					taken++
				}
			})
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		open := func() int { // how many steps were asked for, when nothing more happens by itself
			synctest.Wait()
			for len(h.asked) > 0 {
				h.opened[<-h.asked]++
			}
			return len(h.opened)
		}
		open()
		w.Want(paths...)
		w.Want(paths[:10]...)
		if n := open(); n != 1 {
			t.Errorf("%d steps are asked for before there is one", n)
		}
		for range steps {
			h.let <- struct{}{}
		}
		for i := range steps {
			if n := open(); n > i+readers {
				t.Fatalf("%d steps were asked for, of which %d are taken", n, i)
			}
			taking <- struct{}{}
		}
		if open(); len(h.opened) != steps || taken != steps {
			t.Errorf("%d steps, %d asked for, %d taken", len(paths), len(h.opened), taken)
		}
		for address, times := range h.opened {
			if times != 1 {
				t.Errorf("%s was asked for %d times", address, times)
			}
		}
	})
}

// A profile does not wait for long for what it covers, and ends that question then.
func TestCoveringHeld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		a := &covering{cancel: cancel, answer: make(chan time.Duration, 1)}
		a.asking.Go(func() { <-ctx.Done() })
		if got := a.wait(); got != 0 {
			t.Errorf("nothing came, and %s are covered", got)
		}
		if a.stop(); ctx.Err() == nil {
			t.Error("the question goes on")
		}
		a.answer <- time.Minute
		if got := a.wait(); got != time.Minute {
			t.Errorf("%s are covered", got)
		}
	})
}

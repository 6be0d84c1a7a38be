package profilestore

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"profstation/loader"
	"profstation/loader/address"
	"profstation/loader/watch"
)

// Watcher follows a question with steps the way package watch follows a folder: the steps are its files, named
// by their addresses without credentials. Steps that exist at the start are asked for when somebody wants
// them, later ones when they end. Its methods may be called from any goroutine.
type Watcher struct {
	cancel  context.CancelFunc
	running sync.WaitGroup
	wake    chan struct{} // has room for one

	mu     sync.Mutex
	wanted []string // the last one comes first
}

// readers is how many steps are asked for at a time once one can be shown; until then the first has the
// network and the processors for itself. settled is how long after its end a new step is asked for: profiles
// reach a store some seconds after they were recorded.
const (
	readers = 2
	settled = 15 * time.Second
)

// Watch begins to follow the steps in an address. load returns how to load a step; it must have a
// [loader.Remote]. post is called from one goroutine until the watcher is closed.
func Watch(text string, load func() loader.Options, post func(watch.Event)) (*Watcher, error) {
	q, _, err := Parse(text)
	if err != nil {
		return nil, err
	}
	now := time.Now()
	if q.Until.Relative() {
		now = now.Add(-settled)
	}
	steps, err := q.Steps(now)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	w := &Watcher{cancel: cancel, wake: make(chan struct{}, 1)}
	w.running.Go(func() { w.run(ctx, q, steps, load, post) })
	return w, nil
}

// Close ends the watching. post must not call it, and is not called after it returns.
func (w *Watcher) Close() {
	w.cancel()
	w.running.Wait()
}

// Want asks for steps before all others.
func (w *Watcher) Want(paths ...string) {
	w.mu.Lock()
	w.wanted = slices.Concat(paths, w.wanted)
	w.mu.Unlock()
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

func (w *Watcher) next() (path string, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.wanted) == 0 {
		return "", false
	}
	path, w.wanted = w.wanted[0], w.wanted[1:]
	return path, true
}

func (w *Watcher) run(ctx context.Context, q Question, steps []Question, load func() loader.Options, post func(watch.Event)) {
	path := address.Public(q.String())
	known := map[string]Question{} // not asked for yet
	list := func(steps []Question) (paths []string) {
		e := watch.Event{Kind: watch.Listed, Path: path}
		for _, s := range steps {
			known[s.String()] = s
			paths = append(paths, s.String())
			e.Entries = append(e.Entries, watch.Entry{Path: s.String(), ModTime: s.Until.Time(time.Time{})})
		}
		post(e)
		return paths
	}
	list(steps)
	post(watch.Event{Kind: watch.Ready, Path: path})
	last := steps[len(steps)-1].Until
	answers, asked, atOnce := make(chan watch.Event), 0, 1
	timer := time.NewTimer(q.untilNext(last, time.Now()))
	defer timer.Stop()
	for ctx.Err() == nil {
		for asked < atOnce {
			p, ok := w.next()
			if !ok {
				break
			}
			s, new := known[p]
			if !new {
				continue
			}
			delete(known, p)
			asked++
			go func() {
				e := fetched(ctx, s, load())
				select {
				case answers <- e:
				case <-ctx.Done():
				}
			}()
		}
		select {
		case <-ctx.Done():
			return
		case <-w.wake:
		case e := <-answers:
			asked--
			if ctx.Err() == nil {
				post(e)
			}
			if e.Kind == watch.Found {
				atOnce = readers
			}
		case now := <-timer.C:
			if more := q.after(last, now); len(more) > 0 {
				last = more[len(more)-1].Until
				w.Want(list(more)...)
			}
			timer.Reset(q.untilNext(last, now))
		}
	}
}

// after returns the steps since the end of the last one that can be asked for now.
func (q Question) after(last Moment, now time.Time) []Question {
	q.From = last
	if q = q.At(now.Add(-settled)); q.From.at >= q.Until.at {
		return nil
	}
	q.From.at = max(q.From.at, q.Until.at-maxSteps*q.Step.Milliseconds()) // after a long sleep only the latest ones
	more, _ := q.Steps(now)
	return more
}

// untilNext returns how long it takes until the next step can be asked for. If the question has a fixed end,
// that is for ever.
func (q Question) untilNext(last Moment, now time.Time) time.Duration {
	if !q.Until.Relative() {
		return 1<<63 - 1
	}
	return max(time.Second, last.Time(now).Add(q.Step+q.Until.ago+settled).Sub(now))
}

// fetched asks for a step and returns the result as an event about a file.
func fetched(ctx context.Context, q Question, load loader.Options) watch.Event {
	e := watch.Event{Kind: watch.Found, Path: q.String(), ModTime: q.Until.Time(time.Time{})}
	load.Progress = nil
	f, err := loader.Open(ctx, q.String(), load)
	switch {
	case errors.Is(err, loader.ErrEmpty):
		e.Kind = watch.Ignored
	case err != nil:
		e.Kind, e.Err = watch.Broken, err
	default:
		e.File, e.Size = f, f.Size
	}
	return e
}

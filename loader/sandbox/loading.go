package sandbox

import (
	"context"
	"os"
	"sync/atomic"
	"time"

	"profstation/loader"
	"profstation/loader/input"
)

// loading is one loading, seen from the program's side.
type loading struct {
	w        *worker
	o        loader.Options
	patience time.Duration
	late     atomic.Bool // there was no progress for as long as the patience
}

func (l *loading) limits() input.Limits { return l.o.Limits.OrDefault() }

// run asks the process, passes on its reports and returns its last answer.
func (l *loading) run(ctx context.Context, name string, r *os.File) (last answer, err error) {
	defer context.AfterFunc(ctx, l.w.Kill)()
	watch := time.AfterFunc(l.patience, func() {
		l.late.Store(true)
		l.w.Kill()
	})
	defer watch.Stop()
	q := request{Name: name, Limits: l.limits(), OnlyProfiles: l.o.OnlyProfiles, AllFrames: l.o.AllFrames, Partial: l.o.Partial != nil}
	if err := l.w.ask(&q, r); err != nil {
		return answer{}, err
	}
	furthest := int64(-1)
	for {
		a, err := l.w.next(q.Limits)
		if err != nil || a.File != nil || a.Failure != nil {
			return a, err
		}
		if a.Scratch {
			if err := l.w.give(l.o.MakeScratch); err != nil {
				return answer{}, err
			}
			watch.Reset(l.patience)
			continue
		}
		if a.Done > furthest || a.Partial != nil {
			furthest = max(furthest, a.Done)
			watch.Reset(l.patience)
		}
		l.report(a)
	}
}

func (l *loading) report(a answer) {
	switch {
	case a.Partial != nil:
		if l.o.Partial != nil {
			l.o.Partial(a.Partial)
		}
	default:
		if l.o.Progress != nil {
			l.o.Progress(a.Done, a.Total)
		}
		if l.o.Events != nil && a.Events > 0 {
			l.o.Events(a.Events)
		}
	}
}

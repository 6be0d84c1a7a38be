package main

import (
	"context"
	"errors"
	"time"
)

// stopWorks measure how long the long works go on after they were stopped.
var stopWorks = stopping(openProfile, callTree, joining, layoutGraph, openTrace, prepareAll)

func stopping(names ...string) (all []work) {
	for _, group := range [][]work{profileWorks, manyWorks, traceWorks} {
		for _, w := range group {
			for _, name := range names {
				if w.name == name {
					all = append(all, work{name: "stop: " + name, of: w.of, prepare: w.prepare, stops: true})
				}
			}
		}
	}
	return all
}

// stopped runs a work to its end, and then stops it at several moments. It returns the longest time
// that it went on for after that.
func stopped(ctx context.Context, w *work, in given) (longest time.Duration, err error) {
	do, err := w.prepare(ctx, in)
	if err != nil {
		return 0, err
	}
	start := time.Now()
	if err := do(ctx); err != nil {
		return 0, err
	}
	whole, times := time.Since(start), 0
	for _, at := range []float64{0.1, 0.3, 0.5, 0.7, 0.9} {
		if do, err = w.prepare(ctx, in); err != nil {
			return 0, err
		}
		ctx, stop := context.WithCancel(ctx)
		began := make(chan time.Time, 1)
		timer := time.AfterFunc(time.Duration(at*float64(whole)), func() {
			began <- time.Now()
			stop()
		})
		err := do(ctx)
		ended := time.Now()
		if timer.Stop(); err != nil {
			if !errors.Is(err, context.Canceled) {
				stop()
				return 0, err
			}
			times++
			longest = max(longest, ended.Sub(<-began))
		}
		stop()
	}
	if times == 0 {
		return 0, errors.New("it had ended whenever it was to be stopped")
	}
	return longest, nil
}

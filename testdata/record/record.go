package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"runtime/trace"
	"time"
)

// record writes one file of each kind to the directory, in an order in which
// none disturbs the others.
func record(ctx context.Context, w *world, o options) error {
	if err := os.MkdirAll(o.dir, 0o777); err != nil {
		return err
	}
	w.load.set(0, 12)
	pause(ctx, o.duration/10) // until connections are open and caches are warm

	steps := []struct {
		file string
		make func(context.Context, *world, options, io.Writer) error
	}{
		{"cpu.pprof", cpuProfile},
		{"heap.pprof", lookup("heap", 0)},
		{"allocs.pprof", lookup("allocs", 0)},
		{"block.pprof", lookup("block", 0)},
		{"mutex.pprof", lookup("mutex", 0)},
		{"goroutine.pprof", lookup("goroutine", 0)},
		{"goroutine.debug1.txt", lookup("goroutine", 1)},
		{"goroutine.debug2.txt", lookup("goroutine", 2)},
		{"goroutineleak.pprof", lookup("goroutineleak", 0)},
		{"goroutineleak.debug1.txt", lookup("goroutineleak", 1)},
		{"goroutineleak.debug2.txt", lookup("goroutineleak", 2)},
		{"threadcreate.pprof", lookup("threadcreate", 0)},
		{"delta-heap.pprof", delta("heap")},
		{"delta-allocs.pprof", delta("allocs")},
		{"trace.trace", traced},
	}
	for _, step := range steps {
		var b bytes.Buffer
		switch err := step.make(ctx, w, o, &b); {
		case errors.Is(err, errUnknown): // Go 1.26 finds leaks only if built with that experiment
			continue
		case err != nil:
			return fmt.Errorf("record %s: %w", step.file, err)
		}
		if err := cmp.Or(ctx.Err(), w.load.failure()); err != nil {
			return err
		}
		data, err := withoutPath(b.Bytes())
		if err != nil {
			return fmt.Errorf("record %s: %w", step.file, err)
		}
		if err := os.WriteFile(filepath.Join(o.dir, step.file), data, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// pause waits for d or the end of ctx.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

func cpuProfile(ctx context.Context, _ *world, o options, out io.Writer) error {
	if err := pprof.StartCPUProfile(out); err != nil {
		return err
	}
	pause(ctx, o.duration)
	pprof.StopCPUProfile()
	return nil
}

func lookup(name string, debug int) func(context.Context, *world, options, io.Writer) error {
	return func(_ context.Context, _ *world, _ options, out io.Writer) error {
		p := pprof.Lookup(name)
		if p == nil {
			return errUnknown
		}
		if name == "heap" {
			runtime.GC() // the heap profile shows the state after the last collection
		}
		return p.WriteTo(out, debug)
	}
}

var errUnknown = errors.New("the runtime has no such profile")

// delta asks net/http/pprof for the change within one second. Meanwhile it drops what the catalog's cache held
// before: less memory is in use in some places, which gives negative values.
func delta(name string) func(context.Context, *world, options, io.Writer) error {
	return func(ctx context.Context, w *world, o options, out io.Writer) error {
		w.load.set(2*time.Millisecond, 12)
		held := ballast()
		runtime.GC()
		runtime.GC()
		runtime.KeepAlive(held)
		go func() {
			pause(ctx, 300*time.Millisecond)
			w.shop.Catalog.Forget()
			runtime.GC()
			runtime.GC()
		}()
		answer := httptest.NewRecorder()
		http.DefaultServeMux.ServeHTTP(answer, httptest.NewRequestWithContext(ctx, "GET", "/debug/pprof/"+name+"?seconds=1", nil))
		if answer.Code != http.StatusOK {
			return fmt.Errorf("net/http/pprof says %d: %s", answer.Code, answer.Body)
		}
		_, err := io.Copy(out, answer.Body)
		return err
	}
}

// ballast is memory that is in use when a difference begins and gone when it
// ends, no matter what the heap profile happens to sample.
func ballast() [][]byte {
	var held [][]byte
	for range 64 {
		held = append(held, make([]byte, 128<<10))
	}
	return held
}

// traced records a trace that includes the CPU profile's samples. A few customers take their
// time: about 100 kB a second, and several generations.
func traced(ctx context.Context, w *world, o options, out io.Writer) error {
	w.load.set(60*time.Millisecond, 6)
	pause(ctx, 100*time.Millisecond)
	if err := pprof.StartCPUProfile(io.Discard); err != nil {
		return err
	}
	defer pprof.StopCPUProfile()
	if err := trace.Start(out); err != nil {
		return err
	}
	pause(ctx, o.traceDuration)
	trace.Stop()
	return nil
}

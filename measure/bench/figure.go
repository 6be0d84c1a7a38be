package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"profstation/app/ballast"
)

// figure is what was measured for a work.
type figure struct {
	Wall      time.Duration
	Used      usage
	Peak      int64 // the most bytes that the process had in memory; 0: not known
	Allocated int64 // bytes that Go allocated, whether or not they were freed; 0: not known
}

// usage is what a process used, with all its threads. What was not measured is 0.
type usage struct {
	User, System time.Duration // CPU time
	Faults       int64         // page faults: how often the system had to provide memory
}

func (u usage) cpu() time.Duration { return u.User + u.System }

// since returns what was used since before.
func (u usage) since(before usage) usage {
	return usage{u.User - before.User, u.System - before.System, u.Faults - before.Faults}
}

// measureHere measures a work in this process. The heap of our works is prepared as the program's is.
func measureHere(ctx context.Context, name string, in given) (f figure, err error) {
	w := named(name)
	if w == nil || w.prepare == nil {
		return f, fmt.Errorf("there is no work %q to measure in a process", name)
	}
	if w.stops {
		f.Wall, err = stopped(ctx, w, in)
		return f, err
	}
	if w.theirs {
		ballast.Drop()
	}
	do, err := w.prepare(ctx, in)
	if err != nil {
		return f, err
	}
	debug.FreeOSMemory() // frees what the preparation left
	resetPeak()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	used, start := spent(), time.Now()
	err = do(ctx)
	f.Wall, f.Used, f.Peak = time.Since(start), spent().since(used), peak()
	runtime.ReadMemStats(&after)
	f.Allocated = int64(after.TotalAlloc - before.TotalAlloc)
	return f, err
}

// measureApart starts this program again to measure a work.
func measureApart(ctx context.Context, w *work, in given) (f figure, err error) {
	self, err := os.Executable()
	if err != nil {
		return f, err
	}
	cmd := exec.CommandContext(ctx, self,
		append([]string{"-program", in.program, "-n", fmt.Sprint(in.n), "-measure", w.name, "--"}, in.files...)...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return f, because(err, errs.String())
	}
	return f, json.Unmarshal(out, &f)
}

// measureProcess measures a process from its start to its end, or until its pages are answered.
func measureProcess(ctx context.Context, w *work, t tools, in given) (f figure, err error) {
	if w.pages != nil {
		if in.address, err = freeAddress(); err != nil {
			return f, err
		}
	}
	ctx, end := context.WithCancel(ctx)
	defer end()
	cmd := w.command(ctx, t, in)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return f, err
	}
	if w.pages == nil {
		err = cmd.Wait()
		f.Wall = time.Since(start)
	} else {
		ended := make(chan bool)
		go func() {
			cmd.Wait()
			end()
			close(ended)
		}()
		err = answered(ctx, in.address, w.pages)
		f.Wall = time.Since(start)
		end()
		<-ended
	}
	if err != nil {
		return f, because(err, errs.String())
	}
	f.Used, f.Peak = usageOf(cmd.ProcessState)
	return f, nil
}

// because returns a process's error together with its output.
func because(err error, wrote string) error {
	if _, why, ok := strings.Cut(wrote, prefix); ok { // a process running this program
		wrote = why
	}
	if wrote = strings.TrimSpace(wrote); wrote == "" {
		return err
	}
	return errors.New(wrote)
}

// median returns the median for each quantity.
func median(all []figure) figure {
	return figure{
		Wall: middle(all, func(f figure) time.Duration { return f.Wall }),
		Used: usage{
			User:   middle(all, func(f figure) time.Duration { return f.Used.User }),
			System: middle(all, func(f figure) time.Duration { return f.Used.System }),
			Faults: middle(all, func(f figure) int64 { return f.Used.Faults }),
		},
		Peak:      middle(all, func(f figure) int64 { return f.Peak }),
		Allocated: middle(all, func(f figure) int64 { return f.Allocated }),
	}
}

func middle[N ~int64](all []figure, of func(figure) N) N {
	var sorted []N
	for _, f := range all {
		sorted = append(sorted, of(f))
	}
	slices.Sort(sorted)
	return sorted[len(sorted)/2]
}

// findTools finds the measured programs. Running them through the go command would add a process each time.
func findTools(ctx context.Context, program string) (t tools, err error) {
	if t.profstation, err = filepath.Abs(program); err != nil {
		return t, err
	}
	if _, err = os.Stat(t.profstation); err != nil {
		return t, fmt.Errorf("%w; make build makes it", err)
	}
	for name, path := range map[string]*string{"pprof": &t.pprof, "trace": &t.trace} {
		exec.CommandContext(ctx, "go", "tool", name, "-h").Run() // builds it, if it is not there yet
		out, err := exec.CommandContext(ctx, "go", "tool", "-n", name).Output()
		if err != nil {
			return t, fmt.Errorf("go tool %s: %w", name, err)
		}
		*path = strings.TrimSpace(string(out))
	}
	return t, nil
}

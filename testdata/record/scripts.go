package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"runtime/trace"
	"sync"
	"time"

	"profstation/testdata/record/synthetic"
)

// writeScripts writes files with names in every script to a folder: two profiles, the second from a slower
// program, their source, and a trace.
func writeScripts(ctx context.Context, dir string) error {
	for _, s := range synthetic.Scripts {
		file := filepath.Join(dir, "shop", filepath.FromSlash(s.File))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(s.Source()), 0o666); err != nil {
			return err
		}
	}
	for name, slow := range map[string]bool{"scripts.pprof": false, "scripts-slow.pprof": true} {
		if err := writeProfile(filepath.Join(dir, name), synthetic.InScripts(slow)); err != nil {
			return err
		}
	}
	return traceScripts(ctx, filepath.Join(dir, "scripts.trace"))
}

// traceScripts writes a trace whose tasks, regions and logs have names in every script. So have functions, as far as
// Go allows such identifiers.
func traceScripts(ctx context.Context, path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := trace.Start(f); err != nil {
		f.Close()
		return err
	}
	var begun, group sync.WaitGroup
	for i, s := range synthetic.Scripts {
		begun.Add(1)
		group.Add(1)
		go scripted[i%len(scripted)]()
		shifts <- &shift{s, sync.OnceFunc(begun.Done), &group}
	}
	begun.Wait() // on a busy machine some start late
	pause(ctx, 50*time.Millisecond)
	trace.Stop()
	group.Wait()
	if err := f.Close(); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

// shifts passes shifts to new goroutines. With arguments, the stacks would begin with a function made by the compiler.
var shifts = make(chan *shift)

// scripted are the functions with which the trace's goroutines begin.
var scripted = []func(){计算价格, 価格をけいさんする, 가격계산, حساب_السعر, חישוב_מחיר, ราคา, गणन, вычислитьЦену}

func 计算价格()          { (<-shifts).work() }
func 価格をけいさんする()     { (<-shifts).work() }
func 가격계산()          { (<-shifts).work() }
func حساب_السعر()    { (<-shifts).work() }
func חישוב_מחיר()    { (<-shifts).work() }
func ราคา()          { (<-shifts).work() }
func गणन()           { (<-shifts).work() }
func вычислитьЦену() { (<-shifts).work() }

// shift is one goroutine in the trace.
type shift struct {
	synthetic.Script
	begun func() // is called after each task
	group *sync.WaitGroup
}

// work does one task after another, each with nested regions, as long as the trace is recorded.
func (s *shift) work() {
	defer s.group.Done()
	pprof.Do(context.Background(), pprof.Labels("endpoint", s.Endpoint), func(ctx context.Context) {
		for trace.IsEnabled() {
			ctx, task := trace.NewTask(ctx, s.Endpoint)
			trace.WithRegion(ctx, s.Functions[0], func() {
				pause(ctx, time.Millisecond)
				trace.WithRegion(ctx, s.Functions[1], func() {
					trace.Log(ctx, s.Package, s.Comment)
					for n := range 50 {
						runtime.KeepAlive(work(n))
					}
					pause(ctx, 3*time.Millisecond)
				})
			})
			task.End()
			s.begun()
		}
	})
}

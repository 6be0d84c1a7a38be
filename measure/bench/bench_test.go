package main

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"profstation/internal/golden"
)

const recordings = "../../testdata/"

// small is an input of each kind.
var small = map[string]given{
	"profile":             {files: []string{recordings + "cpu.pprof"}},
	"profile with labels": {files: []string{recordings + "cpu.pprof"}},
	"pair":                {files: []string{recordings + "cpu.pprof", recordings + "cpu-slow.pprof"}},
	"recordings":          {files: []string{recordings + "cpu.pprof", recordings + "cpu-slow.pprof"}},
	"series":              {files: []string{recordings + "cpu.pprof"}, n: 3},
	"call graph":          {files: []string{recordings + "cpu.pprof"}, n: 5},
	"dump":                {files: []string{recordings + "goroutine.debug2.txt"}},
	"trace":               {files: []string{recordings + "trace.trace"}},
}

// TestWorks does each work once. Those that need other programs are only prepared.
func TestWorks(t *testing.T) {
	for _, w := range works {
		if w.prepare == nil || w.stops {
			continue
		}
		t.Run(w.name, func(t *testing.T) {
			in := small[w.of]
			if w.of == "call graph" {
				if g, err := boxes(t.Context(), in); err != nil || len(g.Nodes) == 0 {
					t.Errorf("no graph: %v", err)
				}
				return
			}
			f, err := measureHere(t.Context(), w.name, in)
			if err != nil {
				t.Fatal(err)
			}
			if f.Wall <= 0 || f.Allocated <= 0 {
				t.Errorf("measured %+v", f)
			}
		})
	}
}

// A work that is stopped, and not the one that ends by itself, tells how long that took.
func TestStopped(t *testing.T) {
	prepare := func(do task) func(context.Context, given) (task, error) {
		return func(context.Context, given) (task, error) { return do, nil }
	}
	first := true
	endless := func(ctx context.Context) error {
		if first {
			first = false
			return nil
		}
		<-ctx.Done()
		return ctx.Err()
	}
	if longest, err := stopped(t.Context(), &work{prepare: prepare(endless)}, given{}); err != nil || longest <= 0 {
		t.Errorf("%v, %v", longest, err)
	}
	if _, err := stopped(t.Context(), &work{prepare: prepare(func(context.Context) error { return nil })}, given{}); err == nil {
		t.Error("what was never stopped has a figure")
	}
}

// TestTable holds that each work has a name of its own and an input, and is compared with works of the same input.
func TestTable(t *testing.T) {
	all := inputs()
	if len(works) < 30 {
		t.Fatalf("only %d works", len(works))
	}
	for i, w := range works {
		if named(w.name) != &works[i] {
			t.Errorf("%s is there twice", w.name)
		}
		if !slices.ContainsFunc(all, func(in *source) bool { return in.name == w.of }) {
			t.Errorf("%s is of %s, which nothing makes", w.name, w.of)
		}
		for _, name := range w.against {
			if other := named(name); other == nil || other.of != w.of {
				t.Errorf("%s is compared with %s", w.name, name)
			}
		}
		if (w.prepare == nil) == (w.command == nil) || w.pages != nil && w.command == nil {
			t.Errorf("%s is to be measured in two ways, or in none", w.name)
		}
	}
}

// TestSheet compares a sheet with what it was.
func TestSheet(t *testing.T) {
	of := func(ms ...int) (all []figure) {
		for _, n := range ms {
			d := time.Duration(n) * time.Millisecond
			all = append(all, figure{Wall: d, Used: usage{d, d / 2, int64(n) * 10}, Peak: int64(n) << 20, Allocated: int64(n) << 10})
		}
		return all
	}
	steady := &source{name: "profile", unit: "stacks", counts: [3]int{1000, 4000, 16000}, bytes: [3]int64{1 << 10, 1 << 12, 1 << 14}}
	odd := &source{name: "trace", unit: "ms", recorded: true, counts: [3]int{1, 4, 16}, bytes: [3]int64{100, 200, 1200}}
	late := context.DeadlineExceeded
	s := &sheet{
		inputs: []*source{steady, odd},
		rows: []*row{
			{work: &work{name: "ours", of: "profile", against: []string{"theirs", "missing"}}, figures: [3][]figure{of(3, 1, 2), of(8, 8, 9), of(1000, 40, 60)}},
			{work: &work{name: "theirs", of: "profile"}, figures: [3][]figure{of(4), of(32)}, fault: [3]error{2: late}},
			{work: &work{name: "missing", of: "profile"}, fault: [3]error{errors.New("it is not installed"), errors.New("it is not installed"), errors.New("it is not installed")}},
			{work: &work{name: "recorded", of: "trace"}, figures: [3][]figure{of(10), of(20), of(120)}},
			{work: &work{name: "stop", of: "trace", stops: true}, figures: [3][]figure{{{Wall: 90 * time.Microsecond}}, {{Wall: 0}}, {{Wall: time.Second}}}},
		},
	}
	var b strings.Builder
	s.tables(&b)
	golden.Check(t, "sheet.md", b.String())
}

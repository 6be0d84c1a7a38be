// Misuse records a trace of a program that makes mistakes with its regions, tasks and logs: each by its number, or all
// one after the other. All functions are there since Go 1.21, so that traces of each format can be recorded.
//
//	go run ./loader/trace/testdata/misuse > loader/trace/testdata/misuse-1.26.trace
//	GOTOOLCHAIN=go1.21.13 go build …                              and so on, for misuse-1.21.trace
//	go run ./loader/trace/testdata/misuse 3                       the fourth mistake alone
package main

import (
	"context"
	"log"
	"os"
	"runtime"
	"runtime/trace"
	"strconv"
)

func main() {
	runtime.GOMAXPROCS(2)
	early := trace.StartRegion(context.Background(), "before any trace")
	if err := trace.Start(os.Stdout); err != nil {
		log.Fatal(err)
	}
	early.End()
	all := mistakes
	if len(os.Args) > 1 {
		i, err := strconv.Atoi(os.Args[1])
		if err != nil || i < 0 || i >= len(all) {
			log.Fatalf("there are %d mistakes", len(all))
		}
		all = all[i : i+1]
	}
	for _, mistake := range all {
		request(mistake)
	}
	trace.Stop()
}

// request makes a mistake on a goroutine of its own, within a task, and goes on as if nothing had been.
func request(mistake func(ctx context.Context)) {
	done := make(chan bool)
	go func() {
		defer close(done)
		ctx, task := trace.NewTask(context.Background(), "request")
		defer task.End()
		trace.WithRegion(ctx, "handle", func() { mistake(ctx) })
		trace.WithRegion(ctx, "answer", func() { trace.Log(ctx, "state", "answered") })
	}()
	<-done
}

var mistakes = []func(ctx context.Context){
	neverEnded, crossed, byCallback, byLateCallback, twice, taskTwice, behindTask, ofOtherTask, byMany, ofDeadGoroutine, nameless,
}

func neverEnded(ctx context.Context) {
	trace.StartRegion(ctx, "never ended")
	trace.Log(ctx, "state", "left")
}

func crossed(ctx context.Context) {
	a := trace.StartRegion(ctx, "first")
	b := trace.StartRegion(ctx, "second")
	a.End()
	trace.WithRegion(ctx, "between", func() {})
	b.End()
}

// apart runs a function on another goroutine and waits for it.
func apart(f func()) {
	done := make(chan bool)
	go func() {
		f()
		close(done)
	}()
	<-done
}

func byCallback(ctx context.Context) {
	r := trace.StartRegion(ctx, "ended by a callback")
	apart(r.End)
}

func byLateCallback(ctx context.Context) {
	around := trace.StartRegion(ctx, "around")
	r := trace.StartRegion(ctx, "ended late by a callback")
	around.End()
	apart(r.End)
}

func twice(ctx context.Context) {
	a := trace.StartRegion(ctx, "ended twice")
	a.End()
	a.End()
}

func taskTwice(ctx context.Context) {
	_, task := trace.NewTask(ctx, "ended twice")
	task.End()
	apart(task.End)
}

// behindTask uses a task that has ended.
func behindTask(ctx context.Context) {
	ctx, task := trace.NewTask(ctx, "ended early")
	r := trace.StartRegion(ctx, "longer than its task")
	task.End()
	trace.Log(ctx, "state", "behind its task")
	r.End()
	trace.WithRegion(ctx, "behind its task", func() {})
}

// ofOtherTask ends regions that have the same type and other tasks in another order.
func ofOtherTask(ctx context.Context) {
	inner, task := trace.NewTask(ctx, "other")
	a := trace.StartRegion(ctx, "same type")
	b := trace.StartRegion(inner, "same type")
	a.End()
	b.End()
	task.End()
}

// byMany has callbacks end what two goroutines began: nobody can say which ended which.
func byMany(ctx context.Context) {
	ends := make(chan func(), 2)
	for range [2]int{} {
		apart(func() { ends <- trace.StartRegion(ctx, "of two goroutines").End })
	}
	apart(<-ends)
	apart(<-ends)
}

func ofDeadGoroutine(ctx context.Context) {
	apart(func() { trace.StartRegion(ctx, "of a goroutine that ends") })
	done := make(chan bool)
	go func() {
		defer close(done)
		trace.StartRegion(ctx, "of a goroutine that exits")
		runtime.Goexit()
	}()
	<-done
}

// nameless has no names, or such as one does not expect.
func nameless(ctx context.Context) {
	ctx, task := trace.NewTask(ctx, "")
	trace.StartRegion(ctx, "")
	trace.Log(ctx, "", "")
	trace.Log(ctx, "lines\nand\x00\xff", "\x1b[31m“red”")
	r := trace.StartRegion(ctx, "lines\nand\x00\xff")
	task.End()
	trace.StartRegion(ctx, "lines\nand\x00\xff").End()
	trace.StartRegion(context.Background(), "no task").End()
	r.End()
}

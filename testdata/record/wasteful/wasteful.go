// Package wasteful wastes time and goroutines in ways that stand out, and records that.
package wasteful

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"reflect"
	"regexp"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// waste is work that wastes time in one way, and which part of the recording it gets.
type waste struct {
	part int
	work func()
}

// wasteful are the programs whose CPU profiles stand out. Each is a recording in which every waste is beyond what a rule of
// ask/finding lets pass.
var wasteful = map[string][]waste{
	"memory.pprof": {{12, growSlices}, {12, growMaps}, {10, convert}, {10, box}, {16, copyValues}, {12, growStacks}},
	"uses.pprof":   {{40, reflected}, {20, tracing}, {40, profiling}},
	"locks.pprof":  {{60, foughtFor}, {40, handOver}},
	"calls.pprof":  {{6, compile}, {22, reflected}, {8, panicking}, {12, tracing}, {16, unbuffered}, {18, contended}, {18, handOver}},
}

var (
	kept    atomic.Pointer[any]
	keptMu  sync.Mutex
	ballast [][]*[64]byte
)

// Record makes the recordings, each with a name, and hands them to write. d is how long a CPU profile is.
func Record(ctx context.Context, d time.Duration, write func(name string, data []byte) error) error {
	defer debug.SetGCPercent(debug.SetGCPercent(25)) // so that much has to be marked
	for _, record := range []func(context.Context, func(string, []byte) error) error{
		recordMemory, recordCalm, recordTraces, // in this order: a profile of memory has all that was allocated before
	} {
		if err := record(ctx, write); err != nil {
			return err
		}
	}
	for name, all := range wasteful {
		ballast = nil
		if name == "memory.pprof" {
			for range 64 {
				ballast = append(ballast, pointers(1<<14))
			}
		}
		var b bytes.Buffer
		if err := pprof.StartCPUProfile(&b); err != nil {
			return err
		}
		for _, w := range all {
			w.run(ctx, d*time.Duration(w.part)/100)
		}
		pprof.StopCPUProfile()
		if err := cmp.Or(ctx.Err(), write(name, b.Bytes())); err != nil {
			return err
		}
	}
	data, err := ticking(ctx, d)
	if err := cmp.Or(err, write("ticks.pprof", data)); err != nil {
		return err
	}
	if data, err = queue(ctx); err != nil {
		return err
	}
	return write("goroutine.pprof", data)
}

// ticking returns a CPU profile of goroutines that wake up all the time to do nothing.
func ticking(ctx context.Context, d time.Duration) ([]byte, error) {
	var b bytes.Buffer
	var group sync.WaitGroup
	if err := pprof.StartCPUProfile(&b); err != nil {
		return nil, err
	}
	until := time.Now().Add(d)
	for range 32 {
		group.Go(func() {
			for time.Now().Before(until) && ctx.Err() == nil {
				time.Sleep(200 * time.Microsecond)
			}
		})
	}
	group.Wait()
	pprof.StopCPUProfile()
	return b.Bytes(), ctx.Err()
}

// run wastes time on all processors.
func (w waste) run(ctx context.Context, d time.Duration) {
	var group sync.WaitGroup
	until := time.Now().Add(d)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for time.Now().Before(until) && ctx.Err() == nil {
				w.work()
			}
		})
	}
	group.Wait()
}

// stuck finds the goroutines of a place in the text form of a profile that wait for a lock.
var stuck = regexp.MustCompile(`(?m)^(\d+) @[^\n]*\n(?:#[^\n]*\n)*?#[^\n]*lockSlow`)

// queue returns a profile of many goroutines that wait for one lock.
func queue(ctx context.Context) ([]byte, error) {
	const many = 1200
	var group sync.WaitGroup
	keptMu.Lock()
	for range many {
		group.Go(waitForLock)
	}
	var b bytes.Buffer
	for waiting := 0; waiting < many && ctx.Err() == nil; { // until all wait
		b.Reset()
		if err := pprof.Lookup("goroutine").WriteTo(&b, 1); err != nil {
			return nil, err
		}
		waiting = 0
		for _, found := range stuck.FindAllStringSubmatch(b.String(), -1) {
			n, _ := strconv.Atoi(found[1])
			waiting += n
		}
		runtime.Gosched()
	}
	b.Reset()
	err := cmp.Or(ctx.Err(), pprof.Lookup("goroutine").WriteTo(&b, 0))
	keptMu.Unlock()
	group.Wait()
	return b.Bytes(), err
}

func waitForLock() {
	keptMu.Lock()
	kept.Load()
	keptMu.Unlock()
}

func keep(x any) {
	keptMu.Lock()
	kept.Store(&x)
	keptMu.Unlock()
}

//go:noinline
func pointers(n int) []*[64]byte {
	all := make([]*[64]byte, n)
	for i := range all {
		all[i] = new([64]byte)
	}
	return all
}

func growSlices() {
	var all []*int
	for i := range 5000 {
		all = append(all, &i)
	}
	keep(all)
}

func growMaps() {
	all := map[int]int{}
	for i := range 5000 {
		all[i] = i
	}
	keep(all)
}

func convert() {
	text := strings.Repeat("x", 200)
	for range 2000 {
		b := []byte(text)
		b[0]++
		text = string(b)
	}
	keep(text)
}

func box() {
	var all [1000]any
	for i := range all {
		all[i] = i * 1000
	}
	keep(all[:])
}

func copyValues() {
	from, to := make([]byte, 1<<20), make([]byte, 1<<20)
	for range 400 {
		copy(to, from)
	}
	keep(to)
}

func growStacks() {
	var group sync.WaitGroup
	for range 50 {
		group.Go(func() { deep(400) })
	}
	group.Wait()
}

//go:noinline
func deep(n int) int {
	var room [256]byte
	if n == 0 {
		return 0
	}
	return deep(n-1) + int(room[n%len(room)])
}

func compile() { keep(regexp.MustCompile(`^/orders/([0-9]+)/(items|notes)$`)) }

type order struct{ Names []string }

var one, other = order{make([]string, 1000)}, order{make([]string, 1000)}

func reflected() { same.Store(reflect.DeepEqual(one, other)) }

var same atomic.Bool

var errExpected = errors.New("expected")

func panicking() {
	for range 100 {
		func() {
			defer func() { recover() }()
			panic(errExpected)
		}()
	}
}

func tracing() {
	var pcs [32]uintptr
	for range 100 {
		frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs[:])])
		for more := true; more; {
			_, more = frames.Next()
		}
	}
}

func unbuffered() {
	f, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	for range 1000 {
		f.WriteString("a line\n")
	}
}

func profiling() {
	if err := pprof.Lookup("goroutine").WriteTo(io.Discard, 0); err != nil {
		panic(err)
	}
}

func contended() {
	var group sync.WaitGroup
	var mu sync.Mutex
	sum := 0
	for range 8 {
		group.Go(func() {
			for range 500 {
				mu.Lock()
				sum++
				mu.Unlock()
			}
		})
	}
	group.Wait()
	keep(sum)
}

// foughtFor has goroutines wait for a lock whose owner does something else.
func foughtFor() { fight(&fightMu) }

var fightMu sync.Mutex

//go:noinline
func fight(mu *sync.Mutex) {
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 200 {
				mu.Lock()
				runtime.Gosched()
				mu.Unlock()
			}
		})
	}
	group.Wait()
}

func handOver() {
	from := make(chan int, 16)
	go func() {
		defer close(from)
		for i := range 2000 {
			from <- i
		}
	}()
	for n := range from {
		if n < 0 {
			return
		}
	}
}

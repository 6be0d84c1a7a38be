package wasteful

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"runtime"
	"runtime/pprof"
	"sync"
	"time"
)

// What is in use until the recordings are made.
var (
	table   [][]byte
	readers []*bufio.Reader
	growing [][]byte
)

// LastBytes and LastArray are written so that the compiler does not leave out what nobody uses.
var (
	LastBytes []byte
	LastArray *[16]byte
)

// A series has so many profiles, at such a distance.
const (
	profiles = 10
	distance = 100 * time.Millisecond
)

// recordMemory makes the recordings of memory, in an order in which each stands out beside those before.
func recordMemory(ctx context.Context, write func(name string, data []byte) error) error {
	defer func() { table, readers, growing = nil, nil, nil }()
	steps := []struct {
		file, profile string
		work          func()
	}{{"objects.pprof", "allocs", manyObjects}, {"lines.pprof", "allocs", oneLine}, {"held.pprof", "heap", hold}}
	for i := range profiles {
		steps = append(steps, struct {
			file, profile string
			work          func()
		}{fmt.Sprintf("growing%d.pprof", i+1), "heap", grow})
	}
	for _, step := range steps {
		step.work()
		data, err := profileOf(step.profile)
		if err != nil {
			return err
		}
		if err := write(step.file, data); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// profileOf returns a profile of the memory after a collection, while a CPU profile is recorded.
func profileOf(name string) ([]byte, error) {
	if err := pprof.StartCPUProfile(io.Discard); err != nil {
		return nil, err
	}
	defer pprof.StopCPUProfile()
	runtime.GC()
	runtime.GC()
	var b bytes.Buffer
	err := pprof.Lookup(name).WriteTo(&b, 0)
	return b.Bytes(), err
}

// manyObjects allocates most objects at one line, and most bytes at two others.
func manyObjects() {
	for range 600 {
		LastBytes = make([]byte, 16<<10)
		LastBytes = make([]byte, 16<<10)
		for range 300 {
			LastArray = new([16]byte)
		}
	}
}

// oneLine allocates nearly all bytes at one line, and holds what was allocated at another.
func oneLine() {
	for range 8000 {
		LastBytes = make([]byte, 16<<10)
	}
	for range 1000 {
		table = append(table, make([]byte, 8<<10))
	}
}

// hold keeps buffers that nobody uses, and what is left of many goroutines.
func hold() {
	table = nil
	for range 700 {
		readers = append(readers, bufio.NewReader(nil))
	}
	var group sync.WaitGroup
	stop := make(chan struct{})
	for range 5000 {
		group.Go(func() { <-stop })
	}
	close(stop)
	group.Wait()
}

// grow keeps more each time.
func grow() {
	time.Sleep(distance)
	for range 100 {
		growing = append(growing, make([]byte, 8<<10))
	}
}

package planted

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"runtime/pprof"
	"strings"
	"syscall"
)

// plants are the causes by name: each returns what must stay in use.
var plants = map[string]func(dir string) (any, error){
	"live": func(string) (any, error) {
		keep := fill(1 << 20)
		runtime.GC()
		return keep, nil
	},
	"garbage": func(string) (any, error) {
		runtime.GC()
		fill(1 << 20)
		return nil, nil
	},
	"limit": limited,
	"slots": func(string) (any, error) { // an eighth of all small objects stays, in every span
		var keep [][]byte
		for i, b := range fill(1 << 10) {
			if i%8 == 0 {
				keep = append(keep, b)
			}
		}
		runtime.GC()
		return keep, nil
	},
	"peak": func(string) (any, error) {
		fill(1 << 20)
		runtime.GC()
		return nil, nil
	},
	"map":        func(string) (any, error) { return emptied(), nil },
	"stacks":     func(string) (any, error) { return wait(3, 28_500), nil }, // of 32 MB each, nearly full
	"goroutines": func(string) (any, error) { return wait(12_000, 4), nil }, // of 8 kB each
	"outside":    func(string) (any, error) { return mapped(-1, syscall.MAP_ANON|syscall.MAP_PRIVATE) },
	"file":       file,
	"variables": func(string) (any, error) {
		touch(variable[:])
		return nil, nil
	},
	"malloc": func(string) (any, error) { return nil, leak(Size) },
}

// variable is memory of the program itself.
var variable [Size]byte

// Take takes memory for a cause, and writes to a folder what is known then: CAUSE.txt is the heap profile with debug=1, and
// beside it are .metrics, .smaps, .smaps_rollup and .status.
func Take(cause, dir string) error {
	plant := plants[cause]
	if plant == nil {
		return fmt.Errorf("memory: there is no cause %q", cause)
	}
	debug.SetGCPercent(-1) // collections come where they are asked for
	keep, err := plant(dir)
	if err != nil {
		return fmt.Errorf("memory for %s: %w", cause, err)
	}
	said, err := says()
	if err != nil {
		return err
	}
	runtime.KeepAlive(keep)
	for ending, data := range said {
		if err := os.WriteFile(filepath.Join(dir, cause+ending), data, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// says returns what the process and the system say, by the ending of a file's name.
func says() (map[string][]byte, error) {
	var heap, figures bytes.Buffer
	if err := pprof.Lookup("heap").WriteTo(&heap, 1); err != nil {
		return nil, err
	}
	var samples []metrics.Sample
	for _, d := range metrics.All() {
		if strings.HasPrefix(d.Name, "/memory/") || strings.HasPrefix(d.Name, "/gc/") && d.Kind == metrics.KindUint64 {
			samples = append(samples, metrics.Sample{Name: d.Name})
		}
	}
	values, said, err := moment(samples)
	if err != nil {
		return nil, err
	}
	if err := json.NewEncoder(&figures).Encode(values); err != nil {
		return nil, err
	}
	said[".txt"], said[".metrics"] = heap.Bytes(), figures.Bytes()
	return said, nil
}

// moment returns what the runtime and the system say at one moment: it asks both again if the runtime has given back much memory
// in between, as a memory limit makes it do in the background.
func moment(samples []metrics.Sample) (values map[string]uint64, said map[string][]byte, err error) {
	read := func() map[string]uint64 {
		metrics.Read(samples)
		values := map[string]uint64{}
		for _, s := range samples {
			values[s.Name] = s.Value.Uint64()
		}
		return values
	}
	const released, much = "/memory/classes/heap/released:bytes", 2 << 20
	for range 100 {
		values, said = read(), map[string][]byte{}
		for _, name := range []string{"smaps", "status", "smaps_rollup"} {
			data, err := os.ReadFile("/proc/self/" + name)
			if err != nil {
				return nil, nil, err
			}
			said["."+name] = data
		}
		if read()[released] < values[released]+much {
			return values, said, nil
		}
	}
	return nil, nil, errors.New("the runtime gives memory back all the time")
}

// touch makes memory resident.
func touch(b []byte) {
	for i := 0; i < len(b); i += os.Getpagesize() {
		b[i] = 1
	}
}

func fill(size int) (all [][]byte) {
	for range Size / size {
		b := make([]byte, size)
		touch(b)
		all = append(all, b)
	}
	return all
}

// limited makes garbage that only a memory limit makes the runtime collect. After the last collection it makes less than what
// starts the next, at seven tenths of its goal.
func limited(string) (any, error) {
	debug.SetMemoryLimit(Limit)
	var now runtime.MemStats
	for i := 0; now.NumGC < 3; i++ {
		if i == 100 {
			return nil, errors.New("the heap never came near the limit")
		}
		for range Size >> 22 {
			touch(make([]byte, 1<<20))
		}
		runtime.ReadMemStats(&now)
	}
	runtime.GC()
	for now.HeapAlloc = 0; now.HeapAlloc < Size*11/12; runtime.ReadMemStats(&now) {
		touch(make([]byte, 1<<20))
	}
	return nil, nil
}

// emptied returns a map that was large once. Its tables stay.
func emptied() map[int][96]byte {
	m := map[int][96]byte{}
	for i := range 650_000 {
		m[i] = [96]byte{}
	}
	for i := range 650_000 {
		delete(m, i)
	}
	debug.FreeOSMemory()
	return m
}

// wait starts goroutines that wait some calls deep, and returns what they wait for.
func wait(goroutines, calls int) chan bool {
	running, stop := make(chan bool), make(chan bool)
	for range goroutines {
		go func() { deep(running, stop, calls) }()
	}
	for range goroutines {
		<-running
	}
	debug.FreeOSMemory() // the smaller stacks before
	return stop
}

// deep needs a little more than 1 kB of stack for each call.
func deep(running, stop chan bool, calls int) byte {
	var room [1 << 10]byte
	if calls > 1 {
		return deep(running, stop, calls-1) + room[calls%len(room)]
	}
	running <- true
	<-stop
	return room[calls]
}

func mapped(fd, flags int) (any, error) {
	b, err := syscall.Mmap(fd, 0, Size, syscall.PROT_READ|syscall.PROT_WRITE, flags)
	if err == nil {
		touch(b)
	}
	return b, err
}

func file(dir string) (any, error) {
	f, err := os.Create(filepath.Join(dir, "mapped"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := f.Truncate(Size); err != nil {
		return nil, err
	}
	return mapped(int(f.Fd()), syscall.MAP_SHARED)
}

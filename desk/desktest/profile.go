package desktest

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/pprof/profile"
)

var monday = time.Date(2026, 11, 16, 9, 0, 0, 0, time.UTC)

// Minute is a time of writing, in minutes.
func Minute(n int) time.Time { return monday.Add(time.Duration(n) * time.Minute) }

// Write writes a profile whose sample types are type/unit. A stack is a text: names from root to
// leaf with commas between, and after a blank a value for all types. main.f@main.go:7 is a function that begins there.
func Write(t testing.TB, name string, types []string, stacks ...string) string {
	t.Helper()
	p := &profile.Profile{}
	for _, ty := range types {
		name, unit, _ := strings.Cut(ty, "/")
		p.SampleType = append(p.SampleType, &profile.ValueType{Type: name, Unit: unit})
	}
	locations := map[string]*profile.Location{}
	for _, s := range stacks {
		at := strings.LastIndexByte(s, ' ')
		value, err := strconv.ParseInt(s[at+1:], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		sample := &profile.Sample{}
		for i := range types {
			sample.Value = append(sample.Value, value*int64(i+1))
		}
		for _, name := range strings.Split(s[:at], ",") {
			loc := locations[name]
			if loc == nil {
				id := uint64(len(locations) + 1)
				name, place, _ := strings.Cut(name, "@")
				f := &profile.Function{ID: id, Name: name, SystemName: name, Filename: name + ".go"}
				if file, line, ok := strings.Cut(place, ":"); ok {
					f.Filename = file
					f.StartLine, _ = strconv.ParseInt(line, 10, 64)
				}
				loc = &profile.Location{ID: id, Address: id, Line: []profile.Line{{Function: f, Line: 1}}}
				locations[name] = loc
				p.Function = append(p.Function, f)
				p.Location = append(p.Location, loc)
			}
			sample.Location = append([]*profile.Location{loc}, sample.Location...)
		}
		p.Sample = append(p.Sample, sample)
	}
	path := name
	if !filepath.IsAbs(name) {
		path = filepath.Join(t.TempDir(), name)
	}
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := p.Write(f); err != nil {
		t.Fatal(err)
	}
	return path
}

var CpuTypes = []string{"samples/count", "cpu/nanoseconds"}

// WriteCPU writes the profile that most tests open: 100 samples, 200 ns.
func WriteCPU(t testing.TB) string {
	return Write(t, "cpu.pprof", CpuTypes,
		"main.main,main.serve,json.Marshal 50", "main.main,main.serve,json.Unmarshal 20", "main.main,main.log 20", "runtime.gc 10")
}

func WriteHeap(t testing.TB) string {
	return Write(t, "heap.pprof", []string{"inuse_objects/count", "inuse_space/bytes"},
		"main.main,main.serve,json.Marshal 7", "main.main,cache.fill 3")
}

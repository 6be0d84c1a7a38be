package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/google/pprof/profile"

	"profstation/testdata/record/synthetic"
)

// foreigners write a few samples from the CPU profile in other tools' formats, and what only another tool records.
var foreigners = []struct {
	name  string
	write func([]*profile.Sample) []byte
}{
	{"cpu.collapsed.txt", collapsed},
	{"cpu.perf.txt", perfScript},
	{"cpu.speedscope.json", speedscope},
	{"cpu.firefox.json", firefox},
	{"cpu.firefox.jslb", firefoxSlabs},
	{"cpu.cpuprofile", v8},
	{"heap.jemalloc.txt", jemalloc},
	{"references.pprof", func([]*profile.Sample) []byte { return references() }},
	{"cpu.otlp.json", func(s []*profile.Sample) []byte { return marshal(otlpOf(s).json()) }},
	{"cpu.otlp.pb", func(s []*profile.Sample) []byte { return otlpOf(s).wire() }},
}

// foreignSamples is how many samples each file has: few, because the files are not packed.
const foreignSamples = 40

func writeForeign(dir string) error {
	data, err := os.ReadFile(filepath.Join(dir, "cpu.pprof"))
	if err != nil {
		return err
	}
	p, err := profile.ParseData(data)
	if err != nil {
		return err
	}
	for _, f := range foreigners {
		if err := os.WriteFile(filepath.Join(dir, f.name), f.write(p.Sample[:foreignSamples]), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// references writes what goref found in the memory of a program.
func references() []byte {
	data, err := synthetic.References(synthetic.ShopHeld(0))
	if err != nil {
		panic(err) // only a writer that fails makes one
	}
	return data
}

// framesOf returns a sample's calls from the root to the leaf.
func framesOf(s *profile.Sample) []profile.Line {
	var frames []profile.Line
	for _, l := range s.Location {
		frames = append(frames, l.Line...)
	}
	slices.Reverse(frames)
	return frames
}

// collapsed writes what stackcollapse-go.pl makes: on each line a stack and its number of samples.
func collapsed(samples []*profile.Sample) []byte {
	var b bytes.Buffer
	for _, s := range samples {
		for i, l := range framesOf(s) {
			if i > 0 {
				b.WriteByte(';')
			}
			b.WriteString(l.Function.Name)
		}
		fmt.Fprintf(&b, " %d\n", s.Value[0])
	}
	return b.Bytes()
}

// perfScript writes what perf script prints for a recording by perf record -e cpu-clock -g, with samples
// from two threads, 10 ms apart.
func perfScript(samples []*profile.Sample) []byte {
	var b bytes.Buffer
	for i, s := range samples {
		fmt.Fprintf(&b, "record %d  1426.%06d:   10000000 cpu-clock: \n", 4001+i%2, 10_000*i)
		for _, l := range slices.Backward(framesOf(s)) {
			fmt.Fprintf(&b, "\t%16x %s+0x%x (/bin/record)\n", 0x400000+16*l.Line, l.Function.Name, l.Line-l.Function.StartLine)
		}
		fmt.Fprintln(&b)
	}
	return b.Bytes()
}

// marshal writes JSON.
func marshal(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // cannot happen with what is built here
	}
	return append(data, '\n')
}

type object = map[string]any

// speedscope writes two profiles: the samples, and events for functions that are entered and left, as if the
// samples came 10 ms apart.
func speedscope(samples []*profile.Sample) []byte {
	var frames, events []object
	index := map[profile.Line]int{}
	frame := func(l profile.Line) int {
		i, ok := index[l]
		if !ok {
			i = len(frames)
			index[l] = i
			frames = append(frames, object{"name": l.Function.Name, "file": l.Function.Filename, "line": l.Line})
		}
		return i
	}
	var stacks [][]int
	var weights []int64
	var open []int
	const apart = 10
	for i, s := range samples {
		var stack []int
		for _, l := range framesOf(s) {
			stack = append(stack, frame(l))
		}
		stacks, weights = append(stacks, stack), append(weights, s.Value[0])
		common := 0
		for common < min(len(stack), len(open)) && stack[common] == open[common] {
			common++
		}
		for _, f := range slices.Backward(open[common:]) {
			events = append(events, object{"type": "C", "at": apart * i, "frame": f})
		}
		for _, f := range stack[common:] {
			events = append(events, object{"type": "O", "at": apart * i, "frame": f})
		}
		open = stack
	}
	end := apart * len(samples)
	for _, f := range slices.Backward(open) {
		events = append(events, object{"type": "C", "at": end, "frame": f})
	}
	return marshal(object{
		"$schema": "https://www.speedscope.app/file-format-schema.json", "exporter": "record", "shared": object{"frames": frames},
		"profiles": []object{
			{"type": "sampled", "name": "samples", "unit": "none", "startValue": 0, "endValue": 0, "samples": stacks, "weights": weights},
			{"type": "evented", "name": "calls", "unit": "milliseconds", "startValue": 0, "endValue": end, "events": events},
		},
	})
}

// numbering numbers things in the order in which they first come.
type numbering[T comparable] struct {
	index map[T]int
	all   []T
}

func (n *numbering[T]) of(x T) int {
	i, ok := n.index[x]
	if !ok {
		if n.index == nil {
			n.index = map[T]int{}
		}
		i = len(n.all)
		n.index[x] = i
		n.all = append(n.all, x)
	}
	return i
}

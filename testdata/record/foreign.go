package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/google/pprof/profile"
)

// foreigners write a few samples of the CPU profile as other tools write theirs.
var foreigners = []struct {
	name  string
	write func([]*profile.Sample) []byte
}{
	{"cpu.collapsed.txt", collapsed},
	{"cpu.perf.txt", perfScript},
}

// foreignSamples is how many samples each of the files has: few, as they are not packed.
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

// framesOf are the calls of a sample from the root to the leaf.
func framesOf(s *profile.Sample) []profile.Line {
	var frames []profile.Line
	for _, l := range s.Location {
		frames = append(frames, l.Line...)
	}
	slices.Reverse(frames)
	return frames
}

// collapsed writes what stackcollapse-go.pl makes: a stack and its number of samples in a line.
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

// perfScript writes what perf script prints of a recording with perf record -e cpu-clock -g, with samples
// of two threads, 10 ms apart.
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

package main

import (
	"profstation/ask/finding"
	"profstation/measure/simulate"
	"profstation/model"
)

// standing looks for what stands out in recordings whose true shares are known.
var standing = section{
	title: "What stands out",
	about: "How often a rule speaks of a share that is truly a fifth below its threshold (it should in at most 5 %), a fifth above it, and\n" +
		"twice as large. Rules take samples of CPU time to vary 1.3 times as much as fair draws.",
	columns: []string{"a fifth below, found", "a fifth above, found", "twice as much, found"},
	rows: []row{
		stands("CPU, a share of 10 %, 500 samples", "gc", 0.1, cpuPart("runtime.gcBgMarkWorker", 500, 1.3)),
		stands("CPU, a share of 10 %, 2,000 samples", "gc", 0.1, cpuPart("runtime.gcBgMarkWorker", 2000, 1.3)),
		stands("CPU, a share of 10 %, 10,000 samples", "gc", 0.1, cpuPart("runtime.gcBgMarkWorker", 10_000, 1.3)),
		stands("CPU, a share of 10 %, 2,000 samples, dispersion 3", "gc", 0.1, cpuPart("runtime.gcBgMarkWorker", 2000, 3)),
		stands("CPU, a share of 3 %, 2,000 samples", "slices", 0.03, cpuPart("runtime.growslice", 2000, 1.3)),
		stands("CPU, a share of 3 %, 10,000 samples", "slices", 0.03, cpuPart("runtime.growslice", 10_000, 1.3)),
		stands("CPU, a share of 1 %, 10,000 samples", "regexp", 0.01, cpuPart("regexp.compile", 10_000, 1.3)),
		stands("allocations, a share of 10 %, 300 samples of small objects", "buffers", 0.1, heapPart("bytes.growSlice", 300, 1<<10)),
		stands("allocations, a share of 10 %, 3,000 samples of small objects", "buffers", 0.1, heapPart("bytes.growSlice", 3000, 1<<10)),
		stands("allocations, a share of 10 %, 300 large objects", "buffers", 0.1, heapPart("bytes.growSlice", 300, 1<<20)),
		stands("allocations, half at one line, 100 samples of small objects", "one-line", 0.5, heapPart(simulate.Name(0), 100, 1<<10)),
		stands("allocations, half at one line, 300 samples of small objects", "one-line", 0.5, heapPart(simulate.Name(0), 300, 1<<10)),
		stands("allocations, half at one line, 3,000 samples of small objects", "one-line", 0.5, heapPart(simulate.Name(0), 3000, 1<<10)),
	},
}

// part makes a recording in which something has a share.
type part func(s *simulation, share float64) *model.Profile

func cpuPart(function string, samples, dispersion float64) part {
	return func(s *simulation, share float64) *model.Profile {
		return simulate.Part{Function: function, Share: share}.CPU(s.Rand, samples, dispersion)
	}
}

func heapPart(function string, samples float64, size int64) part {
	return func(s *simulation, share float64) *model.Profile {
		return simulate.Part{Function: function, Share: share}.Heap(s.Rand, samples, size)
	}
}

func stands(name, rule string, threshold float64, record part) row {
	return row{name, func(s *simulation) (cells []string, err error) {
		for _, of := range []float64{0.8, 1.2, 2} {
			if threshold*of >= 1 {
				cells = append(cells, "–")
				continue
			}
			found := 0.0
			for range s.times {
				all, err := finding.In(s, finding.Subject{Profile: record(s, threshold*of)})
				if err != nil {
					return nil, err
				}
				for _, f := range all {
					if f.Rule == rule {
						found++
					}
				}
			}
			cells = append(cells, perCent(found/float64(s.times)))
		}
		return cells, nil
	}}
}

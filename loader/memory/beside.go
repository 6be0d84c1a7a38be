package memory

import (
	"profstation/loader/input"
	"profstation/model/memory"
)

// Endings of files that were recorded beside a heap profile: heap.smaps beside heap.pb.gz is of the same process at the
// same moment.
const (
	StatsEnding   = ".memstats" // the end of heap?debug=1
	VarsEnding    = ".vars"
	MetricsEnding = ".metrics"
	SmapsEnding   = ".smaps"
	RollupEnding  = ".smaps_rollup"
	StatusEnding  = ".status"
	GroupEnding   = ".memory." // and max, current or stat
)

var endings = []string{MetricsEnding, VarsEnding, StatsEnding, SmapsEnding, RollupEnding, StatusEnding, GroupEnding + "max", GroupEnding + "current", GroupEnding + "stat"}

// MostBeside is how much of such a file is read.
const MostBeside = 32 << 20

// Beside reads what was recorded beside a heap profile. left has a line for each file that is left out, and why.
func Beside(path string) (s *memory.Sources, left []string) {
	s = &memory.Sources{}
	for _, ending := range endings {
		out := input.Beside(path, ending, MostBeside, func(name string, data []byte) error { return Add(s, name, data) })
		if out != "" {
			left = append(left, out)
		}
	}
	return s, left
}

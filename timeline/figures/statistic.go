package figures

import (
	"profstation/model/trace"
	"profstation/timeline/analysis"
)

// Statistic is which figure of a group's goroutines a table shows.
type Statistic uint8

// The statistics.
const (
	Sum Statistic = iota
	Mean
	P50
	P90
	P99
	Max
)

var statisticNames = []string{Sum: "sum", Mean: "mean", P50: "p50", P90: "p90", P99: "p99", Max: "max"}

// String names the statistic.
func (s Statistic) String() string { return statisticNames[s] }

func (s Statistic) of(d *analysis.Distribution) trace.Time {
	switch s {
	case Mean:
		return trace.Time(d.Mean() + 0.5)
	case P50:
		return d.P50
	case P90:
		return d.P90
	case P99:
		return d.P99
	case Max:
		return d.Max
	}
	return d.Sum
}

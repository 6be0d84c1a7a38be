package command

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"profstation/ask/finding"
	"profstation/loader"
	"profstation/model/safe"
	"profstation/model/trace"
	"profstation/model/units"
)

// traceInfo is what `info --json` says about an execution trace.
type traceInfo struct {
	File            string   `json:"file"`
	Kind            string   `json:"kind"`   // trace
	Format          string   `json:"format"` // from its header, such as go 1.26
	Events          int64    `json:"events"` // as golang.org/x/exp/trace delivers them
	Generations     int      `json:"generations"`
	GenerationsLost int      `json:"generations_lost"`
	Goroutines      int      `json:"goroutines"`
	Procs           int      `json:"procs"` // all that are named, see firstPretended
	Threads         int      `json:"threads"`
	Tasks           int      `json:"tasks"`   // named in it
	Regions         int      `json:"regions"` // begin or end in it
	Logs            int      `json:"logs"`
	CPUSamples      int      `json:"cpu_samples"`
	Duration        int64    `json:"duration_ns"` // from the first event to the last
	Complete        bool     `json:"complete"`
	Warnings        []string `json:"warnings"`
}

func describeTrace(ctx context.Context, f *loader.File) (*traceInfo, error) {
	t := f.Trace
	caveats, err := finding.Lines(ctx, finding.Subject{Trace: t})
	if err != nil {
		return nil, err
	}
	i := &traceInfo{
		File: f.Name, Kind: "trace", Format: t.Format, Events: t.Events,
		Generations: len(t.Generations), GenerationsLost: t.Lost().Generations,
		Procs: len(t.Procs), Threads: len(t.Threads), Logs: len(t.Logs), CPUSamples: len(t.Samples),
		Duration: int64(t.End), Complete: t.Complete(), Warnings: append(append([]string{}, t.Warnings...), caveats...),
	}
	i.Goroutines, i.Tasks, i.Regions = t.GoroutinesSeen(), len(t.Tasks), len(t.Regions)
	return i, nil
}

// firstPretended is the first number that the format before Go 1.22 gives to Ps that do not
// exist: timers, the network and system calls wake goroutines on them
// (golang.org/x/exp/trace/internal/tracev1, FakeP).
const firstPretended = 1_000_000

func writeTraceCard(ctx context.Context, w io.Writer, f *loader.File) error {
	t := f.Trace
	i, err := describeTrace(ctx, f)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s: execution trace, %s\n", safe.Text(f.Name), i.Format)
	took := time.Duration(i.Duration)
	if took >= time.Millisecond {
		took = took.Round(time.Microsecond)
	}
	line := "  Duration: " + took.String()
	if !t.Wall.IsZero() {
		line += ", from " + t.Wall.UTC().Format(time.RFC3339Nano)
	}
	fmt.Fprintln(w, line)
	fmt.Fprintf(w, "  %s in %s", units.Plural(int(i.Events), "event"), units.Plural(i.Generations, "generation"))
	if i.GenerationsLost > 0 {
		fmt.Fprintf(w, ", %s lost", units.Count(int64(i.GenerationsLost)))
	}
	fmt.Fprintln(w)
	procs := units.Plural(i.Procs, "P")
	if n := trace.CountIf(t.Procs, func(p *trace.Proc) bool { return p.ID >= firstPretended }); n > 0 {
		procs += fmt.Sprintf(" (%d for timers, the network and system calls)", n)
	}
	fmt.Fprintf(w, "  %s, %s, %s\n", units.Plural(i.Goroutines, "goroutine"), procs, units.Plural(i.Threads, "thread"))
	var rest []string
	for _, part := range []struct {
		n    int
		noun string
	}{{i.Tasks, "task"}, {i.Regions, "region"}, {i.Logs, "log"}, {i.CPUSamples, "CPU sample"}} {
		if part.n > 0 {
			rest = append(rest, units.Plural(part.n, part.noun))
		}
	}
	if len(rest) > 0 {
		fmt.Fprintf(w, "  %s\n", strings.Join(rest, ", "))
	}
	for _, warning := range i.Warnings {
		fmt.Fprintf(w, "  Warning: %s\n", warning)
	}
	return nil
}

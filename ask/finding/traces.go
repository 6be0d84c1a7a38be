package finding

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/model/units"
	"profstation/origin/link"
	"profstation/timeline/analysis"
	"profstation/timeline/wording"
)

const (
	longWait  = trace.Time(10 * time.Millisecond) // after which the runtime takes a P from a goroutine
	longPause = trace.Time(time.Millisecond)
	manyWaits = 100 // how many waits a percentile needs
)

// addTrace makes a rule about traces known. It is not asked about a trace that is still being read.
func addTrace(name string, at looks, limit threshold, w words, find func(ctx context.Context, r *rule, t *trace.Trace) ([]Finding, error)) {
	r := &rule{name: name, looks: at, limit: limit, words: w}
	r.find = func(ctx context.Context, s *Subject) ([]Finding, error) {
		if !s.follows(at) || s.Trace.Partial || s.Trace.End <= 0 {
			return nil, nil
		}
		return find(ctx, s.limited(r), s.Trace)
	}
	add(*r)
}

// follows reports whether the subject is a trace at which a rule looks.
func (s *Subject) follows(at looks) bool {
	return s.Trace != nil && at.traces != nil && at.traces(s.Trace)
}

// limitedTraces have a limit of CPU time beside them. No file of Go's has one.
var limitedTraces = looks{
	text:   lang.Later("execution traces with the container's cpu.max beside them, such as run.cpu.max beside run.trace"),
	traces: func(t *trace.Trace) bool { return t.CPULimit.CPUs() > 0 },
}

func init() {
	addTrace("pauses", traces, threshold{text: lang.Later("1ms"), because: lang.Later("pauses of Go are usually far below"), link: guide + "#Latency"}, words{
		Found: lang.Later("the world was stopped for {{.Time}}: {{.Reason}}"),
		Why:   lang.Later("No goroutine runs during that time. A stop takes as long as the slowest goroutine needs to come to a halt."),
		Do:    lang.Later("Look at what runs on the other Ps at its beginning: loops without calls, system calls, and goroutine profiles of many goroutines make it long."),
		Wrong: lang.Later("The system gave the program no processor at that moment."),
	}, pauses)
	addTrace("waiting-for-p", traces, threshold{text: lang.Later("10ms"), because: lang.Later("after that the runtime takes the P from a goroutine that does not give it up"), link: source + "runtime/proc.go"}, words{
		Found: lang.Later("one in a hundred waits for a P takes {{.Time}} or longer"),
		Why:   lang.Later("These goroutines could run, and nobody lets them: that is added to the latency of what they do."),
		Do:    lang.Later("See on Scheduling which goroutines wait, and which run at that time. Give the process more CPU, or split or bound what computes for long."),
		Wrong: lang.Later("Work without a deadline that fills all Ps is meant to wait."),
	}, waitingForP)
	addTrace("assists-of-trace", traces, threshold{percent: 5, because: lang.Later("the guide to the collector names it for CPU profiles"), link: guide + "#Identifying_costs"}, words{
		Found: lang.Later("goroutines help the collector for {{.Share}} of the time of all Ps"),
		Why:   lang.Later("The program allocates faster than the collector can mark. Whoever allocates has to mark first, and waits: that shows in latencies."),
		Do:    lang.Later("See on GC which goroutines assist. Allocate less there, or raise GOGC. A GOMEMLIMIT that is almost reached does this, too."),
		Wrong: lang.Later("A short burst of allocations while everything else is idle."),
	}, assistsOfTrace)
	addTrace("gc-of-trace", traces, threshold{percent: 25, because: lang.Later("the share that the runtime gives the collector while it works"), link: guide + "#GOGC"}, words{
		Found: lang.Later("the collector works for {{.Share}} of the time of all Ps"),
		Why:   lang.Later("It works almost without a break, so the program pays for each byte that it allocates."),
		Do:    lang.Later("Allocate less: see the allocations profile by alloc_space. Or trade memory for time with GOGC and GOMEMLIMIT: GOGC=200 about halves it."),
		Wrong: lang.Later("Work of Ps that were idle otherwise is in this share."),
	}, gcOfTrace)
	addTrace("idle-ps", traces, threshold{percent: 5, because: ours}, words{
		Found: lang.Later("{{.Share}} of the time of all Ps was idle although goroutines waited for a P"),
		Why:   lang.Later("These goroutines could have run at once. A P runs them as soon as its thread does: the system woke it up late, or had no processor for it."),
		Do:    lang.Later("Compare GOMAXPROCS with the CPU that the process gets: the limit of its container, and what else runs on the machine. Let each wake-up do more: longer ticks, values in batches."),
		Wrong: lang.Later("A goroutine that is locked to a thread waits for this thread, even if Ps are idle."),
	}, idlePs)
	addTrace("gomaxprocs", limitedTraces, threshold{text: lang.Later("the CPU limit, rounded up, and 2 at least"), because: lang.Later("to that Go itself sets GOMAXPROCS since 1.25"), link: "https://go.dev/doc/go1.25#container-aware-gomaxprocs"}, words{
		Found: lang.Later("GOMAXPROCS is {{.Procs}}, but the container is limited to {{.CPUs}} CPUs"),
		Why:   lang.Later("When all Ps are busy, they use up the container's CPU time early in each period. Then the kernel stops all its threads until the next one: requests wait, and the garbage collector waits, too."),
		Do:    lang.Later("Find out who sets it. With Go 1.25 or later, and go 1.25 or later in go.mod, remove that: Go then follows the limit. With older ones set GOMAXPROCS to the limit, rounded up. Or raise the limit."),
		Wrong: lang.Later("A program that seldom uses all its CPUs does not reach the limit: then nr_throttled in the container's /sys/fs/cgroup/cpu.stat does not grow under load."),
	}, maxProcs)
}

// maxProcs compares GOMAXPROCS with a limit that stood beside the trace.
func maxProcs(_ context.Context, r *rule, t *trace.Trace) ([]Finding, error) {
	procs, limit := t.Metric(trace.GoMaxProcs), t.CPULimit.CPUs()
	if procs == nil || len(procs.Value) == 0 {
		return nil, nil
	}
	n := slices.Max(procs.Value)
	if float64(n) <= max(2, math.Ceil(limit)) {
		return nil, nil
	}
	f := r.finding(Worth, lang.With{"Procs": strconv.FormatUint(n, 10), "CPUs": strconv.FormatFloat(limit, 'g', 4, 64)})
	f.Figures = []model.Fact{
		{Name: "GOMAXPROCS", Text: strconv.FormatUint(n, 10)},
		{Name: lang.L("CPU limit"), Text: t.CPULimit.Text()},
		{Name: lang.L("used up"), Text: lang.L("after {{.Time}} of each {{.Period}}, if all Ps are busy", lang.With{
			"Time":   wording.Duration(trace.Time(float64(t.CPULimit.Quota) / float64(n))),
			"Period": wording.Duration(t.CPULimit.Period),
		})},
	}
	f.Place = link.Place{Tab: timelineTab}
	return []Finding{f}, nil
}

func pauses(_ context.Context, r *rule, t *trace.Trace) ([]Finding, error) {
	var longest trace.Stop
	n := 0
	for _, s := range t.Stops {
		reason := t.Strings.Raw(s.Reason)
		if s.End == trace.NoTime || s.End-s.Start < longPause || strings.HasPrefix(reason, "start trace") || strings.HasPrefix(reason, "stop trace") {
			continue
		}
		if n++; s.End-s.Start > longest.End-longest.Start {
			longest = s
		}
	}
	if n == 0 {
		return nil, nil
	}
	f := r.finding(Worth, lang.With{"Time": wording.Duration(longest.End - longest.Start), "Reason": t.Strings.Display(longest.Reason)})
	f.Figures = []model.Fact{
		{Name: lang.L("longest"), Text: wording.Duration(longest.End - longest.Start)},
		{Name: lang.L("stops of 1ms and more"), Text: units.Count(int64(n))},
	}
	f.Place = link.Place{Tab: timelineTab, Begin: int64(longest.Start), End: int64(longest.End)}
	return []Finding{f}, nil
}

func waitingForP(ctx context.Context, r *rule, t *trace.Trace) ([]Finding, error) {
	a := analysis.New(t)
	if long, err := analysis.LatencyReaches(ctx, a, trace.Interval{}, longWait); !long || err != nil {
		return nil, err
	}
	l, err := a.Latency(ctx, trace.Interval{}, 1)
	if err != nil || l.All.Count < manyWaits || l.All.P99 < longWait {
		return nil, err
	}
	f := r.finding(Worth, lang.With{"Time": wording.Duration(l.All.P99)})
	f.Figures = []model.Fact{
		{Name: "p50", Text: wording.Duration(l.All.P50)}, {Name: "p99", Text: wording.Duration(l.All.P99)},
		{Name: lang.L("longest"), Text: wording.Duration(l.All.Max)}, {Name: lang.L("waits"), Text: units.Count(l.All.Count)},
	}
	f.Place = link.Place{Tab: scheduling}
	return []Finding{f}, nil
}

func assistsOfTrace(ctx context.Context, r *rule, t *trace.Trace) ([]Finding, error) {
	c, err := analysis.New(t).GCCost(ctx, trace.Interval{})
	if err != nil {
		return nil, err
	}
	return r.ofProcs(c.Assist, c.Procs, gcTab), nil
}

func gcOfTrace(ctx context.Context, r *rule, t *trace.Trace) ([]Finding, error) {
	c, err := analysis.New(t).GCCost(ctx, trace.Interval{})
	if err != nil {
		return nil, err
	}
	return r.ofProcs(c.Workers+c.Assist, c.Procs, gcTab), nil
}

func idlePs(ctx context.Context, r *rule, t *trace.Trace) ([]Finding, error) {
	lost, of, err := analysis.LostTime(ctx, analysis.New(t))
	if err != nil {
		return nil, err
	}
	return r.ofProcs(lost, of, scheduling), nil
}

// ofProcs finds a share in what time all Ps had, which a tab shows.
func (r *rule) ofProcs(part, whole trace.Time, tab string) []Finding {
	share := units.Share(int64(part), int64(whole))
	if share < r.limit.percent {
		return nil
	}
	f := r.finding(Worth, lang.With{"Share": units.Percent(int64(part), int64(whole))})
	f.Share = share
	f.Figures = []model.Fact{{Name: lang.L("share"), Text: units.Percent(int64(part), int64(whole))},
		{Name: lang.L("amount"), Text: lang.L("{{.Part}} of {{.Whole}}", lang.With{"Part": wording.Duration(part), "Whole": wording.Duration(whole)})}}
	f.Figures = append(f.Figures, r.limit.cited()...)
	f.Place = link.Place{Tab: tab}
	return []Finding{f}
}

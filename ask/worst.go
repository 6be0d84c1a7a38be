package ask

import (
	"context"

	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/model/units"
	"profstation/timeline"
	"profstation/timeline/describe"
	"profstation/timeline/figures"
	"profstation/timeline/wording"
)

// Worst is one of the worst things in a trace, and where it is.
type Worst struct {
	Name, Text string
	Reveal     *Reveal // in the timeline; nil: Tab has it
	Select     *Moment
	Tab        Tab
}

// WorstOf returns the longest pause, the reason for which goroutines waited longest for each other, the longest task,
// what the collector took, and the longest wait for a P, as far as a trace has them. Its only error is the context's.
func WorstOf(ctx context.Context, s *figures.Source) (all []Worst, err error) {
	t := s.Trace
	pause := trace.Stop{}
	for _, stop := range t.Stops {
		if stop.End != trace.NoTime && stop.End-stop.Start > pause.End-pause.Start {
			pause = stop
		}
	}
	if long := pause.End - pause.Start; long > 0 {
		all = append(all, Worst{Name: lang.L("Longest pause"), Text: lang.L("{{.Time}}: {{.Reason}}", lang.With{
			"Time": wording.Duration(long), "Reason": t.Strings.Display(pause.Reason),
		}), Reveal: &Reveal{From: pause.Start, To: pause.End, Narrow: true}})
	}
	waits, err := s.Analysis.Waits(ctx, trace.Interval{})
	if err != nil {
		return nil, err
	}
	kinds := t.WaitKinds()
	for _, w := range waits {
		if kinds[w.Condition] != trace.SyncTime {
			continue
		}
		all = append(all, Worst{Name: lang.L("Most time waiting for each other"), Text: lang.N(int(w.Count),
			"{{.Reason}}: {{.Time}} in 1 wait of {{.Goroutine}}", "{{.Reason}}: {{.Time}} in {{.N}} waits, the longest {{.Longest}} of {{.Goroutine}}", lang.With{
				"Reason": t.Strings.Display(t.Spans.Conditions[w.Condition].Reason), "Time": wording.Duration(w.Total),
				"Longest": wording.Duration(w.Longest.Length), "Goroutine": s.GoName(w.Longest.Go),
			}), Reveal: revealOf(t, w.Longest.Span), Select: &Moment{Go: w.Longest.Go, At: t.Spans.Start(w.Longest.Span)}})
		break
	}
	longest := trace.NoTask
	length := func(i trace.TaskIndex) trace.Time { return t.Tasks[i].End - t.Tasks[i].Start }
	for i := range t.Tasks {
		k := trace.TaskIndex(i)
		if x := &t.Tasks[i]; x.Start != trace.NoTime && x.End != trace.NoTime && (longest == trace.NoTask || length(k) > length(longest)) {
			longest = k
		}
	}
	if longest != trace.NoTask {
		x := &t.Tasks[longest]
		task := timeline.Event{Kind: timeline.TaskRow, Index: int32(longest)}
		var moment *Moment
		if o, ok := describe.InspectEvent(s.Names, task); ok {
			moment = MomentOf(&o)
		}
		all = append(all, Worst{Name: lang.L("Longest task"), Text: lang.L("{{.Time}}: {{.Reason}}", lang.With{
			"Time": wording.Duration(length(longest)), "Reason": s.TaskName(longest),
		}), Reveal: &Reveal{Key: timeline.Key(task), From: x.Start, To: x.End, Narrow: true}, Select: moment})
	}
	cost, err := s.Analysis.GCCost(ctx, trace.Interval{})
	if err != nil {
		return nil, err
	}
	if cost.Workers+cost.Assist > 0 {
		all = append(all, Worst{Name: lang.L("Garbage collection"), Text: lang.L("{{.Share}} of the time of all Ps", lang.With{
			"Share": units.Percent(int64(cost.Workers+cost.Assist), int64(max(cost.Procs, 1))),
		}), Tab: GCTab})
	}
	latency, err := s.Analysis.Latency(ctx, trace.Interval{}, 1)
	if err != nil {
		return nil, err
	}
	for _, gap := range latency.Longest {
		all = append(all, Worst{Name: lang.L("Longest wait for a P"), Text: lang.L("{{.Time}}: {{.Reason}}", lang.With{
			"Time": wording.Duration(gap.Length), "Reason": s.GoName(gap.Go),
		}), Reveal: revealOf(t, gap.Span), Select: &Moment{Go: gap.Go, At: t.Spans.Start(gap.Span)}})
	}
	return all, nil
}

// revealOf brings a goroutine's span into sight.
func revealOf(t *trace.Trace, span trace.SpanIndex) *Reveal {
	g := t.GoOf(span)
	return &Reveal{Key: timeline.Key{Kind: timeline.GoroutineRow, Index: int32(g)}, From: t.Spans.Start(span), To: t.SpanEnd(g, span), Narrow: true}
}

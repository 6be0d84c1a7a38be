package figures

import (
	"context"
	"strconv"

	"profstation/model"
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/analysis"
)

// cycleRow is a cycle of the collector with its number.
type cycleRow struct {
	number int
	analysis.GCCycle
}

// cycles lists the cycles of the collector.
func (s *Source) cycles(ctx context.Context, iv trace.Interval, o Order) (*Panel, error) {
	all, err := remember(&s.memory, "cycles", iv, func() ([]analysis.GCCycle, error) { return s.Analysis.GC(ctx, iv) })
	if err != nil {
		return nil, err
	}
	rows := make([]cycleRow, len(all))
	for i := range all {
		rows[i] = cycleRow{all[i].Mark + 1, all[i]}
	}
	span := func(title, field, help string, v func(x *cycleRow) trace.Time) column[cycleRow] {
		return column[cycleRow]{title: title, width: 90, field: field + "_ns", help: help,
			value: func(x cycleRow) float64 { return float64(v(&x)) },
			text: func(x cycleRow) string {
				if t := v(&x); t != 0 {
					return timeline.Duration(t)
				}
				return ""
			}}
	}
	size := func(title, field, help string, v func(x *cycleRow) analysis.Quantity) column[cycleRow] {
		return column[cycleRow]{title: title, width: 92, field: field + "_bytes", help: help,
			value: func(x cycleRow) float64 { return float64(v(&x).Value) },
			text: func(x cycleRow) string {
				if q := v(&x); q.OK {
					return bytes(q.Value)
				}
				return "not told"
			},
			write: func(x cycleRow) string {
				if q := v(&x); q.OK {
					return strconv.FormatUint(q.Value, 10)
				}
				return ""
			}}
	}
	l, err := newList(ctx, rows, []column[cycleRow]{
		{title: "cycle", width: 64, field: "cycle", help: "Cycles of the collector, from the first of the trace.",
			value: func(x cycleRow) float64 { return float64(x.number) }, text: func(x cycleRow) string { return count(x.number) }},
		{title: "start", width: 96, field: "start_ns", help: "Since the beginning of the trace.", value: func(x cycleRow) float64 { return float64(x.Start) },
			text: func(x cycleRow) string {
				if x.Told {
					return "before"
				}
				return timeline.Duration(x.Start)
			}},
		{title: "duration", width: 96, field: "duration_ns", help: "With the stops of the world at both ends.",
			value: func(x cycleRow) float64 { return float64(x.End - x.Start) },
			text: func(x cycleRow) string {
				if x.Open || x.Told {
					return "> " + timeline.Duration(x.End-x.Start)
				}
				return timeline.Duration(x.End - x.Start)
			}},
		span("STW", "stw", "How long the world was stopped in it; pointing at the row tells why.", func(x *cycleRow) trace.Time { return x.STW }),
		span("assist", "assist", "How long goroutines marked before they could allocate.", func(x *cycleRow) trace.Time { return x.Assist }),
		span("workers", "workers", "How long the collector's own goroutines executed.", workersTime),
		size("heap before", "heap_before", "Bytes of objects where it began.", func(x *cycleRow) analysis.Quantity { return x.HeapBefore }),
		size("goal", "goal", "What the collector had aimed at.", func(x *cycleRow) analysis.Quantity { return x.Goal }),
		size("heap after", "heap_after", "Bytes of objects where it ended.", func(x *cycleRow) analysis.Quantity { return x.HeapAfter }),
		span("sweep", "sweep", "How long Ps swept until the next cycle.", func(x *cycleRow) trace.Time { return x.Sweep }),
		{title: "reclaimed", width: 92, field: "reclaimed_bytes", help: "What the sweeping until the next cycle gave back.",
			value: func(x cycleRow) float64 { return float64(x.Reclaimed) }, text: func(x cycleRow) string { return bytes(x.Reclaimed) }},
		{title: "stops by reason", help: "How long the world was stopped, and why.", text: s.stops},
	}, o, s.cycleNote)
	if err != nil {
		return nil, err
	}
	title := count(len(rows)) + " cycles of the collector"
	if len(rows) == 1 {
		title = "1 cycle of the collector"
	}
	return l.panel("cycles", title, 1, "The collector did not run in this time.", func(x cycleRow) Target {
		return Target{Time: trace.Interval{From: x.Start, To: x.End}}
	}), nil
}

func bytes(v uint64) string { return model.FormatSpaced(int64(min(v, 1<<62)), "bytes", "auto") }

func workersTime(x *cycleRow) (sum trace.Time) {
	for _, w := range x.Workers {
		sum += w.Time
	}
	return sum
}

// stops are the stops of the world in a cycle.
func (s *Source) stops(x cycleRow) string {
	text := ""
	for i, st := range x.Stops {
		if i > 0 {
			text += ", "
		}
		text += s.text(st.Reason, "no reason told") + " " + timeline.Duration(st.Length)
	}
	return text
}

func (s *Source) cycleNote(x cycleRow) string {
	text := "cycle " + count(x.number)
	for _, st := range x.Stops[:min(len(x.Stops), 3)] {
		text += "\nworld stopped: " + s.text(st.Reason, "no reason told") + " " + timeline.Duration(st.Length)
	}
	for _, w := range x.Workers {
		text += "\n" + s.text(w.Label, "worker") + " " + timeline.Duration(w.Time)
	}
	return text
}

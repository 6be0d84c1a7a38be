package figures

import (
	"strconv"
	"strings"

	"profstation/model"
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/analysis"
)

// cycles lists the cycles of the collector.
func (m *maker) cycles() (*Panel, error) {
	rows, err := ask(m, "cycles", m.Analysis.GC)
	if err != nil {
		return nil, err
	}
	title := count(len(rows)) + " cycles of the collector"
	if len(rows) == 1 {
		title = "1 cycle of the collector"
	}
	type row = analysis.GCCycle
	size := func(title, field, help string, v func(x *row) analysis.Quantity) column[row] {
		return column[row]{title: title, width: 92, field: field, help: help,
			figure: bytesOf(func(x row) uint64 { return v(&x).Value }),
			text: func(x row) string {
				if q := v(&x); q.OK {
					return bytes(q.Value)
				}
				return "not told"
			},
			write: func(x row) string {
				if q := v(&x); q.OK {
					return strconv.FormatUint(q.Value, 10)
				}
				return ""
			}}
	}
	return newList(m, definition[row]{
		name: "cycles", title: title, empty: "The collector did not run in this time.", rows: rows, note: m.cycleNote,
		columns: []column[row]{
			{title: "cycle", width: 64, field: "cycle", help: "Cycles of the collector, from the first of the trace.", figure: countOf(func(x row) int { return x.Mark + 1 })},
			{title: "start", width: 96, field: "start_ns", help: "Since the beginning of the trace.",
				figure: timeOf(func(x row) trace.Time { return x.Start }),
				text: func(x row) string {
					if x.Told {
						return "before"
					}
					return timeline.Duration(x.Start)
				}},
			{title: "duration", width: 96, field: "duration_ns", help: "With the stops of the world at both ends.",
				figure: timeOf(func(x row) trace.Time { return x.End - x.Start }),
				text:   func(x row) string { return atLeast(x.Open || x.Told, x.End-x.Start) }},
			{title: "STW", width: 90, field: "stw_ns", help: "How long the world was stopped in it; pointing at the row tells why.", figure: timeOf(func(x row) trace.Time { return x.STW }), blank: true},
			{title: "assist", width: 90, field: "assist_ns", help: "How long goroutines marked before they could allocate.", figure: timeOf(func(x row) trace.Time { return x.Assist }), blank: true},
			{title: "workers", width: 90, field: "workers_ns", help: "How long the collector's own goroutines executed.", figure: timeOf(workersTime), blank: true},
			size("heap before", "heap_before_bytes", "Bytes of objects where it began.", func(x *row) analysis.Quantity { return x.HeapBefore }),
			size("goal", "goal_bytes", "What the collector had aimed at.", func(x *row) analysis.Quantity { return x.Goal }),
			size("heap after", "heap_after_bytes", "Bytes of objects where it ended.", func(x *row) analysis.Quantity { return x.HeapAfter }),
			{title: "sweep", width: 90, field: "sweep_ns", help: "How long Ps swept until the next cycle.", figure: timeOf(func(x row) trace.Time { return x.Sweep }), blank: true},
			{title: "reclaimed", width: 92, field: "reclaimed_bytes", help: "What the sweeping until the next cycle gave back.", figure: bytesOf(func(x row) uint64 { return x.Reclaimed })},
			{title: "stops by reason", help: "How long the world was stopped, and why.", text: func(x row) string { return strings.Join(m.stops(x.Stops), ", ") }},
		},
		target: func(x row) Target { return Target{Time: trace.Interval{From: x.Start, To: x.End}} },
	}).Panel, nil
}

// bytes makes the text of a size.
func bytes(v uint64) string { return model.FormatSpaced(int64(min(v, 1<<62)), "bytes", "auto") }

// atLeast is a duration, marked if it was longer than the trace shows.
func atLeast(longer bool, d trace.Time) string {
	if longer {
		return "> " + timeline.Duration(d)
	}
	return timeline.Duration(d)
}

func workersTime(x analysis.GCCycle) (sum trace.Time) {
	for _, w := range x.Workers {
		sum += w.Time
	}
	return sum
}

// stops are stops of the world, each with its reason.
func (m *maker) stops(all []analysis.GCStop) []string {
	var texts []string
	for _, st := range all {
		texts = append(texts, m.text(st.Reason, "no reason told")+" "+timeline.Duration(st.Length))
	}
	return texts
}

func (m *maker) cycleNote(x analysis.GCCycle) string {
	text := "cycle " + count(x.Mark+1)
	for _, stop := range m.stops(x.Stops[:min(len(x.Stops), 3)]) {
		text += "\nworld stopped: " + stop
	}
	for _, w := range x.Workers {
		text += "\n" + m.text(w.Label, "worker") + " " + timeline.Duration(w.Time)
	}
	return text
}

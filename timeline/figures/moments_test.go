package figures

import (
	"slices"
	"strings"
	"testing"

	"profstation/model/trace"
	"profstation/table"
	"profstation/timeline/wording"
)

// cellOf is a cell by the title of its column.
func cellOf(t *testing.T, tb *table.Table, row int, title string) string {
	t.Helper()
	i := slices.IndexFunc(tb.Columns, func(c table.Column) bool { return c.Title == title })
	if i < 0 {
		t.Fatalf("no column %q", title)
	}
	return tb.Cell(row, i)
}

// A chain explains the moment that its title names: when the goroutine ran again after what is selected.
func TestChainExplainsItsMoment(t *testing.T) {
	s := recording(t)
	tr := s.Trace
	seen := map[string]int{}
	for span := trace.SpanIndex(0); int(span) < tr.Spans.Len(); span += 7 {
		p := s.make(t, "sched", View{HasSelected: true, Selected: span}).Panel("chain")
		g := tr.GoOf(span)
		last := p.Table.Cell(p.Table.Rows-1, 0)
		switch {
		case strings.Contains(p.Title, " waits since "):
			seen["waits"]++
			if tr.Spans.State(span) != trace.GoWaiting || span+1 != tr.Goroutines[g].End || last != "nothing had woken it when the trace ended" {
				t.Fatalf("%q of span %d: %q", p.Title, span, last)
			}
			continue
		case !strings.HasPrefix(p.Title, "Why "+s.GoName(g)+" started at "):
			t.Fatalf("%q", p.Title)
		}
		run := span
		for run < tr.Goroutines[g].End-1 && (tr.Spans.State(run) == trace.GoWaiting || tr.Spans.State(run) == trace.GoRunnable) {
			run++
		}
		if tr.Spans.State(run) != trace.GoRunning {
			continue // it never ran again, or begins with a system call
		}
		for run > tr.Goroutines[g].First && (tr.Spans.State(run-1) == trace.GoRunning || tr.Spans.State(run-1) == trace.GoSyscall) {
			run--
		}
		seen["ran"]++
		at := p.Row(0).Time.To
		if tr.Spans.State(run) == trace.GoRunning && at != tr.Spans.Start(run) {
			t.Fatalf("span %d: the chain leads to %d, the run began at %d", span, at, tr.Spans.Start(run))
		}
		woken := run - 1
		if run > tr.Goroutines[g].First && tr.Woken(woken) {
			by := s.GoName(tr.WokenBy(woken))
			if by == "" {
				by = "the runtime"
			}
			if got := cellOf(t, p.Table, 0, "woken by"); got != by {
				t.Fatalf("span %d: woken by %q, want %q", span, got, by)
			}
			seen["woken"]++
		}
		if seen["woken"] > 200 {
			break
		}
	}
	for _, kind := range []string{"ran", "woken"} {
		if seen[kind] == 0 {
			t.Errorf("nothing that %s was looked at", kind)
		}
	}
}

// Neighbours in a table never have the same moment unless it is the same.
func TestMomentsOfTables(t *testing.T) {
	s := recording(t)
	p := s.make(t, "sched", View{Choice: Choice{Scheduling: SchedulingChoice{Part: LongestWaits}}}).Panel("longest")
	at := map[string]trace.Time{}
	for row := range p.Table.Rows {
		text, start := cellOf(t, p.Table, row, "ready at"), p.Row(row).Time.From
		if before, ok := at[text]; ok && before != start {
			t.Errorf("%d and %d are both %q", before, start, text)
		}
		at[text] = start
	}
	if len(at) < 10 {
		t.Errorf("only %d rows were looked at", len(at))
	}
	if a, b := wording.FromTo(trace.Interval{From: 1_480_000_100, To: 1_480_000_900}); a == b {
		t.Errorf("both ends are %q", a)
	}
}

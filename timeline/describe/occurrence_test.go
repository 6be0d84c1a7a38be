package describe

import (
	"testing"

	"profstation/internal/typed"
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/timelinetest"
)

// Every event has a description, also one whose goroutine the trace does not record.
func TestOccurrences(t *testing.T) {
	tr := typed.Trace(t, typed.Small)
	tr.Logs = append(tr.Logs, trace.Log{Time: 70, Go: trace.NoGo, Task: trace.NoTask})
	tr.Samples = append(tr.Samples, trace.CPUSample{Time: 70, Go: trace.NoGo, Proc: trace.NoProc, Thread: trace.NoThread})
	tr.Sweeps = append(tr.Sweeps, trace.Sweep{Start: 70, End: 80, Proc: trace.NoProc})
	tr.Tasks = append(tr.Tasks, trace.Task{Parent: trace.NoTask, Start: trace.NoTime, End: trace.NoTime, StartGo: trace.NoGo, EndGo: trace.NoGo})
	tr.Tasks = append(tr.Tasks, trace.Task{Parent: trace.NoTask, Start: trace.NoTime, End: trace.NoTime, StartGo: trace.NoGo, EndGo: trace.NoGo})
	tl := timelinetest.Prepared(tr)
	l := timelinetest.Lanes(tl, timelinetest.OpenAll(tl))
	for kind, n := range map[timeline.RowKind]int{
		timeline.MarkRow: len(tr.Marks), timeline.StopRow: len(tr.Stops), timeline.TaskRow: len(tr.Tasks),
		timeline.RegionRow: len(tr.Regions), timeline.LogRow: len(tr.Logs),
		timeline.SampleRow: len(tr.Samples), timeline.ProcRow: len(tr.Sweeps), timeline.GoroutineRow: len(tr.Assists),
		timeline.SectionRow: 0, timeline.HeapRow: 0,
	} {
		for i := int32(-1); int(i) <= n; i++ {
			e := timeline.Event{Kind: kind, Index: i}
			o, ok := InspectEvent(tl.Names, e)
			if ok != (i >= 0 && int(i) < n) {
				t.Fatalf("%+v: %v", e, ok)
			}
			if !ok {
				continue
			}
			if o.Name == "" || Event(tl.Names, &o) == "" || o.Time.From < 0 || o.Time.To > tr.End {
				t.Errorf("%+v is %+v", e, o)
			}
			shown := 0
			for r := range l.Rows {
				if l.Rows[r].Holds(tr, e) {
					shown++
				}
			}
			key := e.Row(tr)
			if want := key != (timeline.Key{}); (shown > 0) != want {
				t.Errorf("%+v is in %d rows, its key is %+v", e, shown, key)
			}
			if row := timelinetest.Lanes(tl, l.Reveal(key)).Find(key); key != (timeline.Key{}) && row < 0 {
				t.Errorf("%+v has no row after it was asked for", e)
			}
			for _, after := range []bool{false, true} {
				if next := l.Beside(e, after); next.Is() && l.Beside(next, !after) != e {
					t.Errorf("%+v and %+v are no neighbours", e, next)
				}
			}
		}
	}
}

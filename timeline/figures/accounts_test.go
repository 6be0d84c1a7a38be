package figures

import (
	"slices"
	"testing"

	"profstation/model/trace"
	"profstation/timeline/wording"
)

// TestAccounts holds that the story of a task or a region lists all that its sums count of stops of the world and of
// mark assists.
func TestAccounts(t *testing.T) {
	s := recording(t)
	tr := s.Trace
	seen := map[string]int{}
	check := func(name string, c TasksChoice, in trace.Interval, assisted func(trace.GoIndex) []trace.Interval) {
		v := View{}
		c.Picked, c.One = true, true
		v.Choice.Tasks = c
		sheet := s.make(t, name, v)
		went, events := sheet.Panel("went"), sheet.Panel("events")
		var stopped []trace.Interval
		var assists trace.Time
		for row := range events.Table.Rows {
			switch at := events.Row(row); events.Table.Cell(row, 0) {
			case "stop":
				stopped = append(stopped, in.Clip(at.Time))
			case "assist":
				for _, own := range assisted(at.Go) {
					assists += own.Overlap(at.Time)
				}
			}
		}
		var stops trace.Time
		for _, at := range trace.Union(stopped) {
			stops += at.Len()
		}
		time := slices.Index(went.Table.Keys, "time")
		for kind, listed := range map[string]trace.Time{"during stop-the-world": stops, "GC assist": assists} {
			sum := "0"
			for row := range went.Table.Rows {
				if went.Table.Cell(row, 0) == kind {
					sum = went.Table.Cell(row, time)
				}
			}
			if wording.Duration(listed) != sum {
				t.Errorf("%s %d: %s is %s, and %s is listed", name, c.Instance, kind, sum, wording.Duration(listed))
			}
			if listed > 0 {
				seen[kind]++
			}
		}
	}
	for i, x := range tr.Tasks {
		d, err := s.Analysis.Task(t.Context(), trace.TaskIndex(i), false)
		if err != nil {
			t.Fatal(err)
		}
		check("tasks", TasksChoice{Type: x.Type, Instance: i}, d.Interval, func(g trace.GoIndex) []trace.Interval {
			for _, p := range d.Parts {
				if p.Go == g {
					return p.At
				}
			}
			t.Errorf("task %d lists an assist of %s, which did not work for it", i, s.GoName(g))
			return nil
		})
	}
	for i, x := range tr.Regions[:min(len(tr.Regions), 300)] {
		at := tr.Between(x.Start, x.End)
		check("regions", TasksChoice{Regions: true, Type: x.Type, Instance: i}, at,
			func(trace.GoIndex) []trace.Interval { return []trace.Interval{at} })
	}
	if seen["during stop-the-world"] == 0 || seen["GC assist"] == 0 {
		t.Errorf("seen: %v", seen)
	}
}

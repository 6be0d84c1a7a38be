package trace

import (
	"strings"
	"time"

	"profstation/model"
)

// Facts describe a trace in lines for people.
func (t *Trace) Facts() []model.Fact {
	var facts []model.Fact
	add := func(name, text string) { facts = append(facts, model.Fact{Name: name, Text: text}) }
	add("Format", t.Format)
	add("Duration", model.FormatSpaced(int64(t.End), "nanoseconds", "auto"))
	if !t.Wall.IsZero() {
		add("Recorded", t.Wall.Local().Format(time.RFC1123Z))
	}
	add("Events", model.Count(t.Events))
	generations := model.Count(int64(len(t.Generations)))
	if lost := t.Lost(); lost.Generations > 0 {
		generations += ", " + model.Count(int64(lost.Generations)) + " of them lost"
	}
	add("Generations", generations)
	add("Goroutines", model.Count(int64(len(t.Goroutines))))
	add("Ps and threads", model.Count(int64(len(t.Procs)))+" and "+model.Count(int64(len(t.Threads))))
	var parts []string
	count := func(n int, name string) {
		if n > 0 {
			parts = append(parts, model.Count(int64(n))+" "+name)
		}
	}
	count(t.TasksSeen(), "tasks")
	count(len(t.Regions), "regions")
	count(len(t.Logs), "logs")
	count(len(t.Samples), "CPU samples")
	if len(parts) > 0 {
		add("Annotations", strings.Join(parts, ", "))
	}
	add("Collections", model.Count(int64(len(t.Marks)))+" mark phases, "+model.Count(int64(len(t.Stops)))+" stops of the world")
	return facts
}

// Headline is one line about a trace.
func (t *Trace) Headline() string {
	line := t.Format + " · " + model.FormatSpaced(int64(t.End), "nanoseconds", "auto") + " · " +
		model.Count(t.Events) + " events · " + model.Count(int64(len(t.Goroutines))) + " goroutines"
	if t.Partial {
		return line + " so far"
	}
	return line
}

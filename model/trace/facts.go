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
	add("Duration", model.FormatShort(int64(t.End), "nanoseconds", "auto"))
	if !t.Wall.IsZero() {
		add("Recorded", t.Wall.Local().Format(time.RFC1123Z))
	}
	add("Events", model.Count(t.Events))
	generations := model.Count(int64(len(t.Generations)))
	if lost := t.Lost(); lost.Generations > 0 {
		generations += ", " + model.Count(int64(lost.Generations)) + " lost"
	}
	add("Generations", generations)
	add("Goroutines", model.Count(int64(len(t.Goroutines))))
	add("Ps and threads", model.Plural(len(t.Procs), "P")+", "+model.Plural(len(t.Threads), "thread"))
	var parts []string
	count := func(n int, name string) {
		if n > 0 {
			parts = append(parts, model.Plural(n, name))
		}
	}
	count(t.TasksSeen(), "task")
	count(len(t.Regions), "region")
	count(len(t.Logs), "log")
	count(len(t.Samples), "CPU sample")
	if len(parts) > 0 {
		add("Annotations", strings.Join(parts, ", "))
	}
	add("Collections", model.Plural(len(t.Marks), "mark phase")+", "+model.Plural(len(t.Stops), "stop-the-world pause"))
	return facts
}

// Headline is one line about a trace.
func (t *Trace) Headline() string {
	line := t.Format + " · " + model.FormatShort(int64(t.End), "nanoseconds", "auto") + " · " +
		model.Plural(int(t.Events), "event") + " · " + model.Plural(len(t.Goroutines), "goroutine")
	if t.Partial {
		return line + " so far"
	}
	return line
}

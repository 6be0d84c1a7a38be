package model

import (
	"strings"
	"time"
)

// Facts are what a trace says about itself, in lines for people.
func (t *Trace) Facts() []Fact {
	facts := []Fact{{"Format", t.Format}, {"Duration", FormatSpaced(int64(t.End), "nanoseconds", "auto")}}
	add := func(name, text string) { facts = append(facts, Fact{name, text}) }
	if !t.Wall.IsZero() {
		add("Recorded", t.Wall.Local().Format(time.RFC1123Z))
	}
	add("Events", Count(t.Events))
	generations := Count(int64(len(t.Generations)))
	if lost := t.Lost(); lost.Generations > 0 {
		generations += ", " + Count(int64(lost.Generations)) + " of them lost"
	}
	add("Generations", generations)
	add("Goroutines", Count(int64(len(t.Goroutines))))
	add("Ps and threads", Count(int64(len(t.Procs)))+" and "+Count(int64(len(t.Threads))))
	var told []string
	for _, part := range []struct {
		n    int
		name string
	}{{len(t.Tasks), "tasks"}, {len(t.Regions), "regions"}, {len(t.Logs), "logs"}, {len(t.Samples), "CPU samples"}} {
		if part.n > 0 {
			told = append(told, Count(int64(part.n))+" "+part.name)
		}
	}
	if len(told) > 0 {
		add("Annotations", strings.Join(told, ", "))
	}
	add("Collections", Count(int64(len(t.Marks)))+" mark phases, "+Count(int64(len(t.Stops)))+" stops of the world")
	return facts
}

// Headline is one line about a trace.
func (t *Trace) Headline() string {
	line := t.Format + " · " + FormatSpaced(int64(t.End), "nanoseconds", "auto") + " · " + Count(t.Events) + " events · " + Count(int64(len(t.Goroutines))) + " goroutines"
	if t.Partial {
		return line + " so far"
	}
	return line
}

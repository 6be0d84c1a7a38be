package trace

import (
	"strconv"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/units"
)

// Facts describes a trace in lines for people.
func (t *Trace) Facts() []model.Fact {
	var facts []model.Fact
	add := func(name, text string) { facts = append(facts, model.Fact{Name: lang.L(name), Text: text}) }
	add(lang.Later("Format"), t.Format)
	add(lang.Later("Duration"), units.FormatShort(int64(t.End), "nanoseconds", "auto"))
	if !t.Wall.IsZero() {
		add(lang.Later("Recorded"), t.Wall.Local().Format("2006-01-02 15:04:05 MST"))
	}
	add(lang.Later("Events"), units.Count(t.Events))
	generations := units.Count(int64(len(t.Generations)))
	if lost := t.Lost(); lost.Generations > 0 {
		generations = lang.L("{{.Generations}}, {{.Lost}} lost",
			lang.With{"Generations": generations, "Lost": units.Count(int64(lost.Generations))})
	}
	add(lang.Later("Generations"), generations)
	add(lang.Later("Goroutines"), units.Count(int64(len(t.Goroutines))))
	add(lang.Later("Ps and threads"),
		lang.N(len(t.Procs), "1 P", "{{.N}} Ps", nil)+", "+lang.N(len(t.Threads), "1 thread", "{{.N}} threads", nil))
	if t.CPULimit.CPUs() > 0 {
		add(lang.Later("CPU limit"), t.CPULimit.Text())
	}
	var parts []string
	count := func(n int, text string) {
		if n > 0 {
			parts = append(parts, text)
		}
	}
	tasks, regions, logs, samples := len(t.Tasks), len(t.Regions), len(t.Logs), len(t.Samples)
	count(tasks, lang.N(tasks, "1 task", "{{.N}} tasks", nil))
	count(regions, lang.N(regions, "1 region", "{{.N}} regions", nil))
	count(logs, lang.N(logs, "1 log", "{{.N}} logs", nil))
	count(samples, lang.N(samples, "1 CPU sample", "{{.N}} CPU samples", nil))
	if len(parts) > 0 {
		add(lang.Later("Annotations"), lang.List(parts...))
	}
	add(lang.Later("Collections"), lang.List(lang.N(len(t.Marks), "1 mark phase", "{{.N}} mark phases", nil),
		lang.N(len(t.Stops), "1 stop-the-world pause", "{{.N}} stop-the-world pauses", nil)))
	return facts
}

// Text returns the limit for people.
func (l CPULimit) Text() string {
	return lang.L("{{.CPUs}} CPUs: {{.Quota}} of CPU time, over all threads, per {{.Period}}", lang.With{
		"CPUs":  strconv.FormatFloat(l.CPUs(), 'g', 4, 64),
		"Quota": units.FormatShort(int64(l.Quota), "nanoseconds", "auto"), "Period": units.FormatShort(int64(l.Period), "nanoseconds", "auto"),
	})
}

// Headline returns one line about a trace.
func (t *Trace) Headline() string {
	line := t.Format + " · " + units.FormatShort(int64(t.End), "nanoseconds", "auto") + " · " +
		lang.N(int(t.Events), "1 event", "{{.N}} events", nil) + " · " + lang.N(len(t.Goroutines), "1 goroutine", "{{.N}} goroutines", nil)
	if t.Partial {
		return lang.L("{{.Facts}} so far", lang.With{"Facts": line})
	}
	return line
}

package figures

import (
	"cmp"
	"slices"
	"strings"

	"profstation/model/trace"
	"profstation/timeline/analysis"
)

// measuresOf are the measures of a table that are not 0: the total and
// execution, the reasons to wait, the longest first, and the times that overlap
// these.
func measuresOf(t *analysis.Goroutines) []analysis.Measure {
	sum := &t.All
	all := []analysis.Measure{analysis.Total}
	var rest []analysis.Measure
	for c := range t.Columns {
		switch k := t.Columns[c].Kind; {
		case k == trace.RunningTime, k == trace.RunnableTime:
			all = append(all, analysis.Measure(c))
		case sum.Times[c] > 0:
			rest = append(rest, analysis.Measure(c))
		}
	}
	slices.SortStableFunc(rest, func(a, b analysis.Measure) int { return cmp.Compare(sum.Times[b], sum.Times[a]) })
	all = append(all, rest...)
	for _, m := range []analysis.Measure{analysis.Stopped, analysis.Assist, analysis.STW, analysis.Sweep} {
		if sum.Time(m) > 0 {
			all = append(all, m)
		}
	}
	return all
}

// measureNames are the names of the measures that are no columns, and what they
// mean.
var measureNames = map[analysis.Measure][2]string{
	analysis.Total:   {"total", "How long they existed in the interval. Execution, system calls and all waits add up to it exactly."},
	analysis.Assist:  {"GC assist", "Time of execution in which the goroutine marked for the collector before it could allocate."},
	analysis.Sweep:   {"GC sweep", "Time of execution in which it swept."},
	analysis.STW:     {"stopping", "Time in which it stopped the world, or had it stopped."},
	analysis.Stopped: {"stopped", "Time in which it ran or was ready to run, while the world was stopped."},
}

// measureName is the name of a measure, and what it means.
func measureName(columns []analysis.Column, m analysis.Measure) (name, help string) {
	if x, ok := measureNames[m]; ok {
		return x[0], x[1]
	}
	c := &columns[m]
	switch c.Kind {
	case trace.RunningTime:
		help = "Time on a P, executing Go code."
	case trace.RunnableTime:
		help = "Time in which it was ready to run and waited for a P."
	case trace.SyscallTime:
		help = "Time in system calls that kept their P."
		if c.Blocked {
			help = "Time in system calls that had lost their P."
		}
	case trace.UnknownTime:
		help = "Time of which the trace tells nothing: generations were lost."
	default:
		help = "Time in which it waited, for the reason that the runtime gives."
	}
	return c.Name, help
}

// heading is the name of a measure above a narrow column: of a block its
// reason alone.
func heading(name string) string {
	if reason, ok := strings.CutPrefix(name, "block ("); ok {
		return strings.TrimSuffix(reason, ")")
	}
	return name
}

// headingWidth is the width of a column of times with a heading. A long heading
// is cut: its help is on the tip.
func headingWidth(title string) float64 { return min(max(80, 24+6.6*float64(len(title))), 118) }

// fieldName is a title as a field of a file.
func fieldName(title string) string {
	var b strings.Builder
	for _, c := range strings.ToLower(title) {
		switch {
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			b.WriteRune(c)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "_"):
			b.WriteByte('_')
		}
	}
	return strings.Trim(b.String(), "_")
}

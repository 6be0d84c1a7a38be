package figures

import (
	"cmp"
	"slices"
	"strings"

	"profstation/model/trace"
	"profstation/timeline/analysis"
)

// measuresOf are the measures of a table of which there is anything: the total
// and execution, what is waited for, the most first, and what overlaps these.
func measuresOf(t *analysis.Goroutines) []analysis.Measure {
	sum := sumOf(t)
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
		if measured(&sum, m) > 0 {
			all = append(all, m)
		}
	}
	return all
}

// sumOf adds the groups of a table up.
func sumOf(t *analysis.Goroutines) analysis.Breakdown {
	sum := analysis.Breakdown{Times: make([]trace.Time, len(t.Columns))}
	for i := range t.Groups {
		b := &t.Groups[i].Sum
		for c, v := range b.Times {
			sum.Times[c] += v
		}
		sum.Total += b.Total
		sum.Assist += b.Assist
		sum.Sweep += b.Sweep
		sum.STW += b.STW
		sum.Stopped += b.Stopped
	}
	return sum
}

// measured is one measure of a breakdown.
func measured(b *analysis.Breakdown, m analysis.Measure) trace.Time {
	switch m {
	case analysis.Total:
		return b.Total
	case analysis.Assist:
		return b.Assist
	case analysis.Sweep:
		return b.Sweep
	case analysis.STW:
		return b.STW
	case analysis.Stopped:
		return b.Stopped
	}
	return b.Times[m]
}

// measureName is what a measure is called, and what it means.
func measureName(columns []analysis.Column, m analysis.Measure) (name, help string) {
	switch m {
	case analysis.Total:
		return "total", "How long they existed in the interval. Execution, system calls and all waits add up to it exactly."
	case analysis.Assist:
		return "GC assist", "Time of execution in which the goroutine marked for the collector before it could allocate."
	case analysis.Sweep:
		return "GC sweep", "Time of execution in which it swept."
	case analysis.STW:
		return "stopping", "Time in which it stopped the world, or had it stopped."
	case analysis.Stopped:
		return "stopped", "Time in which it ran or was ready to run, while the world was stopped."
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

// headingWidth is the width of a column of times with a heading. A long one is
// cut: its help is on the tip.
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

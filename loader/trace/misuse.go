package trace

import (
	"fmt"
	"path"
	"strings"

	"profstation/loader/input"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/trace"
)

// misuse collects what a program did with its regions and tasks but should not have done.
type misuse struct {
	left      []leftRegion // their own end may have come later
	late      mistakes     // regions ended after the one around them
	elsewhere mistakes     // regions ended by another goroutine
	unopened  mistakes     // ends for regions that were not open
	tasks     mistakes     // tasks that began again
}

// leftRegion is a region that was open when the one around it ended.
type leftRegion struct{ region, around trace.RegionIndex }

// mistakes counts mistakes of one kind and keeps the first as an example.
type mistakes struct {
	n     int
	first mistake
}

// mistake is one that a goroutine made with a region or a task.
type mistake struct {
	g      trace.GoIndex
	region trace.RegionIndex
	task   trace.TaskIndex
	stack  trace.StackIndex
}

func (m *mistakes) add(x mistake) {
	if m.n++; m.n == 1 {
		m.first = x
	}
}

// hints returns a line for each kind of mistake, saying how often it was made and giving an example.
func (n *regions) hints(t *trace.Trace) (all []string) {
	m, left := &n.misuse, mistakes{}
	for i := range t.Regions {
		if r := &t.Regions[i]; r.Left && trace.RegionIndex(i) >= n.whole {
			left.add(mistake{g: r.Go, region: trace.RegionIndex(i)})
		}
	}
	if k := left.n; k > 0 {
		all = append(all, lang.N(k,
			"the program did not end 1 region, which is shown until the enclosing region or goroutine ended: {{.Example}}",
			"the program did not end {{.N}} regions, which are shown until the enclosing regions or goroutines ended: {{.Example}}",
			m.leftExample(t, &left.first)))
	}
	if k := m.late.n; k > 0 {
		all = append(all, lang.N(k,
			"the program ended 1 region after the enclosing one: {{.Example}}",
			"the program ended {{.N}} regions after the enclosing ones: {{.Example}}", m.late.example(t)))
	}
	if k := m.elsewhere.n; k > 0 {
		all = append(all, lang.N(k,
			"the program ended 1 region on another goroutine than it began on: {{.Example}}",
			"the program ended {{.N}} regions on other goroutines than they began on: {{.Example}}", m.elsewhere.example(t)))
	}
	if k := m.unopened.n; k > 0 {
		all = append(all, lang.N(k,
			"the program ended 1 region that was not open, which is shown without a beginning: {{.Example}}",
			"the program ended {{.N}} regions that were not open, which are shown without a beginning: {{.Example}}",
			m.unopened.example(t)))
	}
	if k := m.tasks.n; k > 0 {
		all = append(all, lang.N(k,
			"the program began 1 task a second time before it ended: {{.Example}}",
			"the program began {{.N}} tasks a second time before they ended: {{.Example}}", m.tasks.taskExample(t)))
	}
	return all
}

// leftExample returns the example for a region that was left: what ended around it.
func (m *misuse) leftExample(t *trace.Trace, x *mistake) lang.With {
	with := lang.With{"Go": goNumber(t, x.g), "Region": regionName(t, x.region)}
	what := lang.L("goroutine {{.Go}} ended while {{.Region}} was open", with)
	for _, l := range m.left {
		if l.region == x.region {
			with["Around"] = regionName(t, l.around)
			what = lang.L("goroutine {{.Go}} ended {{.Around}} while {{.Region}} was open", with)
			break
		}
	}
	return lang.With{"Example": x.begun(t, what)}
}

// example returns the example for a region that a goroutine ended.
func (m *mistakes) example(t *trace.Trace) lang.With {
	x := &m.first
	with := lang.With{"Go": goNumber(t, x.g), "Region": regionName(t, x.region)}
	return lang.With{"Example": x.begun(t, lang.L("goroutine {{.Go}} ended {{.Region}}", with))}
}

// taskExample returns the example for a task that a goroutine began.
func (m *mistakes) taskExample(t *trace.Trace) lang.With {
	x := &m.first
	with := lang.With{"Go": goNumber(t, x.g), "Task": taskName(t, x.task)}
	return lang.With{"Example": in(t, lang.L("goroutine {{.Go}} began {{.Task}}", with), x.stack)}
}

// begun adds where the mistake's region began or, if that is not known, where the mistake was made.
func (x *mistake) begun(t *trace.Trace, mistake string) string {
	r := &t.Regions[x.region]
	with := lang.With{"Mistake": mistake, "Go": goNumber(t, r.Go), "Place": placeOf(t, r.StartStack)}
	switch {
	case r.Start == trace.NoTime:
		return in(t, mistake, x.stack)
	case r.Go != x.g:
		return lang.L("{{.Mistake}}, begun by goroutine {{.Go}} in {{.Place}}", with)
	}
	return lang.L("{{.Mistake}}, begun in {{.Place}}", with)
}

func in(t *trace.Trace, mistake string, stack trace.StackIndex) string {
	return lang.L("{{.Mistake}} in {{.Place}}", lang.With{"Mistake": mistake, "Place": placeOf(t, stack)})
}

func goNumber(t *trace.Trace, g trace.GoIndex) int64 {
	if g == trace.NoGo {
		return 0
	}
	return t.Goroutines[g].ID
}

func regionName(t *trace.Trace, i trace.RegionIndex) string {
	r := &t.Regions[i]
	if r.Task == trace.NoTask {
		return quoted(t, r.Type)
	}
	return lang.L("{{.Region}} of {{.Task}}", lang.With{"Region": quoted(t, r.Type), "Task": taskName(t, r.Task)})
}

func taskName(t *trace.Trace, i trace.TaskIndex) string {
	x := &t.Tasks[i]
	return lang.L("task {{.Name}}", lang.With{"Name": fmt.Sprintf("%d %s", x.ID, quoted(t, x.Type))})
}

// quoted returns a name in quotes, shortened to what is needed to recognize it.
func quoted(t *trace.Trace, name model.StringID) string {
	const longest = 60
	return "“" + input.Bounded(input.OneLine(t.Strings.Raw(name)), longest) + "”"
}

// placeOf names the first frames of a stack, the leaf first.
func placeOf(t *trace.Trace, stack trace.StackIndex) string {
	const maxFrames, longest = 3, 300
	if stack == trace.NoStack {
		return lang.L("an unknown place")
	}
	var frames []string
	for i, f := range t.Stacks.Stack(stack) {
		if i == maxFrames {
			frames = append(frames, "…")
			break
		}
		x := &t.Frames[f]
		frames = append(frames, fmt.Sprintf("%s (%s:%d)", t.Strings.Raw(x.Func), path.Base(t.Strings.Raw(x.File)), x.Line))
	}
	return input.Bounded(input.OneLine(strings.Join(frames, " ← ")), longest)
}

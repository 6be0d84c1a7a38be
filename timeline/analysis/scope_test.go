package analysis

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"profstation/model"
	"profstation/model/trace"
)

// slowly answers the slow way.
type slowly struct {
	*Analysis
	regions map[trace.GoIndex][]trace.RegionIndex
}

func newSlowly(a *Analysis) *slowly {
	s := &slowly{a, map[trace.GoIndex][]trace.RegionIndex{}}
	for i := range a.t.Regions {
		g := a.t.Regions[i].Go
		s.regions[g] = append(s.regions[g], trace.RegionIndex(i))
	}
	return s
}

// slowRegion is the innermost region of a goroutine at a time: the last to
// begin of those that are open.
func slowRegion(a *slowly, g trace.GoIndex, at trace.Time) trace.RegionIndex {
	found := trace.NoRegion
	var begun, ended trace.Time
	for _, i := range a.regions[g] {
		r := &a.t.Regions[i]
		from, to := a.ends(r.Start, r.End)
		if at < from || at >= to {
			continue
		}
		inner := from > begun || from == begun && to < ended || from == begun && to == ended
		if r.Start != trace.NoTime && found != trace.NoRegion && a.t.Regions[found].Start == trace.NoTime {
			inner = true
		}
		if found == trace.NoRegion || inner {
			found, begun, ended = i, from, to
		}
	}
	return found
}

// slowTask follows creators back, one by one.
func slowTask(a *slowly, g trace.GoIndex, at trace.Time) trace.TaskIndex {
	if r := slowRegion(a, g, at); r != trace.NoRegion {
		return a.t.Regions[r].Task
	}
	r := &a.t.Goroutines[g]
	name := a.t.Strings.Raw(r.Func)
	if r.Creator == trace.NoGo || name == "" || name != "runtime.main" && strings.HasPrefix(name, "runtime.") {
		return trace.NoTask
	}
	return slowTask(a, r.Creator, a.t.Spans.Start(r.First))
}

// labelledWeights are a profile's values by stack and labels.
func labelledWeights(p *model.Profile) map[string]weight {
	w := map[string]weight{}
	for i := range p.Samples.Stack {
		var key strings.Builder
		for _, l := range p.Stacks.Reader().Locs(p.Samples.Stack[i]) {
			ln := p.Lines[p.Locations[l].FirstLine]
			key.WriteString(p.Strings.Raw(p.Functions[ln.Func].Name) + ";")
		}
		for _, l := range p.Labels.Set(p.Samples.LabelSet(i)) {
			key.WriteString(" " + p.Strings.Raw(l.Key) + "=" + p.Strings.Raw(l.Str))
		}
		if at := p.Samples.Time(i); at != model.NoTime {
			fmt.Fprint(&key, " at ", at)
		}
		x := w[key.String()]
		x.count += p.Samples.Values[0][i]
		if len(p.Types) > 1 {
			x.delay += p.Samples.Values[1][i]
		}
		w[key.String()] = x
	}
	return w
}

// slowKey is the key of a stack and labels.
func slowKey(a *slowly, s trace.StackIndex, g trace.GoIndex, reason model.StringID, at trace.Time) string {
	t := a.t
	var key strings.Builder
	stack := t.Stacks.Stack(s)
	for i := len(stack) - 1; i >= 0; i-- {
		key.WriteString(t.Strings.Raw(t.Frames[stack[i]].Func) + ";")
	}
	label := func(name string, id model.StringID) {
		if text := t.Strings.Raw(id); text != "" {
			key.WriteString(" " + name + "=" + text)
		}
	}
	label("goroutine", t.Goroutines[g].Func)
	label("reason", reason)
	if r := slowRegion(a, g, at); r != trace.NoRegion {
		label("region", t.Regions[r].Type)
	}
	if i := slowTask(a, g, at); i != trace.NoTask {
		label("task", t.Tasks[i].Type)
	}
	return key.String()
}

// TestProfileScopes holds profiles of intervals, functions, regions and tasks
// against every span and the parts of it that lie in each of them.
func TestProfileScopes(t *testing.T) {
	t.Parallel()
	eachTrace(t, func(t *testing.T, file string, tr *trace.Trace) {
		a := newSlowly(New(tr))
		keys := map[trace.SpanIndex]string{}
		whats := []What{{}, {Interval: trace.Interval{From: tr.End / 3, To: tr.End / 2}}}
		for g := 0; g < len(tr.Goroutines); g += len(tr.Goroutines)/2 + 1 {
			whats = append(whats, What{Funcs: []model.StringID{tr.Goroutines[g].Func}}, What{Goroutines: []trace.GoIndex{trace.GoIndex(g)}})
		}
		for i := 0; i < len(tr.Regions); i += len(tr.Regions)/2 + 1 {
			whats = append(whats, What{Regions: []model.StringID{tr.Regions[i].Type}},
				What{Regions: []model.StringID{tr.Regions[i].Type}, Interval: trace.Interval{From: tr.End / 4, To: tr.End}})
		}
		for i := 0; i < len(tr.Tasks); i += len(tr.Tasks)/2 + 1 {
			whats = append(whats, What{Tasks: []trace.TaskIndex{trace.TaskIndex(i)}})
			if len(tr.Regions) > 0 {
				whats = append(whats, What{Tasks: []trace.TaskIndex{trace.TaskIndex(i)}, Regions: []model.StringID{tr.Regions[0].Type}})
			}
		}
		for _, w := range whats {
			w.Waits = AllWaits
			for w.Kind = NetProfile; w.Kind <= SchedProfile; w.Kind++ {
				p, err := a.Profile(t.Context(), w)
				if err != nil {
					t.Fatal(err)
				}
				want := map[string]weight{}
				in := a.Within(w.Interval)
				for g := range tr.Goroutines {
					g := trace.GoIndex(g)
					if w.Funcs != nil && w.Funcs[0] != tr.Goroutines[g].Func || w.Goroutines != nil && w.Goroutines[0] != g {
						continue
					}
					for s := tr.Goroutines[g].First; s < tr.Goroutines[g].End; s++ {
						c := *tr.Spans.Condition(s)
						if profileTimes[w.Kind] != trace.WaitKindOf(c.State, tr.Strings.Raw(c.Reason)) {
							continue
						}
						from, to := clip(in, tr.Spans.Start(s), tr.SpanEnd(g, s))
						if from >= to {
							continue
						}
						// Nothing of regions and tasks changes while a
						// goroutine does not run, but at the trace's ends and
						// in old traces, whose clock is coarse: moment by moment.
						delay := int64(to - from)
						if w.Regions != nil || w.Tasks != nil {
							delay = 0
							for _, part := range slowParts(a, w, g, from, to) {
								delay += int64(part.Len())
							}
						}
						if delay > 0 {
							key, ok := keys[s]
							if !ok || from == in.From {
								key = slowKey(a, tr.Spans.Stack(s), g, c.Reason, from)
								if from > in.From {
									keys[s] = key
								}
							}
							want[key] = weight{want[key].count + 1, want[key].delay + delay}
						}
					}
				}
				if got := labelledWeights(p); !maps.Equal(got, want) {
					for k := range want {
						if got[k] != want[k] {
							t.Errorf("%q: %v, want %v", k, got[k], want[k])
						}
					}
					t.Fatalf("%v %+v: %d rows, want %d", w.Kind, w, len(got), len(want))
				}
			}
		}
	})
}

// slowParts cuts a time of a goroutine at every border of regions and tasks
// and keeps the pieces that are asked for.
func slowParts(a *slowly, w What, g trace.GoIndex, from, to trace.Time) (parts []trace.Interval) {
	for from < to {
		next := to
		border := func(at trace.Time) {
			if at > from && at < next {
				next = at
			}
		}
		inRegion, inTask := w.Regions == nil, w.Tasks == nil
		for _, i := range a.regions[g] {
			r := &a.t.Regions[i]
			b, e := a.ends(r.Start, r.End)
			border(b)
			border(e)
			if b <= from && from < e {
				inRegion = inRegion || w.Regions[0] == r.Type
				inTask = inTask || w.Tasks[0] == r.Task
			}
		}
		for i := range a.t.Tasks {
			r := &a.t.Tasks[i]
			if r.Start == trace.NoTime || r.End == trace.NoTime || r.StartGo != g || r.EndGo != g {
				continue
			}
			border(r.Start)
			border(r.End)
			if r.Start <= from && from < r.End {
				inTask = inTask || w.Tasks[0] == trace.TaskIndex(i)
			}
		}
		if !inTask && a.t.Goroutines[g].Creator != trace.NoGo && len(a.t.Regions) > 0 {
			name := a.t.Strings.Raw(a.t.Goroutines[g].Func)
			if name == "runtime.main" || !strings.HasPrefix(name, "runtime.") && name != "" {
				inTask = slowTask(a, a.t.Goroutines[g].Creator, a.t.Spans.Start(a.t.Goroutines[g].First)) == w.Tasks[0]
			}
		}
		if inRegion && inTask {
			parts = append(parts, trace.Interval{From: from, To: next})
		}
		from = next
	}
	return parts
}

// TestSamples holds profiles of CPU samples against all samples, with their times since the beginning of
// the interval.
func TestSamples(t *testing.T) {
	t.Parallel()
	eachTrace(t, func(t *testing.T, _ string, tr *trace.Trace) {
		a := newSlowly(New(tr))
		for _, iv := range intervals(tr) {
			p, err := a.Profile(t.Context(), What{Kind: CPUProfile, Interval: iv})
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]weight{}
			for _, s := range tr.Samples {
				if !a.holds(a.Within(iv), s.Time) {
					continue
				}
				key := ""
				if s.Go != trace.NoGo {
					key = slowKey(a, s.Stack, s.Go, 0, s.Time) + fmt.Sprint(" goid=", tr.Goroutines[s.Go].ID)
				} else {
					stack := tr.Stacks.Stack(s.Stack)
					for i := len(stack) - 1; i >= 0; i-- {
						key += tr.Strings.Raw(tr.Frames[stack[i]].Func) + ";"
					}
				}
				if s.Proc != trace.NoProc {
					key += fmt.Sprint(" P=", tr.Procs[s.Proc].ID)
				}
				key += fmt.Sprint(" at ", int64(s.Time-a.Within(iv).From))
				want[key] = weight{want[key].count + 1, 0}
			}
			if got := labelledWeights(p); !maps.Equal(got, want) {
				t.Fatalf("%v: %v, want %v", iv, got, want)
			}
			if p.Samples.Len() > 0 && p.Kind != model.CPU {
				t.Errorf("its kind is %v", p.Kind)
			}
		}
	})
}

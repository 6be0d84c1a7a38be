// Package pair compares two execution traces: how long goroutines lived and waited, how long tasks and regions took,
// and how long the world was stopped. It compares them as distributions.
//
//	c, err := pair.New(ctx, base, now)
//	for _, row := range c.Rows { … }
package pair

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"profstation/model"
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/model/work"
	"profstation/timeline/analysis"
)

// Kind says what a row's durations belong to.
type Kind string

// The kinds of rows. If rows have equal changes, they are listed in this order.
const (
	Tasks      Kind = "task"
	Regions    Kind = "region"
	Stops      Kind = "stop of the world"
	Cycles     Kind = "GC cycle"
	Goroutines Kind = "goroutines"
	// Lasting are the goroutines whose beginning or end is not in their trace, as servers' and workers': what they did
	// in a second of it.
	Lasting Kind = "lasting goroutines"
)

var kinds = []Kind{Tasks, Regions, Stops, Cycles, Goroutines, Lasting}

// Row is one kind of duration on both sides, in nanoseconds.
type Row struct {
	Kind Kind
	Name string // a task's or region's type, a stop's reason, the goroutines' start function
	Part string // which part of the goroutines' time, such as "lifetime" or "execution/s"; "" for other kinds
	compare.Distribution
	Q float64 // P corrected for the number of rows; NaN if nothing was tested
}

// Delta returns how much larger the sum over all durations is in the new trace.
func (r *Row) Delta() float64 { return r.New.Total - r.Base.Total }

// Words returns the finding in a sentence.
func (r *Row) Words() string { return r.Distribution.Words(duration) }

// Pair holds the durations in two traces.
type Pair struct {
	Base, New *trace.Trace
	Rows      []Row // those that are more than noise first, of each the largest |Delta| first
}

// Explain explains to a user how real differences are told from chance, in paragraphs.
func Explain() []string {
	return []string{
		lang.L("Durations of one kind are compared by their ranks (Mann and Whitney, 1947): whether those of one trace tend to be longer than those of the other, whatever the shape of their distributions."),
		lang.L("A difference is reported as more than noise if at most 5% of those reported are expected to be false alarms: p-values are corrected for the number of rows (Benjamini and Hochberg). With fewer than 3 on a side, or 8 in total, there is no verdict."),
		lang.L("Limits: the test assumes that durations are independent. Those of one recording often are not (one slow moment makes many slow calls), so a small p means less here than between several recordings. Totals and counts grow with the length of a trace: compare traces of the same load and length. Tasks and regions whose beginning or end is not in the trace are left out. Goroutines that began before the trace or outlive it are compared by what they did in a second of it; up to 5% of difference counts as noise, since runs under the same load differ by as much."),
	}
}

// key names a kind of duration in both traces.
type key struct {
	kind       Kind
	name, part string
}

// PerSecond ends the part of what lasting goroutines did.
const PerSecond = "/s"

// lifetime stands for the goroutines' whole time.
const lifetime = "lifetime"

// New compares two traces. The only error is the context's.
func New(ctx context.Context, base, now *trace.Trace) (*Pair, error) {
	c := &Pair{Base: base, New: now}
	samples := map[key]*[2][]int64{}
	for side, t := range []*trace.Trace{base, now} {
		err := durations(ctx, t, func(k key, d trace.Time) {
			s := samples[k]
			if s == nil {
				s = new([2][]int64)
				samples[k] = s
			}
			s[side] = append(s[side], int64(d))
		})
		if err != nil {
			return nil, err
		}
	}
	fill(samples)
	for k, s := range samples {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c.Rows = append(c.Rows, Row{Kind: k.kind, Name: k.name, Part: k.part, Distribution: compared(k.kind, s[0], s[1])})
	}
	all := make([]*compare.Distribution, len(c.Rows))
	for i := range c.Rows {
		all[i] = &c.Rows[i].Distribution
	}
	for i, q := range compare.Correct(all) {
		c.Rows[i].Q = q
	}
	slices.SortFunc(c.Rows, inOrder)
	return c, nil
}

// inOrder sorts rows so that what is only noise, however much it is, does not stand before what is more.
func inOrder(a, b Row) int {
	if noise := a.Outcome.Noise(); noise != b.Outcome.Noise() {
		if noise {
			return 1
		}
		return -1
	}
	return cmp.Or(cmp.Compare(math.Abs(b.Delta()), math.Abs(a.Delta())),
		cmp.Compare(slices.Index(kinds, a.Kind), slices.Index(kinds, b.Kind)), strings.Compare(a.Name, b.Name), strings.Compare(a.Part, b.Part))
}

// compared compares durations. Lasting goroutines have the load of their trace in common.
func compared(kind Kind, base, now []int64) compare.Distribution {
	if kind == Lasting {
		return compare.DistributionsBeyond(base, now, compare.RunsDiffer)
	}
	return compare.Distributions(base, now)
}

// fill adds zeros. If goroutines with one start function spent time in some way in one trace but not in the other, it
// gives each goroutine with that function in the other trace a 0. How long lasting ones lived in a second says nothing:
// that is left out afterwards.
func fill(samples map[key]*[2][]int64) {
	for k, s := range samples {
		if k.kind != Goroutines && k.kind != Lasting {
			continue
		}
		lives := samples[key{k.kind, k.name, lifetime}]
		for side := range s {
			if len(s[side]) == 0 {
				s[side] = make([]int64, len(lives[side]))
			}
		}
	}
	maps.DeleteFunc(samples, func(k key, _ *[2][]int64) bool { return k.kind == Lasting && k.part == lifetime })
}

// perSecond returns a part of a trace's time as what it would be in a second.
func perSecond(t *trace.Trace, d trace.Time) trace.Time {
	return trace.Time(float64(d) / max(float64(t.End), 1) * float64(time.Second))
}

func durations(ctx context.Context, t *trace.Trace, add func(key, trace.Time)) error {
	// between adds durations whose ends are both in the trace.
	between := func(kind Kind, name model.StringID, start, end trace.Time) {
		if start != trace.NoTime && end != trace.NoTime {
			add(key{kind, t.Strings.Raw(name), ""}, end-start)
		}
	}
	steps := work.StepsUntil(ctx)
	for _, x := range t.Tasks {
		if steps.Over(1) {
			return steps.Err()
		}
		between(Tasks, x.Type, x.Start, x.End)
	}
	for _, x := range t.Regions {
		if steps.Over(1) {
			return steps.Err()
		}
		if x.Ended() {
			between(Regions, x.Type, x.Start, x.End)
		}
	}
	for _, x := range t.Stops {
		between(Stops, x.Reason, x.Start, x.End)
	}
	a := analysis.New(t)
	cycles, err := a.GC(ctx, trace.Interval{})
	if err != nil {
		return err
	}
	for _, x := range cycles {
		if !x.Open && !x.Told {
			add(key{Cycles, "", ""}, x.End-x.Start)
		}
	}
	all, err := a.Goroutines(ctx, trace.Interval{})
	if err != nil {
		return err
	}
	for i := range all.Groups {
		group := &all.Groups[i]
		name := t.Strings.Raw(group.Func)
		for row := group.First; row < group.End; row++ {
			b := all.Row(row)
			if steps.Over(1 + len(b.Times)) {
				return steps.Err()
			}
			g := &t.Goroutines[all.Go[row]]
			whole := g.Created && t.Spans.State(g.End-1) == trace.GoNotExist
			kind, suffix := Goroutines, ""
			if !whole {
				kind, suffix = Lasting, PerSecond
			}
			add(key{kind, name, lifetime}, b.Time(analysis.Total))
			for c, d := range b.Times {
				if !whole {
					if all.Columns[c].Kind.Waiting() || all.Columns[c].Kind == trace.UnknownTime {
						continue // they wait for what there is to do
					}
					d = perSecond(t, d)
				}
				if group.Sum.Times[c] > 0 {
					add(key{kind, name, all.Columns[c].Name + suffix}, d)
				}
			}
		}
	}
	return nil
}

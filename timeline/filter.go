package timeline

import (
	"bytes"
	"context"
	"math"
	"regexp"
	"slices"
	"strconv"
	"sync/atomic"

	"profstation/model"
	"profstation/model/query"
	"profstation/model/trace"
	"profstation/model/work"
	"profstation/timeline/parallel"
)

// keep returns which goroutines a query keeps, and how many it would keep that do nothing in the time that is shown.
func (t *Timeline) keep(ctx context.Context, c *compiled) (keep []bool, elsewhere int, err error) {
	keep = make([]bool, len(t.Trace.Goroutines))
	var out atomic.Int64
	// A function has many goroutines: its name is matched once.
	if _, ok := t.Trace.GoByID(c.one); !ok {
		c.one = 0
	}
	named := make([]bool, len(t.funcs.list))
	if c.re != nil {
		for i, group := range t.funcs.list {
			name := t.Trace.Strings.Display(group.name)
			named[i] = c.re.MatchString(name) || query.MatchesShortened(c.re, name)
		}
	}
	var calling *Calling
	if c.re != nil && c.one == 0 {
		calling = NewCalling(work.StepsUntil(ctx), t.Trace, c.re)
	}
	inSight := c.InSight() && c.Within != trace.Interval{}
	err = parallel.Blocks(ctx, len(keep), 1024, func(_, from, to int) {
		steps := work.StepsUntil(ctx)
		var text []byte
		for g := from; g < to; g++ {
			r := &t.Trace.Goroutines[g]
			switch {
			case c.Kinds != 0 && t.has[g]&c.Kinds == 0:
				continue
			case c.ids != nil && !c.ids[r.ID]:
				continue
			case c.one != 0 && c.one != r.ID:
				continue
			}
			if c.re != nil && c.one == 0 && !named[t.groups[g]] {
				text = append(strconv.AppendInt(append(text[:0], 'g'), r.ID, 10), ' ')
				text = append(text, t.Trace.Strings.Display(r.Func)...)
				named := c.has != nil && bytes.Contains(text, c.has) || c.has == nil && c.re.Match(text)
				if !named && !calling.Goroutine(steps, trace.GoIndex(g)) {
					continue
				}
			}
			if keep[g] = c.long(t, trace.GoIndex(g)); keep[g] && inSight && !c.acts(t, trace.GoIndex(g)) {
				keep[g] = false
				out.Add(1)
			}
		}
	})
	return keep, int(out.Load()), err
}

// newOrder lists all goroutines in an order. If two are equal, the one with the
// lower number comes first. Its only error is the steps'.
func (t *Timeline) newOrder(steps *work.Steps, by Order) ([]trace.GoIndex, error) {
	order := make([]trace.GoIndex, len(t.Trace.Goroutines))
	for g := range order {
		order[g] = trace.GoIndex(g)
	}
	order = sortedBy(steps, order, func(g trace.GoIndex) int64 { return t.Trace.Goroutines[g].ID })
	switch by {
	case ByStart:
		order = sortedBy(steps, order, func(g trace.GoIndex) int64 { return int64(t.Trace.Spans.Start(t.Trace.Goroutines[g].First)) })
	case ByRunning:
		order = sortedBy(steps, order, func(g trace.GoIndex) int64 { return -t.running[g] })
	case ByBlocked:
		order = sortedBy(steps, order, func(g trace.GoIndex) int64 { return -t.blocked[g] })
	}
	if steps.Over(0) {
		return nil, steps.Err()
	}
	return order, nil
}

// sortedIndices returns the numbers from 0 to before n, sorted. Equal ones stay in order.
func sortedIndices(n int, compare func(i, j int32) int) []int32 {
	list := make([]int32, n)
	for i := range list {
		list[i] = int32(i)
	}
	slices.SortStableFunc(list, compare)
	return list
}

// sortedBy sorts goroutines by a number, leaving those that have the same as
// they stand. It sorts by some bits after the other, which is five
// times as fast as comparing where there are 200,000. Once the steps are over, the order means nothing.
func sortedBy(steps *work.Steps, list []trace.GoIndex, number func(trace.GoIndex) int64) []trace.GoIndex {
	const bits = 11
	keys := make([]uint64, len(list)) // by goroutine, their lowest is 0
	lowest, all := int64(math.MaxInt64), uint64(0)
	for _, g := range list {
		if lowest = min(lowest, number(g)); steps.Over(1) {
			return list
		}
	}
	for _, g := range list {
		keys[g] = uint64(number(g)) - uint64(lowest)
		if all |= keys[g]; steps.Over(1) {
			return list
		}
	}
	other := make([]trace.GoIndex, len(list))
	for shift := 0; all>>shift != 0; shift += bits {
		var next [1<<bits + 1]int
		for _, g := range list {
			if next[keys[g]>>shift&(1<<bits-1)+1]++; steps.Over(1) {
				return list
			}
		}
		for i := range next[1:] {
			next[i+1] += next[i]
		}
		for _, g := range list {
			digit := keys[g] >> shift & (1<<bits - 1)
			other[next[digit]] = g
			if next[digit]++; steps.Over(1) {
				return list
			}
		}
		list, other = other, list
	}
	return list
}

// Calling knows the stacks in which a function is called whose name a regular expression matches. nil: there are none.
type Calling struct {
	t      *trace.Trace
	stacks bitSet
}

// NewCalling finds the stacks. It returns nil once the steps are over.
func NewCalling(steps *work.Steps, t *trace.Trace, re *regexp.Regexp) *Calling {
	matched := make([]bool, len(t.Frames))
	asked, some := map[model.StringID]bool{}, false
	for i := range matched {
		f := t.Frames[i].Func
		is, ok := asked[f]
		if !ok {
			name := t.Strings.Display(f)
			is = re.MatchString(name) || query.MatchesShortened(re, name)
			asked[f] = is
		}
		matched[i] = is
		some = some || is
		if steps.Over(1) {
			return nil
		}
	}
	if !some {
		return nil
	}
	c := &Calling{t, makeBitSet(nil, t.Stacks.Len())}
	for i := range t.Stacks.Len() {
		for _, f := range t.Stacks.Stack(trace.StackIndex(i)) {
			if matched[f] {
				c.stacks.set(i)
				break
			}
		}
		if steps.Over(1) {
			return nil
		}
	}
	return c
}

// Goroutine reports whether a goroutine was in any of the stacks. It may say no once the steps are over.
func (c *Calling) Goroutine(steps *work.Steps, g trace.GoIndex) bool {
	if c == nil {
		return false
	}
	r := &c.t.Goroutines[g]
	for lo, hi := range runs(steps, r.First, r.End) {
		for span := lo; span < hi; span++ {
			if c.stacks.has(int(c.t.SelfStack(span))) {
				return true
			}
		}
	}
	return false
}

package timeline

import (
	"regexp"

	"profstation/model"
	"profstation/model/query"
	"profstation/model/trace"
	"profstation/model/work"
)

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

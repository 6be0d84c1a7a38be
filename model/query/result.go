package query

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"profstation/model"
	"profstation/model/charge"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/model/work"
)

// Result is the answer to a query. It knows which samples count and for how much, and what is left in each
// stack. Figures are computed on demand. It is safe for use by several goroutines.
type Result struct {
	Profile *model.Profile  // the profile asked, with the frames for creators, tagroot, tagleaf and only added
	Query   Query           // as asked
	Column  int             // the sample type, an index into Profile.Types
	Type    model.ValueType // its name and unit
	Total   int64           // what shares refer to: Σ|value|, see [Result.weigh]
	Nodes   *Nodes
	Records int      // how many of the file's records passed the filters
	Unused  []string // filters that matched nothing, by pprof's names

	// byLoc[places[i].first:places[i+1].first] holds the nodes at location i, outermost first. A hidden location has none.
	places []place
	byLoc  []NodeID

	// top is, for each stack, the depth of the location at which it begins, or the stack's length if it has
	// none. It is nil without show_from.
	top []int32

	// net[i] is the sum of the values in the stacks before stack i, and abs[i] the sum of their magnitudes.
	// Without negative values both are the same slice.
	net, abs []int64

	stackOK, setOK []bool      // whether the filters let a stack or label set pass; nil if all pass
	time           *chosenTime // which times pass; nil: all times, and samples without a time
	// judged is each sample's stack before prune_from cut it and only folded it. stackOK refers to these stacks.
	judged []model.StackID

	asked  *model.Profile // as charged, without the frames for creators, tagroot and tagleaf, and with whole stacks
	counts *Result        // with mean: the same for the first sample type, the divisors

	write  func(v float64, unit string) string // see [Result.ShownAs]; nil: values are shown as they are
	factor float64                             // of what write gets
	least  int64                               // see [Result.Neglect]

	sums   *work.Lazy[*Sums]
	finer  *finer
	pivots *pivots

	Parts int // the number of ranges in a walk, for tests; 0: as many as are worth it
}

// Evaluate answers a query. It returns the context's error or an *[Error].
//
// The steps are in pprof's order (internal/driver/driver.go, generateRawReport): frames for tagroot and
// tagleaf are added, the total is fixed, and filters apply. With relative_percentages the total is fixed only
// after that.
func Evaluate(ctx context.Context, p *model.Profile, q Query) (*Result, error) {
	column, noColumn := SampleIndex(p, q.SampleIndex)
	tagFocus, noFocus := compileTags(p, "tagfocus", q.TagFocus)
	tagIgnore, noIgnore := compileTags(p, "tagignore", q.TagIgnore)
	_, noShow := compileNames(p, "tagshow", q.TagShow)
	_, noHide := compileNames(p, "taghide", q.TagHide)
	if err := cmp.Or(noColumn, noFocus, noIgnore, noShow, noHide); err != nil {
		return nil, err
	}
	granularity := cmp.Or(q.Granularity, Functions)
	if !slices.Contains(Granularities, granularity) {
		return nil, &Error{"granularity",
			lang.Error("unknown value {{.Value}}", lang.With{"Value": strconv.Quote(safe.Text(string(granularity)))})}
	}
	var alone []string
	if q.ChargeGC {
		charged, err := charge.GC.Of(ctx, p)
		if err != nil {
			return nil, err
		}
		if !charge.Charged(charged) {
			alone = append(alone, chargeGC)
		}
		p = charged
	}
	if noColumn == nil && column >= len(p.Types) {
		var err error
		if p, err = model.Completed.Of(ctx, p); err != nil {
			return nil, err
		}
	}
	asked := p
	if q.Creators {
		if p.Labels.Lineages() == 0 {
			alone = append(alone, "creators")
		}
		var err error
		if p, err = model.Continued.Of(ctx, p); err != nil {
			return nil, err
		}
	}
	p, unused, err := withTagFrames(ctx, p, q.TagRoot, q.TagLeaf, q.Unit)
	if err != nil {
		return nil, err
	}
	if q.Only != "" {
		p = withAlone.Quick(p)
	}
	names, err := newLocFilter(ctx, p, &q, asked)
	if err != nil {
		return nil, err
	}
	nodes, err := tableOfNodes(ctx, p, granularity, q.ShowColumns || granularity == Addresses && !q.NoInlines)
	if err != nil {
		return nil, err
	}
	r := &Result{
		Profile: p, Query: q, Column: column, Type: p.Types[column],
		Nodes:  nodes,
		Unused: slices.Concat(alone, unused, names.unused),
		judged: p.Samples.Stack, asked: asked,
		sums: &work.Lazy[*Sums]{}, finer: &finer{}, pivots: &pivots{},
	}
	r.place(ctx, names, q.NoInlines)
	r.stackOK = r.keepStacks(ctx, names)
	r.setOK = r.keepSets(ctx, tagFocus, tagIgnore)
	if err := r.keepTimes(ctx); err != nil {
		return nil, err
	}
	if (names.prune || names.only != nil) && ctx.Err() == nil {
		if err := r.cut(ctx, names); err != nil {
			return nil, err
		}
	}
	if err := r.weigh(ctx); err != nil {
		return nil, err
	}
	if q.Mean {
		r.counts, err = r.InColumn(ctx, 0)
	}
	return r, err
}

// Recorded returns the profile that was asked, without frames for labels and creators, and with whole stacks. What is charged
// stays charged.
func (r *Result) Recorded() *model.Profile { return r.asked }

// InColumn returns the answer to the same query for another sample type, given by its number. Filters do not
// judge the samples again. Its only error is the context's.
func (r *Result) InColumn(ctx context.Context, column int) (*Result, error) {
	c := *r
	c.Column, c.Type, c.least = column, r.Profile.Types[column], 0
	c.sums, c.finer, c.pivots = &work.Lazy[*Sums]{}, &finer{}, &pivots{}
	return &c, c.weigh(ctx)
}

// place says where a location's nodes are. If there is just one, as with most locations, only is that node, else NoNode.
type place struct {
	first int32
	only  NodeID
}

func (r *Result) place(ctx context.Context, f *locFilter, noInlines bool) {
	count := work.StepsUntil(ctx)
	p, t := r.Profile, r.Nodes
	r.places = make([]place, len(p.Locations)+1)
	r.byLoc = make([]NodeID, 0, len(p.Lines))
	for i := range p.Locations {
		loc := &p.Locations[i]
		lines, stands := f.lines(p, model.LocID(i))
		if count.Over(1 + int(loc.EndLine-loc.FirstLine)) {
			return
		}
		switch {
		case !stands:
		case len(lines) == 0:
			r.byLoc = append(r.byLoc, t.bare[i])
		case f.kept == nil: // all lines, at their place
			for j := loc.EndLine - 1; j >= loc.FirstLine; j-- {
				r.byLoc = append(r.byLoc, t.byLine[j])
			}
		default:
			// The kept lines are a subsequence, so find each one's place.
			j := loc.EndLine - 1
			for _, line := range slices.Backward(lines) {
				for p.Lines[j] != line {
					j--
				}
				r.byLoc = append(r.byLoc, t.byLine[j])
				j--
			}
		}
		here := &r.places[i]
		if noInlines && len(r.byLoc) > int(here.first) {
			r.byLoc = r.byLoc[:here.first+1]
		}
		if here.only = NoNode; len(r.byLoc) == int(here.first)+1 {
			here.only = r.byLoc[here.first]
		}
		r.places[i+1].first = int32(len(r.byLoc))
	}
}

// nodesOf returns a location's nodes, outermost first.
func (r *Result) nodesOf(loc model.LocID) []NodeID {
	return r.byLoc[r.places[loc].first:r.places[loc+1].first]
}

// keepStacks returns which stacks the name filters let pass, or nil if all do. It also fills r.top.
func (r *Result) keepStacks(ctx context.Context, f *locFilter) []bool {
	if f.marks == nil {
		return nil
	}
	st := r.Profile.Stacks
	keep := make([]bool, st.Len())
	if f.from {
		r.top = make([]int32, st.Len())
	}
	work.InParallel(len(keep), func(lo, hi int) {
		// marked holds the marks found in the current stack's locations, and at holds the depth at which each
		// was first found. Marks found in the shared beginning are reused.
		var marked locMark
		var at [4]int32
		count, read := work.StepsUntil(ctx), st.Reader()
		for i := lo; i < hi; i++ {
			c := int32(st.Common(model.StackID(i)))
			if i == lo {
				c = 0
			}
			entered := read.From(model.StackID(i), c)
			if count.Over(1 + len(entered)) {
				return
			}
			for b := range at {
				if at[b] >= c {
					marked &^= 1 << b
				}
			}
			for d, l := range entered {
				if more := f.marks[l] &^ marked; more != 0 {
					marked |= more
					for b := range at {
						if more>>b&1 != 0 {
							at[b] = c + int32(d)
						}
					}
				}
			}
			marked := marked
			if f.only != nil && f.strict { // what is shown instead of the stack can be asked for
				if alone := f.only.aloneIn(read.Locs(model.StackID(i))); alone >= 0 {
					marked |= f.marks[alone] & (focused | ignored)
				}
			}
			keep[i] = !f.strict || marked&(focused|ignored|standing) == focused|standing
			if f.from {
				keep[i] = keep[i] && marked&begins != 0
				r.top[i] = c + int32(len(entered))
				if marked&begins != 0 {
					r.top[i] = at[3]
				}
			}
		}
	})
	return keep
}

// keepSets returns for each label set whether the tag filters let it pass, or nil if there are none.
func (r *Result) keepSets(ctx context.Context, focus, ignore tagFilter) []bool {
	if focus == nil && ignore == nil {
		return nil
	}
	keep := make([]bool, r.Profile.Labels.Len())
	focused, ignored := focus == nil, ignore == nil
	count := work.StepsUntil(ctx)
	for i := range keep {
		set := r.Profile.Labels.Set(model.LabelSetID(i))
		if count.Over(16 * (1 + len(set))) { // a regular expression costs more than one step
			return keep
		}
		in, out := focus == nil || focus(set), ignore != nil && ignore(set)
		keep[i] = in && !out
		focused, ignored = focused || in, ignored || out
	}
	if !focused {
		r.Unused = append(r.Unused, "tagfocus")
	}
	if !ignored {
		r.Unused = append(r.Unused, "tagignore")
	}
	return keep
}

// weight is a sample's part of its stack's sum.
type weight struct {
	stack model.StackID
	value int64
}

// weigh sums the values of the samples that pass for each stack, and fixes the total. The total is Σ|value|
// over all samples or, with relative_percentages, over those that pass. If the profile holds the base in a
// difference, only base samples count for the total (pprof: internal/report/report.go, computeTotal).
//
// Its only error is the context's.
func (r *Result) weigh(ctx context.Context) error {
	p := r.Profile
	n := p.Stacks.Len()
	values := p.Samples.Values[r.Column]
	base := p.BaseSets()
	r.Records = 0
	r.net = make([]int64, n+1)
	negative := p.Negative(r.Column)
	r.abs = r.net
	if negative {
		r.abs = make([]int64, n+1)
	}
	var total, baseTotal, inTime int64
	// The stacks of consecutive samples lie far apart, so each is a wait for memory. Adding a few hundred in a loop that
	// does nothing else lets the processor wait for many at a time.
	var passed [256]weight
	count := work.StepsUntil(ctx)
	for lo := 0; lo < len(values); lo += len(passed) {
		hi := min(lo+len(passed), len(values))
		if count.Over(hi - lo) {
			return ctx.Err()
		}
		n := 0
		for i := lo; i < hi; i++ {
			v, passes := values[i], r.Passes(i)
			if r.time != nil && r.time.Holds(p.Samples.Time(i)) {
				inTime += units.Magnitude(v)
			}
			if passes || !r.Query.RelativePercentages {
				total += units.Magnitude(v)
				if base != nil && base[p.Samples.LabelSet(i)] {
					baseTotal += units.Magnitude(v)
				}
			}
			if passes {
				passed[n] = weight{p.Samples.Stack[i], v}
				n++
			}
		}
		r.Records += n
		for _, w := range passed[:n] {
			r.net[w.stack+1] += w.value
		}
		if negative {
			for _, w := range passed[:n] {
				r.abs[w.stack+1] += units.Magnitude(w.value)
			}
		}
	}
	r.Total = total
	if baseTotal > 0 {
		r.Total = baseTotal
	}
	if r.time != nil { // results for other columns share r.time
		t := *r.time
		t.total = inTime
		r.time = &t
	}
	for i := range n {
		r.net[i+1] += r.net[i]
		if negative {
			r.abs[i+1] += r.abs[i]
		}
	}
	return nil
}

// Passes reports whether the filters let sample i in the profile pass.
func (r *Result) Passes(i int) bool {
	return (r.stackOK == nil || r.stackOK[r.judged[i]]) && (r.setOK == nil || r.setOK[r.Profile.Samples.LabelSet(i)]) &&
		(r.time == nil || r.time.Holds(r.Profile.Samples.Time(i)))
}

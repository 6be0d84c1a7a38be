package query

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/model/work"
)

// Result is the answer to a query: which samples count, for how much, and what is left of each
// stack. Figures are drawn from it on demand. It is safe for use by several goroutines.
type Result struct {
	Profile *model.Profile  // the one asked, with the frames of tagroot and tagleaf added
	Query   Query           // as asked
	Column  int             // the sample type, an index into Profile.Types
	Type    model.ValueType // its name and unit
	Total   int64           // what shares are of: Σ|value|, see [Result.total]
	Nodes   *Nodes
	Records int      // how many records of the file passed the filters
	Unused  []string // pprof's names of the filters that matched nothing

	// paths gives each location its nodes: byLoc[first[i]:first[i+1]],
	// outermost first. None where the location is hidden.
	first []int32
	byLoc []NodeID

	// top is the index in each stack of the location it begins at, its length
	// where it has none; nil without show_from.
	top []int32

	// net[i] and abs[i] are the sums of the values, and of their magnitudes,
	// of the stacks before stack i. Without negative values both are one slice.
	net, abs []int64

	stackOK, setOK []bool      // whether the filters let it pass; nil if all pass
	time           *chosenTime // of the samples that pass; nil: any, and those without one
	// judged is the stack of each sample that stackOK is about, before prune_from cut it.
	judged []model.StackID

	asked  *model.Profile // without the frames of tagroot and tagleaf, and with whole stacks
	counts *Result        // with mean: the same of the first sample type, the divisors

	write func(int64) string // see [Result.ShownAs]; nil: values are what they are

	sums   *work.Lazy[*Sums]
	finer  *finer
	pivots *pivots

	Parts int // how many ranges a walk has; 0: as many as are worth it. Tests set it
}

// Evaluate answers a query. Its errors are the context's and those of type *QueryError.
//
// The order of work is pprof's (internal/driver/driver.go, generateRawReport):
// frames of tagroot and tagleaf are added, the total is fixed, filters apply,
// and with relative_percentages the total is fixed only then.
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
	asked := p
	p, unused, err := withTagFrames(ctx, p, q.TagRoot, q.TagLeaf, q.Unit)
	if err != nil {
		return nil, err
	}
	names, err := newLocFilter(ctx, p, &q)
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
		Unused: append(unused, names.unused...),
		judged: p.Samples.Stack, asked: asked,
		sums: &work.Lazy[*Sums]{}, finer: &finer{}, pivots: &pivots{},
	}
	r.place(ctx, names, q.NoInlines)
	r.stackOK = r.keepStacks(ctx, names)
	r.setOK = r.keepSets(ctx, tagFocus, tagIgnore)
	if err := r.keepTimes(ctx); err != nil {
		return nil, err
	}
	if names.prune && ctx.Err() == nil {
		if err := r.prune(ctx, names); err != nil {
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

// InColumn is the answer to the same query of another sample type, by its number: filters that have
// judged a sample are not asked again. Its only error is the context's.
func (r *Result) InColumn(ctx context.Context, column int) (*Result, error) {
	c := *r
	c.Column, c.Type = column, r.Profile.Types[column]
	c.sums, c.finer, c.pivots = &work.Lazy[*Sums]{}, &finer{}, &pivots{}
	return &c, c.weigh(ctx)
}

func (r *Result) place(ctx context.Context, f *locFilter, noInlines bool) {
	count := work.StepsUntil(ctx)
	p, t := r.Profile, r.Nodes
	r.first = make([]int32, len(p.Locations)+1)
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
			// The kept lines are a subsequence: find each one's place.
			j := loc.EndLine - 1
			for _, line := range slices.Backward(lines) {
				for p.Lines[j] != line {
					j--
				}
				r.byLoc = append(r.byLoc, t.byLine[j])
				j--
			}
		}
		if before := int(r.first[i]); noInlines && len(r.byLoc) > before {
			r.byLoc = r.byLoc[:before+1]
		}
		r.first[i+1] = int32(len(r.byLoc))
	}
}

// nodesOf returns the nodes of a location, outermost first.
func (r *Result) nodesOf(loc model.LocID) []NodeID {
	return r.byLoc[r.first[loc]:r.first[loc+1]]
}

// keepStacks reports which stacks the name filters let pass, nil if all do, and fills r.top.
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
		// marked is what the locations of the current stack have, and at the depth of the first
		// that has each; what the shared beginning said is not asked again.
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

// keepSets reports for each label set whether the tag filters let it pass; nil if there are none.
func (r *Result) keepSets(ctx context.Context, focus, ignore tagFilter) []bool {
	if focus == nil && ignore == nil {
		return nil
	}
	keep := make([]bool, r.Profile.Labels.Len())
	focused, ignored := focus == nil, ignore == nil
	count := work.StepsUntil(ctx)
	for i := range keep {
		set := r.Profile.Labels.Set(model.LabelSetID(i))
		if count.Over(16 * (1 + len(set))) { // of a regular expression
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

// weigh sums the values of the samples that pass, per stack, and fixes the total: Σ|value| of all
// samples, or, with relative_percentages, of the samples that pass; only of the base where the
// profile holds one of a difference (pprof: internal/report/report.go, computeTotal).
//
// Its only error is the context's.
func (r *Result) weigh(ctx context.Context) error {
	p := r.Profile
	n := p.Stacks.Len()
	values := p.Samples.Values[r.Column]
	base := p.BaseSets()
	r.Records = 0
	r.net = make([]int64, n+1)
	negative := slices.ContainsFunc(values, func(v int64) bool { return v < 0 })
	r.abs = r.net
	if negative {
		r.abs = make([]int64, n+1)
	}
	var total, baseTotal, inTime int64
	count := work.StepsUntil(ctx)
	for i, v := range values {
		if count.Over(1) {
			return ctx.Err()
		}
		stack, set := p.Samples.Stack[i], p.Samples.LabelSet(i)
		passes := r.Passes(i)
		if r.time != nil && r.time.Holds(p.Samples.Time(i)) {
			inTime += units.Magnitude(v)
		}
		if passes || !r.Query.RelativePercentages {
			total += units.Magnitude(v)
			if base != nil && base[set] {
				baseTotal += units.Magnitude(v)
			}
		}
		if !passes {
			continue
		}
		r.Records++
		r.net[stack+1] += v
		if negative {
			r.abs[stack+1] += units.Magnitude(v)
		}
	}
	r.Total = total
	if baseTotal > 0 {
		r.Total = baseTotal
	}
	if r.time != nil { // results of other columns share the choice
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

// Passes reports whether the filters let a sample of the profile pass.
func (r *Result) Passes(i int) bool {
	return (r.stackOK == nil || r.stackOK[r.judged[i]]) && (r.setOK == nil || r.setOK[r.Profile.Samples.LabelSet(i)]) &&
		(r.time == nil || r.time.Holds(r.Profile.Samples.Time(i)))
}

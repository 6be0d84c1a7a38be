package compare

import (
	"cmp"
	"context"
	"math"
	"slices"

	"profstation/model/statistics"
)

// judge decides which figures in one comparison really differ. It judges rows, the total, labels and boxes
// alike. It tests what is shown: Δ between the normalised values. Sums are in the order of
// [Comparison.Results].
type judge struct {
	*evidence
	pair    *Pair
	shares  bool       // values are shares in totals that are made equal
	factors [2]float64 // the factor for each side's values
	totals  []int64    // the sums over everything, whatever the filters leave
	uneven  bool       // figures differ, or may differ, only because of what stores have for each side's time
	counter bool       // values are counted since one process started
	groups  *statistics.Groups
	each    []float64      // the exposure for each recording in groups
	law     statistics.Law // the law for the figures of groups
}

func (c *Comparison) newJudge() *judge {
	p := c.Pair
	j := &judge{evidence: p.evidenceOf(context.Background(), c.column), pair: p, shares: c.Normalisation.By == PerTotal, factors: c.factors}
	j.counter = p.counts(c.column)
	j.uneven = p.uneven() && !j.shares && (j.asRecorded() || c.Normalisation.recordings() || !p.timed())
	j.totals = []int64{sideNew: sum(p.New.Samples.Values[c.column]), sideBase: sum(p.Base.Samples.Values[c.column])}
	for _, column := range j.columns {
		j.totals = append(j.totals, sum(column))
	}
	if p.runs == nil {
		return j
	}
	j.groups = &statistics.Groups{Before: p.runs.before, Counted: j.basis == bySamples || j.basis == byObjects,
		Paired: c.Normalisation.Pairs}
	parts := p.runs.parts(c.Normalisation)
	for i, s := range j.sides {
		of := parts[i] / c.factors[p.runs.side(i)]
		if j.shares {
			of = float64(j.totals[s.value]) / j.total()
		}
		j.each = append(j.each, of)
		if s.one > 0 {
			of *= j.sides[0].one / s.one
		}
		j.groups.Exposure = append(j.groups.Exposure, of)
	}
	j.groups.Timed = j.timed()
	return j
}

// total returns the base's total as it is shown.
func (j *judge) total() float64 { return float64(j.totals[sideBase]) * j.factors[sideBase] }

// timed returns how many samples a timer took in each recording. It returns nil if none did, and if recordings are not
// alike: counting would hardly seem to play a part in the longest one's largest figures.
func (j *judge) timed() []float64 {
	if n, _, _, ok := j.counted(j.totals); ok && j.basis == bySamples && j.alike() {
		return n
	}
	return nil
}

// counted returns what was counted for a figure on each side, or in each run: n is the values divided by one,
// the value of a single count, and seen is how many were counted in total. For heaps, one is the average
// value that a sampled object stands for, since a sum of weighted counts is close to a count of things that
// large (Bohm and Zech 2014, "Statistics of weighted Poisson events"). ok is false if a value is negative,
// because it already is a difference.
func (j *judge) counted(sums []int64) (n, one []float64, seen float64, ok bool) {
	var value, evidence float64
	for _, s := range j.sides {
		if sums[s.value] < 0 {
			return nil, nil, 0, false
		}
		value += float64(sums[s.value])
		switch {
		case j.basis == byObjects:
			seen += float64(sums[s.count])
			evidence += float64(sums[s.variance]) * j.unit
		case j.basis == bySamples && s.one > 0:
			seen += float64(sums[s.value]) / s.one
		case j.basis == bySamples:
			seen += float64(sums[s.count])
			evidence += float64(sums[s.count])
		}
	}
	each := 1.0
	switch {
	case !(evidence > 0 && value > 0):
	case j.basis == bySamples:
		each = value / evidence
	default:
		each = evidence / value
	}
	for _, s := range j.sides {
		o := each
		if s.one > 0 {
			o = s.one
		}
		n, one = append(n, float64(sums[s.value])/o), append(one, o)
	}
	return n, one, seen, seen >= 0
}

// verdict judges a figure by itself. ch holds the values shown for it.
func (j *judge) verdict(ch *Change, sums []int64) Verdict {
	switch {
	case j.empty(sums):
		return unjudged(Unchanged)
	case j.method() == None:
		return unjudged(Unjudged)
	case j.groups != nil:
	case j.certain() && ch.Delta == 0:
		return unjudged(Unchanged)
	case j.basis == inFull:
		return unjudged(Real)
	case j.certain():
		return j.ofCounter(ch, sums)
	}
	n, one, seen, ok := j.counted(sums)
	v := unjudged(Unjudged)
	v.samples = seen
	switch {
	case j.shares && (j.totals[sideNew] == 0 || j.totals[sideBase] == 0):
		v.Outcome = TooFew // one side is empty
		return v
	case !ok, j.shares && !j.isPart(sums):
		return v
	case j.shares && sums[sideNew] == j.totals[sideNew] && sums[sideBase] == j.totals[sideBase]:
		v.Outcome = Unchanged // the totals are made equal
		return v
	case j.groups != nil:
		return j.ofGroups(ch, n, one[0], v)
	case seen < Fewest:
		v.Outcome = TooFew
		return v
	}
	var of [2]statistics.Count
	for side := range of {
		of[side] = statistics.Count{N: n[side], Of: 1 / (j.factors[side] * one[side])}
		if j.shares {
			of[side].Of = float64(j.totals[side]) / one[side]
		}
	}
	if j.shares {
		return v.by(statistics.Shares(of[sideBase], of[sideNew], j.dispersion).Scaled(j.total()))
	}
	e := statistics.Rates(of[sideBase], of[sideNew], j.dispersion)
	if own, ok := j.ofProcess(ch, sums); ok && own.SD < e.SD {
		e = own
	}
	return v.by(e)
}

// empty reports whether all values behind a figure are zero.
func (j *judge) empty(sums []int64) bool {
	return !slices.ContainsFunc(j.sides, func(s source) bool { return sums[s.value] != 0 })
}

// change returns a figure with a verdict that is not settled yet.
func (j *judge) change(c *Comparison, sums []int64) Change {
	ch := c.change(sums[sideBase], sums[sideNew])
	ch.Verdict = j.verdict(&ch, sums)
	return ch
}

// enough is the number of figures, the largest ones, from which a law is learned. More would not change it.
const enough = 500

// learn finds the law for groups from the rows' flat figures, or from the cum figures if hardly any flat ones
// can be used. Functions vary more than their callers, which combine many functions, so this does not
// overrate any figure. It returns a judge of the cum figures, which knows how much these vary if there are enough of
// them: what is learned from functions alone would hide what their callers show.
func (j *judge) learn(figures [2][][]int64) (cum *judge) {
	if j.law = j.groups.Learn(j.distinct(figures[0], same)); !j.law.Shared() {
		j.law = j.groups.Learn(j.distinct(figures[1], same))
		return j
	}
	if !j.alike() {
		return j
	}
	if law := j.groups.LearnSpread(j.law, j.distinct(figures[1], nearly)); law.Shared() {
		of := *j
		of.law = law
		return &of
	}
	return j
}

// alike reports whether recordings are about equally long. If not, the longest ones decide, and the others show little of how
// much these vary.
func (j *judge) alike() bool {
	const maxLonger = 3
	return slices.Max(j.groups.Exposure) <= maxLonger*slices.Min(j.groups.Exposure)
}

// distinct returns the largest figures as counts, and of those that are the same one.
func (j *judge) distinct(figures [][]int64, same func(a, b []float64) bool) (counts [][]float64) {
	for _, sums := range figures {
		if n, _, _, ok := j.counted(sums); ok {
			counts = append(counts, n)
		}
	}
	slices.SortStableFunc(counts, func(a, b []float64) int { return cmp.Or(cmp.Compare(sum(b), sum(a)), slices.Compare(a, b)) })
	counts = slices.CompactFunc(counts, same)
	return counts[:min(len(counts), enough)]
}

// same reports whether figures are equal, as those of the caller of a single function are.
func same(a, b []float64) bool { return slices.Equal(a, b) }

// nearly reports whether figures are nearly equal, as those of callers above each other are. They vary together, so
// they are worth no more than one.
func nearly(a, b []float64) bool {
	const share = 0.05
	for i := range a {
		if math.Abs(a[i]-b[i]) > share*max(a[i], b[i]) {
			return false
		}
	}
	return true
}

// alone returns a judge for one figure that borrows no strength from others: the total varies less than its
// parts.
func (j *judge) alone() *judge {
	one := *j
	one.law = statistics.Law{Between: j.law.Between, Scale: 1}
	return &one
}

// asRecorded reports whether both sides' values have the same factor.
func (j *judge) asRecorded() bool { return !j.shares && j.factors[0] == j.factors[1] }

// isPart reports whether a figure is a part of the total on every side. With negative values it may not be.
func (j *judge) isPart(sums []int64) bool {
	for _, s := range j.sides {
		if j.totals[s.value] <= 0 || sums[s.value] > j.totals[s.value] {
			return false
		}
	}
	return true
}

// ofGroups judges a figure by its counts in each run.
func (j *judge) ofGroups(ch *Change, n []float64, one float64, v Verdict) Verdict {
	if j.groups.Counted && v.samples < Fewest {
		v.Outcome = TooFew
		return v
	}
	e, ok := j.groups.Test(j.law, n)
	if !ok {
		v.ranked, v.P = true, j.groups.Ranks(n)
		return v
	}
	if e = e.Scaled(one); e.Log {
		e.Base = ch.Before
	}
	if e.Value*ch.Delta < 0 { // the sums contradict most of the runs
		e.Value = 0
	}
	return v.by(e)
}

// ofProcess estimates a figure in use from two snapshots of one process. If nothing changed, as many objects
// were allocated as freed between them.
func (j *judge) ofProcess(ch *Change, sums []int64) (e statistics.Estimate, ok bool) {
	if j.turned == 0 || !j.asRecorded() {
		return e, false
	}
	came := float64(sums[j.allocated])
	went := came - float64(sums[sideNew]-sums[sideBase])
	if went < 0 { // because of rounding
		came, went = came-went, 0
	}
	variance := float64(sums[j.turned]) * j.unit
	if !(variance > 0 && came+went > 0) {
		return e, false
	}
	one := variance / (came + went)
	of := 1 / (j.factors[0] * one)
	e = statistics.Rates(statistics.Count{N: went / one, Of: of}, statistics.Count{N: came / one, Of: of}, statistics.Fair)
	e.Base = ch.Before
	return e, true
}

// certain reports whether chance plays no part in a change: the figure was counted in full, or counts since
// the start of the one process on both sides.
func (j *judge) certain() bool {
	return j.groups == nil && (j.basis == inFull || j.counter && j.basis == byObjects && j.asRecorded())
}

// ofCounter judges what a counter in one process gained. The change is real, and the more objects were
// sampled, the better its size is known.
func (j *judge) ofCounter(ch *Change, sums []int64) Verdict {
	v := unjudged(Real)
	n := float64(sums[j.sides[sideNew].count] - sums[j.sides[sideBase].count])
	low, high := statistics.Poisson(max(1, n), Level)
	v.between = [2]float64{ch.Delta / max(1, n) * low, ch.Delta / max(1, n) * high}
	return v
}

// bar is what p-values have to reach: level to be called real, next for the next figure to be called real.
// more is how many more recordings per side it would take to reach next at all, first for figures judged by a
// model, then for those judged by ranks.
type bar struct {
	level, next float64
	more        [2]int
	judge       *judge
}

func (j *judge) bar(level, next float64) bar {
	b := bar{level: level, next: next, judge: j}
	if j.groups != nil {
		b.more = [2]int{j.groups.More(j.law, next, false), j.groups.More(j.law, next, true)}
	}
	return b
}

// correct judges verdicts as a family: it settles them again with p-values corrected for their number.
func (j *judge) correct(all []*Verdict) bar {
	p := make([]float64, len(all))
	for i, v := range all {
		p[i] = v.P
	}
	q := statistics.Adjusted(p)
	b := j.bar(statistics.Critical(q, Level))
	for i, v := range all {
		v.Q = q[i]
		v.settle(b)
	}
	return b
}

package compare

import (
	"context"
	"slices"
	"time"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/units"
)

// runs holds the recordings whose sums are a pair's sides, the base's first, each side's by time. Each has
// values for the joint samples.
type runs struct {
	of     []*model.Profile
	before int
}

// JoinGroups puts two groups of recordings from a program together. Each group is added up, see [Pool].
// Figures are those of the sums, and they are judged by how the recordings differ. It returns the same errors
// as [Join], or an error that says which recording does not fit.
func JoinGroups(ctx context.Context, before, after []*model.Profile) (*Pair, error) {
	if len(before) == 0 || len(after) == 0 {
		return nil, lang.Error("two groups are needed: one of them has no recordings")
	}
	base, err := Pool(ctx, before)
	if err != nil {
		return nil, lang.Error("base: {{.Cause}}", lang.With{"Cause": err})
	}
	now, err := Pool(ctx, after)
	if err != nil {
		return nil, lang.Error("new: {{.Cause}}", lang.With{"Cause": err})
	}
	if len(before)+len(after) == 2 {
		return Join(ctx, base, now)
	}
	p, err := join(ctx, base, now)
	if err != nil {
		return nil, err
	}
	r := &runs{before: len(before)}
	for _, of := range slices.Concat(byTime(before), byTime(after)) {
		one, err := p.run(ctx, of)
		if err != nil {
			return nil, err
		}
		r.of = append(r.of, one)
	}
	p.runs, p.Apart = r, 0
	p.noteTwice(r.of)
	return p, nil
}

// byTime sorts recordings by their times; those without a time keep their order and come first.
func byTime(of []*model.Profile) []*model.Profile {
	return slices.SortedStableFunc(slices.Values(of), func(a, b *model.Profile) int { return a.Time.Compare(b.Time) })
}

// CanPair reports whether the recordings of the two sides can be compared in pairs: there are as many on each side,
// and at least 2. The first ones by time are a pair, the second ones, and so on.
func (p *Pair) CanPair() bool {
	before, after := p.Recordings()
	return before == after && before > 1
}

// Alternate reports whether the recordings were taken alternately, so that those of a pair follow each other: what
// else changed over time is then the same in both.
func (p *Pair) Alternate() bool {
	if !p.CanPair() {
		return false
	}
	last := time.Time{}
	for k := range p.runs.before {
		first, second := p.runs.of[k].Time, p.runs.of[p.runs.before+k].Time
		if second.Before(first) {
			first, second = second, first
		}
		if first.IsZero() || !last.IsZero() && !first.After(last) {
			return false
		}
		last = second
	}
	return true
}

// WantsPairs reports whether a comparison of groups should be made in pairs: the recordings were taken alternately, and the
// total is not settled.
func WantsPairs(c *Comparison) bool {
	return !c.Normalisation.Pairs && c.Pair.Alternate() && !explanation{Comparison: c}.settled()
}

// run puts a recording on the tables of the sums that it is part of. To find the joint samples again among
// the recording's own, it gives each its number as a value.
func (p *Pair) run(ctx context.Context, of *model.Profile) (*model.Profile, error) {
	n, types := len(p.samples.stack), p.New.Types
	u := model.NewUnion(1 + len(types))
	numbers := [][]int64{make([]int64, n)}
	for i := range n {
		numbers[0][i] = int64(i + 1)
	}
	own := [][]int64{make([]int64, len(of.Samples.Stack))}
	for _, t := range types {
		c := of.ColumnOf(t.Type)
		ratio, _ := units.Scale(1, of.Types[c].Unit, t.Unit)
		numbers = append(numbers, make([]int64, n))
		own = append(own, scaled([][]int64{of.Samples.Values[c]}, []float64{ratio})[0])
	}
	if err := u.Add(ctx, p.New, numbers); err != nil {
		return nil, err
	}
	if err := u.Add(ctx, of, own); err != nil {
		return nil, err
	}
	_, samples, err := u.Finish(ctx)
	if err != nil {
		return nil, err
	}
	values := make([][]int64, len(types))
	for c := range values {
		values[c] = make([]int64, n)
		for i, at := range samples.Values[0] {
			if at > 0 {
				values[c][at-1] += samples.Values[1+c][i]
			}
		}
	}
	f := &fit{types: types}
	r := p.profile(of.Header, types, values)
	r.Kind, r.DefaultSampleType = of.Kind, defaultType(of, f)
	r.Default = r.DefaultColumn()
	p.alignPeriod(r)
	return r, nil
}

// Recordings returns how many recordings were added up for each side.
func (p *Pair) Recordings() (base, now int) {
	if p.runs == nil {
		return 1, 1
	}
	return p.runs.before, len(p.runs.of) - p.runs.before
}

// Default returns how a pair is normalised unless the user chooses otherwise: by shares if the sums differ
// because of what a store has for each side, or if one side is the rest, else per recording if a side has several.
func (p *Pair) Default() Normalisation {
	if p.uneven() || p.Rest {
		return Normalisation{By: PerTotal}
	}
	return PerRecording(p.Recordings())
}

// Recording is the unit's name for values per recording.
const Recording = "recording"

// PerRecording normalises by the number of recordings on each side, so values are averages for one. It
// returns AsRecorded if each side has one.
func PerRecording(before, after int) Normalisation {
	if before == 1 && after == 1 {
		return Normalisation{By: AsRecorded}
	}
	return Normalisation{By: PerUnit, Base: float64(before), New: float64(after), Unit: Recording}
}

// parts returns each recording's share in its side's exposure. Shares are proportional to the duration if
// values are per second, and equal otherwise.
func (r *runs) parts(n Normalisation) []float64 {
	out := make([]float64, len(r.of))
	var all [2]float64
	for i, p := range r.of {
		if out[i] = 1; n.By == PerSecond {
			out[i] = p.Recorded().Seconds()
		}
		all[r.side(i)] += out[i]
	}
	for i := range out {
		out[i] /= all[r.side(i)]
	}
	return out
}

func (r *runs) side(i int) int {
	if i < r.before {
		return sideBase
	}
	return sideNew
}

// Spread returns a node's flat or cum figure in each recording on either side, normalised like the figure
// itself. It returns nil for a pair without groups.
func (c *Comparison) Spread(n query.NodeID, cum bool) (before, after []float64) {
	j := c.judge
	if j.groups == nil {
		return nil, nil
	}
	all, _ := c.sums(context.Background()) // they are known: the rows are made from them
	for i, of := range j.sides {
		value := all[of.value].Flat[n]
		if cum {
			value = all[of.value].Cum[n]
		}
		v := float64(value) / j.each[i]
		if j.pair.runs.side(i) == sideBase {
			before = append(before, v)
		} else {
			after = append(after, v)
		}
	}
	return before, after
}

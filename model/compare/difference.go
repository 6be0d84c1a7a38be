package compare

import (
	"cmp"
	"context"
	"slices"
	"time"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/units"
	"profstation/model/work"
)

// Mode selects one of pprof's two ways to subtract.
type Mode string

// The two modes in pprof. With Base equal samples cancel, and shares refer to Σ|value| over what is left.
// With DiffBase both stay, and shares refer to the base.
const (
	Base     Mode = "base"
	DiffBase Mode = "diff_base"
)

// Difference returns the new profile minus the base as one profile that every view can read. It has the
// samples, totals and header that `go tool pprof -base` or `-diff_base` would give, with -normalize if n says
// [PerTotal]. Negative values show decreases. It shares the pair's tables. It returns the context's error, or
// an error that values cannot be normalised that way.
func (p *Pair) Difference(ctx context.Context, m Mode, n Normalisation) (*model.Profile, error) {
	ratios, err := p.ratios(n)
	if err != nil {
		return nil, err
	}
	values := p.samples.values
	for side, of := range ratios {
		switch {
		case !slices.ContainsFunc(of, func(r float64) bool { return r != 1 }):
		case n.By == PerTotal: // pprof rounds each sample
			values[side] = p.samples.merged(side, scaled(p.samples.raw[side], of))
		default:
			values[side] = make([][]int64, len(of))
			for c, v := range p.samples.values[side] {
				values[side][c] = p.samples.apportioned(func(i int32) float64 { return float64(v[i]) * of[c] })
			}
		}
	}
	d := p.both(make([][]int64, len(p.New.Types)))
	list := &subtraction{d: d, count: work.StepsUntil(ctx), now: values[sideNew], base: values[sideBase], p: p}
	d.Compared, d.Samples = true, model.Samples{Values: d.Samples.Values}
	if m == DiffBase {
		list.apart()
	} else {
		list.cancelled()
	}
	if list.count.Over(1) {
		return nil, ctx.Err()
	}
	d.Saturate()
	return d, nil
}

// both returns a profile with the joint samples and a header that joins those of both sides.
func (p *Pair) both(values [][]int64) *model.Profile {
	s := p.profile(p.header(), p.New.Types, values)
	s.Kind = p.New.Kind
	if s.Kind == model.Contention || s.Kind == model.Other {
		s.Kind = p.Base.Kind
	}
	s.Default = s.DefaultColumn()
	return s
}

// header joins both sides' headers (pprof: profile/merge.go, combineHeaders).
func (p *Pair) header() model.Header {
	h := p.New.Header
	b := &p.Base.Header
	if h.Time.IsZero() || b.Time.Before(h.Time) { // also where the base has none
		h.Time = b.Time
	}
	covered := [2]time.Duration{coveredBy(&h), coveredBy(b)}
	plus := func(a, b time.Duration) time.Duration { return time.Duration(units.Plus(int64(a), int64(b))) }
	if !p.Parts { // else both were recorded in one time
		h.Duration = plus(h.Duration, b.Duration)
	}
	h.Moments = h.Moments || b.Moments
	if h.Pooled = h.Pooled || b.Pooled; h.Pooled {
		switch h.Covered = 0; {
		case p.Parts:
			h.Covered = covered[0]
		case covered[0] > 0 && covered[1] > 0:
			h.Covered = plus(covered[0], covered[1])
		}
	}
	h.Memory = nil // it is of one process at one moment
	h.Period = max(h.Period, b.Period)
	if h.PeriodType.Type == "" {
		h.PeriodType = b.PeriodType
	}
	h.DefaultSampleType = cmp.Or(h.DefaultSampleType, b.DefaultSampleType)
	h.DocURL = cmp.Or(h.DocURL, b.DocURL)
	h.Comments = slices.Clone(h.Comments)
	have := map[string]bool{}
	for _, c := range h.Comments {
		have[c] = true
	}
	for _, c := range b.Comments {
		if !have[c] {
			have[c] = true
			h.Comments = append(h.Comments, c)
		}
	}
	h.Warnings = slices.Clone(h.Warnings)
	for _, w := range b.Warnings {
		h.Warnings = append(h.Warnings, lang.L("in the base: {{.Warning}}", lang.With{"Warning": w}))
	}
	return h
}

// subtraction fills a difference with samples.
type subtraction struct {
	p         *Pair
	d         *model.Profile
	now, base [][]int64
	count     *work.Steps
}

// cancelled lists each sample once, with the new value minus the base's.
func (s *subtraction) cancelled() {
	in := s.p.samples
	for i := range in.stack {
		if s.count.Over(1 + len(s.now)) {
			return
		}
		equal := true
		for c := range s.now {
			equal = equal && s.now[c][i] == s.base[c][i]
		}
		if !equal {
			s.add(i, in.labels, func(c int) int64 { return units.Minus(s.now[c][i], s.base[c][i]) })
		}
	}
}

// apart lists both sides' samples. The base's get the label that pprof gives them.
func (s *subtraction) apart() {
	in := s.p.samples
	texts, labels, marked := s.p.joint.Marked("pprof::base", "true")
	s.d.Strings, s.d.Labels = texts, labels
	own := in.labels
	if own == nil {
		own = make([]model.LabelSetID, len(in.stack))
	}
	other := make([]model.LabelSetID, len(own))
	for i, set := range own {
		other[i] = marked[set]
	}
	for _, i := range in.order[sideNew] {
		if !zeroAt(s.now, int(i)) {
			s.add(int(i), own, func(c int) int64 { return s.now[c][i] })
		}
	}
	for _, i := range in.order[sideBase] {
		if !zeroAt(s.base, int(i)) { // else the base's samples cancel
			s.add(int(i), other, func(c int) int64 { return -s.base[c][i] })
		}
	}
}

func (s *subtraction) add(i int, labels []model.LabelSetID, value func(column int) int64) {
	if s.count.Over(1 + len(s.now)) {
		return
	}
	to := &s.d.Samples
	to.Stack = append(to.Stack, s.p.samples.stack[i])
	if labels != nil {
		to.Labels = append(to.Labels, labels[i])
	}
	for c := range to.Values {
		to.Values[c] = append(to.Values[c], value(c))
	}
}

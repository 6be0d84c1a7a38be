package model

import (
	"cmp"
	"context"
	"slices"
)

// LabelTotals is what the samples of a result weigh by the values of one label
// key, as `go tool pprof -tags` counts it: a sample that has two values of the
// key counts for each (pprof: internal/report/report.go, printTags).
type LabelTotals struct {
	Axis    LabelAxis
	Unit    string       // of numbers, the key itself where none was given; "" for texts
	Total   int64        // Σ of all values
	Values  []LabelTotal // the heaviest first, equal ones by text or number
	Without LabelTotal   // samples without any value of the key
}

// LabelTotal is one value of a key.
type LabelTotal struct {
	Value   LabelValue
	Net     int64 // Σvalue, in units of the sample type
	Samples int   // how many
}

// Labels sums the samples that passed by the labels that tagshow and taghide
// leave: one table per key, the heaviest first (pprof sorts them by name).
func (r *Result) Labels() []*LabelTotals { return r.labels(r.setSums(nil)) }

// LabelsAt is Labels of the samples with a node in their stacks. Its only error is the context's.
func (r *Result) LabelsAt(ctx context.Context, n NodeID) ([]*LabelTotals, error) {
	p := r.Profile
	if p.Samples.Labels == nil {
		return nil, nil
	}
	has := make([]bool, p.Stacks.Len())
	err := r.Paths(ctx, func(s StackID, path []Step, _ int, _ int64) {
		has[s] = has[s] || slices.ContainsFunc(path, func(x Step) bool { return x.Node == n })
	})
	if err != nil {
		return nil, err
	}
	return r.labels(r.setSums(has)), nil
}

func (r *Result) labels(sums []setSum) []*LabelTotals {
	var all []*LabelTotals
	for _, a := range r.shownAxes() {
		if t := r.labelsOf(a, sums); len(t.Values) > 0 {
			all = append(all, t)
		}
	}
	slices.SortStableFunc(all, func(a, b *LabelTotals) int {
		return cmp.Compare(Magnitude(b.Total), Magnitude(a.Total))
	})
	return all
}

// LabelsOf is the table of one key. It has no values where the key is unknown or hidden.
func (r *Result) LabelsOf(a LabelAxis) *LabelTotals { return r.labelsOf(a, r.setSums(nil)) }

// setSum is the weight of the samples of one label set.
type setSum struct {
	net     int64
	samples int
}

// setSums sums the samples that passed by label set: of marked stacks alone, unless stacks is nil.
func (r *Result) setSums(stacks []bool) []setSum {
	p := r.Profile
	sums := make([]setSum, p.Labels.Len())
	for i, v := range p.Samples.Values[r.Column] {
		if r.passes(i) && (stacks == nil || stacks[p.Samples.Stack[i]]) {
			s := &sums[p.Samples.LabelSet(i)]
			s.net += v
			s.samples++
		}
	}
	return sums
}

// shownAxes are the axes that tagshow and taghide leave.
func (r *Result) shownAxes() []LabelAxis {
	p, hidden := r.Profile, r.hiddenLabel()
	return slices.DeleteFunc(p.LabelAxes(), func(a LabelAxis) bool {
		return hidden(Label{Key: StringID(slices.Index(p.Strings.raw, a.Key)), IsNum: a.Numeric})
	})
}

func (r *Result) labelsOf(a LabelAxis, sums []setSum) *LabelTotals {
	p := r.Profile
	t := &LabelTotals{Axis: a}
	if a.Numeric {
		t.Unit = p.LabelUnits()[a.Key]
	}
	shown := slices.Contains(r.shownAxes(), a)
	numbers := p.numbered(a)
	var list []int32
	for id, s := range sums {
		if s.samples == 0 {
			continue
		}
		list = list[:0]
		if shown {
			list = numbers.of(p.Labels.Set(LabelSetID(id)), list)
		}
		if len(list) == 0 {
			t.Without.Net += s.net
			t.Without.Samples += s.samples
		}
		for _, i := range list {
			for int(i) >= len(t.Values) {
				t.Values = append(t.Values, LabelTotal{Value: numbers.values[len(t.Values)]})
			}
			t.Values[i].Net += s.net
			t.Values[i].Samples += s.samples
			t.Total += s.net
		}
	}
	slices.SortFunc(t.Values, func(x, y LabelTotal) int {
		return cmp.Or(cmp.Compare(Magnitude(y.Net), Magnitude(x.Net)), compareValues(x.Value, y.Value))
	})
	return t
}

func compareValues(a, b LabelValue) int {
	return cmp.Or(cmp.Compare(a.Num, b.Num), cmp.Compare(a.Text, b.Text))
}

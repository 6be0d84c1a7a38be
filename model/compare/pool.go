package compare

import (
	"fmt"

	"profstation/model"
)

// Pool adds recordings of the same program up to one profile, for pictures of a
// group: values and durations are those of all together. Only sample types that
// all have stay. Its errors say which recording does not fit to those before it.
func Pool(all []*model.Profile) (*model.Profile, error) {
	sum := all[0]
	for i, p := range all[1:] {
		pair, err := Join(sum, p)
		if err != nil {
			return nil, fmt.Errorf("recording %d of %d: %w", i+2, len(all), err)
		}
		sum = pair.sum()
	}
	return sum, nil
}

// sum is both sides together.
func (p *Pair) sum() *model.Profile {
	values := make([][]int64, len(p.New.Types))
	cut := false
	for c := range values {
		values[c] = make([]int64, len(p.samples.stack))
		for i := range values[c] {
			values[c][i] = -less(-p.samples.values[sideBase][c][i], p.samples.values[sideNew][c][i])
		}
		cut = limit(values[c]) || cut
	}
	s := p.profile(p.header(), p.New.Types, values)
	s.Kind = p.New.Kind
	if s.Kind == model.Contention || s.Kind == model.Other {
		s.Kind = p.Base.Kind
	}
	s.Default = defaultColumn(s)
	if cut {
		s.Warnings = append(s.Warnings, "the values of the recordings add up to more than 64 bits can hold: they are cut at 9.2e18")
	}
	return s
}

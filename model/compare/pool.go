package compare

import (
	"fmt"
	"slices"

	"profstation/model"
)

// Pool adds recordings of the same program up to one profile, see [Add]. Its
// errors say which recording does not fit to those before it.
func Pool(all []*model.Profile) (sum *model.Profile, err error) {
	for i, p := range all {
		if sum, err = Add(sum, p); err != nil {
			return nil, fmt.Errorf("recording %d of %d: %w", i+1, len(all), err)
		}
	}
	return sum, nil
}

// Add returns the sum of two profiles of one kind, or p if sum is nil: values and
// durations are added, and the time is the earlier one (pprof: profile/merge.go). Only the sample types that both have stay; the warnings of
// the sum name the others. Its errors say in one line why the two cannot be
// added.
func Add(sum, p *model.Profile) (*model.Profile, error) {
	if sum == nil {
		return p, nil
	}
	pair, err := Join(p, sum)
	if err != nil {
		return nil, err
	}
	values := make([][]int64, len(pair.New.Types))
	for c := range values {
		values[c] = make([]int64, len(pair.samples.stack))
		for i := range values[c] {
			values[c][i] = -less(-pair.samples.values[sideBase][c][i], pair.samples.values[sideNew][c][i])
		}
	}
	s := pair.both(values)
	s.Warnings = slices.Concat(sum.Warnings, p.Warnings, pair.Left)
	s.Saturate()
	return s, nil
}

package desk

import (
	"context"
	"fmt"
	"sync"

	"profstation/model"
	"profstation/model/compare"
	"profstation/timeline/pair"
)

// joined is two sides on common tables, from which all answers of a comparison
// are made. It is safe for use by several goroutines.
type joined struct {
	pair *compare.Pair // nil of traces
	// traces compares two traces; nil for profiles.
	traces *pair.Pair

	names  [2]string
	paths  [2][]string
	groups [2][]*model.Profile // nil where each side is one recording

	mu          sync.Mutex
	differences map[differenceKey]*model.Profile
}

type differenceKey struct {
	mode          compare.Mode
	normalisation compare.Normalisation
}

func newJoined(ctx context.Context, sides [2][]sideFile, names [2]string) (*joined, error) {
	j := &joined{names: names, differences: map[differenceKey]*model.Profile{}}
	if base, now := sides[SideBase][0].trace, sides[sideNew][0].trace; base != nil && now != nil {
		var err error
		j.traces, err = pair.New(ctx, base, now)
		return j, err
	}
	var groups [2][]*model.Profile
	var pooled [2]*model.Profile
	for i, files := range sides {
		for _, f := range files {
			groups[i] = append(groups[i], f.profile)
			j.paths[i] = append(j.paths[i], f.path)
		}
		var err error
		if pooled[i], err = compare.Pool(groups[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", names[i], err)
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	if len(groups[SideBase]) > 1 || len(groups[sideNew]) > 1 {
		j.groups = groups
	}
	var err error
	if j.pair, err = compare.Join(pooled[SideBase], pooled[sideNew]); err != nil {
		return nil, err
	}
	return j, ctx.Err()
}

// difference is the new side less the base, as one profile.
func (j *joined) difference(mode compare.Mode, n compare.Normalisation) (*model.Profile, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	key := differenceKey{mode, n}
	if p := j.differences[key]; p != nil {
		return p, nil
	}
	p, err := j.pair.Difference(mode, n)
	if err == nil {
		clear(j.differences) // each is as large as the two together
		j.differences[key] = p
	}
	return p, err
}

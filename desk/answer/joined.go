package answer

import (
	"context"
	"fmt"
	"sync"

	"profstation/desk/screen"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/trace"
	"profstation/timeline/pair"
)

// Pair is two sides on common tables, from which all answers of a comparison
// are made. It is safe for use by several goroutines.
type Pair struct {
	Pair *compare.Pair // nil of traces
	// traces compares two traces; nil for profiles.
	Traces *pair.Pair

	names  [2]string
	paths  [2][]string
	Groups [2][]*model.Profile // nil where each side is one recording

	mu          sync.Mutex
	differences map[differenceKey]*model.Profile
}

type differenceKey struct {
	mode          compare.Mode
	normalisation compare.Normalisation
}

// Recording is one profile, or one trace, of a side.
type Recording struct {
	Path    string
	Profile *model.Profile // nil for a trace
	Trace   *trace.Trace   // nil for a profile
}

func NewPair(ctx context.Context, sides [2][]Recording, names [2]string) (*Pair, error) {
	j := &Pair{names: names, differences: map[differenceKey]*model.Profile{}}
	if base, now := sides[screen.BaseSide][0].Trace, sides[screen.NewSide][0].Trace; base != nil && now != nil {
		var err error
		j.Traces, err = pair.New(ctx, base, now)
		return j, err
	}
	var groups [2][]*model.Profile
	var pooled [2]*model.Profile
	for i, files := range sides {
		for _, f := range files {
			groups[i] = append(groups[i], f.Profile)
			j.paths[i] = append(j.paths[i], f.Path)
		}
		var err error
		if pooled[i], err = compare.Pool(groups[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", names[i], err)
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	if len(groups[screen.BaseSide]) > 1 || len(groups[screen.NewSide]) > 1 {
		j.Groups = groups
	}
	var err error
	if j.Pair, err = compare.Join(pooled[screen.BaseSide], pooled[screen.NewSide]); err != nil {
		return nil, err
	}
	return j, ctx.Err()
}

// difference is the new side less the base, as one profile.
func (j *Pair) difference(mode compare.Mode, n compare.Normalisation) (*model.Profile, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	key := differenceKey{mode, n}
	if p := j.differences[key]; p != nil {
		return p, nil
	}
	p, err := j.Pair.Difference(mode, n)
	if err == nil {
		clear(j.differences) // each is as large as the two together
		j.differences[key] = p
	}
	return p, err
}

package ask

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"

	"profstation/ask/finding"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/labels"
	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/model/work"
	"profstation/origin"
	"profstation/timeline/pair"
)

// Pair has two sides on common tables, from which all answers to a comparison are made. Several
// goroutines may use it.
type Pair struct {
	Pair   *compare.Pair // nil for traces
	Traces *pair.Pair    // nil for profiles
	Names  [2]string     // base and new

	recorded [2][]recorded // of profiles, by side

	mu          sync.Mutex
	shifted     shifts
	differences map[differenceKey]*model.Profile
}

type differenceKey struct {
	of            *compare.Pair
	mode          compare.Mode
	normalisation compare.Normalisation
}

// Recording is one profile, or one trace, on a side.
type Recording struct {
	Path    string
	Part    *labels.Part   // what of the profile counts; nil: all
	Profile *model.Profile // nil for a trace
	Trace   *trace.Trace   // nil for a profile
}

// ErrKinds, ErrTraceGroups and ErrTraceParts mean that the recordings cannot be compared.
var (
	ErrKinds       = lang.Error("an execution trace cannot be compared with a profile")
	ErrTraceGroups = lang.Error("traces are compared one to one, not in groups")
	ErrTraceParts  = lang.Error("only profiles have parts by labels, execution traces have none")
)

// counted returns the profile that counts.
func (r *Recording) counted(ctx context.Context) (*model.Profile, error) {
	if r.Part == nil {
		return r.Profile, nil
	}
	p, err := r.Part.Of(ctx, r.Profile)
	if err != nil && ctx.Err() == nil && r.Path != "" {
		err = lang.Error("{{.Name}}: {{.Error}}", lang.With{"Name": origin.Ref(r.Path).Title(), "Error": err})
	}
	return p, err
}

// NewPair puts the recordings on both sides on common tables. Several on one side are added up,
// and how they differ decides what is noise. Its errors say which do not fit.
func NewPair(ctx context.Context, sides [2][]Recording, names [2]string) (*Pair, error) {
	j := &Pair{Names: names, differences: map[differenceKey]*model.Profile{}}
	traces, all := 0, len(sides[BaseSide])+len(sides[NewSide])
	parts, rest := false, false
	for _, files := range sides {
		for _, f := range files {
			if f.Trace != nil {
				traces++
			}
			parts, rest = parts || f.Part != nil, rest || f.Part != nil && f.Part.Rest
		}
	}
	switch {
	case traces > 0 && parts:
		return nil, ErrTraceParts
	case traces > 0 && traces < all:
		return nil, ErrKinds
	case traces > 2:
		return nil, ErrTraceGroups
	case traces > 0:
		var err error
		j.Traces, err = pair.New(ctx, sides[BaseSide][0].Trace, sides[NewSide][0].Trace)
		return j, err
	}
	var groups [2][]*model.Profile
	for i, files := range sides {
		for k := range files {
			p, err := files[k].counted(ctx)
			if err != nil {
				return nil, err
			}
			groups[i] = append(groups[i], p)
			j.recorded[i] = append(j.recorded[i], recordedOf(files[k].Path, p))
		}
	}
	var err error
	if j.Pair, err = compare.JoinGroups(ctx, groups[BaseSide], groups[NewSide]); err != nil {
		return nil, err
	}
	j.Pair.Rest, j.Pair.Parts = rest, partsOfSame(sides)
	j.Pair.Split = splitBy(sides)
	return j, ctx.Err()
}

// Found returns what stands out on one side alone, or more or less on the new side: new, worse, gone and better, in this
// order and the worst first. Its only error is the context's.
func (j *Pair) Found(ctx context.Context, limits Limits) ([]Shifted, error) {
	return j.shiftsBy(fmt.Sprint(limits)).Get(ctx, func(ctx context.Context) ([]Shifted, error) {
		if t := j.Traces; t != nil {
			return finding.BetweenTraces(ctx, t.Base, t.New, limits)
		}
		return finding.Between(ctx, j.Pair, limits)
	})
}

// shifts are what was found last, by which thresholds.
type shifts struct {
	limits string
	*work.Lazy[[]Shifted]
}

func (j *Pair) shiftsBy(limits string) *work.Lazy[[]Shifted] {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.shifted.Lazy == nil || j.shifted.limits != limits {
		j.shifted = shifts{limits, &work.Lazy[[]Shifted]{}}
	}
	return j.shifted.Lazy
}

// PartName returns the name of a recording of which a part counts; nil is all of it.
func PartName(say lang.Voice, part *labels.Part, of string) string {
	if part == nil {
		return of
	}
	return say("{{.Part}} of {{.Name}}", lang.With{"Part": part.String(), "Name": of})
}

// PartNames returns the names of two sides that are parts of the same: which it is stands once.
func PartNames(say lang.Voice, base, now *labels.Part, of string) [2]string {
	return [2]string{BaseSide: base.String(), NewSide: PartName(say, now, of)}
}

// partsOfSame reports whether both sides are parts of the same recordings.
func partsOfSame(sides [2][]Recording) bool {
	return slices.EqualFunc(sides[BaseSide], sides[NewSide], func(a, b Recording) bool {
		return a.Part != nil && b.Part != nil && a.Profile == b.Profile
	})
}

// splitBy returns the key of the label of which all recordings are parts, "" if there is none.
func splitBy(sides [2][]Recording) string {
	key := ""
	for _, f := range slices.Concat(sides[BaseSide], sides[NewSide]) {
		if f.Part == nil || key != "" && f.Part.Key != key {
			return ""
		}
		key = f.Part.Key
	}
	return key
}

// Difference returns the new side of a pair, which is that of j or has more columns, minus its base, as one profile. It fails
// like [compare.Pair.Difference].
func (j *Pair) Difference(ctx context.Context, of *compare.Pair, mode compare.Mode, n compare.Normalisation) (*model.Profile, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	key := differenceKey{of, mode, n}
	if p := j.differences[key]; p != nil {
		return p, nil
	}
	p, err := of.Difference(ctx, mode, n)
	if err == nil {
		clear(j.differences) // each is as large as the two together
		j.differences[key] = p
	}
	return p, err
}

func (j *Pair) missing() []string {
	var out []string
	for _, side := range j.recorded {
		for i := range side {
			path := side[i].path
			if !origin.Ref(path).OnDisk() { // standard input, what was made from others, a question to a store
				continue
			}
			if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
				out = append(out, lang.L("{{.Name}} is no longer on disk; the loaded data is kept", lang.With{"Name": origin.Ref(path).Title()}))
			}
		}
	}
	return out
}

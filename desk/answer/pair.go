package answer

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"profstation/desk/screen"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/model/trace"
	"profstation/timeline"
	"profstation/timeline/pair"
)

// Pair is two sides on common tables, from which all answers of a comparison
// are made. It is safe for use by several goroutines.
type Pair struct {
	Pair   *compare.Pair // of profiles; nil of traces
	Traces *pair.Pair    // nil of profiles
	Names  [2]string     // of base and new

	paths [2][]string

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

// ErrKinds and ErrTraceGroups are what cannot be compared.
var (
	ErrKinds       = lang.Error("an execution trace cannot be compared with a profile")
	ErrTraceGroups = lang.Error("traces are compared one to one, not in groups")
)

// NewPair puts the recordings of both sides on common tables. Several of a side are
// added up, and judged by how they differ. Its errors say which do not fit.
func NewPair(ctx context.Context, sides [2][]Recording, names [2]string) (*Pair, error) {
	j := &Pair{Names: names, differences: map[differenceKey]*model.Profile{}}
	traces, all := 0, len(sides[screen.BaseSide])+len(sides[screen.NewSide])
	for _, files := range sides {
		for _, f := range files {
			if f.Trace != nil {
				traces++
			}
		}
	}
	switch {
	case traces > 0 && traces < all:
		return nil, ErrKinds
	case traces > 2:
		return nil, ErrTraceGroups
	case traces > 0:
		var err error
		j.Traces, err = pair.New(ctx, sides[screen.BaseSide][0].Trace, sides[screen.NewSide][0].Trace)
		return j, err
	}
	var groups [2][]*model.Profile
	for i, files := range sides {
		for _, f := range files {
			groups[i] = append(groups[i], f.Profile)
			j.paths[i] = append(j.paths[i], f.Path)
		}
	}
	var err error
	if j.Pair, err = compare.JoinGroups(ctx, groups[screen.BaseSide], groups[screen.NewSide]); err != nil {
		return nil, err
	}
	return j, ctx.Err()
}

// Difference is the new side less the base, as one profile. Its errors are those of
// [compare.Pair.Difference].
func (j *Pair) Difference(ctx context.Context, mode compare.Mode, n compare.Normalisation) (*model.Profile, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	key := differenceKey{mode, n}
	if p := j.differences[key]; p != nil {
		return p, nil
	}
	p, err := j.Pair.Difference(ctx, mode, n)
	if err == nil {
		clear(j.differences) // each is as large as the two together
		j.differences[key] = p
	}
	return p, err
}

func (j *Pair) missing() []string {
	var out []string
	for _, paths := range j.paths {
		for _, path := range paths {
			if !filepath.IsAbs(path) { // standard input, what is made of others, the question of a store
				continue
			}
			if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
				out = append(out, lang.L("{{.Name}} is no longer on disk; the loaded data is kept", lang.With{"Name": screen.BaseName(path)}))
			}
		}
	}
	return out
}

// Durations is what two traces differ in.
type Durations struct {
	screen.Durations
	By RowsKey
}

// NewDurations sorts and picks the rows of what two traces differ in. Once the context has ended,
// their order means nothing.
func NewDurations(ctx context.Context, x *pair.Pair, by RowsKey) *Durations {
	rows := pair.Loud(x.Rows)
	heading := strings.Join([]string{
		lang.L("traces: base {{.Base}} → new {{.New}}", lang.With{"Base": length(x.Base), "New": length(x.New)}),
		lang.N(len(x.Rows), "1 duration", "{{.N}} durations", nil),
		exceeding(len(rows)),
	}, " · ")
	if !by.HideNoise {
		rows = slices.Clone(x.Rows)
	}
	if by.Column >= 0 {
		pair.Sort(ctx, rows, by.Column, by.Descending)
	}
	return &Durations{screen.Durations{Table: pair.Table(rows), Rows: rows, Heading: heading, Explain: pair.Explain()}, by}
}

func exceeding(rows int) string {
	if rows == 0 {
		return lang.L("no difference exceeds noise")
	}
	return lang.N(rows, "1 difference exceeds noise", "{{.N}} differences exceed noise", nil)
}

func length(t *trace.Trace) string {
	long := lang.N(len(t.Goroutines), "{{.Time}}, 1 goroutine", "{{.Time}}, {{.N}} goroutines", lang.With{"Time": timeline.Duration(t.End)})
	if lost := t.Lost().Generations; lost > 0 {
		return lang.List(long, lang.N(len(t.Generations), "{{.Lost}} of 1 generation lost", "{{.Lost}} of {{.N}} generations lost",
			lang.With{"Lost": model.Count(int64(lost))}))
	}
	return long
}

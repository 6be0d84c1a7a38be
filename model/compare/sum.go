package compare

import (
	"context"
	"slices"

	"profstation/model"
	"profstation/model/lang"
)

// Sum adds up profiles of the same kind. Values and durations are added, and the time is the earliest (pprof:
// profile/merge.go). Only sample types that all profiles have are kept; warnings name the others. Each step's
// cost grows with the profile that is added. The zero value is ready to use by one goroutine.
type Sum struct {
	n     int
	first *model.Profile // the only profile so far
	head  *model.Profile // the sum without samples and tables
	rows  *model.Union
}

// Len returns how many profiles were added.
func (s *Sum) Len() int { return s.n }

// Add adds a profile, whose tables must not change afterwards. It returns the context's error, after which
// the sum must not be used, or an error that says in one line why the profile does not fit those before it.
func (s *Sum) Add(ctx context.Context, p *model.Profile) error {
	if s.n == 0 {
		s.n, s.first, s.head = 1, p, headOf(p)
		return nil
	}
	f, err := fitOf(p, s.head)
	if err != nil {
		return err
	}
	pair, err := Join(ctx, headOf(p), s.head)
	if err != nil {
		return err
	}
	if s.n == 1 {
		s.rows = model.NewUnion(len(s.first.Types))
		if err := s.rows.Add(ctx, s.first, s.first.Samples.Values); err != nil {
			return err
		}
		s.first = nil
	}
	s.rows.SetValues(scaled(columns(s.rows.Values(), f.column[sideNew]), f.ratio[sideNew]))
	if err := s.rows.Add(ctx, p, scaled(columns(p.Samples.Values, f.column[sideBase]), f.ratio[sideBase])); err != nil {
		return err
	}
	head := pair.both(make([][]int64, len(f.types)))
	head.Warnings = slices.Concat(s.head.Warnings, p.Warnings, pair.Left)
	s.n, s.head = s.n+1, head
	return nil
}

// Profile returns the sum, or nil if nothing was added. The Sum must not be used afterwards. The only error
// is the context's.
func (s *Sum) Profile(ctx context.Context) (*model.Profile, error) {
	if s.n < 2 {
		return s.first, nil
	}
	tables, samples, err := s.rows.Finish(ctx)
	if err != nil {
		return nil, err
	}
	p := &model.Profile{Header: s.head.Header, Tables: tables, Types: s.head.Types, Default: s.head.Default,
		Kind: s.head.Kind, Samples: samples}
	p.Saturate()
	return p, nil
}

// headOf returns a profile without its samples and tables.
func headOf(p *model.Profile) *model.Profile {
	h := model.NewBuilder(p.Types).Profile(p.Header)
	h.Kind, h.Default = p.Kind, p.Default
	return h
}

func columns(of [][]int64, which []int) [][]int64 {
	out := make([][]int64, len(which))
	for i, c := range which {
		out[i] = of[c]
	}
	return out
}

// Pool adds up recordings from the same program, see [Sum]. It returns the context's error, or an error that
// says which recording does not fit those before it.
func Pool(ctx context.Context, all []*model.Profile) (*model.Profile, error) {
	var s Sum
	for i, p := range all {
		if err := s.Add(ctx, p); err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return nil, lang.Error("recording {{.Number}} of {{.All}}: {{.Cause}}", lang.With{"Number": i + 1, "All": len(all), "Cause": err})
		}
	}
	return s.Profile(ctx)
}

package main

import (
	"context"
	"fmt"
	"time"

	"github.com/google/pprof/profile"

	"profstation/model"
	"profstation/model/compare"
	"profstation/model/query"
	"profstation/model/series"
)

const (
	merge   = "google/pprof: profile.Merge"
	joining = "join and compare two profiles"
)

// manyWorks are works on several profiles.
var manyWorks = []work{
	{name: "sum of profiles", of: "recordings", against: []string{merge}, prepare: func(ctx context.Context, in given) (task, error) {
		all, err := profilesOf(ctx, in.files)
		return func(ctx context.Context) error {
			_, err := compare.Pool(ctx, all)
			return err
		}, err
	}},
	{name: merge, of: "recordings", theirs: true, prepare: func(_ context.Context, in given) (task, error) {
		var all []*profile.Profile
		for _, file := range in.files {
			p, err := parsed(file)
			if err != nil {
				return nil, err
			}
			all = append(all, p)
		}
		return func(context.Context) error {
			_, err := profile.Merge(all)
			return err
		}, nil
	}},
	{name: joining, of: "pair", prepare: func(ctx context.Context, in given) (task, error) {
		all, err := profilesOf(ctx, in.files)
		return func(ctx context.Context) error {
			p, err := compare.Join(ctx, all[0], all[1])
			if err != nil {
				return err
			}
			c, err := p.Evaluate(ctx, query.Default(), compare.Normalisation{})
			if err != nil {
				return err
			}
			_, err = c.Rows(ctx)
			return err
		}, err
	}},
	{name: "a series and what grows in it", of: "series", prepare: func(ctx context.Context, in given) (task, error) {
		all, err := profilesOf(ctx, in.files)
		return func(ctx context.Context) error { return grown(ctx, all, in.n) }, err
	}},
}

func profilesOf(ctx context.Context, files []string) ([]*model.Profile, error) {
	var all []*model.Profile
	for _, file := range files {
		p, err := profileOf(ctx, file)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// grown makes a series from n profiles, each a minute after the one before it.
func grown(ctx context.Context, all []*model.Profile, n int) error {
	s := series.New(query.Default())
	begin := all[0].Time
	for k := range n {
		p := all[k%len(all)]
		p.Time = begin.Add(time.Duration(k) * time.Minute)
		if err := s.Add(ctx, fmt.Sprint(k), p, time.Time{}); err != nil {
			return err
		}
	}
	_, err := s.Growth(ctx, series.Question{})
	return err
}

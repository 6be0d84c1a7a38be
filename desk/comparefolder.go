package desk

import (
	"context"
	"errors"
	"fmt"

	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/model"
)

// compareSeries compares the shown profile with the previous one of its series,
// or with the first.
func (s comparisons) compareSeries(i screen.CompareSeries) {
	d, f := s.desk, s.desk.followed()
	if f == nil || f.chosen == nil {
		d.refuse(errors.New("there is nothing before this: a comparison in a series needs a folder that is followed"))
		return
	}
	at := f.standing()
	if at < 1 {
		d.refuse(errors.New("this is the first profile of its series: step to a later one"))
		return
	}
	base := at - 1
	if i.First {
		base = 0
	}
	s.compareFile(f.chosen.Ids[base])
}

// compareFile compares a file of a folder, as the base, with the shown profile.
// The comparison keeps both: the folder goes on.
func (s comparisons) compareFile(path string) {
	d := s.desk
	var f *watched
	for _, doc := range d.docs.all {
		if of := doc.following(); of != nil && of.ByPath[path] != nil {
			f = of
		}
	}
	if f == nil || d.docs.active == nil {
		return
	}
	now, err := sideOf([]*document{d.docs.active})
	switch file := f.ByPath[path]; {
	case err != nil:
	case path == d.docs.active.origin.shown():
		err = errors.New("this is the shown profile itself: choose another one")
	case file.State != screen.Whole:
		err = fmt.Errorf("%s is not read yet: look at it first", file.Name)
	case f.RunOf[path].Series == nil:
		err = fmt.Errorf("%s is an execution trace: open it on its own to compare it", file.Name)
	}
	if err != nil {
		d.refuse(err)
		return
	}
	job.Start(&d.jobs, job.Options{Kind: job.Load}, func(ctx context.Context, _ *job.Job) (*model.Profile, error) {
		return f.Cache.Get(ctx, path)
	}, func(p *model.Profile, err error) error {
		if err == nil {
			base := sideFile{doc: noDocument, path: path, title: screen.BaseName(path), profile: p}
			s.compareSides([2][]sideFile{screen.BaseSide: {base}, screen.NewSide: now}, "")
		}
		return err
	})
}

package desk

import (
	"context"
	"slices"
	"time"

	"profstation/ask"
	"profstation/desk/folder"
	"profstation/desk/job"
	"profstation/desk/screen"
)

// judged is what stands out in the newest profiles of a followed folder.
type judged struct {
	judging job.Slot
	seen    map[*folder.Run]*seen
	news    []screen.News // the latest first
	fresh   int           // how many of them the user has not been shown
}

// seen is what stood out in a series so far.
type seen struct {
	newest string          // the profile that was judged last
	keys   map[string]bool // of all findings in those that were judged; nil: none was yet
}

// mostNews is how many findings that came while a folder is followed are kept.
const mostNews = 30

// judge looks for what stands out in the newest profile of a series that was not judged yet, and goes on until all
// newest ones are. One is judged at a time: those that were newest in between are left out.
func (f *watched) judge(d *Desk) {
	if f.Way.Bundle || !f.Ready || f.judging.Running() {
		return
	}
	for _, r := range f.Order {
		path := r.Newest()
		if r.Series == nil || path == "" || f.seen[r] != nil && f.seen[r].newest == path {
			continue
		}
		at, limits := r.At(r.Len()-1).Time, d.keeper.limits()
		job.Start(&d.jobs, job.Options{Kind: job.Find, Slot: &f.judging}, func(ctx context.Context, _ *job.Job) ([]ask.Finding, error) {
			p, err := f.Cache.Get(ctx, path)
			if err != nil {
				return nil, err
			}
			return ask.Standing(ctx, p, nil, limits)
		}, func(found []ask.Finding, err error) error {
			if f.take(r, path, at, found, err) {
				if d.followed() == f && d.Tab() == ask.OverviewTab {
					f.fresh = 0 // it is listed there
				}
				d.publishSoon()
			}
			f.judge(d)
			return nil // a profile that cannot be read any more has nothing that stands out
		})
		return
	}
}

// take notes what stands out in the newest profile of a series, and reports whether something is new. Nothing is in the
// first profile that is judged: err is why this one is not.
func (f *watched) take(r *folder.Run, path string, at time.Time, found []ask.Finding, err error) (fresh bool) {
	s := f.seen[r]
	if s == nil {
		s = &seen{}
		if f.seen == nil {
			f.seen = map[*folder.Run]*seen{}
		}
		f.seen[r] = s
	}
	if s.newest = path; err != nil {
		return false
	}
	first := s.keys == nil
	if first {
		s.keys = map[string]bool{}
	}
	var news []screen.News
	for _, x := range found {
		if key := x.Key(); !s.keys[key] {
			s.keys[key] = true
			news = append(news, screen.News{Document: f.document, Path: path, Time: at, Finding: x})
		}
	}
	if first || len(news) == 0 {
		return false
	}
	f.fresh += len(news)
	f.news = slices.Concat(news, f.news)
	f.news = f.news[:min(len(f.news), mostNews)]
	return true
}

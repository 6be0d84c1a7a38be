package watch

import (
	"slices"
	"time"
)

// agenda says which file is examined or read next, and when.
type agenda struct {
	due     map[*file]struct{} // files that are waiting or gone
	soonest time.Time          // no due is earlier; zero: none is due
	urgent  []*file            // new files to be read
	backlog []*file            // listed files to be read; the next one is the last in the slice
	reading int                // files that readers have
	loaded  int                // events with a file that were not taken yet
}

func (a *agenda) await(f *file, at time.Time) {
	f.due = at
	a.due[f] = struct{}{}
	a.soonest = sooner(a.soonest, at)
}

// collect moves due files to those to be read, and returns those that are gone.
func (a *agenda) collect(now time.Time) (gone []*file) {
	if a.soonest.IsZero() || a.soonest.After(now) {
		return nil
	}
	a.soonest = time.Time{}
	for f := range a.due {
		if f.due.After(now) {
			a.soonest = sooner(a.soonest, f.due)
			continue
		}
		delete(a.due, f)
		f.due = time.Time{}
		if f.gone.IsZero() {
			a.urgent = append(a.urgent, f)
		} else {
			gone = append(gone, f)
		}
	}
	return gone
}

// pick takes the file to be read next, new ones first.
func (a *agenda) pick() *file {
	for len(a.urgent)+len(a.backlog) > 0 {
		var f *file
		if len(a.urgent) > 0 {
			f, a.urgent = a.urgent[0], a.urgent[1:]
		} else {
			last := len(a.backlog) - 1
			f, a.backlog = a.backlog[last], a.backlog[:last]
		}
		if f.state == waiting && f.due.IsZero() && f.gone.IsZero() {
			return f
		}
	}
	a.urgent, a.backlog = nil, nil
	return nil
}

// expects reports whether a new file is to be read or is being read.
func (a *agenda) expects() bool {
	isNew := func(f *file) bool { return f.state == waiting && f.gone.IsZero() && !f.shown && !f.listed }
	if a.reading > 0 || slices.ContainsFunc(a.urgent, isNew) {
		return true
	}
	for f := range a.due {
		if isNew(f) {
			return true
		}
	}
	return false
}

// sooner returns the earlier of two times. The zero time means never.
func sooner(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

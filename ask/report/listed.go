package report

import (
	"profstation/model/labels"
	"profstation/origin"
)

// Listed has the recordings that the comparisons on a page list. A key is what names a recording there.
type Listed[K comparable] map[K]bool

// Add adds a recording of a side. A part of it does not stand for the whole; nil is all of it.
func (l Listed[K]) Add(recording K, part *labels.Part) {
	if part == nil {
		l[recording] = true
	}
}

// Needless reports whether a recording needs no section of its own: a comparison lists it. It has one if it has notes
// or if each recording was asked for.
func (l Listed[K]) Needless(recording K, notes []origin.Note, each bool) bool {
	return l[recording] && len(notes) == 0 && !each
}

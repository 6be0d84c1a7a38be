package analysis

import (
	"cmp"
	"slices"

	"profstation/model/trace"
)

// longest keeps the longest of many things, at most that many. If two are equally long, it prefers the earlier one.
type longest[T cmp.Ordered] struct {
	max int
	all []timed[T] // up to twice as many as max, in no order
	min trace.Time // shorter things are not among the longest
}

type timed[T cmp.Ordered] struct {
	length trace.Time
	item   T
}

// compare sorts the longest first.
func (a timed[T]) compare(b timed[T]) int {
	if a.length != b.length {
		return cmp.Compare(b.length, a.length)
	}
	return cmp.Compare(a.item, b.item)
}

func (l *longest[T]) add(length trace.Time, item T) {
	if length < l.min {
		return // nearly always
	}
	l.all = append(l.all, timed[T]{length, item})
	if len(l.all) >= 2*l.max {
		l.cut()
	}
}

// cut sorts the things, the longest first, and drops what exceeds most.
func (l *longest[T]) cut() {
	slices.SortFunc(l.all, timed[T].compare)
	if l.all = l.all[:min(len(l.all), l.max)]; len(l.all) == l.max && l.max > 0 {
		l.min = l.all[l.max-1].length
	}
}

func (l *longest[T]) join(o *longest[T]) {
	for _, x := range o.all {
		l.add(x.length, x.item)
	}
}

func (l *longest[T]) sorted() []T {
	l.cut()
	items := make([]T, len(l.all))
	for i := range l.all {
		items[i] = l.all[i].item
	}
	return items
}

package analysis

import (
	"cmp"
	"container/heap"
	"slices"

	"profstation/model/trace"
)

// longest keeps the longest of many things: most of them, the earlier one
// where two are as long.
type longest[T cmp.Ordered] struct {
	most int
	all  timed[T]
}

type timedItem[T cmp.Ordered] struct {
	length trace.Time
	item   T
}

func (a timedItem[T]) compare(b timedItem[T]) int {
	return cmp.Or(cmp.Compare(b.length, a.length), cmp.Compare(a.item, b.item))
}

// timed is a heap with the shortest on top.
type timed[T cmp.Ordered] []timedItem[T]

func (t timed[T]) Len() int           { return len(t) }
func (t timed[T]) Less(i, j int) bool { return t[i].compare(t[j]) > 0 }
func (t timed[T]) Swap(i, j int)      { t[i], t[j] = t[j], t[i] }
func (t *timed[T]) Push(x any)        { *t = append(*t, x.(timedItem[T])) }
func (t *timed[T]) Pop() any {
	old := *t
	x := old[len(old)-1]
	*t = old[:len(old)-1]
	return x
}

func (l *longest[T]) add(length trace.Time, item T) {
	if len(l.all) >= l.most && (l.most <= 0 || length < l.all[0].length) {
		return // nearly all
	}
	it := timedItem[T]{length, item}
	switch {
	case len(l.all) < l.most:
		heap.Push(&l.all, it)
	case it.compare(l.all[0]) < 0:
		l.all[0] = it
		heap.Fix(&l.all, 0)
	}
}

func (l *longest[T]) join(o *longest[T]) {
	for _, it := range o.all {
		l.add(it.length, it.item)
	}
}

// sorted are the items, the longest first.
func (l *longest[T]) sorted() []T {
	slices.SortFunc(l.all, timedItem[T].compare)
	items := make([]T, len(l.all))
	for i := range l.all {
		items[i] = l.all[i].item
	}
	return items
}

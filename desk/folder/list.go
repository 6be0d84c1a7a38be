package folder

import "slices"

// list keeps things with paths in an order. Changes by put are known at once and enter the order in
// [list.apply]: a thousand changes cost one pass over the list, and no two versions share memory.
type list[T any] struct {
	All     []*T // in order; never changed, only replaced
	of      map[string]*T
	before  map[string]*T // what a path had in All, for paths that have changed since
	compare func(a, b *T) int
}

func newList[T any](compare func(a, b *T) int) list[T] {
	return list[T]{of: map[string]*T{}, before: map[string]*T{}, compare: compare}
}

// put makes a path stand for x, or for nothing if x is nil.
func (l *list[T]) put(path string, x *T) {
	old := l.of[path]
	if _, known := l.before[path]; !known {
		l.before[path] = old
	}
	if l.of[path] = x; x == nil {
		delete(l.of, path)
	}
}

// apply makes All again. It compares only what has changed.
func (l *list[T]) apply() {
	if len(l.before) == 0 {
		return
	}
	var gone, come []*T
	for path, old := range l.before {
		now := l.of[path]
		if old != nil && old != now {
			gone = append(gone, old)
		}
		if now != nil && old != now {
			come = append(come, now)
		}
	}
	clear(l.before)
	slices.SortFunc(gone, l.compare)
	slices.SortFunc(come, l.compare)
	all := make([]*T, 0, len(l.All)-len(gone)+len(come))
	rest := l.All
	until := func(x *T) (found bool) {
		i, found := slices.BinarySearchFunc(rest, x, l.compare)
		all, rest = append(all, rest[:i]...), rest[i:]
		return found
	}
	for len(gone) > 0 || len(come) > 0 {
		if len(come) == 0 || len(gone) > 0 && l.compare(gone[0], come[0]) <= 0 {
			if until(gone[0]) {
				rest = rest[1:]
			}
			gone = gone[1:]
			continue
		}
		until(come[0])
		all, come = append(all, come[0]), come[1:]
	}
	l.All = append(all, rest...)
}

// index returns the place of what a path stands for, −1 if there is none.
func (l *list[T]) index(path string) int {
	if x := l.of[path]; x != nil {
		if i, ok := slices.BinarySearchFunc(l.All, x, l.compare); ok {
			return i
		}
	}
	return -1
}

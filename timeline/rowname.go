package timeline

import (
	"slices"
	"strconv"
)

// RowName names a row by what it shows, not by numbers that change when the trace
// is read again: it can be kept in a file.
type RowName struct {
	Kind string // "goroutine"
	Name string // the runtime's number, or the function or type in full
}

// RowName returns a row's name.
func (t *Timeline) RowName(k Key) RowName {
	kind := k.kind()
	if t.texts(kind.of) != nil {
		return RowName{kind.name, t.Trace.Strings.Raw(k.Text())}
	}
	_, number := numbers(t.Trace, kind.of)
	return RowName{kind.name, strconv.FormatInt(number(k.Index), 10)}
}

// Named returns the rows with these names that the trace has.
func (t *Timeline) Named(names []RowName) []Key {
	var keys []Key
	for _, n := range names {
		kind := slices.IndexFunc(rowKinds[:], func(k rowKind) bool { return k.name == n.Kind })
		if kind < 0 {
			continue
		}
		if i := t.indexNamed(rowKinds[kind].of, n.Name); i >= 0 {
			keys = append(keys, Key{RowKind(kind), i})
		}
	}
	return keys
}

// indexNamed finds a row's index by its name; −1 if there is none.
func (t *Timeline) indexNamed(of indexKind, name string) int32 {
	for text := range t.texts(of) {
		if t.Trace.Strings.Raw(text) == name {
			return int32(text)
		}
	}
	wanted, err := strconv.ParseInt(name, 10, 64)
	if err != nil {
		return -1
	}
	if of == goIndex {
		g, _ := t.Trace.GoByID(wanted)
		return int32(g)
	}
	n, number := numbers(t.Trace, of)
	for i := range int32(n) {
		if number(i) == wanted {
			return i
		}
	}
	return -1
}

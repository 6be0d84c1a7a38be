package timeline

import (
	"slices"
	"strconv"

	"profstation/model"
)

// RowName names a row by what it shows, not by the numbers of one reading of a
// trace: it can be kept in a file.
type RowName struct {
	Kind string // "goroutine"
	Name string // the runtime's number, or the function or type in full
}

// RowName names a row of the trace.
func (t *Timeline) RowName(k Key) RowName {
	kind := k.kind()
	switch kind.of {
	case funcIndex, taskTypeIndex:
		return RowName{kind.name, t.Trace.Strings.Raw(k.text())}
	case taskIndex:
		return RowName{kind.name, strconv.FormatUint(t.Trace.Tasks[k.Index].ID, 10)}
	}
	return RowName{kind.name, strconv.FormatInt(t.number(k), 10)}
}

// Named are the rows with these names that the trace has.
func (t *Timeline) Named(names []RowName) []Key {
	tr := t.Trace
	texts := map[string]int32{} // of functions and types that are searched
	for _, n := range names {
		texts[n.Name] = -1
	}
	for id := range model.StringID(tr.Strings.Len()) {
		if _, ok := texts[tr.Strings.Raw(id)]; ok {
			texts[tr.Strings.Raw(id)] = int32(id)
		}
	}
	var keys []Key
	for _, n := range names {
		kind := slices.IndexFunc(rowKinds[:], func(k rowKind) bool { return k.name == n.Kind })
		if kind < 0 {
			continue
		}
		if key := (Key{RowKind(kind), t.indexNamed(RowKind(kind), n.Name, texts)}); key.Index >= 0 {
			keys = append(keys, key)
		}
	}
	return keys
}

// indexNamed finds the index of a row by its name; −1 if there is none.
func (t *Timeline) indexNamed(kind RowKind, name string, texts map[string]int32) int32 {
	of := rowKinds[kind].of
	if of == funcIndex || of == taskTypeIndex {
		return texts[name]
	}
	number, err := strconv.ParseInt(name, 10, 64)
	if err != nil {
		return -1
	}
	if of == goIndex {
		g, ok := t.Trace.GoByID(number)
		if !ok {
			return -1
		}
		return int32(g)
	}
	for i := range int32(t.rowCount(of)) {
		if t.number(Key{kind, i}) == number {
			return i
		}
	}
	return -1
}

package timeline

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"profstation/model/names"
	"profstation/model/trace"
)

// Place is somewhere to go to in a timeline.
type Place struct {
	Text     string     // "g12 main.worker"
	Key      Key        // the row
	From, To trace.Time // when it shows something
}

// Search lists where a text may lead to, the best first, at most n: "g12" or
// "12" to a goroutine, "p3" and "m4" to a P and a thread, and parts of names,
// in letters of any case, to functions, task types and counters, which have their English names too.
func (t *Timeline) Search(text string, n int) []Place {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "" || n <= 0 {
		return nil
	}
	places := t.numbered(text, n)
	type ranked struct {
		key  Key
		rank int
	}
	var named []ranked
	add := func(name string, key Key) bool {
		rank, ok := rankOf(strings.ToLower(name), text)
		if ok {
			named = append(named, ranked{key, rank})
		}
		return ok
	}
	for _, group := range t.funcs.list {
		key := Key{GroupRow, int32(group.name)}
		if len(group.all) == 1 {
			key = Key{GoroutineRow, int32(group.all[0])}
		}
		name := t.Trace.Strings.Raw(group.name)
		if !add(name, key) {
			add(names.AlsoWritten(name), key)
		}
	}
	for _, group := range t.types.list {
		add(t.Trace.Strings.Raw(group.name), Key{TaskGroupRow, int32(group.name)})
	}
	for i, kind := range rowKinds {
		if kind.of == noIndex {
			key := Key{Kind: RowKind(i)}
			if row := (&Row{Key: key}); !add(t.Label(row), key) {
				add(t.written(row), key)
			}
		}
	}
	slices.SortStableFunc(named, func(a, b ranked) int { return cmp.Compare(a.rank, b.rank) })
	for _, r := range named[:min(len(named), n-len(places))] {
		places = append(places, t.place(r.key))
	}
	return places
}

// rankOf returns how well a name fits, 0 for best: an element after a dot or slash that
// begins with the text is better than one that has it somewhere.
func rankOf(name, text string) (rank int, ok bool) {
	switch {
	case !strings.Contains(name, text):
		return 0, false
	case name == text:
		return 0, true
	case strings.HasPrefix(name, text):
		return 1, true
	case slices.ContainsFunc([]byte("./ (*"), func(before byte) bool { return strings.Contains(name, string(before)+text) }):
		return 2, true
	}
	return 3, true
}

// numberedKinds are the rows with a number, by the letter before it.
var numberedKinds = map[byte]RowKind{'g': GoroutineRow, 'p': ProcRow, 'm': ThreadRow}

// numbered finds goroutines, Ps and threads by their numbers: exactly that one
// first, then those whose numbers begin so.
func (t *Timeline) numbered(text string, n int) (places []Place) {
	kind, ok := numberedKinds[text[0]]
	digits := text[1:]
	if !ok {
		kind, digits = GoroutineRow, text
	}
	wanted, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || wanted < 0 {
		return nil
	}
	all, number := numbers(t.Trace, rowKinds[kind].of)
	for _, exact := range []bool{true, false} {
		for i := int32(0); int(i) < all && len(places) < n; i++ {
			is := number(i)
			if exact == (is == wanted) && (exact || strings.HasPrefix(strconv.FormatInt(is, 10), digits)) {
				places = append(places, t.place(Key{kind, i}))
			}
		}
	}
	return places
}

func (t *Timeline) place(key Key) Place {
	p := Place{Text: t.Label(&Row{Key: key}), Key: key, To: t.Trace.End}
	if key.Kind == GoroutineRow {
		life := t.Trace.Life(trace.GoIndex(key.Index))
		p.From, p.To = life.From, life.To
	}
	return p
}

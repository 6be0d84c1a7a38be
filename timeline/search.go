package timeline

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"profstation/model/trace"
)

// Place is somewhere to go to in a timeline.
type Place struct {
	Text string // "g12 main.worker"
	Key  Key    // the row
	// From and To are the ends of the time in which it shows something.
	From, To trace.Time
}

// Search lists where a text may lead to, the best first, at most n: "g12" or
// "12" to a goroutine, "p3" and "m4" to a P and a thread, and parts of names,
// in letters of any case, to functions, types of tasks and counters.
func (t *Timeline) Search(text string, n int) []Place {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "" || n <= 0 {
		return nil
	}
	places := t.numbered(text, n)
	type ranked struct {
		Place
		rank int
	}
	var named []ranked
	add := func(name, label string, key Key) {
		if rank, ok := rankOf(strings.ToLower(name), text); ok {
			named = append(named, ranked{t.place(label, key), rank})
		}
	}
	for i := range t.Groups {
		group := &t.Groups[i]
		key, name := Key{GroupRow, int32(group.Func)}, t.Trace.Strings.Raw(group.Func)
		if len(group.Go) == 1 {
			key = Key{GoroutineRow, int32(group.Go[0])}
		}
		add(name, t.Label(&Row{Key: key}), key)
	}
	for i := range t.tasks {
		key := Key{TaskGroupRow, int32(t.tasks[i].name)}
		add(t.Trace.Strings.Raw(t.tasks[i].name), t.Label(&Row{Key: key}), key)
	}
	for i, kind := range rowKinds {
		if kind.of == noIndex {
			key := Key{Kind: RowKind(i)}
			label := t.Label(&Row{Key: key})
			add(label, label, key)
		}
	}
	slices.SortStableFunc(named, func(a, b ranked) int { return cmp.Compare(a.rank, b.rank) })
	for _, r := range named {
		if len(places) >= n {
			break
		}
		places = append(places, r.Place)
	}
	return places
}

// rankOf is how well a name fits, 0 for best: an element after a dot or slash that
// begins with the text is better than one that has it somewhere.
func rankOf(name, text string) (rank int, ok bool) {
	i := strings.Index(name, text)
	switch {
	case i < 0:
		return 0, false
	case name == text:
		return 0, true
	case i == 0:
		return 1, true
	}
	for j := i; j >= 0; {
		if strings.ContainsRune("./ (*", rune(name[j-1])) {
			return 2, true
		}
		next := strings.Index(name[j+1:], text)
		if next < 0 {
			break
		}
		j += 1 + next
	}
	return 3, true
}

// numberedKinds are the kinds of rows with a number, by the letter before it.
var numberedKinds = map[byte]RowKind{'g': GoroutineRow, 'p': ProcRow, 'm': ThreadRow}

// numbered finds goroutines, Ps and threads by their numbers: exactly that one
// first, then those whose numbers begin so.
func (t *Timeline) numbered(text string, n int) (places []Place) {
	kind, ok := numberedKinds[text[0]]
	digits := text[1:]
	if !ok {
		kind, digits = GoroutineRow, text
	}
	number, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || number < 0 {
		return nil
	}
	for _, exact := range []bool{true, false} {
		for i := 0; i < t.rowCount(rowKinds[kind].of) && len(places) < n; i++ {
			key := Key{kind, int32(i)}
			is := t.number(key)
			if exact == (is == number) && (exact || strings.HasPrefix(strconv.FormatInt(is, 10), digits)) {
				places = append(places, t.place(t.Label(&Row{Key: key}), key))
			}
		}
	}
	return places
}

// place is a row with its time.
func (t *Timeline) place(text string, key Key) Place {
	p := Place{Text: text, Key: key, To: t.Trace.End}
	if key.Kind == GoroutineRow {
		life := t.Trace.Life(trace.GoIndex(key.Index))
		p.From, p.To = life.From, life.To
	}
	return p
}

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
	// From and To are the time in which there is something to see in it.
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
	for _, kind := range []RowKind{MarkRow, StopRow, AssistRow, HeapRow, StatesRow, ThreadsRow, MaxProcsRow} {
		label := t.Label(&Row{Key: Key{Kind: kind}})
		add(label, label, Key{Kind: kind})
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

// rankOf tells how well a name fits: the element after a dot or slash that
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

// numbered finds goroutines, Ps and threads by their numbers: exactly that one
// first, then those whose numbers begin so.
func (t *Timeline) numbered(text string, n int) (places []Place) {
	kind, digits := byte('g'), text
	if strings.IndexByte("gpm", text[0]) >= 0 {
		kind, digits = text[0], text[1:]
	}
	number, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || number < 0 {
		return nil
	}
	tr := t.Trace
	take := func(row RowKind, count int, id func(int) int64) {
		for _, exact := range []bool{true, false} {
			for i := 0; i < count && len(places) < n; i++ {
				is := id(i)
				if exact == (is == number) && (exact || strings.HasPrefix(strconv.FormatInt(is, 10), digits)) {
					key := Key{row, int32(i)}
					places = append(places, t.place(t.Label(&Row{Key: key}), key))
				}
			}
		}
	}
	switch kind {
	case 'g':
		take(GoroutineRow, len(tr.Goroutines), func(i int) int64 { return tr.Goroutines[i].ID })
	case 'p':
		take(ProcRow, len(tr.Procs), func(i int) int64 { return tr.Procs[i].ID })
	case 'm':
		take(ThreadRow, len(tr.Threads), func(i int) int64 { return tr.Threads[i].ID })
	}
	return places
}

// place is a row with its time.
func (t *Timeline) place(text string, key Key) Place {
	p := Place{Text: text, Key: key, To: t.Trace.End}
	if key.Kind == GoroutineRow {
		r := &t.Trace.Goroutines[key.Index]
		p.From = t.Trace.Spans.Start.At(int(r.First))
		if t.Trace.Spans.State(r.End-1) == trace.GoNotExist {
			p.To = t.Trace.Spans.Start.At(int(r.End) - 1)
		}
	}
	return p
}

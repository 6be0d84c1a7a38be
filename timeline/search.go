package timeline

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/names"
	"profstation/model/trace"
)

// Place is somewhere to go to in a timeline.
type Place struct {
	Text     string     // "g12 main.worker"
	Why      string     // "waits in": what is in the row there that was searched for; "": the row itself
	Key      Key        // the row
	From, To trace.Time // when it shows something
}

// Search lists where a text may lead to, the best first, at most n: "g12" or
// "12" to a goroutine, "p3" and "m4" to a P and a thread, and parts of names,
// in letters of any case, to functions, task types and counters, which have their English names too, and to where
// other functions are first seen in a goroutine's stacks.
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
		if kind.of == noIndex && RowKind(i) != IdleProcsRow { // whose row leads nowhere
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
	return append(places, inStacks(t, text, n-len(places))...)
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

// sight is where a stack stands in a trace for the first time.
type sight struct {
	from, to trace.Time
	g        trace.GoIndex
	why      string // "runs": what the goroutine does there; "" if the stack stands nowhere
}

// sights returns the first sight of each stack.
func (t *Timeline) sights() []sight {
	t.seen.once.Do(func() {
		all := make([]sight, t.Trace.Stacks.Len())
		see := func(stack trace.StackIndex, from, to trace.Time, g trace.GoIndex, why string) {
			if s := &all[stack]; stack != trace.NoStack && g != trace.NoGo && (s.why == "" || from < s.from) {
				*s = sight{from, to, g, why}
			}
		}
		tr := t.Trace
		for g := range tr.Goroutines {
			r := &tr.Goroutines[g]
			for span := r.First; span < r.End; span++ {
				stack := tr.SelfStack(span)
				if stack == trace.NoStack || all[stack].why != "" && all[stack].from <= tr.Spans.Start(span) {
					continue
				}
				why := lang.Later("runs")
				if tr.Spans.State(span) == trace.GoWaiting {
					why = lang.Later("waits in")
				}
				see(stack, tr.Spans.Start(span), tr.SpanEnd(trace.GoIndex(g), span), trace.GoIndex(g), why)
			}
		}
		for i := range tr.Samples {
			s := &tr.Samples[i]
			see(s.Stack, s.Time, s.Time, s.Go, lang.Later("runs"))
		}
		for i := range tr.Regions {
			r := &tr.Regions[i]
			if r.Start != trace.NoTime {
				see(r.StartStack, r.Start, cmp.Or(min(r.End, tr.End), r.Start), r.Go, lang.Later("begins a region in"))
			}
		}
		for i := range tr.Tasks {
			x := &tr.Tasks[i]
			if x.Start != trace.NoTime {
				see(x.StartStack, x.Start, x.Start, x.StartGo, lang.Later("begins a task in"))
			}
		}
		for i := range tr.Logs {
			l := &tr.Logs[i]
			see(l.Stack, l.Time, l.Time, l.Go, lang.Later("logs in"))
		}
		t.seen.all = all
	})
	return t.seen.all
}

// inStacks lists functions in stacks whose names contain a text, in lower case, with where each is first seen; at most
// n, the best first. It leaves out those by which goroutines are known.
func inStacks(t *Timeline, text string, n int) (places []Place) {
	if len(text) < 2 {
		return nil // nearly all have any letter
	}
	type found struct {
		function model.StringID
		rank     int
		first    sight
	}
	var all []found
	index := map[model.StringID]int32{}
	for i := range t.Trace.Frames {
		f := t.Trace.Frames[i].Func
		if _, asked := index[f]; asked {
			continue
		}
		index[f] = -1
		if _, known := t.funcs.of[f]; known {
			continue
		}
		name := t.Trace.Strings.Raw(f)
		rank, ok := rankOf(strings.ToLower(name), text)
		if !ok {
			rank, ok = rankOf(strings.ToLower(names.AlsoWritten(name)), text)
		}
		if ok {
			index[f] = int32(len(all))
			all = append(all, found{function: f, rank: rank})
		}
	}
	if len(all) == 0 {
		return nil
	}
	for stack, s := range t.sights() {
		if s.why == "" {
			continue
		}
		for _, frame := range t.Trace.Stacks.Stack(trace.StackIndex(stack)) {
			if i := index[t.Trace.Frames[frame].Func]; i >= 0 && (all[i].first.why == "" || s.from < all[i].first.from) {
				all[i].first = s
			}
		}
	}
	all = slices.DeleteFunc(all, func(f found) bool { return f.first.why == "" })
	slices.SortStableFunc(all, func(a, b found) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.first.from, b.first.from))
	})
	for _, f := range all[:min(n, len(all))] {
		places = append(places, Place{
			Text: t.FuncName(f.function) + "  " + t.GoName(f.first.g), Why: t.Say(f.first.why),
			Key: Key{GoroutineRow, int32(f.first.g)}, From: f.first.from, To: f.first.to,
		})
	}
	return places
}

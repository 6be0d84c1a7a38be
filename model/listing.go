package model

import (
	"cmp"
	"regexp"
	"slices"
	"sync"
)

// Listing is one function in one file with the figures of its lines, as `go
// tool pprof -list` shows them (pprof: internal/report/source.go,
// printSource), or a whole file.
//
// Unlike pprof's, its cum counts a stack once though the stack passes several
// of its lines.
type Listing struct {
	Name      string // of the function; "" for a file
	File      string // as it stands in the profile, cleaned
	StartLine int64  // 0: not known
	Flat, Cum int64
	FlatDiv   int64 // as in [Row]
	CumDiv    int64
	Lines     []LineSum // those with a value, by number; 0 is the line not known
}

// LineSum is one line of a source.
type LineSum struct {
	Line int64
	Row  // its Node is one of the line's; see [Result.Finer]
	// Calls are what the line calls, the heaviest first, inlined calls
	// marked; nodes belong to [Result.Finer].
	Calls []Call
}

// finer is a result's answer at the granularity of lines, and by address, made
// when first asked for.
type finer struct {
	once, onceAddress sync.Once
	lines, addresses  *Result
}

// Finer is the same question at the granularity of lines, which listings are
// made of.
func (r *Result) Finer() *Result {
	r.finer.once.Do(func() {
		r.finer.lines = r.again(func(q *Query) { q.Granularity, q.ShowColumns = Lines, false })
	})
	return r.finer.lines
}

// again asks the profile again, with a query that can only be right.
func (r *Result) again(change func(q *Query)) *Result {
	q := r.Query.Whole()
	change(&q)
	a, err := r.asked.Evaluate(q)
	if err != nil {
		panic(err) // only a filter can be wrong, and it was not
	}
	return a
}

// List returns a listing of each function whose name matches, by name and file.
func (r *Result) List(re *regexp.Regexp) []*Listing {
	return r.list(true, func(n *Node) bool { return re.MatchString(n.Name) })
}

// ListFile is one listing of all functions in a file of the profile, nil if
// nothing is counted there. The name is a [Node.File].
func (r *Result) ListFile(file string) *Listing {
	all := r.list(false, func(n *Node) bool { return n.File == file && file != "" })
	if len(all) == 0 {
		return nil
	}
	return all[0]
}

// SourceFiles lists the files of the profile in which something is counted,
// those with most flat first.
func (r *Result) SourceFiles() []string {
	l := r.Finer()
	sums := l.Sums()
	flat := map[string]int64{}
	for n := range sums.Flat {
		if sums.Flat[n] != 0 || sums.Cum[n] != 0 {
			flat[l.Nodes.Node(NodeID(n)).File] += sums.Flat[n]
		}
	}
	delete(flat, "")
	var files []string
	for f := range flat {
		files = append(files, f)
	}
	slices.SortFunc(files, func(a, b string) int {
		return cmp.Or(cmp.Compare(Magnitude(flat[b]), Magnitude(flat[a])), cmp.Compare(a, b))
	})
	return files
}

func (r *Result) list(byFunction bool, wanted func(*Node) bool) []*Listing {
	l := r.Finer()
	sums := l.Sums()
	type key struct{ name, file string }
	type lineKey struct {
		listing int32
		line    int64
	}
	listings := map[key]int32{}
	lines := map[lineKey]int32{}
	var out []*Listing
	var places []lineKey
	// The groups of the walk that sums: 0 for what is not wanted.
	whole := make([]int32, l.Nodes.Len())
	single := make([]int32, l.Nodes.Len())
	nodeOf := []NodeID{}
	for n := range whole {
		node := l.Nodes.Node(NodeID(n))
		if !l.shows(sums.Flat[n], sums.Cum[n]) || node.Name == "" || !wanted(node) {
			continue
		}
		k := key{file: node.File}
		if byFunction {
			k.name = node.Name
		}
		i, fresh := number(listings, k, len(out))
		if fresh {
			out = append(out, &Listing{Name: k.name, File: k.file})
		}
		if f := l.Nodes.Func(NodeID(n)); f != NoFunc && byFunction {
			if s := l.Profile.Functions[f].StartLine; s != 0 && (out[i].StartLine == 0 || s < out[i].StartLine) {
				out[i].StartLine = s
			}
		}
		lk := lineKey{i, node.Line}
		j, fresh := number(lines, lk, len(places))
		if fresh {
			places = append(places, lk)
			nodeOf = append(nodeOf, NodeID(n))
		}
		whole[n], single[n] = i+1, j+1
	}
	if len(out) == 0 {
		return nil
	}
	rows := func(group []int32, n int) []Row {
		rows := make([]Row, n)
		s := l.SumsBy(group, n+1)
		for i := range rows {
			rows[i].Flat, rows[i].Cum = s.Flat[i+1], s.Cum[i+1]
		}
		if l.counts != nil {
			s := l.counts.SumsBy(group, n+1)
			for i := range rows {
				rows[i].FlatDiv, rows[i].CumDiv = s.Flat[i+1], s.Cum[i+1]
			}
		}
		return rows
	}
	for i, row := range rows(whole, len(out)) {
		o := out[i]
		o.Flat, o.Cum, o.FlatDiv, o.CumDiv = row.Flat, row.Cum, row.FlatDiv, row.CumDiv
	}
	calls := make([][]Call, len(places))
	for _, c := range l.calls(nil, func(from, _ NodeID) bool { return single[from] > 0 }) {
		i := single[c.From] - 1
		calls[i] = append(calls[i], c)
	}
	name := l.names()
	for i, row := range rows(single, len(places)) {
		row.Node = nodeOf[i]
		sortCalls(calls[i], func(c Call) NodeID { return c.To }, name)
		o := out[places[i].listing]
		o.Lines = append(o.Lines, LineSum{Line: places[i].line, Row: row, Calls: calls[i]})
	}
	for _, o := range out {
		slices.SortFunc(o.Lines, func(a, b LineSum) int { return cmp.Compare(a.Line, b.Line) })
	}
	slices.SortFunc(out, func(a, b *Listing) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.File, b.File))
	})
	return out
}

package query

import (
	"cmp"
	"context"
	"maps"
	"regexp"
	"slices"

	"profstation/model"
	"profstation/model/units"
	"profstation/model/work"
)

// Listing is one function in one file with figures for its lines, as `go tool pprof -list` shows them (pprof:
// internal/report/source.go, printSource), or a whole file. Unlike in pprof, cum counts a stack once even if
// the stack passes several of the lines.
type Listing struct {
	Name      string    // the function's name; "" for a file
	File      string    // the cleaned path from the profile
	StartLine int64     // 0: not known
	Row                 // the total figures; Row.Node has no meaning here
	Lines     []LineSum // the lines that have a value, by number; 0 stands for an unknown line
}

// LineSum holds the figures for one source line.
type LineSum struct {
	Line int64
	Row  // its Node is one of the nodes on the line; see [Result.Finer]
	// Calls are the calls made on the line, the heaviest first. Their nodes belong to [Result.Finer].
	Calls []Call
}

// finer holds a result's answers by lines and by addresses. Each is made when first asked for.
type finer struct{ lines, addresses work.Lazy[*Result] }

// Finer returns the answer to the same query at line granularity, from which listings are made. Its only
// error is the context's. The same holds for everything built on it.
func (r *Result) Finer(ctx context.Context) (*Result, error) {
	return r.finer.lines.Get(ctx, func(ctx context.Context) (*Result, error) {
		return r.again(ctx, func(q *Query) { q.Granularity, q.ShowColumns = Lines, false })
	})
}

func (r *Result) finerSums(ctx context.Context) (*Result, *Sums, error) {
	l, err := r.Finer(ctx)
	if err != nil {
		return nil, nil, err
	}
	sums, err := l.Sums(ctx)
	return l, sums, err
}

// again asks the same profile a changed query, which must be valid.
func (r *Result) again(ctx context.Context, change func(q *Query)) (*Result, error) {
	q := r.Query.Whole()
	change(&q)
	return Evaluate(ctx, r.asked, q)
}

// List returns a listing for each function whose name matches, sorted by name and file.
func (r *Result) List(ctx context.Context, re *regexp.Regexp) ([]*Listing, error) {
	return r.list(ctx, true, func(n *Node) bool { return re.MatchString(n.Name) })
}

// ListFile returns one listing for all functions in a file, or nil if nothing is counted there. The file is
// given as in [Node.File].
func (r *Result) ListFile(ctx context.Context, file string) (*Listing, error) {
	all, err := r.list(ctx, false, func(n *Node) bool { return n.File == file && file != "" })
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return all[0], nil
}

// ListFiles returns the listing of every file in which something is counted, those with the highest flat first.
func (r *Result) ListFiles(ctx context.Context) ([]*Listing, error) {
	all, err := r.list(ctx, false, func(n *Node) bool { return n.File != "" })
	work.SortSteps(work.StepsUntil(ctx), false, all, func(a, b *Listing) int {
		return cmp.Or(cmp.Compare(units.Magnitude(b.Flat), units.Magnitude(a.Flat)), cmp.Compare(a.File, b.File))
	})
	return all, cmp.Or(err, ctx.Err())
}

// SourceFiles lists the files in which something is counted, those with the highest flat first.
func (r *Result) SourceFiles(ctx context.Context) ([]string, error) {
	l, sums, err := r.finerSums(ctx)
	if err != nil {
		return nil, err
	}
	flat := map[string]int64{}
	for n := range sums.Flat {
		if sums.Flat[n] != 0 || sums.Cum[n] != 0 {
			flat[l.Nodes.Node(NodeID(n)).File] += sums.Flat[n]
		}
	}
	delete(flat, "")
	files := slices.Collect(maps.Keys(flat))
	work.SortSteps(work.StepsUntil(ctx), false, files, func(a, b string) int {
		return cmp.Or(cmp.Compare(units.Magnitude(flat[b]), units.Magnitude(flat[a])), cmp.Compare(a, b))
	})
	return files, ctx.Err()
}

func (r *Result) list(ctx context.Context, byFunction bool, wanted func(*Node) bool) ([]*Listing, error) {
	l, sums, err := r.finerSums(ctx)
	if err != nil {
		return nil, err
	}
	count := work.StepsUntil(ctx)
	type key struct{ name, file string }
	type lineKey struct {
		listing int32
		line    int64
	}
	listings := map[key]int32{}
	lines := map[lineKey]int32{}
	var out []*Listing
	var places []lineKey
	// The groups for the walk that sums. Nodes that are not wanted are in group 0.
	whole := make([]int32, l.Nodes.Len())
	single := make([]int32, l.Nodes.Len())
	var nodeOf []NodeID
	for n := range whole {
		node := l.Nodes.Node(NodeID(n))
		if count.Over(8 + len(node.Name)) {
			return nil, ctx.Err()
		}
		if !l.Shows(sums.Flat[n], sums.Cum[n]) || node.Name == "" || !wanted(node) {
			continue
		}
		k := key{file: node.File}
		if byFunction {
			k.name = node.Name
		}
		i, fresh := work.Number(listings, k, len(out))
		if fresh {
			out = append(out, &Listing{Name: k.name, File: k.file})
		}
		if f := l.Nodes.Func(NodeID(n)); f != model.NoFunc && byFunction {
			if s := l.Profile.Functions[f].StartLine; s != 0 && (out[i].StartLine == 0 || s < out[i].StartLine) {
				out[i].StartLine = s
			}
		}
		lk := lineKey{i, node.Line}
		j, fresh := work.Number(lines, lk, len(places))
		if fresh {
			places = append(places, lk)
			nodeOf = append(nodeOf, NodeID(n))
		}
		whole[n], single[n] = i+1, j+1
	}
	if len(out) == 0 {
		return nil, nil
	}
	rows := func(group []int32, n int) ([]Row, error) {
		rows := make([]Row, n)
		s, err := l.SumsBy(ctx, group, n+1)
		if err != nil {
			return nil, err
		}
		for i := range rows {
			rows[i].Flat, rows[i].Cum = s.Flat[i+1], s.Cum[i+1]
		}
		if l.counts != nil {
			s, err := l.counts.SumsBy(ctx, group, n+1)
			if err != nil {
				return nil, err
			}
			for i := range rows {
				rows[i].FlatDiv, rows[i].CumDiv = s.Flat[i+1], s.Cum[i+1]
			}
		}
		return rows, nil
	}
	functions, err := rows(whole, len(out))
	if err != nil {
		return nil, err
	}
	for i, row := range functions {
		out[i].Row = row
	}
	calls := make([][]Call, len(places))
	made, err := l.Calls(ctx, nil, func(from, _ NodeID) bool { return single[from] > 0 })
	if err != nil {
		return nil, err
	}
	for _, c := range made.All() {
		i := single[c.From] - 1
		calls[i] = append(calls[i], c)
	}
	name := l.names(made.Len())
	each, err := rows(single, len(places))
	if err != nil {
		return nil, err
	}
	for i, row := range each {
		if count.Over(1) {
			return nil, ctx.Err()
		}
		row.Node = nodeOf[i]
		sortCalls(count, calls[i], func(c Call) NodeID { return c.To }, name)
		o := out[places[i].listing]
		o.Lines = append(o.Lines, LineSum{Line: places[i].line, Row: row, Calls: calls[i]})
	}
	for _, o := range out {
		work.SortSteps(count, false, o.Lines, func(a, b LineSum) int { return cmp.Compare(a.Line, b.Line) })
	}
	work.SortSteps(count, false, out, func(a, b *Listing) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.File, b.File))
	})
	return out, ctx.Err()
}

// AddressSum is the sum at one program counter.
type AddressSum struct {
	Address uint64 // address as in the profile, that is, where the code was mapped
	Mapping model.MappingID
	Flat    int64 // the value at the instruction that ran
	Cum     int64 // the value including calls that passed here, each stack counted once
}

// Addresses sums by program counter within a mapping, for disassembly, and sorts by address. Inlined calls
// count at the place they were compiled into. Locations without an address are left out.
func (r *Result) Addresses(ctx context.Context, m model.MappingID) ([]AddressSum, error) {
	a, err := r.finer.addresses.Get(ctx, func(ctx context.Context) (*Result, error) {
		return r.again(ctx, func(q *Query) { q.Granularity, q.NoInlines = Addresses, true })
	})
	if err != nil {
		return nil, err
	}
	count := work.StepsUntil(ctx)
	p := a.Profile
	group := make([]int32, a.Nodes.Len())
	ids := map[uint64]int32{}
	var out []AddressSum
	for i := range p.Locations {
		loc := &p.Locations[i]
		if count.Over(4) {
			return nil, ctx.Err()
		}
		if loc.Mapping != m || loc.Address == 0 {
			continue
		}
		for _, n := range a.nodesOf(model.LocID(i)) {
			id, fresh := work.Number(ids, loc.Address, len(out)+1)
			if fresh {
				out = append(out, AddressSum{Address: loc.Address, Mapping: m})
			}
			group[n] = id
		}
	}
	s, err := a.SumsBy(ctx, group, len(out)+1)
	if err != nil {
		return nil, err
	}
	for i := range out {
		out[i].Flat, out[i].Cum = s.Flat[i+1], s.Cum[i+1]
	}
	out = slices.DeleteFunc(out, func(s AddressSum) bool { return s.Flat == 0 && s.Cum == 0 })
	work.SortSteps(count, false, out, func(a, b AddressSum) int { return cmp.Compare(a.Address, b.Address) })
	return out, ctx.Err()
}

// ByAddress returns the answer to the same query by addresses, without limits. Its only error is the context's.
func (r *Result) ByAddress(ctx context.Context) (*Result, error) {
	return r.again(ctx, func(q *Query) { q.Granularity = Addresses })
}

// Objects returns for each node the binary of the first of its locations, "" if it is not known.
func (r *Result) Objects() []string {
	p, out := r.Profile, make([]string, r.Nodes.Len())
	for i := range p.Locations {
		if m := p.Locations[i].Mapping; m >= 0 {
			for _, n := range r.nodesOf(model.LocID(i)) {
				if out[n] == "" {
					out[n] = p.Strings.Raw(p.Mappings[m].File)
				}
			}
		}
	}
	return out
}

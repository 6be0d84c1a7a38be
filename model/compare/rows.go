package compare

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"profstation/model/query"
	"profstation/model/units"
	"profstation/model/work"
)

// Row is the change in one node.
type Row struct {
	Node      query.NodeID // in Comparison.New and Comparison.Base
	Flat, Cum Change
	// FlatShare and CumShare are Δ as a percentage of Σ|Δflat| over all nodes.
	FlatShare, CumShare float64
}

// Total is the change in everything that the filters left. The rows are its parts.
type Total struct {
	Change
	Moved float64 // Σ|Δflat| over all nodes, normalised
}

type rows struct {
	all    []Row
	total  Total
	at     map[query.NodeID]int // each node's index in all
	judges [2]*judge            // those that have learned the laws of flat and of cum figures
	bar    [2]bar               // what flat and cum have to reach
	cums   map[string]bool      // the cum figures of rows, see [keyOf]
}

// Rows returns the nodes that reach the query's NodeFraction on either side, sorted by |Δ| for flat or cum,
// as the query's Sort says, then by name. Verdicts are corrected for their number, with flat and cum each as
// one family. NodeCount does not cut the rows. The slice belongs to the caller. The only error is the
// context's.
//
// All other verdicts and totals depend on the rows, so callers that can be cancelled call Rows first.
func (c *Comparison) Rows(ctx context.Context) ([]Row, error) {
	r, err := c.made.Get(ctx, c.makeRows)
	if err != nil {
		return nil, err
	}
	return slices.Clone(r.all), nil
}

func (c *Comparison) rows() *rows {
	r, _ := c.made.Get(context.Background(), c.makeRows)
	return r
}

// Total returns the change in everything.
func (c *Comparison) Total() Total { return c.rows().total }

// Node returns the change in one node. A node without a row is judged by itself, as strictly as the rows.
func (c *Comparison) Node(n query.NodeID) (flat, cum Change) {
	r := c.rows()
	if i, ok := r.at[n]; ok {
		return r.all[i].Flat, r.all[i].Cum
	}
	all, _ := c.sums(context.Background()) // they are known: the rows are made from them
	sums := make([]int64, len(c.results))
	judge := func(kind int, values func(*query.Sums) []int64) Change {
		for i, of := range all {
			sums[i] = values(of)[n]
		}
		ch := r.judges[kind].change(c, sums)
		ch.Verdict.settle(r.bar[kind])
		return ch
	}
	return judge(0, func(s *query.Sums) []int64 { return s.Flat }), judge(1, func(s *query.Sums) []int64 { return s.Cum })
}

// keyOf returns a key for sums.
func keyOf(sums []int64) string { return fmt.Sprint(sums) }

// by returns the change in flat or cum.
func (r *Row) by(s query.Sort) *Change {
	if s == query.ByCum {
		return &r.Cum
	}
	return &r.Flat
}

// sort returns the figure by which the rows are sorted: flat or cum.
func (c *Comparison) sort() query.Sort { return cmp.Or(c.Query.Sort, query.ByFlat) }

// Shown returns a row's change in the figure by which the query sorts: flat or cum.
func (c *Comparison) Shown(r *Row) *Change { return r.by(c.sort()) }

// Tally counts the rows for each outcome, by the figure that the query sorts by. On every screen and in every
// file, these are the numbers of changes.
func (c *Comparison) Tally() map[Outcome]int {
	t := map[Outcome]int{}
	rows := c.rows().all
	for i := range rows {
		if x := c.Shown(&rows[i]); x.Base != 0 || x.New != 0 { // else the node only calls others
			t[x.Verdict.Outcome]++
		}
	}
	return t
}

// sums returns the sums for all results.
func (c *Comparison) sums(ctx context.Context) ([]*query.Sums, error) {
	return atOnce(len(c.results), func(i int) (*query.Sums, error) { return c.results[i].Sums(ctx) })
}

func (c *Comparison) makeRows(ctx context.Context) (*rows, error) {
	sums, err := c.sums(ctx)
	if err != nil {
		return nil, err
	}
	count := work.StepsUntil(ctx)
	n := c.New.Nodes.Len()
	j := *c.judge
	out := &rows{judges: [2]*judge{&j, &j}, cums: map[string]bool{}}
	all := make([]int64, len(sums))
	for i := range n {
		if count.Over(16) {
			return nil, ctx.Err()
		}
		for k, s := range sums {
			all[k] += s.Flat[i]
		}
		base, now := sums[sideBase], sums[sideNew]
		if now.Flat[i] == 0 && base.Flat[i] == 0 && now.Cum[i] == 0 && base.Cum[i] == 0 {
			continue
		}
		row := Row{Node: query.NodeID(i), Flat: c.change(base.Flat[i], now.Flat[i]), Cum: c.change(base.Cum[i], now.Cum[i])}
		out.total.Moved += math.Abs(row.Flat.Delta)
		out.all = append(out.all, row)
	}
	out.all = slices.DeleteFunc(out.all, func(r Row) bool { return !c.reaches(&r, all) })
	if err := out.find(c, sums, count); err != nil {
		return nil, err
	}
	alone := j.alone()
	out.total.Change = alone.change(c, all)
	out.total.Verdict.settle(alone.bar(Level, Level))
	if err := c.SortRows(ctx, out.all, c.Query.Sort); err != nil {
		return nil, err
	}
	out.at = make(map[query.NodeID]int, len(out.all))
	for i := range out.all {
		out.at[out.all[i].Node] = i
	}
	return out, nil
}

// find judges all rows, with flat and cum each as one family.
func (r *rows) find(c *Comparison, sums []*query.Sums, count *work.Steps) error {
	j := r.judges[0]
	of := func(values func(*query.Sums) []int64, n query.NodeID) []int64 {
		out := make([]int64, len(sums))
		for k, s := range sums {
			out[k] = values(s)[n]
		}
		return out
	}
	kinds := [2]func(*query.Sums) []int64{
		func(s *query.Sums) []int64 { return s.Flat }, func(s *query.Sums) []int64 { return s.Cum },
	}
	if j.groups != nil {
		var figures [2][][]int64
		for i := range r.all {
			if count.Over(4 * len(sums)) {
				return count.Err()
			}
			for kind, values := range kinds {
				figures[kind] = append(figures[kind], of(values, r.all[i].Node))
			}
		}
		r.judges[1] = j.learn(figures)
		for _, cum := range figures[1] {
			r.cums[keyOf(cum)] = true
		}
	}
	var verdicts [2][]*Verdict
	for i := range r.all {
		if count.Over(16 * len(sums)) {
			return count.Err()
		}
		row := &r.all[i]
		row.FlatShare, row.CumShare = part(row.Flat.Delta, r.total.Moved), part(row.Cum.Delta, r.total.Moved)
		for kind, ch := range [2]*Change{&row.Flat, &row.Cum} {
			*ch = r.judges[kind].change(c, of(kinds[kind], row.Node))
			verdicts[kind] = append(verdicts[kind], &ch.Verdict)
		}
	}
	for kind, all := range verdicts {
		r.bar[kind] = r.judges[kind].correct(all)
	}
	return nil
}

func (c *Comparison) reaches(r *Row, all []int64) bool {
	large := func(cum, all int64) bool {
		return cum != 0 && math.Abs(float64(cum)) >= math.Floor(math.Abs(float64(all)*c.Query.NodeFraction))
	}
	return c.Query.NodeFraction == 0 || large(r.Cum.New, all[sideNew]) || large(r.Cum.Base, all[sideBase])
}

func part(x, of float64) float64 {
	if of == 0 {
		return 0
	}
	return x / of * 100
}

// SortRows sorts rows by falling |Δ| for flat or cum, then by name. Its only error is the context's.
func (c *Comparison) SortRows(ctx context.Context, rows []Row, by query.Sort) error {
	names := make(map[query.NodeID]string, len(rows))
	for _, r := range rows {
		names[r.Node] = c.Name(r.Node)
	}
	work.SortSteps(work.StepsUntil(ctx), false, rows, func(a, b Row) int {
		flat := cmp.Compare(math.Abs(b.Flat.Delta), math.Abs(a.Flat.Delta))
		cum := cmp.Compare(math.Abs(b.Cum.Delta), math.Abs(a.Cum.Delta))
		if by == query.ByCum {
			flat, cum = cum, flat
		}
		return cmp.Or(flat, cum, strings.Compare(names[a.Node], names[b.Node]), cmp.Compare(a.Node, b.Node))
	})
	return ctx.Err()
}

// Name returns a node's name as it stands in the profile.
func (c *Comparison) Name(n query.NodeID) string { return c.New.Nodes.Node(n).String() }

// Format writes a normalised value with its unit: 1.20s, 3.4MB/request.
func (c *Comparison) Format(v float64) string {
	return formatIn(v, c.Type.Unit, "auto") + c.Normalisation.Suffix()
}

// InOneUnit returns what writes the figures of one column, see [units.InOneUnit].
func InOneUnit(c *Comparison, figures iter.Seq[float64]) func(v float64) string {
	return units.InOneUnit(figures, c.Type.Unit, rounded, texts(c))
}

// texts returns [Comparison.Format] for any unit.
func texts(c *Comparison) func(v float64, in string) string {
	return func(v float64, in string) string { return formatIn(v, c.Type.Unit, in) + c.Normalisation.Suffix() }
}

// FormatChange writes a difference with its sign.
func (c *Comparison) FormatChange(v float64) string {
	if v > 0 {
		return "+" + c.Format(v)
	}
	return c.Format(v)
}

// formatIn writes a value that may not be a whole number in another unit. "auto" (or "minimum") picks the best unit.
func formatIn(v float64, unit, in string) string {
	one, _ := units.Scale(1, unit, in)
	if a := math.Abs(v); a == 0 || a >= 1000 || v == math.Trunc(v) || one != 1 {
		return units.Format(rounded(v), unit, in)
	}
	// Small figures keep three digits.
	s := strconv.FormatFloat(v, 'g', 3, 64)
	if units.IsTime(unit) || units.IsBytes(unit) {
		_, u := units.Scale(1, unit, "auto")
		return s + u
	}
	return s
}

func indexed(column int) string { return strconv.Itoa(column) }

// Counterparts finds for each node in one table the equal node in another, or NoNode if there is none. Within
// a pair, equal nodes have equal numbers, unless label frames were added.
func Counterparts(from, to *query.Nodes) []query.NodeID {
	out := make([]query.NodeID, from.Len())
	if from == to {
		for n := range out {
			out[n] = query.NodeID(n)
		}
		return out
	}
	known := make(map[query.Node]query.NodeID, to.Len())
	for n := range query.NodeID(to.Len()) {
		known[*to.Node(n)] = n
	}
	for n := range out {
		at, ok := known[*from.Node(query.NodeID(n))]
		if !ok {
			at = query.NoNode
		}
		out[n] = at
	}
	return out
}

// NoiseIn reports for each node in a table, such as that of a [Pair.Difference], whether all its changes are
// within noise. Nodes without a row are, too. It returns nil if nothing is judged.
func (c *Comparison) NoiseIn(t *query.Nodes) []bool {
	if !c.Judged() {
		return nil
	}
	quiet, rows := make([]bool, t.Len()), c.rows()
	for n, at := range Counterparts(t, c.New.Nodes) {
		if i, ok := rows.at[at]; ok {
			quiet[n] = rows.all[i].Flat.Verdict.Noise() && rows.all[i].Cum.Verdict.Noise()
		} else {
			quiet[n] = at != query.NoNode && (c.judge.groups != nil || c.judge.basis != inFull)
		}
	}
	return quiet
}

// PartsIn returns the change in each node's cum figure as a fraction of the larger side, see [Change.Part].
// It is NaN for quiet nodes, see [Comparison.NoiseIn], and 0 for nodes that neither side has.
func (c *Comparison) PartsIn(t *query.Nodes, quiet []bool) []float32 {
	sums, _ := c.sums(context.Background()) // callers that can be cancelled have called Rows before
	base, now := sums[sideBase], sums[sideNew]
	out := make([]float32, t.Len())
	for n, of := range Counterparts(t, c.New.Nodes) {
		switch {
		case quiet != nil && quiet[n]:
			out[n] = float32(math.NaN())
		case of != query.NoNode:
			ch := c.change(base.Cum[of], now.Cum[of])
			out[n] = float32(ch.Part())
		}
	}
	return out
}

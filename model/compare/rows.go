package compare

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"profstation/model"
)

// Row is what changed of one node.
type Row struct {
	Node      model.NodeID // of Comparison.New and Comparison.Base
	Flat, Cum Change
	// FlatShare and CumShare are Δ in per cent of all changes: of Σ|Δflat| of
	// all nodes.
	FlatShare, CumShare float64
}

// Total is the change of all that the filters left, and of which the rows are
// parts.
type Total struct {
	Change
	Moved float64 // Σ|Δflat| of all nodes, normalised
}

type rows struct {
	all      []Row
	total    Total
	node     [2][]Verdict // flat and cum, per NodeID
	critical float64      // the largest P of cum that was found more than noise
}

// Rows are the nodes that reach the query's NodeFraction on either side, sorted
// by |Δ| of flat or cum, as the query's Sort says, then by name. Their verdicts
// are corrected for their number, flat and cum each as one family. The query's
// NodeCount does not cut them.
//
// Rows belong to the caller.
func (c *Comparison) Rows() []Row {
	r := c.made()
	return slices.Clone(r.all)
}

// Total is the change of everything.
func (c *Comparison) Total() Total { return c.made().total }

// NodeVerdict is the verdict on a node's flat or cum figure. Of nodes without a row
// it is noise where noise is known of: [Within], of groups [WithinRun].
func (c *Comparison) NodeVerdict(n model.NodeID, cum bool) Verdict {
	r := c.made()
	i := 0
	if cum {
		i = 1
	}
	return r.node[i][n]
}

// Node is what changed of one node. Of a node with a row the verdicts are those
// of the row; of a smaller one they are its own, by the severity of the rows.
func (c *Comparison) Node(n model.NodeID) (flat, cum Change) {
	r := c.made()
	sums := make([]int64, len(c.results))
	judge := func(values func(*model.Sums) []int64, row Verdict) Change {
		for i, result := range c.results {
			sums[i] = values(result.Sums())[n]
		}
		ch := c.Judge(sums)
		switch v := &ch.Verdict; {
		case c.spread != nil || !math.IsNaN(row.P):
			*v = row
		case v.Finding == More && v.P > r.critical:
			v.Finding = Within
		}
		return ch
	}
	return judge(func(s *model.Sums) []int64 { return s.Flat }, r.node[0][n]),
		judge(func(s *model.Sums) []int64 { return s.Cum }, r.node[1][n])
}

// Critical is the largest P that the correction for the number of functions
// lets pass, by which boxes of a picture are judged too; no box can be called
// real by less than what it takes for a row.
func (c *Comparison) Critical() float64 { return c.made().critical }

func (c *Comparison) made() *rows {
	c.once.Do(func() { c.rows = c.makeRows() })
	return c.rows
}

func (c *Comparison) makeRows() *rows {
	sums := make([]*model.Sums, len(c.results))
	var wg sync.WaitGroup
	for i, r := range c.results {
		wg.Go(func() { sums[i] = r.Sums() })
	}
	wg.Wait()
	n := c.New.Nodes.Len()
	out := &rows{critical: Level}
	flat, cum := make([]int64, len(sums)), make([]int64, len(sums))
	all := make([]int64, len(sums))
	for i := range n {
		for k, s := range sums {
			flat[k], cum[k] = s.Flat[i], s.Cum[i]
			all[k] += s.Flat[i]
		}
		if flat[sideNew] == 0 && flat[sideBase] == 0 && cum[sideNew] == 0 && cum[sideBase] == 0 {
			continue
		}
		row := Row{Node: model.NodeID(i), Flat: c.Judge(flat), Cum: c.Judge(cum)}
		out.total.Moved += math.Abs(row.Flat.Delta)
		out.all = append(out.all, row)
	}
	out.total.Change = c.Judge(all)
	out.all = slices.DeleteFunc(out.all, func(r Row) bool { return !c.reaches(&r, all) })
	for i := range out.all {
		r := &out.all[i]
		r.FlatShare, r.CumShare = part(r.Flat.Delta, out.total.Moved), part(r.Cum.Delta, out.total.Moved)
	}
	correct(out.all, func(r *Row) *Verdict { return &r.Flat.Verdict })
	out.critical = correct(out.all, func(r *Row) *Verdict { return &r.Cum.Verdict })
	c.SortRows(out.all, c.Query.Sort)
	none := unjudged(NoError)
	switch c.Method {
	case Shares, Sampled:
		none = unjudged(Within)
	case Exact:
		none = unjudged(Certain)
	}
	for i := range out.node {
		out.node[i] = slices.Repeat([]Verdict{none}, n)
	}
	if c.spread != nil {
		c.spread.judge(out)
		return out
	}
	for i := range out.all {
		r := &out.all[i]
		out.node[0][r.Node], out.node[1][r.Node] = r.Flat.Verdict, r.Cum.Verdict
	}
	return out
}

// reaches reports whether a node is large enough to be shown, on either side.
func (c *Comparison) reaches(r *Row, all []int64) bool {
	for side, cum := range [2]int64{sideNew: r.Cum.New, sideBase: r.Cum.Base} {
		if math.Abs(float64(cum)) >= math.Floor(math.Abs(float64(all[side])*c.Query.NodeFraction)) && cum != 0 ||
			c.Query.NodeFraction == 0 {
			return true
		}
	}
	return false
}

func part(x, of float64) float64 {
	if of == 0 {
		return 0
	}
	return x / of * 100
}

// correct applies the correction for the number of rows to one of their
// verdicts, and returns the largest P that passed: Level over their number
// where none did.
func correct(rows []Row, of func(*Row) *Verdict) float64 {
	p := make([]float64, len(rows))
	tested := 0
	for i := range rows {
		p[i] = of(&rows[i]).P
		if !math.IsNaN(p[i]) {
			tested++
		}
	}
	critical := Level / float64(max(tested, 1))
	for i, q := range Adjusted(p) {
		v := of(&rows[i])
		if v.adjust(q); v.Real() && !math.IsNaN(v.P) {
			critical = max(critical, v.P)
		}
	}
	return critical
}

// SortRows sorts rows by |Δ| of flat or cum, downwards, then by name.
func (c *Comparison) SortRows(rows []Row, by model.Sort) {
	type named struct {
		Row
		name string
	}
	all := make([]named, len(rows))
	for i, r := range rows {
		all[i] = named{r, c.Name(r.Node)}
	}
	slices.SortFunc(all, func(a, b named) int {
		x, y := [2]float64{a.Flat.Delta, a.Cum.Delta}, [2]float64{b.Flat.Delta, b.Cum.Delta}
		first, second := 0, 1
		if by == model.ByCum {
			first, second = 1, 0
		}
		return cmp.Or(
			cmp.Compare(math.Abs(y[first]), math.Abs(x[first])),
			cmp.Compare(math.Abs(y[second]), math.Abs(x[second])),
			strings.Compare(a.name, b.name), cmp.Compare(a.Node, b.Node))
	})
	for i := range all {
		rows[i] = all[i].Row
	}
}

// Name is a node's name as it stands in the profile.
func (c *Comparison) Name(n model.NodeID) string { return c.New.Nodes.Node(n).String() }

// Format writes a normalised value with its unit: 1.20s, 3.4MB/request.
func (c *Comparison) Format(v float64) string {
	return formatIn(v, c.Type.Unit) + c.Normalisation.Suffix()
}

// FormatChange writes a difference with its sign.
func (c *Comparison) FormatChange(v float64) string {
	if v > 0 {
		return "+" + c.Format(v)
	}
	return c.Format(v)
}

// formatIn writes a value that is no whole number any more.
func formatIn(v float64, unit string) string {
	if a := math.Abs(v); a == 0 || a >= 1000 || v == math.Trunc(v) {
		return model.Format(rounded(v), unit, "auto")
	}
	// Small figures keep three digits.
	s := strconv.FormatFloat(v, 'g', 3, 64)
	if model.IsTime(unit) || model.IsBytes(unit) {
		_, u := model.Scale(1, unit, "auto")
		return s + u
	}
	return s
}

func indexed(column int) string { return strconv.Itoa(column) }

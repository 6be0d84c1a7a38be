package flame

import (
	"cmp"
	"context"
	"math"
	"slices"

	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/work"
	"profstation/scene"
)

// Diff is what a chart for two sides compares, and what its boxes' widths show.
type Diff struct {
	Comparison *compare.Comparison
	Width      compare.Width
}

// NewDiff prepares one flame graph for both sides of a comparison. A box is as wide as w says, and coloured by what
// changed. Boxes whose change is within noise are grey. Each is judged by its own counts, or runs, as severely as the
// rows in the comparison's table, so that many small boxes do not raise false alarms.
//
// A box that is missing on the side that sets the width is not drawn; [compare.ByLarger] also shows what vanished.
// The error is the context's, or says that the widths cannot be computed.
func NewDiff(ctx context.Context, c *compare.Comparison, w compare.Width, o Options) (*Chart, error) {
	if _, err := c.Rows(ctx); err != nil { // the rows say what is noise
		return nil, err
	}
	r, err := c.Wide(ctx, w)
	if err != nil {
		return nil, err
	}
	chart, err := newChart(ctx, r, o, c.Results())
	if err != nil {
		return nil, err
	}
	chart.Diff = &Diff{Comparison: c, Width: w}
	steps := work.StepsUntil(ctx)
	for _, s := range []*side{&chart.down, &chart.up} {
		if s.CallTree == nil {
			continue
		}
		s.tints = make([]float32, s.Len())
		for b := range s.tints {
			if steps.Over(16) {
				return nil, ctx.Err()
			}
			change := chart.Diff.judge(s.CallTree, int32(b))
			if s.tints[b] = float32(change.Part()); change.Verdict.Noise() {
				s.tints[b] = float32(math.NaN())
			}
		}
	}
	return chart, nil
}

// everything reports whether a box is the root of all stacks.
func everything(t *query.CallTree, b int32) bool {
	return t.Node[b] == query.NoNode && t.Merged[b] == 0
}

// judge judges a branch by its own counts, in the order of Comparison.Results. It judges the root like the total.
func (d *Diff) judge(t *query.CallTree, b int32) compare.Change {
	if everything(t, b) {
		return d.Comparison.Total().Change
	}
	sums := make([]int64, len(t.Also))
	for i := range sums {
		sums[i] = t.Also[i][b]
	}
	return d.Comparison.Judge(sums)
}

// Change returns a box's weights on both sides. Its verdict is not corrected for the number of boxes.
func (c *Chart) Change(r Ref) compare.Change { return c.Diff.judge(c.Tree(r), r.Branch) }

// Real reports whether a box is coloured: its change exceeds noise, or the noise is not known.
func (c *Chart) Real(r Ref) bool { return !math.IsNaN(float64(c.of(r).tints[r.Branch])) }

func (d *Diff) legend(t *scene.Theme) []legendEntry {
	middle := legendEntry{lang.L("same"), t.Diff(0)}
	if d.Comparison.Judged() {
		middle = legendEntry{lang.L("not sure"), t.Quiet}
	}
	return []legendEntry{
		{lang.L("gone"), t.Change(-1)}, {lang.L("halved"), t.Change(-0.5)}, middle,
		{lang.L("doubled"), t.Change(0.5)}, {lang.L("appeared"), t.Change(1)},
	}
}

func (c *Chart) shareOfChange(r Ref) string {
	x := c.Change(r)
	if x.Delta == 0 {
		return "±0"
	}
	return c.Diff.Comparison.FormatChange(x.Delta) + "  " + x.PercentText()
}

func (c *Chart) describeChange(r Ref) string {
	x, by := c.Change(r), c.Diff.Comparison
	return lang.L("base {{.Base}}, new {{.New}}: {{.Change}} ({{.Share}})", lang.With{
		"Base": by.Format(x.Before), "New": by.Format(x.After), "Change": by.FormatChange(x.Delta), "Share": x.PercentText(),
	}) + "\n" + by.Words(lang.L, &x)
}

// describeNode returns flat and cum over all of a node's boxes on both sides, or "" if they are not known yet. It
// cannot use the sums in the chart's own result, since these are widths, which belong to neither side.
func (d *Diff) describeNode(nodes *query.Nodes, n query.NodeID) string {
	by := d.Comparison
	unknown := func(r *query.Result) bool { return r.KnownSums() == nil }
	if own := by.New.Nodes; int(n) >= own.Len() || *own.Node(n) != *nodes.Node(n) ||
		slices.ContainsFunc(by.Results(), unknown) {
		return ""
	}
	flat, cum := by.Node(n)
	sides := func(x compare.Change) lang.With {
		return lang.With{"Base": by.Format(x.Before), "New": by.Format(x.After)}
	}
	return "\n" + lang.L("all instances, flat: base {{.Base}}, new {{.New}}", sides(flat)) +
		"\n" + lang.L("all instances, cum: base {{.Base}}, new {{.New}}", sides(cum))
}

var widthTexts = map[compare.Width]string{
	compare.ByNew:    "width: the new profile · colour: change",
	compare.ByBase:   "width: the base · colour: change",
	compare.ByLarger: "width: the larger of both · colour: change",
}

// Heading returns lines that say what is compared.
func (d *Diff) Heading() []string {
	return append(d.Comparison.Heading(), lang.L(cmp.Or(widthTexts[d.Width], widthTexts[compare.ByNew])))
}

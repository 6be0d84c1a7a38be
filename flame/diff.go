package flame

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"profstation/model"
	"profstation/model/compare"
	"profstation/scene"
)

// Diff has the changes of the boxes of a chart of two sides: their weights on
// both sides, and whether these differ by more than noise.
type Diff struct {
	Comparison *compare.Comparison
	Width      compare.Width
	// Noise colours changes within sampling noise too; otherwise they are grey.
	Noise bool

	// tints are the changes of the boxes of each tree, −1 all gone to 1 all new,
	// NaN for noise; raw are the same with noise.
	tints map[*model.CallTree][]float32
	raw   map[*model.CallTree][]float32
}

// NewDiff prepares one flame graph of both sides of a comparison: a box is as
// wide as w says, and coloured by what changed. Boxes whose change is within
// sampling noise are grey: each is judged by its own counts, with the same
// severity as the rows of the comparison's table, so that many small boxes do
// not make false alarms.
//
// A box that the width's side does not have is not drawn: use
// [compare.ByLarger] to see what vanished beside what appeared. The error is
// the context's, or says that the widths cannot be computed.
func NewDiff(ctx context.Context, c *compare.Comparison, w compare.Width, o Options) (*Chart, error) {
	r, err := c.Wide(w)
	if err != nil {
		return nil, err
	}
	chart, err := newChart(ctx, r, o, c.Results())
	if err != nil {
		return nil, err
	}
	d := &Diff{Comparison: c, Width: w, tints: map[*model.CallTree][]float32{}, raw: map[*model.CallTree][]float32{}}
	quiet, critical := quietFunctions(c, r), c.Critical()
	for _, t := range []*model.CallTree{chart.Down, chart.Up} {
		if t == nil {
			continue
		}
		tints, raw := make([]float32, t.Len()), make([]float32, t.Len())
		for b := range tints {
			change, n := d.judge(t, int32(b)), t.Node[b]
			// A box is judged by the p-value that a row of the table has to reach.
			noise := change.Verdict.Finding == compare.TooFew || change.Verdict.P > critical
			switch {
			case quiet != nil && everything(t, int32(b)):
				total := c.Total()
				noise = total.Verdict.Noise()
			case quiet != nil && n != model.NoNode:
				noise = noise || quiet[n]
			}
			raw[b] = float32(change.Part())
			if tints[b] = raw[b]; noise {
				tints[b] = float32(math.NaN())
			}
		}
		d.tints[t], d.raw[t] = tints, raw
	}
	chart.Diff = d
	return chart, nil
}

// everything reports whether a box is the root of all stacks.
func everything(t *model.CallTree, b int32) bool {
	return t.Node[b] == model.NoNode && t.Merged[b] == 0
}

// judge judges a branch by its own counts, in the order of Comparison.Results.
func (d *Diff) judge(t *model.CallTree, b int32) compare.Change {
	sums := make([]int64, len(t.Also))
	for i := range sums {
		sums[i] = t.Also[i][b]
	}
	return d.Comparison.Judge(sums)
}

// quietFunctions reports for each node of groups of recordings whether its function
// changed by no more than the runs differ. The sums of a single path do not show
// that. It returns nil for single recordings.
func quietFunctions(c *compare.Comparison, r *model.Result) []bool {
	if c.JudgedBy() != compare.Runs {
		return nil
	}
	quiet := make([]bool, r.Nodes.Len())
	for n, at := range compare.Counterparts(r.Nodes, c.New.Nodes) {
		if at != model.NoNode {
			v := c.NodeVerdict(at, true)
			quiet[n] = v.Noise()
		}
	}
	return quiet
}

// Change is what a box weighs on either side. Its verdict is the box's own, not
// corrected for the number of boxes; see [Diff.Real].
func (c *Chart) Change(r Ref) compare.Change { return c.Diff.judge(c.Tree(r), r.Branch) }

// Real reports whether a box is coloured: it changed by more than noise, or the
// noise of this kind of profile is not known.
func (c *Chart) Real(r Ref) bool {
	return !math.IsNaN(float64(c.Diff.tints[c.Tree(r)][r.Branch]))
}

// color is the fill of a box.
func (d *Diff) color(theme *scene.Theme, t *model.CallTree, b int32) scene.Color {
	x := d.tints[t][b]
	if d.Noise {
		x = d.raw[t][b]
	}
	if x != x { // NaN
		return theme.Quiet
	}
	return theme.Change(float64(x))
}

func (d *Diff) legend(t *scene.Theme) []legendEntry {
	middle := legendEntry{"same", t.Diff(0)}
	if m := d.Comparison.JudgedBy(); (m == compare.Shares || m == compare.Sampled || m == compare.Runs) && !d.Noise {
		middle = legendEntry{"within noise", t.Quiet}
	}
	return []legendEntry{
		{"gone", t.Change(-1)}, {"half gone", t.Change(-0.5)}, middle,
		{"half new", t.Change(0.5)}, {"new", t.Change(1)},
	}
}

// share is the text at the right end of a box.
func (d *Diff) share(t *model.CallTree, b int32) string {
	c := d.judge(t, b)
	if c.Delta == 0 {
		return "±0"
	}
	return d.Comparison.FormatChange(c.Delta) + "  " + c.PercentText()
}

// describe returns the change of a box, in lines.
func (d *Diff) describe(t *model.CallTree, b int32) []string {
	c := d.judge(t, b)
	x := d.Comparison
	lines := []string{fmt.Sprintf("base %s, new %s: %s (%s)", x.Format(c.Before), x.Format(c.After), x.FormatChange(c.Delta), c.PercentText())}
	v := d.verdict(t, b, c.Verdict)
	return append(lines, v.Words())
}

// verdict is the verdict that is shown for a box; own follows from its counts
// alone. The spread of groups of recordings is known for functions and for the
// root, not for merged boxes.
func (d *Diff) verdict(t *model.CallTree, b int32, own compare.Verdict) compare.Verdict {
	c := d.Comparison
	if own.Finding == compare.More && own.P > c.Critical() {
		own.Finding = compare.Within
	}
	own.Q = math.NaN() // one box among many has none of its own
	switch {
	case c.JudgedBy() != compare.Runs || t.Merged[b] > 0:
	case everything(t, b):
		return c.Total().Verdict
	case math.IsNaN(float64(d.tints[t][b])):
		own.Finding = compare.WithinRun
	default:
		own.Finding = compare.MoreRun
	}
	return own
}

// Heading says in lines what is compared.
func (d *Diff) Heading() []string {
	lines := d.Comparison.Heading()
	width := map[compare.Width]string{compare.ByBase: "the base", compare.ByLarger: "the larger of both"}[d.Width]
	return append(lines, "width: "+cmp.Or(width, "the new profile")+" · colour: change")
}

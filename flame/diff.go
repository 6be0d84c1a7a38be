package flame

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"profstation/model"
	"profstation/model/compare"
	"profstation/scene"
)

// Diff is what a chart of two sides compares, and by which its boxes are as wide as they are.
type Diff struct {
	Comparison *compare.Comparison
	Width      compare.Width
}

// NewDiff prepares one flame graph of both sides of a comparison: a box is as wide as w says, and
// coloured by what changed. Boxes whose change is within sampling noise are grey: each is judged by
// its own counts, with the same severity as the rows of the comparison's table, so that many small
// boxes do not make false alarms.
//
// A box that the width's side does not have is not drawn; [compare.ByLarger] shows what vanished,
// too. The error is the context's, or says that the widths cannot be computed.
func NewDiff(ctx context.Context, c *compare.Comparison, w compare.Width, o Options) (*Chart, error) {
	if _, err := c.Rows(ctx); err != nil { // which say what is noise
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
	steps := model.StepsUntil(ctx)
	quiet, critical := quietFunctions(c, r), c.Critical()
	for _, s := range []*side{&chart.down, &chart.up} {
		if s.CallTree == nil {
			continue
		}
		s.tints = make([]float32, s.Len())
		for b := range s.tints {
			if steps.Over(16) {
				return nil, ctx.Err()
			}
			change, n := chart.Diff.judge(s.CallTree, int32(b)), s.Node[b]
			// A box is judged by the p-value that a row of the table has to reach.
			noise := change.Verdict.Finding == compare.TooFew || change.Verdict.P > critical
			switch {
			case quiet != nil && everything(s.CallTree, int32(b)):
				total := c.Total()
				noise = total.Verdict.Noise()
			case quiet != nil && n != model.NoNode:
				noise = noise || quiet[n]
			}
			if s.tints[b] = float32(change.Part()); noise {
				s.tints[b] = float32(math.NaN())
			}
		}
	}
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

// quietFunctions reports for each node of groups of recordings whether its function changed by no
// more than the runs differ, which the sums of one path do not show; nil for single recordings.
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

// Change is what a box weighs on either side. Its verdict is not corrected for the number of boxes.
func (c *Chart) Change(r Ref) compare.Change { return c.Diff.judge(c.Tree(r), r.Branch) }

// Real reports whether a box is coloured: it changed by more than noise, or the noise is not known.
func (c *Chart) Real(r Ref) bool { return !math.IsNaN(float64(c.of(r).tints[r.Branch])) }

func (d *Diff) legend(t *scene.Theme) []legendEntry {
	middle := legendEntry{"same", t.Diff(0)}
	switch d.Comparison.JudgedBy() {
	case compare.Shares, compare.Sampled, compare.Runs:
		middle = legendEntry{"within noise", t.Quiet}
	}
	return []legendEntry{
		{"gone", t.Change(-1)}, {"half gone", t.Change(-0.5)}, middle,
		{"half new", t.Change(0.5)}, {"new", t.Change(1)},
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
	v := c.verdict(r, x.Verdict)
	return fmt.Sprintf("base %s, new %s: %s (%s)\n%s",
		by.Format(x.Before), by.Format(x.After), by.FormatChange(x.Delta), x.PercentText(), v.Words())
}

// describeNode is flat and cum of all boxes of a node on either side, "" if they are not known yet.
// The sums of the chart's own result are widths, which are neither side's.
func (d *Diff) describeNode(nodes *model.Nodes, n model.NodeID) string {
	by := d.Comparison
	unknown := func(r *model.Result) bool { return r.KnownSums() == nil }
	if own := by.New.Nodes; int(n) >= own.Len() || *own.Node(n) != *nodes.Node(n) ||
		slices.ContainsFunc(by.Results(), unknown) {
		return ""
	}
	flat, cum := by.Node(n)
	return fmt.Sprintf("\nall instances, flat: base %s, new %s\nall instances, cum: base %s, new %s",
		by.Format(flat.Before), by.Format(flat.After), by.Format(cum.Before), by.Format(cum.After))
}

// verdict is the verdict that is shown for a box; own follows from its counts alone. The spread of
// groups of recordings is known for functions and for the root, not for merged boxes.
func (c *Chart) verdict(r Ref, own compare.Verdict) compare.Verdict {
	by, t := c.Diff.Comparison, c.Tree(r)
	if own.Finding == compare.More && own.P > by.Critical() {
		own.Finding = compare.Within
	}
	own.Q = math.NaN() // one box among many has none of its own
	switch {
	case by.JudgedBy() != compare.Runs || t.Merged[r.Branch] > 0:
	case everything(t, r.Branch):
		return by.Total().Verdict
	case c.Real(r):
		own.Finding = compare.MoreRun
	default:
		own.Finding = compare.WithinRun
	}
	return own
}

// Heading says in lines what is compared.
func (d *Diff) Heading() []string {
	lines := d.Comparison.Heading()
	width := map[compare.Width]string{compare.ByBase: "the base", compare.ByLarger: "the larger of both"}[d.Width]
	return append(lines, "width: "+cmp.Or(width, "the new profile")+" · colour: change")
}

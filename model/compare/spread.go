package compare

import "profstation/model"

// PerRecording is how groups are compared where nothing else is said: by
// recording, since there may be more of them on one side.
func PerRecording(before, after int) Normalisation {
	if before == 1 && after == 1 {
		return Normalisation{By: AsRecorded}
	}
	return Normalisation{By: PerUnit, Base: float64(before), New: float64(after), Unit: "recording"}
}

// EvaluateGroups is [Pair.Evaluate] of a pair of sums, see [Pool], judged by what
// the recordings that were added up say together; nil groups were not added up.
func (p *Pair) EvaluateGroups(before, after []*model.Profile, q model.Query, n Normalisation) (*Comparison, *Groups, error) {
	c, err := p.Evaluate(q, n)
	if err != nil || before == nil {
		return c, nil, err
	}
	g, err := CompareGroups(before, after, q, n.ofEach(len(before), len(after)))
	if err != nil {
		return nil, nil, err
	}
	c.JudgeBy(g)
	return c, g, nil
}

// ofEach is a normalisation of sums of recordings for each of them: what was done
// in all is taken to be done in equal parts.
func (n Normalisation) ofEach(before, after int) Normalisation {
	if n.By != PerUnit {
		return n
	}
	n.Base, n.New = n.Base/float64(before), n.New/float64(after)
	if n.Base == 1 && n.New == 1 { // recordings
		return Normalisation{By: AsRecorded}
	}
	return n
}

// JudgeBy judges nodes by how much the recordings of each group differ, where
// there are enough of them: a comparison of sums of recordings cannot know that.
// It must be called before anything else of the comparison is asked for.
//
// Figures do not change: they are sums. Labels, and boxes of flame graphs beside what is
// said of their functions, are judged by sampling noise.
func (c *Comparison) JudgeBy(g *Groups) {
	if g.Before < FewestRuns || g.After < FewestRuns {
		return
	}
	rows := make(map[model.Node]*GroupRow, len(g.Rows))
	for i := range g.Rows {
		rows[g.Nodes[g.Rows[i].Node]] = &g.Rows[i]
	}
	s := &spread{total: g.Total.Verdict}
	for i := range s.node {
		s.node[i] = make([]Verdict, c.New.Nodes.Len())
	}
	for n := range model.NodeID(c.New.Nodes.Len()) {
		flat, cum := unjudged(WithinRun), unjudged(WithinRun) // too small for a row
		if r := rows[*c.New.Nodes.Node(n)]; r != nil {
			flat, cum = r.Flat.Verdict, r.Cum.Verdict
		}
		s.node[0][n], s.node[1][n] = flat, cum
	}
	c.spread = s
}

// spread is what groups of recordings say of the nodes of a comparison.
type spread struct {
	node  [2][]Verdict // flat and cum, per NodeID
	total Verdict
}

// JudgedBy is the method that nodes are judged by.
func (c *Comparison) JudgedBy() Method {
	if c.spread != nil {
		return Runs
	}
	return c.Method
}

// judge gives rows the verdicts of the groups.
func (s *spread) judge(out *rows) {
	for i := range out.all {
		r := &out.all[i]
		r.Flat.Verdict, r.Cum.Verdict = s.node[0][r.Node], s.node[1][r.Node]
	}
	out.node, out.total.Verdict = s.node, s.total
}

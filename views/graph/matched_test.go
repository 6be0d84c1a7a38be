package graph

import "testing"

// Two tables are matched once, however often they are shown.
func TestMatchedOnce(t *testing.T) {
	_, _, s := twinGraphs(t)
	c := s.Answer.Compared.Comparison
	var m matched
	m.set(c.Base.Nodes, c.New.Nodes)
	first := &m.across[0]
	m.set(c.Base.Nodes, c.New.Nodes)
	if &m.across[0] != first {
		t.Error("the same nodes are matched anew")
	}
	m.set(c.New.Nodes, c.New.Nodes)
	if got := m.other(1); got != 1 {
		t.Errorf("node 1 of the same table is %d", got)
	}
}

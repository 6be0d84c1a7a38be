package desk

import (
	"slices"
	"strings"
	"testing"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/fixture"
)

// A function with another name on each side is one in all views of a comparison, and stays selected in documents
// that have one of its names.
func TestCompareRenamed(t *testing.T) {
	types := []string{"samples/count", "cpu/nanoseconds"}
	base := fixture.Write(t, "old.pprof", types, "main.main,main.main.serve.f.func1@/src/main.go:4,strings.Join 880", "main.main 20")
	now := fixture.Write(t, "new.pprof", types, "main.main,main.f.func1@/src/main.go:4,strings.Join 850", "main.main 25")
	const both, old = "main.main.serve.f.func1 → main.f.func1", "main.main.serve.f.func1"
	r := newRig(t)
	r.do(screen.Compare{Base: files(base), New: files(now)})
	s := r.do(screen.Select{Selection: ask.Selection{Node: old}})
	if d := s.Answer.Details; d == nil || d.Name != both || d.Change == nil || d.Change.Cum.Base != 1760 || d.Change.Cum.New != 1700 || d.Change.Cum.Verdict.Real() {
		t.Fatalf("the details are %+v", d)
	}
	s = r.do(screen.Select{Selection: ask.Selection{Node: both}}, screen.ShowTab{Tab: ask.GraphTab})
	if d := s.Answer.Details; d == nil || d.Name != both {
		t.Errorf("the graph has %+v", d)
	}
	s = r.do(screen.ShowTab{Tab: ask.TopTab})
	if nodes := s.Answer.Compared.Nodes; !slices.Contains(nodes, both) || len(nodes) != 3 {
		t.Errorf("the rows are %q", nodes)
	}
	s = r.do(screen.ShowTab{Tab: ask.SummaryTab})
	if !strings.Contains(s.Answer.Compared.Summary, "1 function was renamed, and is matched by file and line") {
		t.Errorf("the summary is %s", s.Answer.Compared.Summary)
	}
	s = r.do(screen.Activate{Document: s.Documents[0].ID})
	if d := s.Answer.Details; d == nil || d.Name != old {
		t.Errorf("the base has %+v", d)
	}
	s = r.do(screen.Refine{Name: "focus", Text: `^main\.f\.func1$`}, screen.Activate{Document: s.Documents[2].ID})
	if c := s.Answer.Compared.Comparison.Total(); c.Base != 1760 || c.New != 1700 {
		t.Errorf("the filter leaves %d and %d", c.Base, c.New)
	}
}

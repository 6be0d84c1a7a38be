package app

import (
	"path/filepath"
	"strings"
	"testing"

	"profstation/flame"
	"profstation/model"
	"profstation/model/compare"
	"profstation/views"
)

// group writes recordings of a side: of each what json.Marshal and main.log took.
func group(t testing.TB, name string, runs ...[2]string) views.Picks {
	var p views.Picks
	for i, m := range runs {
		p.Paths = append(p.Paths, write(t, name+string(rune('a'+i))+".pprof", cpuTypes, "main.main,json.Marshal "+m[0], "main.main,main.log "+m[1], "runtime.gc 9000"))
	}
	return p
}

// unsteady are two groups: json.Marshal became slower in every run, main.log
// differs more from run to run than between the groups.
func unsteady(t testing.TB) *rig {
	r := newRig(t)
	r.do(views.Compare{
		Base: group(t, "b", [2]string{"500", "100"}, [2]string{"510", "900"}, [2]string{"490", "200"}, [2]string{"505", "700"}),
		New:  group(t, "n", [2]string{"800", "1100"}, [2]string{"790", "300"}, [2]string{"810", "1500"}, [2]string{"805", "400"}, [2]string{"795", "900"}),
	})
	return r
}

// Groups are there again at the next start, as they were compared.
func TestGroupsReturn(t *testing.T) {
	r := unsteady(t)
	want := compare.Normalisation{By: compare.PerUnit, Base: 1000, New: 2000, Unit: "request"}
	r.do(views.Normalise{Normalisation: want})
	n := r.restart()
	s := n.settle()
	if c := s.Comparing; c == nil || c.Base.Name != "ba.pprof and 3 more" || c.New.Name != "na.pprof and 4 more" || c.Normalisation != want {
		t.Fatalf("the comparison is %+v of %q, errors %v", s.Comparing, n.names(), s.Errors)
	}
	if g := s.Answer.Compared.Groups; g == nil || g.Before != 4 || g.After != 5 {
		t.Errorf("the groups are %+v", g)
	}
	// In a workspace too.
	file := filepath.Join(t.TempDir(), "mine.profstation")
	n.Do(views.SaveWorkspace{Path: file})
	n.until(func() bool { return n.workspace == file })
	w := newRig(t)
	w.Do(views.Open{Paths: []string{file}})
	w.until(func() bool { return len(w.docs) > 0 })
	if s = w.settle(); s.Comparing == nil || s.Answer == nil || s.Answer.Compared.Groups == nil || s.Comparing.Normalisation != want {
		t.Errorf("the workspace has %q, errors %v", w.names(), s.Errors)
	}
	// Traces return as well, whichever document is read first.
	const trace = "../testdata/trace.trace"
	r = newRig(t)
	r.do(views.Compare{Base: files(trace), New: files(copied(t, trace, "other.trace"))})
	if s = r.restart().settle(); s.Traces == nil || s.Contrast == nil {
		t.Errorf("of the traces there are %+v, errors %v", s.Documents, s.Errors)
	}
}

// Pictures of groups grey what the table calls noise: what one side adds up to
// says nothing of how much its runs differ.
func TestGroupPicturesKnowTheSpread(t *testing.T) {
	r := unsteady(t)
	s := r.do(way(views.AsTable))
	found := map[string]compare.Finding{}
	g := s.Answer.Compared.Groups
	for _, row := range g.Rows {
		found[g.Nodes[row.Node].String()] = row.Cum.Verdict.Finding
	}
	if found["json.Marshal"] != compare.MoreRun || found["main.log"] != compare.WithinRun {
		t.Fatalf("the table finds %v", found)
	}
	if x := s.Answer.Compared.Comparison; x.JudgedBy() != compare.Runs {
		t.Errorf("judged by %s", x.JudgedBy())
	}
	s = r.do(way(views.AsDifference))
	real := func(path ...string) bool {
		var nodes []model.NodeID
		for _, name := range path {
			nodes = append(nodes, r.answer.node(name))
		}
		box, n := s.Answer.Chart.Find(false, nodes)
		if n < len(nodes) || box == flame.None {
			t.Fatalf("the picture has no %q", path)
		}
		return s.Answer.Chart.Real(box)
	}
	if !real("main.main", "json.Marshal") || real("main.main", "main.log") {
		t.Error("the flame graph tells other changes than the table")
	}
	s = r.do(views.ShowTab{Tab: views.GraphTab})
	if q := s.Answer.Compared.Quiet; q[r.answer.node("json.Marshal")] || !q[r.answer.node("main.log")] {
		t.Error("the call graph tells other changes than the table")
	}
	s = r.do(views.Select{Selection: views.Selection{Node: "main.log"}})
	if f := s.Answer.Details.Change.Cum.Verdict.Finding; f != compare.WithinRun {
		t.Errorf("the details find %s", f)
	}
	// With the usual normalisation sums are of one recording each.
	total := s.Answer.Compared.Comparison.Total()
	if total.Before != 2*(9000+2005.0/4+1900.0/4) {
		t.Errorf("a recording of the base is %v", total.Before)
	}
	if s = r.do(views.ShowTab{Tab: views.SummaryTab}); !strings.Contains(s.Answer.Compared.Summary, "more than the spread of the runs") {
		t.Errorf("the summary is %q", s.Answer.Compared.Summary)
	}
}

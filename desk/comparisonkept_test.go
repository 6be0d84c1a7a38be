package desk

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/flame"
	"profstation/internal/fixture"
	"profstation/internal/must"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/table"
	"profstation/timeline"
)

// group writes the recordings of a side. Each run has the values of json.Marshal
// and main.log.
func group(t testing.TB, name string, runs ...[2]string) screen.Picks {
	var p screen.Picks
	for i, m := range runs {
		p.Paths = append(p.Paths, fixture.Write(t, name+string(rune('a'+i))+".pprof", fixture.CpuTypes, "main.main,json.Marshal "+m[0], "main.main,main.log "+m[1], "runtime.gc 9000"))
	}
	return p
}

// unsteady compares two groups: json.Marshal became slower in every run, main.log
// differs more from run to run than between the groups.
func unsteady(t testing.TB) *rig {
	r := newRig(t)
	r.do(screen.Compare{
		Base: group(t, "b", [2]string{"500", "100"}, [2]string{"510", "900"}, [2]string{"490", "200"}, [2]string{"505", "700"}),
		New:  group(t, "n", [2]string{"800", "1100"}, [2]string{"790", "300"}, [2]string{"810", "1500"}, [2]string{"805", "400"}, [2]string{"795", "900"}),
	})
	return r
}

// The baseline, and the columns and the way of comparisons, are there again at the next start and in a workspace.
func TestBaselineReturns(t *testing.T) {
	r, dir := followed(t)
	folder := r.shown.Active
	fast := writeFast(t)
	r.do(screen.Open{Paths: []string{fast}})
	r.do(screen.MarkDocument{Document: folder, File: filepath.Join(dir, "cpu-10.pprof")}, screen.PinBaseline{},
		display(func(d *ask.CompareDisplay) { d.Cum, d.Way, d.SortColumn = true, ask.AsDifference, table.DiffNew }))
	if n := len(r.shown.Baseline); n != 2 {
		t.Fatalf("the baseline is %+v: %s", r.shown.Baseline, r.shown.Notice)
	}
	check := func(what string, s *screen.Snapshot) {
		t.Helper()
		if n := len(s.Baseline); n != 2 || s.Baseline[0].File != filepath.Join(dir, "cpu-10.pprof") || s.Baseline[1].File != "" {
			t.Errorf("%s has the baseline %+v", what, s.Baseline)
		}
	}
	file := filepath.Join(t.TempDir(), "mine.profstation")
	r.Do(screen.SaveWorkspace{Path: file})
	r.until(func() bool { return r.keeper.workspace == file })
	if text := string(must.Have(os.ReadFile(file))); strings.Count(text, filepath.Base(dir)+"/cpu-10") != 1 || strings.Contains(text, dir) {
		t.Errorf("paths of the workspace are not from its folder: %s", text)
	}
	n := r.restart()
	t.Cleanup(func() { n.Close() })
	s := n.settle()
	check("the next start", s)
	if d := s.Display.Compare; !d.Cum || d.Way != ask.AsDifference || d.SortColumn != table.DiffNew {
		t.Errorf("comparisons are shown as %+v", d)
	}
	w := newRig(t)
	t.Cleanup(func() { w.Close() })
	w.Do(screen.Open{Paths: []string{file}})
	w.until(func() bool { return len(w.docs.all) > 0 })
	check("the workspace", w.settle())
}

// Groups are there again at the next start, as they were compared.
func TestGroupsReturn(t *testing.T) {
	r := unsteady(t)
	want := compare.Normalisation{By: compare.PerUnit, Base: 1000, New: 2000, Unit: "request"}
	r.do(screen.Normalise{Normalisation: want})
	n := r.restart()
	s := n.settle()
	if c := s.Comparing; c == nil || c.Base.Name != "ba.pprof and 3 more" || c.New.Name != "na.pprof and 4 more" || c.Normalisation != want {
		t.Fatalf("the comparison is %+v of %q, errors %v", s.Comparing, n.names(), s.Errors)
	}
	if base, now := s.Answer.Compared.Comparison.Pair.Recordings(); base != 4 || now != 5 {
		t.Errorf("%d and %d recordings", base, now)
	}
	// In a workspace too.
	file := filepath.Join(t.TempDir(), "mine.profstation")
	n.Do(screen.SaveWorkspace{Path: file})
	n.until(func() bool { return n.keeper.workspace == file })
	w := newRig(t)
	w.Do(screen.Open{Paths: []string{file}})
	w.until(func() bool { return len(w.docs.all) > 0 })
	if s = w.settle(); s.Comparing == nil || s.Answer == nil || s.Answer.Compared.Comparison.Method() != compare.Runs || s.Comparing.Normalisation != want {
		t.Errorf("the workspace has %q, errors %v", w.names(), s.Errors)
	}
	// Traces return as well, whichever document is read first.
	const trace = "../testdata/trace.trace"
	r = newRig(t)
	r.do(screen.Compare{Base: files(trace), New: files(copied(t, trace, "other.trace"))})
	if s = r.restart().settle(); s.Traces == nil || s.Durations == nil {
		t.Errorf("of the traces there are %+v, errors %v", s.Documents, s.Errors)
	}
}

// The usual normalisation of a comparison follows what its files have at the next start, as it does after a reload; one
// that was chosen stays.
func TestRestoredComparisonFollowsItsFiles(t *testing.T) {
	pool := func(file string) {
		p := must.Have(profile.ParseData(must.Have(os.ReadFile(file))))
		p.Comments = []string{"#profstation:pooled"} // its values depend on how many processes there were
		f := must.Have(os.Create(file))
		defer f.Close()
		if err := p.Write(f); err != nil {
			t.Fatal(err)
		}
	}
	for chosen, want := range map[compare.By]compare.By{"": compare.PerTotal, compare.PerUnit: compare.PerUnit} {
		for _, restored := range []bool{false, true} {
			r, now := newRig(t), writeSlow(t)
			s := r.do(screen.Compare{Base: files(writeFast(t)), New: files(now)})
			if by := s.Comparing.Normalisation.By; by != compare.AsRecorded {
				t.Fatalf("it begins %s", by)
			}
			if chosen != "" {
				r.do(screen.Normalise{Normalisation: compare.Normalisation{By: chosen, Base: 2, New: 3, Unit: "request"}})
			}
			pool(now)
			if restored {
				r = r.restart()
				s = r.settle()
			} else {
				s = r.do(screen.Reload{})
			}
			if s.Comparing == nil || s.Comparing.Normalisation.By != want {
				t.Errorf("restored %v, chosen %q: %+v", restored, chosen, s.Comparing)
			}
			if restored { // and again, as it was before
				if s = r.restart().settle(); s.Comparing.Normalisation.By != want {
					t.Errorf("chosen %q, restored twice: %+v", chosen, s.Comparing)
				}
			}
		}
	}
	// What was chosen stays where it would be the usual one at first.
	r, now := newRig(t), writeSlow(t)
	pool(now)
	r.do(screen.Compare{Base: files(writeFast(t)), New: files(now)}, screen.Normalise{Normalisation: compare.Normalisation{By: compare.AsRecorded}})
	if s := r.restart().settle(); s.Comparing == nil || s.Comparing.Normalisation.By != compare.AsRecorded {
		t.Errorf("what was chosen has become %+v", s.Comparing)
	}
}

// Pictures of groups grey what the table calls noise: the sum of a side says
// nothing of the spread of its runs.
func TestGroupPicturesKnowTheSpread(t *testing.T) {
	r := unsteady(t)
	s := r.do(way(ask.AsTable))
	found := map[string]compare.Outcome{}
	c := s.Answer.Compared.Comparison
	rows := must.Have(c.Rows(t.Context()))
	for _, row := range rows {
		found[c.Name(row.Node)] = row.Cum.Verdict.Outcome
	}
	if found["json.Marshal"] != compare.Real || found["main.log"] != compare.NotSure {
		t.Fatalf("the table finds %v", found)
	}
	s = r.do(display(func(d *ask.CompareDisplay) { d.HideNoise = true }))
	if x := s.Answer.Compared; x.Table.Rows != 1 || len(rows) != 4 || x.Note != "3 rows that may be noise are hidden" {
		t.Errorf("of %d rows %d are left: %q", len(rows), x.Table.Rows, x.Note)
	}
	r.do(display(func(d *ask.CompareDisplay) { d.HideNoise = false }))
	s = r.do(way(ask.AsDifference))
	real := func(path ...string) bool {
		var nodes []query.NodeID
		for _, name := range path {
			nodes = append(nodes, r.answer.Node(name))
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
	s = r.do(screen.ShowTab{Tab: ask.GraphTab})
	if q := s.Answer.Compared.Quiet; q[r.answer.Node("json.Marshal")] || !q[r.answer.Node("main.log")] {
		t.Error("the call graph tells other changes than the table")
	}
	s = r.do(screen.Select{Selection: ask.Selection{Node: "main.log"}})
	if f := s.Answer.Details.Change.Cum.Verdict.Outcome; f != compare.NotSure {
		t.Errorf("the details find %s", f)
	}
	// With the usual normalisation sums are of one recording each.
	total := s.Answer.Compared.Comparison.Total()
	if total.Before != 2*(9000+2005.0/4+1900.0/4) {
		t.Errorf("a recording of the base is %v", total.Before)
	}
	if s = r.do(screen.ShowTab{Tab: ask.SummaryTab}); !strings.Contains(s.Answer.Compared.Summary, "more than noise") {
		t.Errorf("the summary is %q", s.Answer.Compared.Summary)
	}
}

// Boxes, nodes and tables beside each other show what the heading shows: values by recording.
func TestGroupsShowOneQuantity(t *testing.T) {
	r := unsteady(t)
	s := r.do(way(ask.SideBySide))
	c := s.Answer.Compared.Comparison
	total := c.Total()
	want := [2]string{ask.BaseSide: c.Format(total.Before), ask.NewSide: c.Format(total.After)}
	if heading := c.Heading()[0]; !strings.Contains(heading, "base "+want[0]+" → new "+want[1]) || !strings.HasSuffix(want[0], "/recording") {
		t.Errorf("the heading is %q, want %q", heading, want)
	}
	for i, side := range []*ask.Answer{s.Answer.Compared.Other, s.Answer} {
		if got := side.Chart.Result.WithShare(side.Chart.Box(flame.Ref{}).Net); got != want[i]+" (100%)" {
			t.Errorf("the root of side %d is %s, want %s", i, got, want[i])
		}
	}
	r.do(screen.ShowTab{Tab: ask.GraphTab})
	for i, at := range ask.SideGraphs {
		g := r.answer.Graphs[at].Figure.Graph
		if got := g.Format(g.Total); got != want[i] {
			t.Errorf("the graph of side %d has %s, want %s", i, got, want[i])
		}
	}
	s = r.do(screen.ShowTab{Tab: ask.TopTab}, way(ask.SideBySide))
	for i, side := range []*ask.Answer{s.Answer.Compared.Other, s.Answer} {
		if got := side.Result.Amount(side.Result.Total); got != want[i] || !strings.HasSuffix(side.Top.Cell(0, 0), "/recording") {
			t.Errorf("the table of side %d has %s and %s, want %s", i, got, side.Top.Cell(0, 0), want[i])
		}
	}
}

// The text on a box of groups, on the screen and in a file, claims no more about
// the spread of the runs than is known.
func TestBoxesOfGroups(t *testing.T) {
	chart := func(s *screen.Snapshot, columns int) *flame.Chart {
		c, err := flame.NewDiff(t.Context(), s.Answer.Compared.Comparison, compare.ByLarger, flame.Options{Pivot: query.NoNode, Columns: columns})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	findings := func(c *flame.Chart) map[string]string {
		var csv strings.Builder
		if err := c.WriteCSV(&csv); err != nil {
			t.Fatal(err)
		}
		out := map[string]string{}
		for _, line := range strings.Split(strings.TrimSpace(csv.String()), "\n")[1:] {
			cells := strings.Split(line, ",")
			out[cells[len(cells)-1]] = cells[len(cells)-2]
		}
		return out
	}
	s := unsteady(t).do(way(ask.AsDifference))
	got := findings(chart(s, 0))
	for name, want := range map[string]compare.Outcome{
		"root": compare.NotSure, "json.Marshal": compare.Real, "main.log": compare.NotSure,
	} {
		if got[name] != string(want) {
			t.Errorf("the file says of %s: %q", name, got[name])
		}
	}
	// main.main's callees are boxes of less than a column: their runs are compared, too.
	c := chart(s, 8)
	merged := false
	for b, n := range c.Down.Merged {
		if n == 0 {
			continue
		}
		merged = true
		if text := c.Describe(flame.Ref{Branch: int32(b)}); !strings.Contains(text, "\n"+compare.NotSure.Words(lang.L)) {
			t.Errorf("the window says of merged boxes %q", text)
		}
	}
	if found := findings(c)["(2 more)"]; !merged || found != string(compare.NotSure) {
		t.Errorf("the file says of merged boxes %q", found)
	}
	// All waiting times differ more from run to run than between the groups.
	waits := func(name string, ns ...string) screen.Picks {
		var p screen.Picks
		for i, n := range ns {
			p.Paths = append(p.Paths, fixture.Write(t, name+string(rune('a'+i))+".pprof", []string{"contentions/count", "delay/nanoseconds"}, "main.main,main.lock "+n))
		}
		return p
	}
	for _, w := range []struct {
		now  []string
		want compare.Outcome
	}{{[]string{"1100", "300", "1500", "400"}, compare.NotSure}, {[]string{"2000", "2100", "2200", "2300"}, compare.Real}} {
		r := newRig(t)
		s = r.do(screen.Compare{Base: waits("b", "100", "900", "200", "700"), New: waits("n", w.now...)}, way(ask.AsDifference))
		if m := s.Answer.Compared.Comparison.Method(); m != compare.Runs {
			t.Fatalf("judged by %s", m)
		}
		c, root := chart(s, 0), flame.Ref{}
		if text := c.Describe(root); !strings.Contains(text, "\n"+w.want.Words(lang.L)) || findings(c)["root"] != string(w.want) {
			t.Errorf("of everything the window says %q, the file %q, want %q", text, findings(c)["root"], w.want)
		}
		if c.Real(root) != (w.want == compare.Real) {
			t.Errorf("everything that is %s is coloured so: %v", w.want, c.Real(root))
		}
	}
}

// A user's place comes back if a comparison stands before its files, also if
// those were opened again after it, or closed.
func TestPlacesBehindComparison(t *testing.T) {
	const trace = "../testdata/trace.trace"
	r := newRig(t)
	r.do(screen.Compare{Base: files(trace), New: files(copied(t, trace, "other.trace"))}, screen.Close{Document: 1}, screen.Open{Paths: []string{trace}})
	r.do(screen.LookTime{Window: timeline.Window{From: 1000, To: 5000}, Leap: true}, screen.ShowTab{Tab: ask.GoroutinesTab})
	n := r.restart()
	n.settle()
	for _, k := range n.restart().State().Documents {
		if strings.HasSuffix(string(k.Path), "/trace.trace") && k.Place.End != 5000 {
			t.Errorf("kept again is %+v", k)
		}
	}
	for _, doc := range n.docs.all {
		if tr := doc.trace(); tr != nil && strings.HasSuffix(string(doc.origin.key()), "/trace.trace") && tr.history.current().Window.To != 5000 {
			t.Errorf("the place in the trace is %+v", tr.history.current())
		}
	}
	r = compared(t)
	slow := r.shown.Documents[1].Path
	r.do(screen.Refine{Name: "focus", Text: "json"}, screen.Close{Document: 1}, screen.Close{Document: 2})
	if n = r.restart(); len(n.settle().Place.Filters) != 1 {
		t.Errorf("with its files closed the place is %+v", n.shown.Place)
	}
	r.do(screen.Open{Paths: []string{slow}})
	if n = r.restart(); len(n.settle().Place.Filters) != 1 {
		t.Errorf("with a file opened after it the place is %+v", n.shown.Place)
	}
	if filters := n.restart().restart().State().Documents[0].Place.Filters; len(filters) != 1 {
		t.Errorf("what is kept before anything was read has %v", filters)
	}
}

// A document of groups says what one recording has, as its heading does.
func TestAboutPair(t *testing.T) {
	one := func(v int64) *model.Profile {
		b := model.NewBuilder([]model.ValueType{{Type: "cpu", Unit: "nanoseconds"}})
		b.Sample(nil, b.LabelSet(nil), []int64{v})
		return b.Profile(model.Header{})
	}
	const second = 1_000_000_000
	for _, c := range []struct {
		base, now []*model.Profile
		want      string
	}{
		{[]*model.Profile{one(second)}, []*model.Profile{one(2 * second)}, "cpu · 1s → 2s"},
		{[]*model.Profile{one(second), one(second)}, []*model.Profile{one(2 * second), one(2 * second)}, "cpu · 1s → 2s/recording"},
		{[]*model.Profile{one(second)}, []*model.Profile{one(2 * second), one(2 * second)}, "cpu · 1s → 2s/recording"},
	} {
		if got := aboutPair(must.Have(compare.JoinGroups(t.Context(), c.base, c.now))); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

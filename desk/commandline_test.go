package desk

import (
	"path/filepath"
	"strings"
	"testing"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/compare"
	"profstation/model/query"
	"profstation/table"
	"profstation/timeline/analysis"
)

func TestCopyCommand(t *testing.T) {
	r := opened(t)
	r.do(screen.Refine{Name: "focus", Text: "a b"}, screen.Ask{Change: func(q *query.Query) { q.NoInlines = true }})
	r.do(screen.CopyCommand{})
	for _, want := range []string{"go tool pprof", "-http=:", "'-focus=a b'", "-noinlines", "cpu.pprof"} {
		if !strings.Contains(r.copied, want) {
			t.Errorf("copied %q, which has no %q", r.copied, want)
		}
	}
	r.do(screen.Show{Change: func(d *ask.Display) {
		d.GraphNodes, d.GraphTree, d.SortColumn = 7, true, table.TopCum
	}}, screen.CopyCommand{})
	for _, want := range []string{"-nodecount=7", "-call_tree", "-cum"} {
		if !strings.Contains(r.copied, " "+want+" ") {
			t.Errorf("copied %q, which has no %q", r.copied, want)
		}
	}
	r.do(screen.Show{Change: func(d *ask.Display) { d.Untrimmed = true }}, screen.CopyCommand{})
	if !strings.Contains(r.copied, " -trim=false ") || strings.Contains(r.copied, "nodecount") {
		t.Errorf("copied %q without trimming", r.copied)
	}
}

// ends checks which files a copied command ends with.
func (r *rig) ends(want ...string) {
	r.t.Helper()
	r.copied = ""
	s := r.do(screen.CopyCommand{})
	if !strings.HasSuffix(r.copied, " "+strings.Join(want, " ")) {
		r.t.Errorf("copied %q, want what ends with %q; told %q", r.copied, want, s.Notice)
	}
}

// refused checks that no command is copied, and that the notice says why.
func (r *rig) refused(why string) {
	r.t.Helper()
	r.copied = ""
	if s := r.do(screen.CopyCommand{}); r.copied != "" || !strings.Contains(s.Notice, why) {
		r.t.Errorf("copied %q, told %q, want to be told %q", r.copied, s.Notice, why)
	}
}

// The command for a sum names all its parts, the command for a comparison its
// base.
func TestCopyCommandOfSeveral(t *testing.T) {
	r := newRig(t)
	fast, slow := writeFast(t), writeSlow(t)
	r.do(screen.Open{Paths: []string{fast, slow}})
	s := r.shown
	r.do(screen.MarkDocument{Document: s.Documents[1].ID}, screen.AddUpMarked{})
	r.ends(fast, slow)
	sum := r.shown.Active
	r.do(screen.Compare{Base: files(fast), New: files(slow)})
	r.ends("-diff_base="+fast, slow)
	r.do(screen.Normalise{Normalisation: compare.Normalisation{By: compare.PerTotal}})
	r.ends("-diff_base="+fast, "-normalize", slow)
	r.do(screen.Normalise{Normalisation: compare.Normalisation{By: compare.PerSecond}})
	r.ends("-diff_base="+fast, slow)
	if !strings.Contains(r.shown.Notice, "as recorded, not per second") {
		t.Errorf("told %q", r.shown.Notice)
	}
	r.do(screen.Compare{Base: files(fast), New: files(slow), Mode: compare.Base})
	r.ends("-base="+fast, slow)
	r.do(screen.Compare{Base: files(fast), New: screen.Picks{Documents: []int{sum}}})
	r.ends("-diff_base="+fast, fast, slow)
}

// There is no command for documents that pprof cannot read.
func TestCopyCommandRefused(t *testing.T) {
	r := newRig(t)
	r.refused("no profile")
	abs, err := filepath.Abs("../testdata/goroutine.debug1.txt")
	if err != nil {
		t.Fatal(err)
	}
	r.do(screen.Open{Paths: []string{abs}})
	r.ends(abs)
	if !strings.Contains(r.shown.Notice, "does not see the names") {
		t.Errorf("told %q", r.shown.Notice)
	}
	r.do(screen.Open{Paths: []string{"../testdata/goroutine.debug2.txt"}})
	r.refused("does not read this text format")
	trace, _ := openTrace(t)
	trace.do(screen.Open{Paths: []string{abs}})
	trace.do(screen.Activate{Document: trace.shown.Documents[0].ID})
	trace.refused("no profile")
	trace.do(screen.Derive{Kind: analysis.SyncProfile})
	trace.refused("made from a trace")
	trace.do(screen.Compare{Base: screen.Picks{Documents: []int{trace.shown.Active}}, New: screen.Picks{Documents: []int{trace.shown.Active}}})
	trace.refused("no file")
}

package app

import (
	"path/filepath"
	"strings"
	"testing"

	"profstation/model"
	"profstation/model/compare"
	"profstation/table"
	"profstation/timeline/analysis"
	"profstation/views"
)

func TestCopyCommand(t *testing.T) {
	r := opened(t)
	r.do(views.Refine{Name: "focus", Text: "a b"}, views.Ask{Change: func(q *model.Query) { q.NoInlines = true }})
	r.do(views.CopyCommand{})
	for _, want := range []string{"go tool pprof", "-http=:", "'-focus=a b'", "-noinlines", "cpu.pprof"} {
		if !strings.Contains(r.copied, want) {
			t.Errorf("copied %q, which has no %q", r.copied, want)
		}
	}
	r.do(views.Show{Change: func(d *views.Display) {
		d.GraphNodes, d.GraphTree, d.GraphSmall, d.SortColumn = 7, true, true, table.TopCum
	}}, views.CopyCommand{})
	for _, want := range []string{"-nodecount=7", "-call_tree", "-trim=false", "-cum"} {
		if !strings.Contains(r.copied, " "+want+" ") {
			t.Errorf("copied %q, which has no %q", r.copied, want)
		}
	}
}

// ends tells what a command that was copied asks about.
func (r *rig) ends(want ...string) {
	r.t.Helper()
	r.copied = ""
	s := r.do(views.CopyCommand{})
	if !strings.HasSuffix(r.copied, " "+strings.Join(want, " ")) {
		r.t.Errorf("copied %q, want what ends with %q; told %q", r.copied, want, s.Notice)
	}
}

// refused wants no command, and to be told why.
func (r *rig) refused(why string) {
	r.t.Helper()
	r.copied = ""
	if s := r.do(views.CopyCommand{}); r.copied != "" || !strings.Contains(s.Notice, why) {
		r.t.Errorf("copied %q, told %q, want to be told %q", r.copied, s.Notice, why)
	}
}

// A sum is asked about with all its parts, a comparison with its base.
func TestCopyCommandOfSeveral(t *testing.T) {
	r := newRig(t)
	fast, slow := writeFast(t), writeSlow(t)
	r.do(views.Open{Paths: []string{fast, slow}})
	s := r.shown
	r.do(views.MarkDocument{Document: s.Documents[1].ID}, views.AddUpMarked{})
	r.ends(fast, slow)
	sum := r.shown.Active
	r.do(views.Compare{Base: files(fast), New: files(slow)})
	r.ends("-diff_base="+fast, slow)
	r.do(views.Normalise{Normalisation: compare.Normalisation{By: compare.PerTotal}})
	r.ends("-diff_base="+fast, "-normalize", slow)
	r.do(views.Normalise{Normalisation: compare.Normalisation{By: compare.PerSecond}})
	r.ends("-diff_base="+fast, slow)
	if !strings.Contains(r.shown.Notice, "as recorded, not per second") {
		t.Errorf("told %q", r.shown.Notice)
	}
	r.do(views.Compare{Base: files(fast), New: files(slow), Mode: compare.Base})
	r.ends("-base="+fast, slow)
	r.do(views.Compare{Base: files(fast), New: views.Picks{Documents: []int{sum}}})
	r.ends("-diff_base="+fast, fast, slow)
}

// What pprof cannot be asked about gives no command.
func TestCopyCommandRefused(t *testing.T) {
	r := newRig(t)
	r.refused("no profile")
	abs, err := filepath.Abs("../testdata/goroutine.debug1.txt")
	if err != nil {
		t.Fatal(err)
	}
	r.do(views.Open{Paths: []string{abs}})
	r.ends(abs)
	if !strings.Contains(r.shown.Notice, "does not see the names") {
		t.Errorf("told %q", r.shown.Notice)
	}
	r.do(views.Open{Paths: []string{"../testdata/goroutine.debug2.txt"}})
	r.refused("does not read such a text")
	trace, _ := openTrace(t)
	trace.do(views.Open{Paths: []string{abs}})
	trace.do(views.Activate{Document: trace.shown.Documents[0].ID})
	trace.refused("no profile")
	trace.do(views.Derive{Kind: analysis.SyncProfile})
	trace.refused("out of a trace")
	trace.do(views.Compare{Base: views.Picks{Documents: []int{trace.shown.Active}}, New: views.Picks{Documents: []int{trace.shown.Active}}})
	trace.refused("no file")
}

package desk

import (
	"slices"
	"strings"
	"testing"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/fixture"
	"profstation/model/compare"
)

// What stands out in all open documents is one list, in which each leads to its document and its place.
func TestFoundEverywhere(t *testing.T) {
	r := newRig(t)
	r.do(screen.Open{Paths: []string{"../testdata/wasteful/calls.pprof", "../testdata/trace.trace", "../testdata/goroutineleak.pprof", "no-such-file"}})
	docs := r.shown.Documents
	r.do(screen.Compare{Base: screen.Picks{Paths: []string{"../testdata/cpu.pprof"}}, New: screen.Picks{Documents: []int{docs[0].ID}}, Mode: compare.DiffBase})
	r.do(screen.FindAll{})
	if !slices.Contains(r.calls, "palette") || !r.palette.Wide {
		t.Fatalf("it called %q", r.calls)
	}
	if !strings.Contains(r.palette.Hint, "5 documents") || !strings.HasSuffix(r.palette.Hint, "1 document was not looked at") {
		t.Errorf("it says %q", r.palette.Hint)
	}
	all := r.palette.Find("")
	of := func(id int) (found []screen.Match) {
		for _, m := range all {
			if m.Go[0] == screen.Intent(screen.Activate{Document: id}) {
				found = append(found, m)
			}
		}
		return found
	}
	last := 100.0
	for _, m := range all {
		f := m.Go[1].(screen.ShowFound).Finding
		if f.Severity != all[0].Go[1].(screen.ShowFound).Finding.Severity {
			break
		}
		if f.Share > last {
			t.Errorf("%s stands after %f", m.Label, last)
		}
		last = f.Share
	}
	if len(of(docs[0].ID)) < 3 || len(of(docs[2].ID)) == 0 || of(docs[2].ID)[0].Detail != docs[2].Name {
		t.Fatalf("the list is %+v", all)
	}
	if c := of(r.shown.Active); len(c) == 0 || !strings.HasPrefix(c[0].Label, "new: ") {
		t.Errorf("the comparison has %+v", c)
	}
	s := r.do(of(docs[1].ID)[0].Go...)
	if s.Active != docs[1].ID || s.Tab == ask.OverviewTab {
		t.Errorf("it leads to document %d, %v", s.Active, s.Tab)
	}
	s = r.do(of(docs[0].ID)[0].Go...)
	if s.Active != docs[0].ID || s.Tab != ask.TopTab || len(s.Place.Filters) == 0 {
		t.Errorf("it leads to document %d, %v with %v", s.Active, s.Tab, s.Place.Filters)
	}
	if found := r.palette.Find("leak"); len(found) == 0 || len(found) == len(all) {
		t.Errorf("%d of %d are about leaks", len(found), len(all))
	}
}

// Looking at all documents can be stopped: the list says how many were not looked at.
func TestFoundEverywhereIsStopped(t *testing.T) {
	r := newRig(t)
	r.do(screen.Open{Paths: []string{"../testdata/wasteful/calls.pprof"}})
	r.Do(screen.FindAll{})
	r.Do(screen.StopFinding{})
	s := r.settle()
	all := r.palette.Find("")
	if s.Notice == "Stopped." && all[0].Label != "1 document was not looked at" || s.Notice != "Stopped." && len(all) < 3 {
		t.Errorf("it says %q and lists %+v", s.Notice, all)
	}
}

// Where nothing stands out a line says so.
func TestNothingFoundEverywhere(t *testing.T) {
	r := newRig(t)
	r.do(screen.Open{Paths: []string{fixture.Write(t, "cpu.pprof", fixture.CpuTypes, "main.main 5")}}, screen.FindAll{})
	if all := r.palette.Find(""); r.palette.Hint != "What stands out in 1 document" || len(all) != 1 || all[0].Label != "Nothing stands out." {
		t.Errorf("%q lists %+v", r.palette.Hint, all)
	}
}

package desk

import (
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"profstation/desk/screen"
)

// What was closed last comes back, together if it was closed together, and where the user is now.
func TestReopenClosed(t *testing.T) {
	r := newRig(t)
	fast, slow := writeFast(t), writeSlow(t)
	r.do(screen.Compare{Base: files(fast), New: files(slow)}, screen.Close{Document: 1})
	if s := r.do(screen.Unclose{}); len(s.Documents) != 3 || s.Documents[0].Path != fast || s.Active != s.Documents[0].ID || s.Closed {
		t.Errorf("of one that was closed there is %q, shown %d", r.names(), s.Active)
	}
	r.do(screen.CloseAll{})
	if s := r.do(screen.Refine{Name: "focus", Text: "json"}); len(s.Documents) != 0 || !s.Closed {
		t.Errorf("closed: %q", r.names())
	}
	s := r.do(screen.Unclose{})
	if names := r.names(); len(names) != 3 || !slices.Contains(names, "fast.pprof → slow.pprof") || s.Place.Query.Focus != "json" {
		t.Errorf("of all there are %q, focus %q", names, s.Place.Query.Focus)
	}
	for _, d := range s.Documents {
		if d.State != screen.Ready {
			t.Errorf("%s is %v: %s", d.Name, d.State, d.Detail)
		}
	}
	if s = r.do(screen.Unclose{}); s.Notice == "" || len(s.Documents) != 3 {
		t.Errorf("nothing more was closed: %q", s.Notice)
	}
}

// What comes back stands where it stood, whatever was closed after it, or opened.
func TestReopenClosedInItsPlace(t *testing.T) {
	r := newRig(t)
	all := []string{"../testdata/cpu.pprof", "../testdata/heap.pprof", "../testdata/cpu-slow.pprof", "../testdata/mutex.pprof"}
	s := r.do(screen.Open{Paths: all})
	id := func(i int) int { return s.Documents[i].ID }
	r.do(screen.Compare{Base: screen.Picks{Documents: []int{id(0)}}, New: screen.Picks{Documents: []int{id(2)}}})
	want := r.names()
	r.do(screen.Close{Document: id(2)}, screen.Close{Document: id(0)}, screen.Close{Document: id(1)}, screen.CloseAll{})
	for range 4 {
		r.do(screen.Unclose{})
	}
	if got := r.names(); !slices.Equal(got, want) {
		t.Errorf("the list is %q, and was %q", got, want)
	}
	s = r.shown
	r.do(screen.Close{Document: id(1)}, screen.Open{Paths: []string{"../testdata/block.pprof"}}, screen.Unclose{})
	if got := r.names(); !slices.Equal(got, append(want, "block.pprof")) {
		t.Errorf("beside another one the list is %q", got)
	}
	// What is closed last may be further down than the list is long now.
	s = r.shown
	r.do(screen.Close{Document: id(5)}, screen.CloseAll{})
	r.keeper.closed = r.keeper.closed[:1]
	if got := r.do(screen.Unclose{}); len(got.Documents) != 1 {
		t.Errorf("alone the list is %q", r.names())
	}
}

// The baseline, or what is in it, is that again when it comes back, unless one was chosen or removed since.
func TestReopenClosedBaseline(t *testing.T) {
	const cpu, slow, heap = "../testdata/cpu.pprof", "../testdata/cpu-slow.pprof", "../testdata/heap.pprof"
	for _, c := range []struct {
		name    string
		pinned  []int // documents that are the baseline
		close   int
		between func(ids []int) []screen.Intent
		want    []int
	}{
		{"alone", []int{1}, 1, nil, []int{1}},
		{"no baseline", []int{0}, 1, nil, []int{0}},
		{"of a group", []int{0, 1}, 1, nil, []int{0, 1}},
		{"another was chosen", []int{1}, 1, func(ids []int) []screen.Intent { return []screen.Intent{screen.PinBaseline{Document: ids[2]}} }, []int{2}},
		{"the rest was removed", []int{0, 1}, 1, func(ids []int) []screen.Intent { return []screen.Intent{screen.PinBaseline{Document: ids[0]}} }, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t)
			s := r.do(screen.Open{Paths: []string{cpu, slow, heap}})
			ids := []int{s.Documents[0].ID, s.Documents[1].ID, s.Documents[2].ID}
			if len(c.pinned) > 1 {
				r.do(screen.Activate{Document: ids[c.pinned[0]]}, screen.MarkDocument{Document: ids[c.pinned[1]]})
			}
			r.do(screen.PinBaseline{Document: ids[c.pinned[0]]}, screen.Close{Document: ids[c.close]})
			if c.between != nil {
				r.do(c.between(ids)...)
			}
			var got []int
			for i, d := range r.do(screen.Unclose{}).Documents {
				if d.Baseline {
					got = append(got, i)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("the baseline is %v, want %v", got, c.want)
			}
		})
	}
}

// All documents are closed at once, or all but one; a comparison goes too.
func TestCloseAll(t *testing.T) {
	r := newRig(t)
	open := func() *screen.Snapshot {
		s := r.do(screen.Open{Paths: []string{"../testdata/cpu.pprof", "../testdata/heap.pprof", "../testdata/cpu-slow.pprof"}})
		return r.do(screen.Compare{
			Base: screen.Picks{Documents: []int{s.Documents[0].ID}}, New: screen.Picks{Documents: []int{s.Documents[2].ID}},
		})
	}
	s := open()
	kept := s.Documents[1].ID
	if s = r.do(screen.CloseAll{But: kept}); len(s.Documents) != 1 || s.Active != kept || s.Answer == nil {
		t.Errorf("one stays: %+v, %d on the screen", s.Documents, s.Active)
	}
	if want := "3 documents were closed. “File › Reopen closed” opens them again."; s.Notice != want {
		t.Errorf("the notice is %q, want %q", s.Notice, want)
	}
	if s = r.do(screen.CloseAll{But: kept}); s.Notice != "" {
		t.Errorf("with nothing to close it says %q", s.Notice)
	}
	if s = r.do(screen.Unclose{}); len(s.Documents) != 4 {
		t.Errorf("of four there are again %+v", s.Documents)
	}
	open()
	if s = r.do(screen.CloseAll{}); len(s.Documents) != 0 || s.Active != 0 || s.Answer != nil {
		t.Errorf("all closed: %+v", s.Documents)
	}
	if s = open(); len(s.Documents) != 4 {
		t.Errorf("opened again: %+v", s.Documents)
	}
}

// A range is marked from the shown document to another, without comparisons.
func TestMarkRange(t *testing.T) {
	r := newRig(t)
	s := r.do(screen.Open{Paths: []string{"../testdata/cpu.pprof", "../testdata/heap.pprof", "../testdata/cpu-slow.pprof", "../testdata/mutex.pprof"}})
	marked := func() (out []bool) {
		for _, d := range r.Snapshot().Documents {
			out = append(out, slices.Contains(r.Snapshot().Marks, screen.Mark{Document: d.ID}))
		}
		return out
	}
	r.do(screen.Activate{Document: s.Documents[2].ID}, screen.MarkRange{Document: s.Documents[0].ID})
	if got := marked(); !got[0] || !got[1] || !got[2] || got[3] {
		t.Errorf("marked: %v", got)
	}
	r.do(screen.MarkRange{Document: s.Documents[3].ID})
	if got := marked(); got[0] || got[1] || !got[2] || !got[3] {
		t.Errorf("marked: %v", got)
	}
}

// What was closed at once and cannot come back is not promised.
func TestClosedText(t *testing.T) {
	for _, c := range []struct {
		n, kept int
		want    string
	}{
		{1, 1, "1 document was closed. “File › Reopen closed” opens it again."},
		{1200, 1200, "1,200 documents were closed. “File › Reopen closed” opens them again."},
		{3, 2, "3 documents were closed. “File › Reopen closed” opens 2 of them again."},
		{1, 0, "1 document was closed."},
	} {
		if got := closedText(c.n, c.kept); got != c.want {
			t.Errorf("%d closed, %d kept: %q, want %q", c.n, c.kept, got, c.want)
		}
	}
}

// TestClosedIsGivenBack holds that nothing keeps what a closed document has read.
func TestClosedIsGivenBack(t *testing.T) {
	for _, file := range []string{"../testdata/trace.trace", "../testdata/cpu.pprof"} {
		r := newRig(t)
		s := r.do(screen.Open{Paths: []string{file}})
		var gone atomic.Bool
		watchContent(r.docs.all[0], &gone)
		for _, tab := range s.Tabs {
			s = r.do(screen.ShowTab{Tab: tab})
		}
		id := s.Documents[0].ID
		s = nil
		r.do(screen.Close{Document: id})
		awaitGone(r, &gone, file)
	}
}

// awaitGone waits until what is watched is gone. Jobs that took long have posted that they are to be shown: the desk's
// goroutine runs that, too.
func awaitGone(r *rig, gone *atomic.Bool, what string) {
	r.t.Helper()
	for began := time.Now(); !gone.Load() && time.Since(began) < time.Minute; time.Sleep(20 * time.Millisecond) {
		r.queue.Rest()
		runtime.GC()
	}
	if !gone.Load() {
		r.t.Errorf("%s is kept", what)
	}
	runtime.KeepAlive(r)
}

// watchContent sets gone once nothing refers to what a document has read.
func watchContent(doc *document, gone *atomic.Bool) {
	switch c := doc.content.(type) {
	case *traceContent:
		runtime.AddCleanup(c.timeline, func(*atomic.Bool) { gone.Store(true) }, gone)
	case *profileContent:
		runtime.AddCleanup(c.file, func(*atomic.Bool) { gone.Store(true) }, gone)
	}
}

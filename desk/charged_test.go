package desk

import (
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"profstation/desk/screen"
	"profstation/flame"
	"profstation/model/query"
)

// Nothing keeps a closed heap profile by which the collector was charged in a profile that is not shown.
func TestChargedIsGivenBack(t *testing.T) {
	r := newRig(t)
	s := r.do(screen.Open{Paths: []string{"../testdata/cpu.pprof"}}, screen.Ask{Change: func(q *query.Query) { q.ChargeGC = true }})
	cpu := s.Active
	heap := r.do(screen.Open{Paths: []string{"../testdata/heap.pprof"}}).Active
	r.do(screen.Activate{Document: cpu}, screen.Open{Paths: []string{"../testdata/trace.trace"}})
	if c := r.docs.numbered(cpu).content.(*profileContent); c.charged == nil {
		t.Fatal("the collector was charged by no heap profile")
	}
	var gone atomic.Bool
	runtime.AddCleanup(r.docs.numbered(heap).profile(), func(*atomic.Bool) { gone.Store(true) }, &gone)
	r.do(screen.Close{Document: heap})
	awaitGone(r, &gone, "the heap profile")
}

// The collector is charged by the heap profile of the same process while one is open, and the caption says by what.
func TestChargedByOpenHeap(t *testing.T) {
	r := newRig(t)
	s := r.do(screen.Open{Paths: []string{"../testdata/cpu.pprof"}}, screen.Ask{Change: func(q *query.Query) { q.ChargeGC = true }})
	cpu := s.Active
	by := func() string {
		t.Helper()
		a := r.shown.Answer
		if a == nil || a.Chart == nil {
			t.Fatal("no flame graph is shown")
		}
		return strings.Join((&flame.Picture{Chart: a.Chart}).Heading(), "\n")
	}
	const heap, time = "bytes in use", "CPU time in runtime.mallocgc"
	if got := by(); !strings.Contains(got, time) {
		t.Errorf("alone: %s", got)
	}
	r.do(screen.Open{Paths: []string{"../testdata/go1.27/heap.pprof"}}, screen.Activate{Document: cpu})
	if got := by(); !strings.Contains(got, time) {
		t.Errorf("beside a heap profile of another process: %s", got)
	}
	s = r.do(screen.Open{Paths: []string{"../testdata/heap.pprof"}})
	other := s.Active
	r.do(screen.Activate{Document: cpu})
	if got := by(); !strings.Contains(got, heap) {
		t.Errorf("beside a heap profile of the same process: %s", got)
	}
	r.do(screen.Close{Document: other})
	if got := by(); !strings.Contains(got, time) {
		t.Errorf("after it was closed: %s", got)
	}
}

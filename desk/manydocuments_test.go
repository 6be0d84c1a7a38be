package desk

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/internal/thorough"
	"profstation/origin"
)

// manyDocuments is a rig with n documents of a session, of files that are gone.
func manyDocuments(t *testing.T, n int) *rig {
	r := newRig(t)
	t.Cleanup(r.Close)
	dir := t.TempDir()
	var o session.Opened
	for i := range n {
		o.Documents = append(o.Documents, session.Document{Path: origin.Ref(filepath.Join(dir, fmt.Sprint(i)))})
	}
	r.Reopen(o)
	return r
}

// Documents wait for each other without a job of their own, and what each of them comes to is not
// shown one by one.
func TestManyDocuments(t *testing.T) {
	n := thorough.Times(2000, 500)
	began := time.Now()
	r := manyDocuments(t, n)
	for r.busy() {
		loads := 0
		for _, doc := range r.docs.all {
			if doc.loading.Running() {
				loads++
			}
		}
		if loads > parallelLoads {
			t.Fatalf("%d documents are read at a time", loads)
		}
		r.queue.Next()
	}
	// A slow machine has time for many pictures, but for no more than one in each pause.
	if most := 3 + int(time.Since(began)/pause); r.shows > most {
		t.Errorf("%d documents are shown %d times, and there was time for %d", n, r.shows, most)
	}
	for _, d := range r.shown.Documents {
		if d.State != screen.Failed {
			t.Fatalf("%+v", d)
		}
	}
}

// A document that is closed while it is read makes room for those that wait.
func TestClosingMakesRoom(t *testing.T) {
	r := manyDocuments(t, 6)
	free := r.holdLoads()
	for range parallelLoads {
		for _, doc := range r.docs.all {
			if doc.loading.Running() {
				r.Do(screen.Close{Document: doc.id})
				break
			}
		}
	}
	free()
	r.settle()
	for _, d := range r.shown.Documents {
		if d.State != screen.Failed {
			t.Errorf("%+v", d)
		}
	}
	if len(r.shown.Documents) != 4 {
		t.Errorf("%d documents", len(r.shown.Documents))
	}
}

// What is kept of documents and shown of them grows with their number, and a place that they share
// is made once.
func TestDocumentsGrow(t *testing.T) {
	of := func(n int) (state, shown float64) {
		r := manyDocuments(t, n)
		r.settle()
		return testing.AllocsPerRun(3, func() { r.State() }), testing.AllocsPerRun(3, func() { r.Snapshot() })
	}
	state, shown := of(500)
	more, wider := of(2000)
	if more > 4.5*state || more > 2000 || wider > 4.5*shown {
		t.Errorf("a state has %v allocations for 500 documents and %v for 2,000, a snapshot %v and %v", state, more, shown, wider)
	}
}

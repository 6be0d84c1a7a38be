package desk

import (
	"context"
	"os"
	"strings"
	"testing"

	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/internal/fixture"
	"profstation/internal/must"
)

// An open file that is another one on the disk, or gone, says so, and is read again only when the user wants that.
func TestFilesThatChange(t *testing.T) {
	r := newRig(t)
	path := writeFast(t)
	other := must.Have(os.ReadFile(writeSlow(t)))
	trace := "../testdata/trace.trace"
	r.do(screen.Open{Paths: []string{path, trace}})
	look := func() *screen.Document {
		t.Helper()
		LookAtFiles(r.Desk)
		LookAtFiles(r.Desk) // which does nothing while the first one goes on
		r.settle()
		return &r.shown.Documents[0]
	}
	for r.soon != nil { // what opening changed is shown in a moment
		r.queue.Next()
	}
	shows := r.shows
	if d := look(); d.Disk != screen.Unchanged || r.shown.Documents[1].Disk != screen.Unchanged || r.shows != shows {
		t.Errorf("nothing has changed, and it says %q, after %d more pictures", d.Detail, r.shows-shows)
	}
	if err := os.WriteFile(path, other, 0o600); err != nil {
		t.Fatal(err)
	}
	// Stopped, it finds out nothing and says nothing; the next look does.
	hold := make(chan bool)
	r.Fault(func(context.Context, job.Kind) error { <-hold; return nil })
	LookAtFiles(r.Desk)
	r.Do(screen.Cancel{})
	close(hold)
	if s := r.settle(); s.Documents[0].Disk != screen.Unchanged || s.Notice != "" {
		t.Errorf("stopped, it says %q, %q", s.Documents[0].Detail, s.Notice)
	}
	r.Fault(nil)
	if d := look(); d.Disk != screen.Changed || !strings.Contains(d.Detail, "changed") || r.width() != 2300 {
		t.Errorf("it was written, and %q is said of %d", d.Detail, r.width())
	}
	s := r.do(screen.Reload{})
	if d := s.Documents[0]; d.Disk != screen.Unchanged || r.width() != 3100 {
		t.Errorf("read again, it says %q of %d", d.Detail, r.width())
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if d := look(); d.Disk != screen.Deleted || !strings.Contains(d.Detail, "deleted") || r.width() != 3100 {
		t.Errorf("it is gone, and %q is said of %d", d.Detail, r.width())
	}
	if err := os.WriteFile(path, other, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, fixture.Minute(1), fixture.Minute(1)); err != nil {
		t.Fatal(err)
	}
	if d := look(); d.Disk != screen.Changed {
		t.Errorf("it is back, and %q is said", d.Detail)
	}
}

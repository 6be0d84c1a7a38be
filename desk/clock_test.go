package desk

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/pprof/profile"

	"profstation/ask"
	"profstation/desk/screen"
)

// at copies a recording and gives the copy another time and length.
func at(t *testing.T, from, name string, when time.Time, length time.Duration) string {
	t.Helper()
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	p, err := profile.Parse(in)
	if err != nil {
		t.Fatal(err)
	}
	p.TimeNanos, p.DurationNanos = when.UnixNano(), int64(length)
	path := filepath.Join(t.TempDir(), name)
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if err := p.Write(out); err != nil {
		t.Fatal(err)
	}
	return path
}

// Profiles of the same run are on the clock of the trace: a CPU profile is
// stamped with the time of its beginning, a profile of a change with that of its
// end.
func TestOneClock(t *testing.T) {
	r, s := openTrace(t)
	wall := s.Trace.Timeline.Trace.Wall
	if len(s.Recorded) != 0 || wall.IsZero() {
		t.Fatalf("recorded %v at %v", s.Recorded, wall)
	}
	cpu := at(t, "../testdata/cpu.pprof", "cpu.pprof", wall.Add(time.Second), 500*time.Millisecond)
	heap := at(t, "../testdata/heap.pprof", "heap.pprof", wall.Add(time.Second), 300*time.Millisecond)
	before := at(t, "../testdata/cpu.pprof", "before.pprof", wall.Add(-time.Hour), time.Second)
	s = r.do(screen.Open{Paths: []string{cpu, heap, before}}, screen.Activate{Document: 1})
	if len(s.Recorded) != 2 {
		t.Fatalf("recorded %+v", s.Recorded)
	}
	if c := s.Recorded[0]; c.Name != "cpu.pprof" || c.From != 1e9 || c.To != 15e8 {
		t.Errorf("%+v", c)
	}
	if h := s.Recorded[1]; h.Name != "heap.pprof" || h.From != 7e8 || h.To != 1e9 {
		t.Errorf("%+v", h)
	}
}

// The wake-ups that led to the selection are there to be drawn.
func TestChainOfSelection(t *testing.T) {
	r, s := openTrace(t)
	tr := s.Trace.Timeline.Trace
	longest := 0
	for g := range tr.Goroutines {
		for span := tr.Goroutines[g].First; span < tr.Goroutines[g].End && longest < 2; span++ {
			longest = max(longest, len(ask.Chain(r.docs.all[0].trace().figures, span)))
			if longest >= 2 {
				s = r.do(screen.SelectMoment{Moment: &ask.Moment{Go: tr.GoOf(span), At: tr.Spans.Start(span)}})
			}
		}
	}
	if len(s.Trace.Chain) < 2 {
		t.Errorf("a chain of %d", len(s.Trace.Chain))
	}
}

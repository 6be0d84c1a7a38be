package analysis

import (
	"fmt"
	"strings"
	"testing"

	"profstation/model/trace"
)

// woken is a trace in which g1 makes g2, which unblocks g3 when it runs, which
// unblocks g4; the network wakes g5, which unblocks g6; and g7 yields.
const woken = `
g1 main.main 0 running p0 m0
g2 main.two 10 new by g1 p0 m0
g2 - 20 running p1 m1
g2 - 40 ended p1 m1
g3 main.three 0 told
g3 - 30 runnable p1 m1
g3 - 45 running p1 m1
g3 - 55 waiting: sync p1 m1
g4 main.four 0 running p2 m2
g4 - 5 waiting: chan receive p2 m2
g4 - 50 runnable p1 m1
g4 - 60 running p2 m2
g4 - 65 syscall p2 m2
g4 - 70 running p2 m2
g5 main.five 0 running p3 m3
g5 - 4 waiting: network p3 m3
g5 - 20 runnable
g5 - 30 running p3 m3
g6 main.six 0 running p4 m4
g6 - 2 waiting: select p4 m4
g6 - 35 runnable p3 m3
g6 - 50 running p4 m4
g7 main.seven 0 running p5 m5
g7 - 10 runnable runtime.Gosched p5 m5
g7 - 20 running p5 m5
end 100`

func TestChain(t *testing.T) {
	tr := writeTrace(t, woken)
	a := New(tr)
	for _, c := range []struct {
		name string
		g    int64
		at   trace.Time
		max  int
		want string
		end  ChainEnd
	}{
		{"through a wait, a new goroutine, and one that ran from the beginning", 4, 80, 9, "g4 woken 50 by g3, g3 woken 30 by g2, g2 woken 10 by g1, g1 woken 0", ChainStart},
		{"from a system call within a run", 4, 66, 9, "g4 woken 50 by g3, g3 woken 30 by g2, g2 woken 10 by g1, g1 woken 0", ChainStart},
		{"from a runnable span", 4, 55, 9, "g4 woken 50 by g3, g3 woken 30 by g2, g2 woken 10 by g1, g1 woken 0", ChainStart},
		{"from a wait: who ended it", 4, 20, 9, "g4 woken 50 by g3, g3 woken 30 by g2, g2 woken 10 by g1, g1 woken 0", ChainStart},
		{"from a wait that nobody ended", 3, 60, 9, "g3 woken never", ChainWaits},
		{"of two links", 4, 80, 2, "g4 woken 50 by g3, g3 woken 30 by g2", ChainLong},
		{"to the runtime", 6, 60, 9, "g6 woken 35 by g5, g5 woken 20", ChainRuntime},
		{"to one that had not waited", 7, 30, 9, "g7 woken 10", ChainRan},
	} {
		g, ok := tr.GoByID(c.g)
		if !ok {
			t.Fatal(c.g)
		}
		s, _ := tr.SpanAt(g, c.at)
		chain := a.Chain(s, c.max)
		var links []string
		for _, l := range chain.Links {
			text := fmt.Sprintf("g%d woken %d", tr.Goroutines[l.Go].ID, l.Woken)
			if l.Woken == trace.NoTime {
				text = fmt.Sprintf("g%d woken never", tr.Goroutines[l.Go].ID)
			}
			if l.By != trace.NoGo {
				text += fmt.Sprintf(" by g%d", tr.Goroutines[l.By].ID)
			}
			links = append(links, text)
		}
		if got := strings.Join(links, ", "); got != c.want || chain.End != c.end {
			t.Errorf("%s: %s (%v), want %s (%v)", c.name, got, chain.End, c.want, c.end)
		}
	}
}

// TestChains follows the chains of spans of every trace: it ends, and each
// link's goroutine was woken by one that executed then.
func TestChains(t *testing.T) {
	t.Parallel()
	eachTrace(t, func(t *testing.T, _ string, tr *trace.Trace) {
		a := New(tr)
		step := max(tr.Spans.Len()/60, 1)
		for s := 0; s < tr.Spans.Len(); s += step {
			c := a.Chain(trace.SpanIndex(s), 200)
			if len(c.Links) == 0 || c.Links[0].Go != tr.GoOf(trace.SpanIndex(s)) {
				t.Fatalf("span %d: %v", s, c)
			}
			for i, l := range c.Links {
				if i > 0 && (l.Go != c.Links[i-1].By || l.Woken >= c.Links[i-1].Woken) {
					t.Fatalf("span %d, link %d: %+v after %+v", s, i, l, c.Links[i-1])
				}
				if l.Runnable != trace.NoSpan && (tr.GoOf(l.Runnable) != l.Go || tr.Spans.State(l.Runnable) != trace.GoRunnable) ||
					l.Wait != trace.NoSpan && (tr.GoOf(l.Wait) != l.Go || tr.Spans.State(l.Wait) != trace.GoWaiting) ||
					l.Running != trace.NoSpan && tr.Spans.State(l.Running) != trace.GoRunning {
					t.Fatalf("span %d, link %d: %+v", s, i, l)
				}
			}
		}
	})
}

package analysis

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/pprof/profile"

	"profstation/internal/typed"
	"profstation/model"
	"profstation/model/trace"
)

var goTool struct {
	sync.Once
	dir, path string
}

// goTrace is `go tool trace`, built once.
func goTrace(t testing.TB) string {
	goTool.Do(func() {
		dir, err := os.MkdirTemp("", "profstation")
		if err != nil {
			t.Fatal(err)
		}
		goTool.dir = dir
		run := exec.Command("go", "build", "-o", filepath.Join(dir, "trace"), "cmd/trace")
		run.Env = append(os.Environ(), "GOFLAGS=")
		if out, err := run.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		goTool.path = filepath.Join(dir, "trace")
	})
	return goTool.path
}

// weight is what a stack has: how often and for how long.
type weight struct{ count, delay int64 }

// normal is a stack's key as the tool tells stacks apart: by their program
// counters in an array, so that those of 0 at a stack's root are lost
// (pcsForStack).
func normal(key string) string {
	for strings.HasSuffix(key, " 0") {
		key = strings.TrimSuffix(key, " 0")
	}
	return key
}

// weights are a profile's values by the program counters of stacks.
func weights(p *model.Profile) map[string]weight {
	w := map[string]weight{}
	for i, s := range p.Samples.Stack {
		var key strings.Builder
		locs := p.Stacks.Reader().Locs(s)
		for k := len(locs) - 1; k >= 0; k-- {
			fmt.Fprintf(&key, " %x", p.Locations[locs[k]].Address)
		}
		x := w[normal(key.String())]
		x.count += p.Samples.Values[0][i]
		x.delay += p.Samples.Values[1][i]
		w[normal(key.String())] = x
	}
	return w
}

func toolWeights(t *testing.T, file, kind string) map[string]weight {
	t.Helper()
	var stderr bytes.Buffer
	run := exec.Command(goTrace(t), "-pprof="+kind, file)
	run.Stderr = &stderr
	out, err := run.Output()
	if strings.Contains(stderr.String(), "failed to find matching goroutines") {
		return nil // there are none
	}
	if err != nil {
		t.Fatalf("go tool trace -pprof=%s: %v\n%s", kind, err, stderr.String())
	}
	p, err := profile.ParseData(out)
	if err != nil {
		t.Fatal(err)
	}
	w := map[string]weight{}
	for _, s := range p.Sample {
		var key strings.Builder
		for _, l := range s.Location {
			fmt.Fprintf(&key, " %x", l.Address)
		}
		x := w[normal(key.String())]
		x.count += s.Value[0]
		x.delay += s.Value[1]
		w[normal(key.String())] = x
	}
	return w
}

func pcs(tr *trace.Trace, s trace.StackIndex) string {
	var key strings.Builder
	for _, f := range tr.Stacks.Stack(s) {
		fmt.Fprintf(&key, " %x", tr.Frames[f].PC)
	}
	return normal(key.String())
}

// lacking is what `go tool trace` leaves out of a stack, by why.
type lacking struct {
	// open are waits still open at the end of the trace: the tool adds a wait
	// up when the goroutine leaves it.
	open weight
	// early is the time before a goroutine ran for the first time: the tool
	// begins a goroutine there (pprofMatchingGoroutines).
	early weight
	// told is time that may be missing of waits that had begun before the
	// trace: with the tool they begin with the event that tells of them, which
	// need not have the goroutine's stack.
	told weight
}

// leftOut finds by a walk over all spans what the tool does not count, or not
// wholly.
func leftOut(a *Analysis, kind ProfileKind) map[string]*lacking {
	t := a.t
	all := map[string]*lacking{}
	for g := range t.Goroutines {
		r := &t.Goroutines[g]
		ran := trace.Time(-1)
		for s := r.First; s < r.End && ran < 0; s++ {
			if t.Spans.State(s) == trace.GoRunning {
				ran = t.Spans.Start(s)
			}
		}
		for s := r.First; s < r.End; s++ {
			if profileTimes[kind] != a.kinds[t.Spans.Cond(s)] {
				continue
			}
			from, to := t.Spans.Start(s), t.SpanEnd(trace.GoIndex(g), s)
			if from == to {
				continue
			}
			key := pcs(t, t.Spans.Stack(s))
			if all[key] == nil {
				all[key] = &lacking{}
			}
			l := all[key]
			switch {
			case s == r.End-1:
				l.open.count++
				l.open.delay += int64(to - from)
			case t.Spans.Condition(s).BeganBefore:
				l.told.count++
				l.told.delay += int64(to - from)
			case to <= ran:
				l.early.count++
				l.early.delay += int64(to - from)
			case from < ran:
				l.early.delay += int64(ran - from)
			}
		}
	}
	return all
}

func near(a, b, most int64) bool { return a-b <= most && b-a <= most }

// TestProfilesAsGo holds derived profiles against those of the Go
// distribution's tool, stack by stack: they are equal but for what the tool
// leaves out, which is found and named.
func TestProfilesAsGo(t *testing.T) {
	t.Parallel()
	kinds := []struct {
		kind ProfileKind
		name string
	}{{NetProfile, "net"}, {SyncProfile, "sync"}, {SyscallProfile, "syscall"}, {SchedProfile, "sched"}}
	eachTrace(t, func(t *testing.T, file string, tr *trace.Trace) {
		if !tr.Complete() {
			t.Log("the tool does not tell which generations it leaves out of a damaged trace")
			return
		}
		a := New(tr)
		for _, k := range kinds {
			p, err := a.Profile(t.Context(), What{Kind: k.kind, Waits: AllWaits})
			if err != nil {
				t.Fatal(err)
			}
			asTool, err := a.Profile(t.Context(), What{Kind: k.kind, Waits: AsTool})
			if err != nil {
				t.Fatal(err)
			}
			same := weights(asTool)
			ours, theirs, left := weights(p), toolWeights(t, file, k.name), leftOut(a, k.kind)
			stacks := map[string]bool{}
			for s := range ours {
				stacks[s] = true
			}
			for s := range theirs {
				stacks[s] = true
			}
			var open, early, told weight
			for s := range stacks {
				l := left[s]
				if l == nil {
					l = &lacking{}
				}
				least := weight{ours[s].count - l.open.count - l.early.count - l.told.count, ours[s].delay - l.open.delay - l.early.delay - l.told.delay}
				got := theirs[s]
				if old := tr.Spans.By != nil; old && near(got.delay, least.delay, 8+2*least.count) {
					// The reader of old traces puts events of the same time in
					// another order each time, and one nanosecond apart.
					got.delay = least.delay
				}
				if same[s] != least {
					t.Errorf("%s, stack%s: as the tool %v, want %v of %v, which is the tool's but for told waits", k.name, s, same[s], least, ours[s])
				}
				if l.told.count == 0 && got != least || got.count < least.count || got.delay < least.delay ||
					got.count > least.count+l.told.count || got.delay > least.delay+l.told.delay {
					t.Errorf("%s, stack%s: %v, the tool has %v; it leaves out %+v", k.name, s, ours[s], got, *l)
				}
				open.count, open.delay = open.count+l.open.count, open.delay+l.open.delay
				early.count, early.delay = early.count+l.early.count, early.delay+l.early.delay
				told.count, told.delay = told.count+l.told.count, told.delay+l.told.delay
			}
			t.Logf("%s: %d stacks; the tool leaves out open waits %v, latency before the first run %v; of told ones it has a part of %v", k.name, len(stacks), open, early, told)
		}
	})
}

// A profile that has samples is never called impossible, and what nobody did is.
func TestPossible(t *testing.T) {
	tr := typed.Trace(t, typed.Small)
	a := New(tr)
	impossible := 0
	for _, iv := range []trace.Interval{{}, {To: 100}, {From: 100, To: 155}, {From: 300, To: 500}, {From: 720, To: 1000}} {
		for _, of := range [][]trace.GoIndex{nil, {0}, {1}, {2}, {0, 2}} {
			for _, kind := range ProfileKinds {
				for _, waits := range WaitChoices {
					w := What{Kind: kind, Waits: waits, Interval: iv, Goroutines: of}
					p, err := a.Profile(t.Context(), w)
					if err != nil {
						t.Fatal(err)
					}
					possible := w.Possible(tr)
					if !possible {
						impossible++
					}
					if n := len(p.Samples.Stack); n > 0 && !possible {
						t.Errorf("%+v has %d samples, but is called impossible", w, n)
					} else if n == 0 && possible && of != nil && kind != CPUProfile && waits == AllWaits {
						t.Errorf("%+v has no samples, but is called possible", w)
					}
				}
			}
		}
	}
	if impossible == 0 {
		t.Error("nothing is impossible")
	}
}

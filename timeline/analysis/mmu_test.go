package analysis

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"profstation/model/trace"
	"profstation/model/work"
)

// utilOf prints what Go's internal/trace says of mutator utilization.
const utilOf = `package main

import (
	"encoding/json"
	"internal/trace"
	"io"
	"os"
	"time"
)

func main() {
	out := json.NewEncoder(os.Stdout)
	for _, file := range os.Args[1:] {
		f, err := os.Open(file)
		check(err)
		r, err := trace.NewReader(f)
		check(err)
		var events []trace.Event
		for {
			e, err := r.ReadEvent()
			if err == io.EOF {
				break
			}
			check(err)
			events = append(events, e)
		}
		for flags := range trace.UtilFlags(32) {
			if flags&15 == 0 {
				continue
			}
			u := trace.MutatorUtilizationV2(events, flags)
			if len(u) == 0 {
				continue
			}
			c := trace.NewMMUCurve(u)
			for _, w := range []time.Duration{100, 1e3, 3e4, 1e6, 2e7, 1e9} {
				check(out.Encode(map[string]any{"File": file, "Flags": int(flags), "Window": w, "MMU": c.MMU(w),
					"MUD": c.MUD(w, []float64{0.001, 0.01, 0.05, 0.5}), "Worst": c.Examples(w, 1)}))
			}
		}
	}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
`

// mended is the distribution's gc.go without five faults: that with workers
// which run a second time (see mutatorUtilisation); one by which the
// distribution of utilizations is never filled, so that all percentiles are the
// minimum: its accumulator returns before, if no worst windows are asked for;
// one by which, with a function for each P, assists and sweeps that go on where
// the trace begins count from when they are told only; one by which a sweep
// counts for the P that tells of it; and one by which a function that is 0 at
// the trace's end ends where it became so.
func mended(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(goroot(t), "src/internal/trace/gc.go"))
	if err != nil {
		t.Fatal(err)
	}
	s := string(text)
	for _, change := range []struct{ from, to string }{
		{"bgMark[ev.Goroutine()] = true\n\t\t\t\t\tps[ev.Proc()].gc++", "if !bgMark[ev.Goroutine()] {\n bgMark[ev.Goroutine()] = true\n\t\t\t\t\tps[ev.Proc()].gc++\n}"},
		{"// Stopped running while doing GC things.\n", "delete(bgMark, g)\n"},
		{"if flags&UtilPerProc != 0 {\n\t\t\t\t\tbreak", "if flags&UtilPerProc != 0 {\np := ev.Proc()\nif handleSweep(r) {\np = r.Scope.Proc()\n}\nfor i, u := 0, out[ps[p].series]; i < len(u); i++ {\nu[i].Util = 0\n}\nbreak"},
		{"} else if handleSweep(r) {\n\t\t\t\tps[ev.Proc()].gc++", "} else if handleSweep(r) {\n\t\t\t\tps[r.Scope.Proc()].gc++"},
		{"} else if handleSweep(r) {\n\t\t\t\tps[ev.Proc()].gc--", "} else if handleSweep(r) {\n\t\t\t\tps[r.Scope.Proc()].gc--"},
		{"out[ps[i].series] = addUtil(out[ps[i].series], mu)", "if s := ps[i].series; out[s][len(out[s])-1].Time < mu.Time {\nout[s] = append(out[s], mu)\n}"},
		{"if acc.nWorst == 0 {", "if acc.nWorst == 0 && acc.mud == nil {"},
		{"if len(acc.wHeap) < acc.nWorst || mu < acc.wHeap[0].MutatorUtil {", "if acc.nWorst > 0 && (len(acc.wHeap) < acc.nWorst || mu < acc.wHeap[0].MutatorUtil) {"},
		{"} else {\n\t\t// Anything above the least", "} else if acc.nWorst > 0 {\n\t\t// Anything above the least"},
	} {
		if strings.Count(s, change.from) != 1 {
			t.Fatalf("gc.go of this Go has changed: %q is not in it once; see which of its faults are still there", change.from)
		}
		s = strings.Replace(s, change.from, change.to, 1)
	}
	return s
}

type goUtil struct {
	File   string
	Flags  int
	Window time.Duration
	MMU    float64
	MUD    []float64
	Worst  []struct{ MutatorUtil float64 }
}

// TestMMUAsGo holds mutator utilizations against those of Go's internal/trace,
// for all kinds of work: as it is where neither workers nor single Ps are asked
// for, and mended for all.
func TestMMUAsGo(t *testing.T) {
	t.Parallel()
	var files []string
	for _, file := range recordings(t) {
		if tr := load(t, file); tr.Spans.By == nil && tr.Complete() {
			files = append(files, file)
		}
	}
	compare := func(program string, quantiles bool, wanted func(flags int) bool) {
		var stderr bytes.Buffer
		run := exec.Command(program, files...)
		run.Stderr = &stderr
		out, err := run.Output()
		if err != nil {
			t.Fatalf("%v\n%s", err, stderr.String())
		}
		n := 0
		for d := json.NewDecoder(bytes.NewReader(out)); d.More(); n++ {
			var want goUtil
			if err := d.Decode(&want); err != nil {
				t.Fatal(err)
			}
			if !wanted(want.Flags) {
				continue
			}
			m, err := New(load(t, want.File)).MMU(t.Context(), MMUOptions{Work: GCWork(want.Flags)})
			if err != nil {
				t.Fatal(err)
			}
			where := filepath.Base(want.File)
			if got := m.At(t.Context(), want.Window); math.Abs(got-want.MMU) > 1e-6 {
				t.Errorf("%s, work %05b, %v: %v, Go has %v", where, want.Flags, want.Window, got, want.MMU)
			}
			if len(want.Worst) > 0 {
				if w := m.Worst(t.Context(), want.Window, 1); len(w) != 1 || math.Abs(w[0].Util-want.Worst[0].MutatorUtil) > 1e-6 {
					t.Errorf("%s, work %05b, %v: worst %v, Go has %v", where, want.Flags, want.Window, w, want.Worst)
				}
			}
			// Go walks over what it thinks cannot matter in one step, as if it
			// were a line (bandMMU): the median may be off, so windows decide.
			least := [...]float64{1e-5, 1e-5, 1e-5, 1e-3}
			parts := []float64{0.001, 0.01, 0.05, 0.5}
			for i, got := range m.Quantiles(t.Context(), want.Window, parts) {
				if !quantiles || math.Abs(got-want.MUD[i]) <= least[i] {
					continue
				}
				if slow := sampledQuantile(m, trace.Time(want.Window), parts[i]); parts[i] < 0.5 || math.Abs(got-slow) > 1e-4 {
					t.Errorf("%s, work %05b, %v: quantile %d is %v, Go has %v, windows tried have %v", where, want.Flags, want.Window, i, got, want.MUD[i], slow)
				}
			}
		}
		if n == 0 {
			t.Error("nothing was compared")
		}
	}
	compare(inGo(t, utilOf, nil), false, func(flags int) bool {
		return GCWork(flags)&(GCBackground|PerGoroutine) == 0
	})
	compare(inGo(t, utilOf, map[string]string{"internal/trace/gc.go": mended(t)}), true, func(int) bool { return true })
}

// sampledQuantile is a quantile of the means of windows, of which it tries 5,000 in each function.
func sampledQuantile(m *MMU, window trace.Time, part float64) float64 {
	const tries = 5000
	var means []float64
	for i := range m.curves {
		s := m.curves[i].steps
		first, room := s[0].at, s[len(s)-1].at-window-s[0].at
		for k := range trace.Time(tries) {
			means = append(means, slowMean(s, first+room*k/tries, window))
		}
	}
	slices.Sort(means)
	return means[int(part*float64(len(means)))]
}

// slowMean is the mean utilization in a window, from the steps one by one.
func slowMean(s series, at, window trace.Time) float64 {
	sum := 0.0
	for i := range s[:len(s)-1] {
		from, to := max(s[i].at, at), min(s[i+1].at, at+window)
		if from < to {
			sum += s[i].util * float64(to-from)
		}
	}
	return sum / float64(window)
}

// TestMMUSlowly tries a window at every nanosecond of small functions.
func TestMMUSlowly(t *testing.T) {
	t.Parallel()
	for _, s := range []series{
		{{0, 1}, {10, 0}, {15, 0.5}, {40, 0}},
		{{5, 0}, {6, 1}, {9, 0.25}, {20, 0.75}, {21, 0}, {50, 1}, {77, 0}},
		{{0, 0.5}, {30, 0}},
	} {
		m := &MMU{[]curve{newCurve(s)}}
		first, last := s[0].at, s[len(s)-1].at
		for _, w := range []trace.Time{1, 3, 7, 20, last - first, 1000} {
			window := min(w, last-first)
			least := 2.0
			var means []float64
			for at := first; at <= last-window; at++ {
				mean := slowMean(s, at, window)
				least = min(least, mean)
				// Between whole nanoseconds the mean is a line.
				next := slowMean(s, min(at+1, last-window), window)
				for k := range 100 {
					means = append(means, mean+(next-mean)*float64(k)/100)
				}
			}
			if got := m.At(t.Context(), time.Duration(w)); math.Abs(got-least) > 1e-12 {
				t.Errorf("%v, window %d: %v, want %v", s, w, got, least)
			}
			slices.Sort(means)
			parts := []float64{0.01, 0.1, 0.3, 0.5, 0.9}
			for i, got := range m.Quantiles(t.Context(), time.Duration(w), parts) {
				k := int(parts[i] * float64(len(means)))
				lo, hi := means[max(k-len(means)/50, 0)], means[min(k+len(means)/50, len(means)-1)]
				if got < lo-1e-9 || got > hi+1e-9 {
					t.Errorf("%v, window %d, part %v: %v, want %v to %v", s, w, parts[i], got, lo, hi)
				}
			}
			worst := m.Worst(t.Context(), time.Duration(w), 5)
			if math.Abs(worst[0].Util-least) > 1e-12 {
				t.Errorf("%v, window %d: the worst is %v, want %v", s, w, worst[0], least)
			}
			for i, o := range worst {
				if mean := slowMean(s, o.Interval.From, window); math.Abs(mean-o.Util) > 1e-12 {
					t.Errorf("%v, window %d: %v is %v", s, w, o, mean)
				}
				for _, p := range worst[:i] {
					if o.Interval.From < p.Interval.To && o.Interval.To > p.Interval.From || p.Util > o.Util {
						t.Errorf("%v, window %d: %v after %v", s, w, o, p)
					}
				}
			}
		}
	}
}

// TestMMUInterval holds functions within intervals against the whole one.
func TestMMUInterval(t *testing.T) {
	tr := load(t, "../../testdata/trace.trace")
	a := New(tr)
	for _, work := range []GCWork{DefaultGCWork, DefaultGCWork | GCSweep, DefaultGCWork | PerGoroutine} {
		u, err := a.mutatorUtilisation(t.Context(), work)
		if err != nil {
			t.Fatal(err)
		}
		for _, iv := range intervals(tr) {
			in := a.Within(iv)
			m, err := a.MMU(t.Context(), MMUOptions{Interval: iv, Work: work})
			if err != nil {
				t.Fatal(err)
			}
			if in.Len() == 0 {
				if len(m.curves) != 0 {
					t.Errorf("%v: %d functions of nothing", in, len(m.curves))
				}
				continue
			}
			if len(m.curves) != len(u) {
				t.Fatalf("%v: %d functions of %d", in, len(m.curves), len(u))
			}
			for i, s := range u {
				from, to := clip(in, s[0].at, s[len(s)-1].at)
				c := &m.curves[i]
				if c.length() != to-from || math.Abs(c.sum[len(c.sum)-1]/float64(to-from)-slowMean(s, from, to-from)) > 1e-9 {
					t.Errorf("%v: %d ns with a mean of %v, want %d with %v", in, c.length(), c.sum[len(c.sum)-1]/float64(to-from), to-from, slowMean(s, from, to-from))
				}
			}
		}
	}
}

// TestQuantiles asks how much weight lies below each quantile.
func TestQuantiles(t *testing.T) {
	t.Parallel()
	eachTrace(t, func(t *testing.T, _ string, tr *trace.Trace) {
		for _, of := range []GCWork{DefaultGCWork, DefaultGCWork | GCSweep | PerGoroutine} {
			m, err := New(tr).MMU(t.Context(), MMUOptions{Work: of})
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range []time.Duration{1e3, 1e7} {
				total, least := 0.0, 1.0
				m.lines(work.StepsUntil(t.Context()), w, func(l, _, weight float64) { total += weight; least = min(least, l) })
				parts := []float64{0, 0.001, 0.05, 0.5, 1}
				for i, x := range m.Quantiles(t.Context(), w, parts) {
					if total == 0 || parts[i] == 0 {
						if x != least {
							t.Errorf("work %05b, %v, part %v: %v, want %v", of, w, parts[i], x, least)
						}
						continue
					}
					const little = 1e-9
					below, upTo := 0.0, 0.0
					under := func(l, r, weight, x float64) float64 {
						switch {
						case r < x:
							return weight
						case l >= x:
							return 0
						}
						return weight * (x - l) / (r - l)
					}
					m.lines(work.StepsUntil(t.Context()), w, func(l, r, weight float64) {
						below += under(l, r, weight, x-little)
						upTo += under(l, r, weight, x+little)
					})
					if want := parts[i] * total; below > want+total*1e-6 || upTo < want-total*1e-6 {
						t.Errorf("work %05b, %v, part %v: %v, below which are %v to %v of %v", of, w, parts[i], x, below/total, upTo/total, parts[i])
					}
				}
			}
		}
	})
}

package trace

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/model"
	"profstation/model/trace"
)

// misused are traces of a program that makes each mistake with its regions, tasks and logs, in each format.
func misused(t *testing.T) []string {
	t.Helper()
	files := must.Have(filepath.Glob("testdata/misuse-*.trace"))
	if len(files) != 3 {
		t.Fatalf("the traces are %q", files)
	}
	if dir := os.Getenv("PROFSTATION_MISUSE"); dir != "" { // more of them
		files = append(files, must.Have(filepath.Glob(filepath.Join(dir, "*.trace")))...)
	}
	return files
}

// A mistake of the program costs no event.
func TestMisuse(t *testing.T) {
	for _, file := range misused(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data := must.Have(os.ReadFile(file))
			m := must.Have(decodeBytes(t, data))
			if !m.Complete() || len(m.Warnings) > 0 {
				t.Errorf("it warns %q", m.Warnings)
			}
			compareTruth(t, m, data)
		})
	}
}

// The truth is what the reader says where the program made no mistake.
func TestTruth(t *testing.T) {
	for _, file := range traceFiles(t) {
		data := must.Have(os.ReadFile(file))
		m := must.Have(decodeBytes(t, data))
		if len(m.Regions) > 0 {
			t.Run(filepath.Base(file), func(t *testing.T) { compareTruth(t, m, data) })
		}
	}
}

// fates say of each region of a type what became of it.
func fates(m *trace.Trace) map[string][]string {
	all := map[string][]string{}
	for i := range m.Regions {
		r := &m.Regions[i]
		fate := "ended"
		switch {
		case r.Start == trace.NoTime:
			fate = "has no beginning"
		case r.Left:
			fate = "left"
		case r.End == trace.NoTime:
			fate = "open"
		}
		name := m.Strings.Raw(r.Type)
		all[name] = append(all[name], fate)
	}
	return all
}

// What can be closed is closed, and what cannot be is known as such.
func TestMisusedRegions(t *testing.T) {
	want := map[string][]string{
		"never ended": {"left"},
		"first":       {"ended"}, "second": {"ended"}, "between": {"ended"},
		"ended by a callback": {"ended"},
		"around":              {"ended"}, "ended late by a callback": {"ended"},
		"ended twice":          {"ended", "has no beginning"},
		"longer than its task": {"ended"}, "behind its task": {"ended"},
		"same type":                 {"ended", "ended"},
		"of two goroutines":         {"left", "left", "has no beginning", "has no beginning"},
		"of a goroutine that ends":  {"left"},
		"of a goroutine that exits": {"left"},
		"":                          {"left"},
		"lines\nand\x00\xff":        {"ended", "ended"},
		"no task":                   {"ended"},
		"handle":                    slices.Repeat([]string{"ended"}, 11),
		"answer":                    slices.Repeat([]string{"ended"}, 11),
	}
	hints := []string{
		"the program did not end 6 regions, which are shown until the enclosing regions or goroutines ended: goroutine # ended “handle” of task 1 “request” while “never ended” of task 1 “request” was open, begun in main.neverEnded (main.go:57) ← main.request.func1.1 (main.go:46) ← runtime/trace.WithRegion (annotation.go:141) ← …",
		"the program ended 2 regions after the enclosing ones: goroutine # ended “second” of task 2 “request”, begun in main.crossed (main.go:63) ← main.request.func1.1 (main.go:46) ← runtime/trace.WithRegion (annotation.go:141) ← …",
		"the program ended 2 regions on other goroutines than they began on: goroutine # ended “ended by a callback” of task 3 “request”, begun by goroutine # in main.byCallback (main.go:80) ← main.request.func1.1 (main.go:46) ← runtime/trace.WithRegion (annotation.go:141) ← …",
		"the program ended 3 regions that were not open, which are shown without a beginning: goroutine # ended “ended twice” of task 5 “request” in main.twice (main.go:94) ← main.request.func1.1 (main.go:46) ← runtime/trace.WithRegion (annotation.go:141) ← …",
	}
	number := regexp.MustCompile(`goroutine \d+`)
	for _, file := range misused(t)[:3] {
		m := must.Have(decodeBytes(t, must.Have(os.ReadFile(file))))
		for name, got := range fates(m) {
			if !slices.Equal(got, want[name]) {
				t.Errorf("%s: %q: %q, want %q", file, name, got, want[name])
			}
		}
		var got []string
		for _, h := range m.Hints {
			got = append(got, number.ReplaceAllString(h, "goroutine #"))
		}
		if !slices.Equal(got, hints) {
			t.Errorf("%s: its hints are\n%s", file, strings.Join(got, "\n"))
		}
	}
}

// openRegion is one that was begun, as a list of all tells.
type openRegion struct {
	g             trace.GoIndex
	key           regionKey
	end           trace.Time
	left, started bool
	setAside      int // its place among those that were left
}

// slowRegions ends regions by going over all that there are.
type slowRegions struct {
	all    []openRegion
	asides int
}

// last finds the last region of which something holds.
func (n *slowRegions) last(holds func(r *openRegion) bool) int {
	for i := len(n.all) - 1; i >= 0; i-- {
		if r := &n.all[i]; r.started && holds(r) {
			return i
		}
	}
	return -1
}

func (n *slowRegions) end(g trace.GoIndex, key regionKey, at trace.Time, here bool) {
	i := n.last(func(r *openRegion) bool { return r.g == g && r.key == key && r.end == trace.NoTime })
	if i >= 0 {
		n.all[i].end = at
		for k := i + 1; k < len(n.all); k++ {
			if r := &n.all[k]; r.started && r.g == g && r.end == trace.NoTime {
				n.asides++
				r.end, r.left, r.setAside = at, true, n.asides
			}
		}
		return
	}
	aside := func(g trace.GoIndex) int {
		found := -1
		for k := range n.all {
			if r := &n.all[k]; r.g == g && r.key == key && r.left && (found < 0 || r.setAside > n.all[found].setAside) {
				found = k
			}
		}
		return found
	}
	if i = aside(g); i < 0 && here {
		of := map[trace.GoIndex]bool{}
		for k := range n.all {
			if r := &n.all[k]; r.started && r.key == key && (r.left || r.end == trace.NoTime) {
				of[r.g] = true
			}
		}
		for other := range of {
			if len(of) > 1 {
				break
			}
			if i = aside(other); i < 0 {
				i = n.last(func(r *openRegion) bool { return r.g == other && r.key == key && r.end == trace.NoTime })
			}
		}
	}
	if i < 0 {
		n.all = append(n.all, openRegion{g: g, key: key, end: at})
		return
	}
	n.all[i].end, n.all[i].left = at, false
}

// An end finds what a search of all regions finds.
func TestRegions(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	made := misuse{}
	for range 200 {
		n, slow := newRegions(), &slowRegions{}
		kinds, gos := 1+r.IntN(5), 1+r.IntN(4)
		for at := range trace.Time(150) {
			g, key := trace.GoIndex(r.IntN(gos)), regionKey{trace.TaskIndex(r.IntN(2)) - 1, model.StringID(r.IntN(kinds))}
			region := trace.Region{Go: g, Task: key.task, Type: key.kind, Start: at, End: trace.NoTime}
			if r.IntN(5) < 3 {
				n.begin(region)
				slow.all = append(slow.all, openRegion{g: g, key: key, end: trace.NoTime, started: true})
				continue
			}
			here := r.IntN(4) > 0
			n.end(region, at, trace.NoStack, here)
			slow.end(g, key, at, here)
			for i, want := range slow.all {
				if got := &n.all[i]; len(n.all) != len(slow.all) || got.Go != want.g || got.End != want.end || got.Left != want.left || (got.Start != trace.NoTime) != want.started {
					t.Fatalf("at %d, region %d of %d: %+v, want %+v of %d", at, i, len(n.all), got, want, len(slow.all))
				}
			}
		}
		made.late.n += n.misuse.late.n
		made.elsewhere.n += n.misuse.elsewhere.n
		made.unopened.n += n.misuse.unopened.n
		made.left = append(made.left, n.misuse.left...)
	}
	if made.late.n < 100 || made.elsewhere.n < 100 || made.unopened.n < 100 || len(made.left) < 100 {
		t.Errorf("%d, %d and %d mistakes, and %d regions were left", made.late.n, made.elsewhere.n, made.unopened.n, len(made.left))
	}
}

// A region that may have begun before the trace is no mistake, nor one whose end may have been lost.
func TestNoMisuse(t *testing.T) {
	s := newSound(t, "testdata/quiet.trace")
	for g := uint64(1); g <= 3; g++ {
		if m := s.alone(t, others(g)); len(m.Hints) > 0 {
			t.Errorf("without generation %d: %q", g, m.Hints)
		}
		if m := s.alone(t, []uint64{g}); len(m.Hints) > 0 {
			t.Errorf("generation %d alone: %q", g, m.Hints)
		}
	}
}

// A task that spans all of a recording is there, without a beginning and an end.
func TestTaskAround(t *testing.T) {
	s := newSound(t, "testdata/quiet.trace")
	m := s.alone(t, []uint64{2})
	around := 0
	for i := range m.Tasks {
		if !m.Tasks[i].Within() {
			around++
		}
	}
	if around != 1 {
		t.Errorf("%d tasks neither begin nor end", around)
	}
}

// Up to where the reader stops, figures are those of its events.
func TestMisuseUpToReader(t *testing.T) {
	stopped := 0
	for _, file := range misused(t) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data := must.Have(os.ReadFile(file))
			m := must.Have(decodeBytes(t, data))
			if m.Format < "go 1.22" {
				return // the reader gives nothing of it, or all
			}
			ref := newRef()
			if err := ref.read(bytes.NewReader(data)); err != nil {
				if stopped++; !ofProgram(err) {
					t.Fatal(err)
				}
			}
			compareUpTo(t, m, ref)
		})
	}
	if stopped < 2 {
		t.Errorf("the reader stopped in %d files", stopped)
	}
}

// compareUpTo compares a model with a reading that ended earlier.
func compareUpTo(t *testing.T, m *trace.Trace, r *refTrace) {
	t.Helper()
	for i := range m.Goroutines {
		g := trace.GoIndex(i)
		row, want := &m.Goroutines[i], r.gos[m.Goroutines[i].ID]
		k := 0
		for s := row.First; s < row.End && int64(m.Spans.Start(s)) <= r.last && m.Spans.State(s) != trace.GoUnknown; s++ {
			got := refSpan{
				words[m.Spans.State(s)], m.Strings.Raw(m.Spans.Reason(s)), int64(m.Spans.Start(s)), int64(m.SpanEnd(g, s)),
				modelStack(m, m.Spans.Stack(s)), procID(m, m.Spans.Proc(s)), threadID(m, m.Spans.Thread(s)), goID(m, m.WokenBy(s)),
			}
			if want == nil && got.start == 0 { // the reader would have come to it
				continue
			}
			if want == nil || k == len(want.spans) {
				t.Fatalf("goroutine %d: %+v is none of the reader's", row.ID, got)
			}
			w := want.spans[k]
			if k++; w.end < 0 {
				w.end = got.end
			}
			if got != w {
				t.Errorf("goroutine %d:\n got %+v\nwant %+v", row.ID, got, w)
			}
		}
		if want != nil && k < len(want.spans) {
			t.Errorf("goroutine %d has %d spans, want %d", row.ID, k, len(want.spans))
		}
	}
	regions := map[refRegion]int64{} // when each ended
	for _, x := range m.Regions {
		if x.Start != trace.NoTime {
			regions[refRegion{g: goID(m, x.Go), typ: m.Strings.Raw(x.Type), start: int64(x.Start), stack: modelStack(m, x.StartStack)}] = int64(x.End)
		}
	}
	for _, x := range r.regions {
		key := refRegion{g: x.g, typ: x.typ, start: x.start, stack: x.stack}
		if end, ok := regions[key]; x.start >= 0 && (!ok || x.end >= 0 && end != x.end) {
			t.Errorf("region %+v ends at %d, %v", x, end, ok)
		}
	}
	logs := 0
	for _, x := range m.Logs {
		if int64(x.Time) <= r.last {
			logs++
		}
	}
	if logs != len(r.logs) {
		t.Errorf("%d logs, want %d", logs, len(r.logs))
	}
}

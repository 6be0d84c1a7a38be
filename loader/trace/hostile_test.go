package trace

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"

	"profstation/internal/thorough"
	"profstation/loader/input"
	"profstation/measure/hostile"
)

// Every hostile trace is a model that holds its invariants, or an error in one line.
func TestHostile(t *testing.T) {
	for _, x := range hostile.Traces {
		n := min(x.N, max(x.N/200, 100))
		m, err := decode(t.Context(), x.Make(n), Options{})
		var e *input.Error
		switch {
		case err == nil:
			checkTrace(t, m)
		case !errors.As(err, &e) || strings.Contains(err.Error(), "\n"):
			t.Errorf("%s: %T %v", x.Name, err, err)
		}
	}
}

// No trace takes more memory than was estimated for it: with half of what stays, it is refused.
func TestBudget(t *testing.T) {
	refused := 0
	for i, x := range hostile.Traces {
		if !thorough.One(i, 2) {
			continue
		}
		n := min(x.N, x.N/50+1)
		data := x.Make(n)
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		m, err := decode(t.Context(), data, Options{})
		if err != nil {
			continue
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		live := int64(after.HeapAlloc) - int64(before.HeapAlloc)
		runtime.KeepAlive(m)
		if live < 256<<10 {
			continue
		}
		refused++
		_, err = decode(t.Context(), data, Options{Limits: input.Limits{Memory: live}})
		if err == nil || !strings.Contains(err.Error(), "of memory, ") {
			t.Errorf("%s: %d bytes of a trace became %d: %v", x.Name, len(data), live, err)
		}
	}
	if refused < thorough.Times(15, 5) {
		t.Errorf("only %d traces are large enough", refused)
	}
}

// A generation whose threads wait for each other is given up after so many steps, and the reader,
// which would search as long, is not asked.
func TestTangled(t *testing.T) {
	for _, name := range []string{"threads whose turn has not come", "a P that is given up again and again", "stops of many reasons within each other"} {
		i := slices.IndexFunc(hostile.Traces, func(x hostile.Trace) bool { return x.Name == name })
		for _, n := range []int{100, 400} {
			data := hostile.Traces[i].Make(n)
			l := generationsOf(t, data)
			d := newDecoder(t.Context())
			d.searches = 1000 - searchesPerByte*len(l.data[0])
			if _, err := d.read(l.load, l.gens[0]); err != errTangled {
				t.Errorf("%d %s: %v", n, name, err)
			}
		}
	}
}

// Numbers that would all have one slot if the file knew how they are hashed are spread.
func TestNumbersSpread(t *testing.T) {
	inverse := uint64(1)
	for range 6 {
		inverse *= 2 - 0x9e3779b97f4a7c15*inverse
	}
	var table numberTable
	const n = 1 << 14
	for i := range n {
		table.index(int64(inverse * uint64(i)))
	}
	run, longest := 0, 0
	for _, s := range slices.Concat(table.slots, table.slots) {
		run++
		if s == 0 {
			run = 0
		}
		longest = max(longest, run)
	}
	if longest > n/8 {
		t.Errorf("%d numbers in a row of %d", longest, n)
	}
}

// What the reader is asked for is counted, and asked for no longer than the context lasts.
func TestEffort(t *testing.T) {
	old := hostile.Traces[slices.IndexFunc(hostile.Traces, func(x hostile.Trace) bool { return x.Name == "the old format: Ps" })]
	if _, e := marked(t.Context(), old.Make(10), "mark"); e.events != 21 || len(e.lanes) != 10 {
		t.Errorf("%+v", e)
	}
	ps := hostile.Traces[slices.IndexFunc(hostile.Traces, func(x hostile.Trace) bool { return x.Name == "Ps" })]
	data := ps.Make(10)[HeaderSize:]
	if e := effortOf(t.Context(), data, 26); len(e.lanes) != 12 || e.batches != 13 {
		t.Errorf("%+v", e)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if _, e := marked(over, old.Make(10), "mark"); e.events != 0 {
		t.Errorf("%+v", e)
	}
}

// A generation without its end is lost, also if what stands behind it is another trace.
func TestSecondTraceBehindNoEnd(t *testing.T) {
	s := newSound(t, "testdata/quiet.trace")
	cut := s.data[:len(s.data)-1]
	l := generationsOf(t, slices.Concat(cut, s.data))
	n := len(s.all)
	if s.data[len(cut)] != batchEndGeneration || len(l.gens) < 2 {
		t.Fatalf("%d generations", len(l.gens))
	}
	var damages []string
	for _, g := range l.gens {
		if g.damage != "" {
			damages = append(damages, g.damage)
		}
	}
	if want := []string{"its end is missing", "another trace follows the first one"}; !slices.Equal(damages, want) {
		t.Errorf("of %d generations: %q, want %q", n, damages, want)
	}
}

package trace

import (
	"context"
	"errors"
	"math"
	"os"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"profstation/internal/must"
	"profstation/loader/input"
	"profstation/measure/hostile"
	"profstation/model/trace"
)

// FuzzTrace loads whatever comes: it must not panic, and what it keeps must
// hold the model's invariants.
func FuzzTrace(f *testing.F) {
	quiet := newSound(f, "testdata/quiet.trace")
	f.Add(quiet.data)
	small := only(quiet.data, quiet.all, func(g uint64) bool { return g == 3 })
	f.Add(small)
	f.Add(small[:len(small)/2])
	f.Add([]byte("go 1.26 trace\x00\x00\x00"))
	f.Add([]byte("go 1.22 trace\x00\x00\x00\x01\x01\x00\x00\x02\x08\x01"))
	f.Add([]byte("go 1.19 trace\x00\x00\x00\x01\x01\x00\x00\x02\x08\x01"))
	f.Add(must.Have(os.ReadFile("testdata/misuse-1.21.trace")))
	f.Add(append([]byte("go 1.25 trace\x00\x00\x00"), small[HeaderSize:]...))
	// Sizes that nothing stands behind.
	f.Add([]byte("go 1.26 trace\x00\x00\x00\x01\x01\x00\x00\xff\xff\xff\xff\xff\xff\xff\x7f"))
	f.Add([]byte("go 1.26 trace\x00\x00\x00\x01\xff\xff\xff\xff\xff\xff\xff\x7f\x00\x00\x02\x08\x01"))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := decode(context.Background(), data, Options{})
		if err != nil {
			var e *input.Error
			if !errors.As(err, &e) {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		checkTrace(t, m)
	})
}

// A cancelled load ends with the context's error, wherever it is.
func TestTraceCancel(t *testing.T) {
	// This trace is so short that one partial model comes.
	for stopAt := range int64(2) {
		ctx, cancel := context.WithCancel(t.Context())
		var seen atomic.Int64
		if stopAt == 0 {
			cancel()
		}
		f, err := open(ctx, "../../testdata/trace.trace", Options{Partial: func(*trace.Trace) {
			if seen.Add(1) == stopAt {
				cancel()
			}
		}})
		if seen.Load() != stopAt || f != nil || !errors.Is(err, context.Canceled) {
			t.Errorf("stopped at partial model %d of %d: %v", stopAt, seen.Load(), err)
		}
		cancel()
	}
	data := newSound(t, "testdata/quiet.trace").data
	ctx, cancel := context.WithTimeout(t.Context(), time.Nanosecond)
	defer cancel()
	<-ctx.Done()
	if _, err := decode(ctx, data, Options{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("out of time: %v", err)
	}
}

// Every step of loading looks whether it shall stop: no look finds it too late.
func TestTraceCancelAnywhere(t *testing.T) {
	s := newSound(t, "testdata/quiet.trace")
	// A piece that cannot be read is searched for batches.
	at := s.all[3].from
	damaged := slices.Concat(s.data[:at], make([]byte, 64*look), s.data[at:])
	load := func(looks int) (asked int, err error) {
		ctx := must.Ask(looks)
		_, err = decode(ctx, damaged, Options{Partial: func(*trace.Trace) {}})
		return ctx.Asked(), err
	}
	looks := must.Have(load(math.MaxInt))
	if looks < 64 {
		t.Errorf("the loader looks at the context only %d times", looks)
	}
	for after := range looks {
		if _, err := load(after); !errors.Is(err, context.Canceled) {
			t.Errorf("stopped at look %d of %d: %v", after, looks, err)
		}
	}
}

// A model of the first generations is that of a file which has only these, and
// does not change while the others come.
func TestTracePartial(t *testing.T) {
	s := newSound(t, "../../testdata/trace.trace")
	data, all := s.data, s.all
	var partials []*trace.Trace
	f := must.Have(decode(t.Context(), data, Options{Partial: func(m *trace.Trace) { partials = append(partials, m) }}))
	if len(partials) == 0 {
		t.Fatal("no partial model")
	}
	for _, p := range partials {
		n := uint64(len(p.Generations))
		want := must.Have(decodeBytes(t, only(data, all, func(g uint64) bool { return g <= n })))
		checkTrace(t, p)
		if !p.Partial || p.Complete() || p.Format != f.Format || p.Events != want.Events || p.End != want.End || p.Spans.Len() != want.Spans.Len() || len(p.Goroutines) != len(want.Goroutines) {
			t.Errorf("%d generations: %d events, %d spans; want %d, %d", n, p.Events, p.Spans.Len(), want.Events, want.Spans.Len())
		}
		for i, g := range p.Goroutines {
			if f.Goroutines[i].ID != g.ID {
				t.Fatalf("goroutine %d is %d, in the whole trace %d", i, g.ID, f.Goroutines[i].ID)
			}
		}
	}
}

// FuzzScript makes traces out of bytes: the fast decoder gives up, or makes of a generation what
// the reader makes of it, and the whole trace holds the model's invariants.
func FuzzScript(f *testing.F) {
	for _, s := range hostile.Scripts {
		f.Add(uint8(3), s)
		f.Add(uint8(0), s)
	}
	f.Fuzz(func(t *testing.T, version uint8, script []byte) {
		data := hostile.Script([]int{22, 23, 25, 26}[version%4], script)
		l := generationsOf(t, data)
		d := newDecoder(t.Context())
		for i := range l.gens {
			if l.gens[i].damage != "" || l.gens[i].cut {
				continue
			}
			got, err := l.byFast(d, i)
			if err != nil {
				continue
			}
			want, err := l.byReader(i)
			if err != nil {
				if !ofProgram(err) {
					t.Fatalf("the reader: %v", err)
				}
				continue
			}
			if diff := sameDecoded(got, want); diff != "" {
				t.Fatal(diff)
			}
		}
		m, err := decode(t.Context(), data, Options{})
		var e *input.Error
		switch {
		case err == nil:
			checkTrace(t, m)
		case !errors.As(err, &e):
			t.Fatalf("%T: %v", err, err)
		}
	})
}

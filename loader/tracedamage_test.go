package loader

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"

	"profstation/model"
)

// batchesOf are the batches of a sound trace, ends of generations among them.
func batchesOf(t testing.TB, data []byte) (version int, all []batch) {
	t.Helper()
	version, err := traceVersion(data)
	if err != nil {
		t.Fatal(err)
	}
	s := &traceSource{memory: data, size: int64(len(data))}
	number := uint64(0)
	for off := int64(traceHeaderSize); off < s.size; {
		b, ok := parseBatch(s, off, version, false)
		if !ok {
			t.Fatalf("no batch at %d", off)
		}
		if b.end {
			b.generation = number
		}
		number = b.generation
		all = append(all, b)
		off = b.to
	}
	return version, all
}

func soundTrace(t testing.TB) []byte {
	t.Helper()
	data, err := os.ReadFile("../testdata/trace.trace")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func decodeTraceBytes(t testing.TB, data []byte) (*model.Trace, error) {
	t.Helper()
	f, err := Decode(t.Context(), "a.trace", data, Options{Traces: true})
	if err != nil {
		return nil, err
	}
	return f.Trace, nil
}

// without is what is left of a model that says nothing of what was lost.
func without(m *model.Trace) model.Trace {
	c := *m
	c.Generations, c.Warnings = nil, nil
	return c
}

// only are the batches of some generations behind the header.
func only(data []byte, all []batch, keep func(generation uint64) bool) []byte {
	out := bytes.Clone(data[:traceHeaderSize])
	for _, b := range all {
		if keep(b.generation) {
			out = append(out, data[b.from:b.to]...)
		}
	}
	return out
}

// keptExactly checks that exactly these generations were kept, as if the file
// had no others.
func keptExactly(t *testing.T, name string, data []byte, all []batch, damaged []byte, kept ...uint64) {
	t.Helper()
	keep := map[uint64]bool{}
	for _, k := range kept {
		keep[k] = true
	}
	got, err := decodeTraceBytes(t, damaged)
	if len(kept) == 0 {
		var e *Error
		if !errors.As(err, &e) || strings.Contains(e.Error(), "\n") {
			t.Errorf("%s: %v, want one clear line", name, err)
		}
		return
	}
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	want, err := decodeTraceBytes(t, only(data, all, func(g uint64) bool { return keep[g] }))
	if err != nil {
		t.Fatalf("%s: what was kept alone: %v", name, err)
	}
	checkTrace(t, got)
	if !reflect.DeepEqual(without(got), without(want)) {
		t.Errorf("%s: %d events, want the %d of generations %v: %q", name, got.Events, want.Events, kept, got.Warnings)
	}
	for _, g := range got.Generations {
		if keep[g.Number] != (g.Lost == "") {
			t.Errorf("%s: generation %d: lost %q", name, g.Number, g.Lost)
		}
	}
	if lost := got.Lost(); lost.Generations > 0 && (len(got.Warnings) == 0 || got.Complete()) {
		t.Errorf("%s: %d lost, told %q", name, lost.Generations, got.Warnings)
	}
}

// A file that is cut keeps all generations before the cut.
func TestTraceCut(t *testing.T) {
	data := soundTrace(t)
	_, all := batchesOf(t, data)
	var kept []uint64
	for _, b := range all {
		for _, at := range []int64{b.from, (b.from + b.to) / 2, b.to - 1} {
			if at == all[0].from || at < b.from {
				continue
			}
			keptExactly(t, "cut", data, all, data[:at], kept...)
		}
		if b.end {
			kept = append(kept, b.generation)
		}
	}
	got, err := decodeTraceBytes(t, data[:all[len(all)-1].from-10])
	if err != nil {
		t.Fatal(err)
	}
	whole := int64(traceHeaderSize)
	for i := range got.Generations {
		whole += got.Generations[i].Bytes
	}
	if lost := got.Lost(); whole != all[len(all)-1].from-10 || lost.Generations != 1 || lost.Time <= 0 {
		t.Errorf("%d bytes told of %d, lost %+v", whole, all[len(all)-1].from-10, lost)
	}
}

// A generation that is missing, or two in another order, cost no other.
func TestTraceGenerationRemoved(t *testing.T) {
	data := soundTrace(t)
	_, all := batchesOf(t, data)
	last := all[len(all)-1].generation
	for g := uint64(1); g <= last; g++ {
		var kept []uint64
		for k := uint64(1); k <= last; k++ {
			if k != g {
				kept = append(kept, k)
			}
		}
		keptExactly(t, "removed", data, all, only(data, all, func(k uint64) bool { return k != g }), kept...)
	}
	swapped := only(data, all, func(k uint64) bool { return k == 2 })
	swapped = append(swapped, only(data, all, func(k uint64) bool { return k != 2 })[traceHeaderSize:]...)
	keptExactly(t, "swapped", data, all, swapped, 1, 2, 3)
}

// Batches that stand in another generation cost that one and their own.
func TestTraceBatchesReordered(t *testing.T) {
	data := soundTrace(t)
	_, all := batchesOf(t, data)
	r := rand.New(rand.NewPCG(1, 1))
	for range 60 {
		i, j := r.IntN(len(all)), r.IntN(len(all))
		a, b := all[min(i, j)], all[max(i, j)]
		if a.end || b.end || a.generation == b.generation {
			continue
		}
		mixed := bytes.Clone(data[:a.from])
		mixed = append(mixed, data[b.from:b.to]...)
		mixed = append(mixed, data[a.to:b.from]...)
		mixed = append(mixed, data[a.from:a.to]...)
		mixed = append(mixed, data[b.to:]...)
		var kept []uint64
		for g := uint64(1); g <= all[len(all)-1].generation; g++ {
			if g != a.generation && g != b.generation {
				kept = append(kept, g)
			}
		}
		keptExactly(t, "mixed", data, all, mixed, kept...)
	}
}

// A flipped bit costs the generation it is in at most.
func TestTraceFlipped(t *testing.T) {
	data := soundTrace(t)
	_, all := batchesOf(t, data)
	r := rand.New(rand.NewPCG(2, 2))
	var places []int64
	for range 40 {
		places = append(places, traceHeaderSize+r.Int64N(int64(len(data)-traceHeaderSize)))
	}
	for _, b := range all { // every header
		for at := b.from; at < min(b.from+14, b.to); at++ {
			places = append(places, at)
		}
	}
	original, err := decodeTraceBytes(t, data)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range places {
		damaged := bytes.Clone(data)
		damaged[at] ^= 1 << r.IntN(8)
		var hit uint64
		for _, b := range all {
			if at >= b.from && at < b.to {
				hit = b.generation
			}
		}
		got, err := decodeTraceBytes(t, damaged)
		if err != nil {
			t.Errorf("flipped %d: %v", at, err)
			continue
		}
		checkTrace(t, got)
		for _, want := range original.Generations {
			if want.Number == hit {
				continue
			}
			found := false
			for _, g := range got.Generations {
				found = found || g.Number == want.Number && g.Lost == "" && g.Events == want.Events && g.Bytes == want.Bytes
			}
			if !found {
				t.Errorf("flipped %d in generation %d (%x to %x): generation %d is not whole: %q", at, hit, data[at], damaged[at], want.Number, got.Warnings)
			}
		}
	}
}

// What is no event is no success, and what is not readable says what to do.
func TestTraceErrors(t *testing.T) {
	old, err := os.ReadFile(traceFiles(t)[1])
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"header alone":   {[]byte("go 1.26 trace\x00\x00\x00"), "without events"},
		"half a header":  {[]byte("go 1.26 trac"), "cut off within its header"},
		"too old":        {[]byte("go 1.7 trace\x00\x00\x00\x00abc"), "record it again with Go 1.11 or newer"},
		"of the future":  {[]byte("go 1.99 trace\x00\x00\x00abc"), "newer than this program"},
		"cut old format": {old[:len(old)/2], "can only be read whole"},
		"zeros":          {append([]byte("go 1.26 trace\x00\x00\x00"), make([]byte, 1000)...), "no generation is whole"},
	} {
		_, err := decodeTraceBytes(t, c.data)
		var e *Error
		if !errors.As(err, &e) || !strings.Contains(e.Error(), c.want) || strings.Contains(e.Error(), "\n") {
			t.Errorf("%s: %v does not say %q", name, err, c.want)
		}
	}
}

// Behind a trace nothing is read, but it is told.
func TestTraceTwoInOneFile(t *testing.T) {
	data := soundTrace(t)
	_, all := batchesOf(t, data)
	two := append(bytes.Clone(data), data...)
	keptExactly(t, "two", data, all, two, 1, 2, 3)
	got, err := decodeTraceBytes(t, two)
	if err != nil || got.Lost().Bytes != int64(len(data)) {
		t.Errorf("%v, lost %+v of %d", err, got.Lost(), len(two))
	}
	keptExactly(t, "garbage", data, all, append(bytes.Clone(data), make([]byte, 5000)...), 1, 2, 3)
}

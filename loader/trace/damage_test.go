package trace

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	xtrace "golang.org/x/exp/trace"

	"profstation/internal/must"
	"profstation/internal/thorough"
	"profstation/loader/input"
	"profstation/model/trace"
)

// batchesOf are the batches of a sound trace, ends of generations among them.
func batchesOf(t testing.TB, data []byte) (version int, all []batch) {
	t.Helper()
	version = must.Have(versionOf(data))
	s := Memory(data)
	number := uint64(0)
	for off := int64(HeaderSize); off < s.size; {
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

// sound is a whole trace of three generations, to be damaged.
type sound struct {
	name string
	data []byte
	all  []batch
	kept map[string]*trace.Trace // models of some of its generations alone
}

func newSound(t testing.TB, file string) *sound {
	t.Helper()
	data := must.Have(os.ReadFile(file))
	s := &sound{name: filepath.Base(file), data: data, kept: map[string]*trace.Trace{}}
	_, s.all = batchesOf(t, data)
	if n := s.all[len(s.all)-1].generation; n != 3 {
		t.Fatalf("%s has %d generations; these tests count on 3", file, n)
	}
	return s
}

// eachSound runs a test on a small trace, and on a large one where there is
// time for it.
func eachSound(t *testing.T, f func(t *testing.T, s *sound)) {
	files := []string{"testdata/quiet.trace"}
	if !underRace {
		files = append(files, "../../testdata/trace.trace")
	}
	for _, file := range files {
		s := newSound(t, file)
		t.Run(s.name, func(t *testing.T) { f(t, s) })
	}
}

// without is what is left of a model that says nothing of what was lost.
func without(m *trace.Trace) trace.Trace {
	c := *m
	c.Generations, c.Warnings = nil, nil
	return c
}

// only are the batches of some generations behind the header.
func only(data []byte, all []batch, keep func(generation uint64) bool) []byte {
	out := bytes.Clone(data[:HeaderSize])
	for _, b := range all {
		if keep(b.generation) {
			out = append(out, data[b.from:b.to]...)
		}
	}
	return out
}

// alone is the model of a file that has these generations only.
func (s *sound) alone(t *testing.T, kept []uint64) *trace.Trace {
	t.Helper()
	key := fmt.Sprint(kept)
	if s.kept[key] == nil {
		m, err := decodeBytes(t, only(s.data, s.all, func(g uint64) bool { return slices.Contains(kept, g) }))
		if err != nil {
			t.Fatalf("generations %d alone: %v", kept, err)
		}
		s.kept[key] = m
	}
	return s.kept[key]
}

// keptExactly checks that exactly these generations of a damaged file were
// kept, as if it had no others.
func (s *sound) keptExactly(t *testing.T, name string, damaged []byte, kept ...uint64) *trace.Trace {
	t.Helper()
	got, err := decodeBytes(t, damaged)
	if len(kept) == 0 {
		var e *input.Error
		if !errors.As(err, &e) || strings.Contains(e.Error(), "\n") {
			t.Errorf("%s: %v, want one clear line", name, err)
		}
		return nil
	}
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return nil
	}
	want := s.alone(t, kept)
	checkTrace(t, got)
	if !reflect.DeepEqual(without(got), without(want)) {
		t.Errorf("%s: %d events, want the %d of generations %v: %q", name, got.Events, want.Events, kept, got.Warnings)
	}
	for _, g := range got.Generations {
		if slices.Contains(kept, g.Number) != (g.Lost == "") {
			t.Errorf("%s: generation %d: lost %q", name, g.Number, g.Lost)
		}
	}
	if lost := got.Lost(); lost.Generations > 0 && (len(got.Warnings) == 0 || got.Complete()) {
		t.Errorf("%s: %d lost, told %q", name, lost.Generations, got.Warnings)
	}
	return got
}

// others are all generations but some.
func others(not ...uint64) (all []uint64) {
	for g := uint64(1); g <= 3; g++ {
		if !slices.Contains(not, g) {
			all = append(all, g)
		}
	}
	return all
}

// A file that is cut keeps all generations before the cut.
func TestTraceCut(t *testing.T) {
	eachSound(t, func(t *testing.T, s *sound) {
		var kept []uint64
		for i, b := range s.all {
			for _, at := range []int64{b.from, (b.from + b.to) / 2, b.to - 1} {
				if i > 0 || at > b.from {
					s.keptExactly(t, fmt.Sprintf("cut at %d", at), s.data[:at], kept...)
				}
			}
			if b.end {
				kept = append(kept, b.generation)
			}
		}
		at := s.all[len(s.all)-1].from - 10
		got := s.keptExactly(t, "cut near the end", s.data[:at], 1, 2)
		whole := int64(HeaderSize)
		for i := range got.Generations {
			whole += got.Generations[i].Bytes
		}
		if lost := got.Lost(); whole != at || lost.Generations != 1 || lost.Time <= 0 {
			t.Errorf("%d bytes told of %d, lost %+v", whole, at, lost)
		}
	})
}

// Before Go 1.26 the reader gives the first events of a generation that is cut.
// They are kept: no fewer than one reader for all gives of such a file, but for
// the Sync of a generation of which nothing else is there.
func TestTraceCutWithinEvents(t *testing.T) {
	s := newSound(t, "testdata/quiet.trace")
	// The same batches with the header of an older version, without the ends.
	older := []byte("go 1.25 trace\x00\x00\x00")
	var borders []int
	var gens []uint64
	for _, b := range s.all {
		if !b.end {
			older = append(older, s.data[b.from:b.to]...)
			borders, gens = append(borders, len(older)), append(gens, b.generation)
		}
	}
	whole, err := decodeBytes(t, older)
	if err != nil || !whole.Complete() || whole.Events != s.alone(t, others()).Events {
		t.Fatalf("%v, %d events", err, whole.Events)
	}
	kept := false
	for i, at := range borders[:len(borders)-1] {
		for _, cut := range []int{at, at + 1, at + 3, (at + borders[i+1]) / 2} {
			r := must.Have(xtrace.NewReader(bytes.NewReader(older[:cut])))
			n := int64(0)
			for ; err == nil; n++ {
				_, err = r.ReadEvent()
			}
			n-- // the error
			got, err := decodeBytes(t, older[:cut])
			if err != nil {
				if gens[i] > 1 || n > 2 {
					t.Errorf("cut at %d: %v; the reader gives %d events", cut, err, n)
				}
				continue
			}
			checkTrace(t, got)
			if got.Events < n-1 {
				t.Errorf("cut at %d: %d events, the reader gives %d", cut, got.Events, n)
			}
			for k, g := range got.Generations {
				if want := whole.Generations[k]; g.Lost == "" && g != want && g.Events > 1 {
					t.Errorf("cut at %d: %+v, in the whole trace %+v", cut, g, want)
				}
				kept = kept || g.Lost != "" && g.Events > 0
			}
			border := cut == at && (gens[i] < gens[i+1] || i > 0 && gens[i] > gens[i-1]) // a Sync alone is whole to the reader
			if lost := got.Lost(); lost.Generations > 1 || (lost.Generations == 0) != border {
				t.Errorf("cut at %d in generation %d: lost %+v: %q", cut, gens[i], lost, got.Warnings)
			}
		}
	}
	if !kept {
		t.Error("no first events were kept of any cut")
	}
}

// A generation that is missing, or two in another order, cost no other.
func TestTraceGenerationRemoved(t *testing.T) {
	eachSound(t, func(t *testing.T, s *sound) {
		for g := uint64(1); g <= 3; g++ {
			s.keptExactly(t, fmt.Sprintf("without %d", g), only(s.data, s.all, func(k uint64) bool { return k != g }), others(g)...)
		}
		swapped := only(s.data, s.all, func(k uint64) bool { return k == 2 })
		swapped = append(swapped, only(s.data, s.all, func(k uint64) bool { return k != 2 })[HeaderSize:]...)
		s.keptExactly(t, "swapped", swapped, 1, 2, 3)
	})
}

// Batches that stand in another generation cost that one and their own.
func TestTraceBatchesReordered(t *testing.T) {
	eachSound(t, func(t *testing.T, s *sound) {
		r := rand.New(rand.NewPCG(1, 1))
		for range 60 {
			i, j := r.IntN(len(s.all)), r.IntN(len(s.all))
			a, b := s.all[min(i, j)], s.all[max(i, j)]
			if a.end || b.end || a.generation == b.generation {
				continue
			}
			mixed := slices.Concat(s.data[:a.from], s.data[b.from:b.to], s.data[a.to:b.from], s.data[a.from:a.to], s.data[b.to:])
			s.keptExactly(t, fmt.Sprintf("%d and %d swapped", i, j), mixed, others(a.generation, b.generation)...)
		}
	})
}

// flipped is the trace with one bit flipped, and the generation of that bit.
func (s *sound) flipped(at int64, bit int) (data []byte, hit uint64) {
	data = bytes.Clone(s.data)
	data[at] ^= 1 << bit
	for _, b := range s.all {
		if at >= b.from && at < b.to {
			hit = b.generation
		}
	}
	return data, hit
}

// A flipped bit costs the generation it is in at most.
func TestTraceFlipped(t *testing.T) {
	eachSound(t, func(t *testing.T, s *sound) {
		r := rand.New(rand.NewPCG(2, 2))
		for range 100 {
			at, bit := HeaderSize+r.Int64N(int64(len(s.data)-HeaderSize)), r.IntN(8)
			damaged, hit := s.flipped(at, bit)
			got, err := decodeBytes(t, damaged)
			if err != nil {
				t.Errorf("bit %d of %d: %v", bit, at, err)
				continue
			}
			if got.Complete() { // the reader did not mind
				checkTrace(t, got)
				continue
			}
			s.keptExactly(t, fmt.Sprintf("bit %d of %d", bit, at), damaged, others(hit)...)
		}
	})
}

// Whichever generation is lost, the time of what was recorded is that of the whole trace.
func TestTraceRecorded(t *testing.T) {
	s := newSound(t, "../../testdata/trace.trace")
	whole := s.alone(t, others())
	for g := uint64(1); g <= 3; g++ {
		var of []batch
		for _, b := range s.all {
			if b.generation == g && !b.end {
				of = append(of, b)
			}
		}
		damaged := bytes.Clone(s.data)
		b := of[len(of)/2]
		for at := (b.from + b.to) / 2; at < b.to; at++ {
			damaged[at] = 0xff
		}
		got := s.keptExactly(t, fmt.Sprintf("generation %d", g), damaged, others(g)...)
		if got == nil {
			continue
		}
		want := time.Duration(whole.End)
		if d := got.Recorded() - want; d.Abs() > want/100 {
			t.Errorf("without generation %d, %v were recorded of %v", g, got.Recorded(), want)
		}
		lost, kept := got.Lost().Time, time.Duration(0)
		for i := range got.Generations {
			if x := &got.Generations[i]; x.Lost == "" {
				kept += time.Duration(x.End - x.Start)
			}
		}
		if d := got.Recorded() - lost - kept; d.Abs() > want/100 {
			t.Errorf("without generation %d, %v were lost and %v kept of %v", g, lost, kept, got.Recorded())
		}
		if told := fmt.Sprintf("about %s of %s", lost.Round(time.Millisecond), got.Recorded().Round(time.Millisecond)); !strings.Contains(got.Warnings[0], told) {
			t.Errorf("%q lacks %q", got.Warnings[0], told)
		}
	}
}

// A flipped bit in the header of a batch, any of them, leaves the pieces of the
// other generations as they are. (Whether pieces that are the same are decoded
// as the same is for the tests above.)
func TestTraceFlippedHeaders(t *testing.T) {
	eachSound(t, func(t *testing.T, s *sound) {
		cut := func(data []byte) []*generation {
			return split(t.Context(), Memory(data), 26)
		}
		want := cut(s.data)
		for _, b := range s.all {
			for at := b.from; at < min(b.from+14, b.to); at++ {
				for bit := range 8 {
					damaged, hit := s.flipped(at, bit)
					got := cut(damaged)
					for _, w := range want {
						if w.number != hit && !slices.ContainsFunc(got, func(g *generation) bool { return reflect.DeepEqual(g, w) }) {
							t.Errorf("bit %d of %d in generation %d: generation %d is not whole", bit, at, hit, w.number)
						}
					}
					if len(got) > len(want)+1 {
						t.Errorf("bit %d of %d in generation %d: %d generations", bit, at, hit, len(got))
					}
				}
			}
		}
	})
}

// What is no event is no success, and what is not readable says what to do.
func TestTraceErrors(t *testing.T) {
	old := must.Have(os.ReadFile(filepath.Join(goroot(t), "src/internal/trace/internal/tracev1/testdata/http_1_19_good")))
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"header alone":   {[]byte("go 1.26 trace\x00\x00\x00"), "without events"},
		"half a header":  {[]byte("go 1.26 trac"), "cut off within its header"},
		"too old":        {[]byte("go 1.7 trace\x00\x00\x00\x00abc"), "record it again with Go 1.11 or newer"},
		"of the future":  {[]byte("go 1.99 trace\x00\x00\x00abc"), "newer than this program"},
		"cut old format": {old[:len(old)/2], "can only be read whole"},
		"old, and wrong": {slices.Concat(old[:len(old)/2], bytes.Repeat([]byte{0xff}, 400), old[len(old)/2:]), "damaged or cut off (unknown event type 63); "},
		"zeros":          {append([]byte("go 1.26 trace\x00\x00\x00"), make([]byte, 1000)...), "no generation is whole"},
	} {
		_, err := decodeBytes(t, c.data)
		var e *input.Error
		if !errors.As(err, &e) || !strings.Contains(e.Error(), c.want) || strings.Contains(e.Error(), "\n") {
			t.Errorf("%s: %v does not say %q", name, err, c.want)
		}
		if n := strings.Count(err.Error(), "damaged"); n > 1 {
			t.Errorf("%s: that it is damaged is said %d times: %v", name, n, err)
		}
	}
}

// Bytes behind a trace are not read, but reported.
func TestTraceTwoInOneFile(t *testing.T) {
	eachSound(t, func(t *testing.T, s *sound) {
		two := slices.Concat(s.data, s.data)
		if got := s.keptExactly(t, "two", two, 1, 2, 3); got != nil && got.Lost().Bytes != int64(len(s.data)) {
			t.Errorf("lost %+v of %d", got.Lost(), len(two))
		}
		s.keptExactly(t, "garbage", slices.Concat(s.data, make([]byte, 5000)), 1, 2, 3)
	})
}

// Whatever byte is damaged, a warning is a whole sentence. Where the reader of x/exp only dumps its state, the sentence
// says in our words what that means.
func TestTraceWarningsAreWhole(t *testing.T) {
	s := newSound(t, "../../testdata/trace.trace")
	ours := 0
	for at := len(s.data) / 2; at < len(s.data); at += len(s.data) / thorough.Times(99, 66) {
		damaged := bytes.Clone(s.data)
		damaged[at] ^= 0x15
		got, err := decodeBytes(t, damaged)
		if err != nil {
			if text := err.Error(); strings.Contains(text, "frontier") {
				t.Errorf("byte %d: %s", at, text)
			}
			continue
		}
		for i := range got.Generations {
			g := &got.Generations[i]
			if strings.HasSuffix(strings.TrimRight(g.Lost, ")"), ":") || strings.Contains(g.Lost, "frontier") {
				t.Errorf("byte %d: generation %d is lost: %q", at, g.Number, g.Lost)
			}
			if strings.Contains(g.Lost, "its events contradict each other") && strings.Contains(g.Details, "frontier") {
				ours++
			}
		}
	}
	if ours == 0 {
		t.Error("no damage led to a dump of the reader's state")
	}
}

package trace

import (
	"bytes"
	"context"
	"encoding/binary"
	"reflect"
	runtimetrace "runtime/trace"
	"slices"
	"strings"
	"testing"

	"profstation/internal/must"
	"profstation/internal/thorough"
	"profstation/model/units"
)

// recorded is a trace of what a function does, by the Go that runs the test.
func recorded(t testing.TB, do func(ctx context.Context)) []byte {
	t.Helper()
	var b bytes.Buffer
	must.Do(runtimetrace.Start(&b))
	do(context.Background())
	runtimetrace.Stop()
	return b.Bytes()
}

// nextVersion is a trace as a Go to come may write it: behind each so many events stands one of a type that is not
// known, with so many arguments. The time between two events is divided between the latter and the unknown one.
func nextVersion(t *testing.T, data []byte, typ byte, arguments, every int) (out []byte, events int) {
	t.Helper()
	_, all := batchesOf(t, data)
	out = bytes.Clone(data[:HeaderSize])
	s, n := &sieve{arguments: argumentsOf, data: data}, 0
	for i := range all {
		b := &all[i]
		if b.end || !s.timed(b) {
			out = append(out, data[b.from:b.to]...)
			continue
		}
		var content []byte
		for rest := data[b.content:b.to]; len(rest) > 0; {
			event := rest[:s.length(rest)]
			rest = rest[len(event):]
			time, k := binary.Uvarint(event[1:])
			if n++; n%every == 0 {
				events++
				content = binary.AppendUvarint(append(content, typ), time/3)
				for v := range arguments {
					content = binary.AppendUvarint(content, uint64(events*(v+1)))
				}
				time -= time / 3
			}
			content = append(binary.AppendUvarint(append(content, event[0]), time), event[1+k:]...)
		}
		out = append(out, batchEvents)
		for _, v := range []uint64{b.generation, uint64(b.thread), b.time, uint64(len(content))} {
			out = binary.AppendUvarint(out, v)
		}
		out = append(out, content...)
	}
	return out, events
}

// Events of types that are not known are left out and counted, and all others are there.
func TestUnknownEvents(t *testing.T) {
	s := newSound(t, "testdata/quiet.trace")
	want := without(s.alone(t, others()))
	for _, c := range []struct {
		typ              byte
		arguments, every int
	}{{53, 0, 5}, {53, 2, 3}, {77, 1, 50}, {140, 5, 7}, {120, 3, 1}} {
		data, events := nextVersion(t, s.data, c.typ, c.arguments, c.every)
		got, err := decodeBytes(t, data)
		if err != nil {
			t.Errorf("%+v: %v", c, err)
			continue
		}
		for i := range got.Generations {
			if x := &got.Generations[i]; x.Lost != "" || x.Events != s.alone(t, others()).Generations[i].Events {
				t.Errorf("%+v: generation %+v", c, x)
			}
		}
		if have := without(got); !reflect.DeepEqual(have, want) {
			t.Errorf("%+v: what is known is not as without it: %d events, want %d", c, have.Events, want.Events)
		}
		if w := got.Warnings; len(w) != 1 || !strings.Contains(w[0], units.Count(int64(events))) || !strings.Contains(w[0], "were not understood and are left out: type ") {
			t.Errorf("%+v: %d events are not known, and it warns %q", c, events, w)
		}
	}
}

// Two unknown types are told apart.
func TestUnknownTypes(t *testing.T) {
	s := newSound(t, "testdata/quiet.trace")
	data, one := nextVersion(t, s.data, 61, 2, 9)
	argumentsOf[61] = 2 // while the second is put between
	data, two := nextVersion(t, data, 62, 4, 11)
	argumentsOf[61] = -1
	got := must.Have(decodeBytes(t, data))
	if have, want := without(got), without(s.alone(t, others())); !reflect.DeepEqual(have, want) {
		t.Errorf("%d events, want %d", have.Events, want.Events)
	}
	if w := got.Warnings; len(w) != 1 || !strings.HasPrefix(w[0], units.Count(int64(one+two))+" events were not understood") {
		t.Errorf("it warns %q of %d events", w, one+two)
	}
}

// Batches of experiments that are not known are left out and counted.
func TestUnknownExperiment(t *testing.T) {
	s := newSound(t, "testdata/quiet.trace")
	first := s.all[3]
	batch := []byte{batchExperimental, 7}
	for _, v := range []uint64{first.generation, uint64(first.thread), first.time, 5} {
		batch = binary.AppendUvarint(batch, v)
	}
	batch = append(batch, "abcde"...)
	got := must.Have(decodeBytes(t, slices.Concat(s.data[:first.from], batch, batch, s.data[first.from:])))
	if have, want := without(got), without(s.alone(t, others())); !reflect.DeepEqual(have, want) {
		t.Errorf("%d events, want %d", have.Events, want.Events)
	}
	want := []string{"2 batches were not understood and are left out, as a newer version may have written them: experiment 7 in generation 1"}
	if !slices.Equal(got.Warnings, want) {
		t.Errorf("it warns %q", got.Warnings)
	}
}

// A trace with a header that is newer than what is known is refused, in one line that says what to do.
func TestNewerHeader(t *testing.T) {
	data := bytes.Clone(newSound(t, "testdata/quiet.trace").data)
	copy(data, "go 1.28 trace")
	_, err := decodeBytes(t, data)
	if err == nil || err.Error() != "a Go execution trace of version 1.28, which is newer than this program; use a newer profstation, or go tool trace of the Go that recorded it" {
		t.Error(err)
	}
}

// What an unknown type would need to be read differs from the truth in no damaged generation without a word.
func TestUnknownAmbiguous(t *testing.T) {
	data := newSound(t, "testdata/quiet.trace").data
	// One unknown event that ends a batch may have eaten the events before its end.
	_, all := batchesOf(t, data)
	s, events := &sieve{arguments: argumentsOf, data: data}, 0
	for i := range all {
		b := &all[i]
		if b.end || !s.timed(b) {
			continue
		}
		damaged := bytes.Clone(data)
		for at := b.content; at < b.to; at += int64(s.length(data[at:b.to])) {
			if events++; !thorough.One(events, 8) {
				continue
			}
			damaged[at] = 99
			got, err := decodeBytes(t, damaged)
			if err == nil && got.Complete() && len(got.Warnings) == 0 {
				t.Errorf("the event at %d is not known, and nothing is said", at)
			}
			damaged[at] = data[at]
		}
	}
}

// A trace with the lives of objects is read whole, and says that they are in it and not shown.
func TestAllocFree(t *testing.T) {
	t.Setenv("GODEBUG", "traceallocfree=1")
	var kept [][]byte
	data := recorded(t, func(ctx context.Context) {
		for range 100 {
			kept = append(kept, make([]byte, 5000))
		}
	})
	if bytes.IndexByte(data, batchExperimental) < 0 || len(kept) != 100 {
		t.Fatal("the trace has no lives of objects")
	}
	got := must.Have(decodeBytes(t, data))
	if !got.Complete() || len(got.Warnings) > 0 {
		t.Errorf("it warns %q", got.Warnings)
	}
	if len(got.Hints) != 1 || !strings.Contains(got.Hints[0], "when objects were allocated and freed") {
		t.Errorf("its hints are %q", got.Hints)
	}
	ref := newRef()
	must.Do(ref.read(bytes.NewReader(data)))
	compareTrace(t, got, ref)
}

package pprof

import (
	"bytes"
	"fmt"
	"testing"

	"profstation/internal/must"
	"profstation/loader/input"
	"profstation/testdata/record/synthetic"
)

// cameIn is what was decoded of data that came in pieces of such a size, but for the first.
func cameIn(t *testing.T, data []byte, piece int) *Early {
	e := NewEarly(wideLimits, t.Context())
	size, from := max(piece, 64), 0
	var room []byte // of all pieces
	all := e.Take(int64(len(data)), func() []byte {
		to := min(from+size, len(data))
		room = append(room[:0], data[from:to]...)
		size, from = piece, to
		return room
	})
	if all == e.failed {
		t.Errorf("it has taken all: %v, failed: %v", all, e.failed)
	}
	return e
}

// TestEarly holds that usual profiles are decoded while they come, to the end.
func TestEarly(t *testing.T) {
	var large, backwards bytes.Buffer
	p := synthetic.Large(2_000, 40, 200, 1)
	must.Do(p.WriteUncompressed(&large))
	for i, l := range p.Location {
		l.ID = uint64(len(p.Location) - i) // the order of stacks by ids is another than by places in the table
	}
	must.Do(p.WriteUncompressed(&backwards))
	labelled := synthetic.Large(300, 10, 50, 1)
	for i, s := range labelled.Sample {
		s.Label, s.NumLabel = map[string][]string{"tenant": {fmt.Sprint(i % 7)}}, map[string][]int64{"bytes": {int64(i % 3)}}
	}
	for name, data := range map[string][]byte{
		"large":       large.Bytes(),
		"backwards":   backwards.Bytes(),
		"with labels": encode(t, labelled),
	} {
		for _, piece := range []int{1 + len(data)/10, 5} {
			e := cameIn(t, data, piece)
			samples := e.samples
			p, err := e.Profile(Decoding{Limits: wideLimits, Progress: input.NewProgress(t.Context(), nil)})
			if err != nil || p.Samples.Len() != samples || samples == 0 {
				t.Errorf("%s in pieces of %d: %d samples, %v", name, piece, samples, err)
			}
			if kept := len(e.rest); kept > len(data)/2 {
				t.Errorf("%s: %d bytes of %d were kept", name, kept, len(data))
			}
		}
		compareWithLibrary(t, data)
	}
}

// TestEarlyLimits holds that it gives up where the counts exceed the memory allowed.
func TestEarlyLimits(t *testing.T) {
	var large bytes.Buffer
	must.Do(synthetic.Large(2_000, 40, 200, 1).WriteUncompressed(&large))
	e := NewEarly(input.Limits{Memory: 100 << 10}, t.Context())
	came, size := 0, large.Len()
	if e.Take(int64(size), func() []byte { came++; return large.Next(4096) }) || came > 100 {
		t.Errorf("it took all %d bytes, or %d pieces of 4kB", size, came)
	}
}

package pprof

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"profstation/loader/input"
	"profstation/testdata/record/synthetic"
)

// cameIn is what was decoded of data that came in pieces of such a size.
func cameIn(t *testing.T, data []byte, piece int) *Early {
	e := NewEarly(wideLimits, t.Context())
	for n := 0; n < len(data) && !e.failed; {
		n = min(n+piece, len(data))
		beginnings := make(chan []byte, 1)
		beginnings <- data[:n]
		close(beginnings)
		e.Follow(beginnings)
	}
	return e
}

// TestEarly holds that usual profiles are decoded while they come, to the end.
func TestEarly(t *testing.T) {
	var large, backwards bytes.Buffer
	p := synthetic.Large(2_000, 40, 200, 1)
	if err := p.WriteUncompressed(&large); err != nil {
		t.Fatal(err)
	}
	for i, l := range p.Location {
		l.ID = uint64(len(p.Location) - i) // the order of stacks by ids is another than by places in the table
	}
	if err := p.WriteUncompressed(&backwards); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"large":       large.Bytes(),
		"backwards":   backwards.Bytes(),
		"with labels": encode(t, randomProfile(rand.New(rand.NewPCG(1, 3)))),
	} {
		e := cameIn(t, data, 1+len(data)/10)
		if e.of(data) == nil {
			t.Fatal(name, "was not decoded early")
		}
		samples := e.samples
		p, err := DecodeEarly(data, e, wideLimits, input.NewProgress(t.Context(), nil))
		if err != nil || p.Samples.Len() != samples || samples == 0 {
			t.Errorf("%s: %d samples, %v", name, samples, err)
		}
		compareWithLibrary(t, data)
	}
}

// TestEarlyLimits holds that it gives up where the counts exceed the memory allowed.
func TestEarlyLimits(t *testing.T) {
	var large bytes.Buffer
	if err := synthetic.Large(2_000, 40, 200, 1).WriteUncompressed(&large); err != nil {
		t.Fatal(err)
	}
	e := NewEarly(input.Limits{Memory: 100 << 10}, t.Context())
	for n := 0; n < large.Len() && !e.failed; n = min(n+4096, large.Len()) {
		e.failed = !e.read(large.Bytes()[:n])
	}
	if !e.failed || cap(e.columns[0]) > 2000 {
		t.Errorf("failed %v with room for %d samples", e.failed, cap(e.columns[0]))
	}
}

package mutant

import (
	"bytes"
	"math/rand/v2"
	"os"
	"testing"
)

// Mutants differ from their recording and from each other, and are the same for the same numbers.
func TestOf(t *testing.T) {
	const recordings = "../../testdata/"
	seen := map[string]bool{}
	for _, name := range []string{"threadcreate.pprof", "goroutine.debug1.txt"} {
		data, err := os.ReadFile(recordings + name)
		if err != nil {
			t.Fatal(err)
		}
		before := bytes.Clone(data)
		for seed := range uint64(20) {
			of := func() []byte { return Of(rand.New(rand.NewPCG(seed, 1)), data, data) }
			m := of()
			if !bytes.Equal(m, of()) {
				t.Fatalf("%s: seed %d makes two mutants", name, seed)
			}
			seen[string(m)] = true
		}
		if !bytes.Equal(data, before) {
			t.Errorf("%s itself was changed", name)
		}
	}
	if len(seen) < 36 {
		t.Errorf("only %d of 40 mutants differ", len(seen))
	}
}

// What is taken apart and joined is the same; most of what is damaged in form still is a message.
func TestFields(t *testing.T) {
	data, packed := unpack(read(t, "../../testdata/mutex.pprof"))
	if all := fields(data); !packed || len(all) < 100 || !bytes.Equal(join(all), data) {
		t.Fatalf("%d fields, packed %v", len(all), packed)
	}
	whole := 0
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 60 {
		if fields(formed[i%len(formed)](r, bytes.Clone(data), nil)) != nil {
			whole++
		}
	}
	if whole < 50 {
		t.Errorf("only %d of 60 are messages", whole)
	}
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

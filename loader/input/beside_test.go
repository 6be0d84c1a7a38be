package input_test

import (
	"testing"

	"profstation/loader/input"
)

// TestStem holds what files beside a recording begin with.
func TestStem(t *testing.T) {
	for path, want := range map[string]string{"/a.b/heap": "/a.b/heap", "heap.pprof": "heap", "x.y.prof.zst": "x.y", "heap.gz": "heap", "trace.out": "trace"} {
		if got := input.Stem(path); got != want {
			t.Errorf("%s begins with %s, want %s", path, got, want)
		}
	}
}

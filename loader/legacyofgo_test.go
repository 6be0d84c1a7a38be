package loader

import (
	"strings"
	"testing"

	"profstation/model/explain"
	"profstation/model/names"
)

// TestLegacyOfGo says of Go's garbage collector only where Go wrote a heap profile: tcmalloc's has another first line.
func TestLegacyOfGo(t *testing.T) {
	for first, want := range map[string]bool{"heap/1048576": true, "heap_v2/524288": false, "heapprofile": false} {
		f, err := Decode(t.Context(), "", []byte("heap profile: 1: 1024 [1: 1024] @ "+first+"\n1: 1024 [1: 1024] @ 0x1234 0x5678\n"), Options{})
		if err != nil {
			t.Fatal(first, err)
		}
		about := explain.About(f.Profile).Measures + explain.SampleType(f.Profile, "inuse_space") + explain.SampleType(f.Profile, "space")
		if names.OfGo(f.Profile) != want || strings.Contains(about, "garbage collection") != want {
			t.Errorf("%s: of Go is %v, %q", first, names.OfGo(f.Profile), about)
		}
	}
}

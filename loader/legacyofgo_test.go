package loader

import (
	"strings"
	"testing"
)

// TestLegacyOfGo says of Go's garbage collector only where Go wrote a heap profile: tcmalloc's has another first line.
func TestLegacyOfGo(t *testing.T) {
	for first, want := range map[string]bool{"heap/1048576": true, "heap_v2/524288": false, "heapprofile": false} {
		f, err := Decode(t.Context(), "", []byte("heap profile: 1: 1024 [1: 1024] @ "+first+"\n1: 1024 [1: 1024] @ 0x1234 0x5678\n"), Options{})
		if err != nil {
			t.Fatal(first, err)
		}
		about := f.Profile.About().Measures + f.Profile.Explain("inuse_space") + f.Profile.Explain("space")
		if f.Profile.OfGo() != want || strings.Contains(about, "garbage collection") != want {
			t.Errorf("%s: of Go is %v, %q", first, f.Profile.OfGo(), about)
		}
	}
}

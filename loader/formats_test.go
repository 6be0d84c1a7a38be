package loader

import (
	"os"
	"testing"

	"profstation/internal/pproftool"
)

// What the first bytes of a recording announce is what opening it finds: both
// go by the same table.
func TestSniff(t *testing.T) {
	seen := map[string]int{}
	for _, path := range pproftool.Recordings(t, "../testdata/*.*") {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		look := Sniff(data[:min(len(data), SniffSize)])
		f, err := Open(t.Context(), path, Options{})
		if err != nil {
			if look.Format != "" {
				t.Errorf("%s looks like %+v and cannot be opened: %v", path, look, err)
			}
			continue
		}
		if look.Format == "" || look.Trace != (f.Trace != nil) {
			t.Errorf("%s looks like %+v", path, look)
		}
		seen[look.Format]++
	}
	for _, f := range formats {
		if seen[f.name] == 0 {
			t.Errorf("no recording is of the format %s", f.name)
		}
	}
}

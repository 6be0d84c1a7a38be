package loader

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// TestCorpus opens all files of the folder that PROFSTATION_CORPUS names.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("PROFSTATION_CORPUS")
	if dir == "" {
		dir = "../testdata"
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Log(err)
	}
	for _, e := range entries {
		f, err := Open(context.Background(), filepath.Join(dir, e.Name()), Options{})
		if err != nil {
			t.Log(err)
			continue
		}
		p := f.Profile
		t.Logf("%s: %s, %d samples, %d stacks, %d functions", e.Name(), p.Format, p.Samples.Len(), p.Stacks.Len(), len(p.Functions))
	}
}

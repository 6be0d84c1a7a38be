package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestBusyEndsBySize holds that a trace for benchmarks has the size that was asked for, with what the runtime had
// not written yet.
func TestBusyEndsBySize(t *testing.T) {
	path := filepath.Join(t.TempDir(), "busy.trace")
	if err := run(t.Context(), options{busy: path, busySize: 2}); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if n := info.Size(); n < 2_000_000 || n > 4_000_000 {
		t.Errorf("the trace has %d bytes", n)
	}
}

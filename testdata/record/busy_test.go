package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// TestBusyEndsBySize holds that a trace for benchmarks ends, and has at least the size that was asked for. How much
// the runtime writes after that depends on the machine.
func TestBusyEndsBySize(t *testing.T) {
	path := filepath.Join(t.TempDir(), "busy.trace")
	if err := run(t.Context(), options{busy: path, busySize: 2}); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if n := info.Size(); n < 2_000_000 {
		t.Errorf("the trace has %d bytes", n)
	}
}

// TestLimited holds that the limit is reported with the byte that reaches it, and that nothing is lost after it.
func TestLimited(t *testing.T) {
	var b bytes.Buffer
	reached := false
	l := &limited{Writer: &b, left: 5, reached: func() { reached = true }}
	for _, step := range []struct {
		text string
		want bool
	}{{"abcd", false}, {"e", true}, {"fg", true}} {
		if _, err := io.WriteString(l, step.text); err != nil || reached != step.want {
			t.Errorf("after %q: reached %t, %v", step.text, reached, err)
		}
	}
	if b.String() != "abcdefg" {
		t.Errorf("%q was written", b.String())
	}
}

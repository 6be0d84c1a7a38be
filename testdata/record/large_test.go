package main

import (
	"path/filepath"
	"slices"
	"testing"
)

// TestParts holds that the parts of a profile are of one program, that each has about half of its
// stacks, and that their times differ.
func TestParts(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "parts")
	l := large{path: dir, stacks: 1000, parts: 3, labels: 10}
	if err := l.write(); err != nil {
		t.Fatal(err)
	}
	names := []string{"000.pprof", "001.pprof", "002.pprof"}
	paths, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.EqualFunc(paths, names, func(path, name string) bool { return filepath.Base(path) == name }) {
		t.Fatalf("there are %q", paths)
	}
	whole := large{path: filepath.Join(t.TempDir(), "whole.pprof"), stacks: 1000}
	if err := whole.write(); err != nil {
		t.Fatal(err)
	}
	all := parse(t, filepath.Dir(whole.path), "whole.pprof")
	if len(all.Sample) != 1000 || len(labelValues(all, "tenant")) > 0 {
		t.Errorf("the whole has %d stacks, and labels %q", len(all.Sample), labelValues(all, "tenant"))
	}
	var last int64
	for _, name := range names {
		p := parse(t, dir, name)
		if n := len(p.Sample); n < 400 || n > 600 {
			t.Errorf("%s has %d stacks of 1,000", name, n)
		}
		if len(p.Function) != len(all.Function) {
			t.Errorf("%s has %d functions, the whole has %d", name, len(p.Function), len(all.Function))
		}
		for _, key := range []string{"tenant", "endpoint"} {
			if got := labelValues(p, key); len(got) != 10 {
				t.Errorf("%s has %d values of %s, want 10", name, len(got), key)
			}
		}
		if p.TimeNanos <= last {
			t.Errorf("%s is not later than the one before it", name)
		}
		last = p.TimeNanos
	}
}

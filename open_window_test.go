//go:build window

package main_test

import "testing"

// TestOpensWindow is a double click on a profile: a window with the program's
// name that shows something.
func TestOpensWindow(t *testing.T) {
	for _, file := range []string{"testdata/cpu.pprof", "testdata/heap.pprof"} {
		t.Run(file, func(t *testing.T) {
			w := start(t, file)
			w.WaitTitle("profstation")
			if picture := w.WaitStable(); blank(picture) {
				t.Errorf("the window of %v is blank", picture.Bounds())
			}
		})
	}
}

//go:build window

package main_test

import (
	"os"
	"path/filepath"
	"testing"
)

// TestPictures makes the pictures of the manual from the real window. They go
// to the folder named by PROFSTATION_PICTURES (`make pictures`); without it
// they are made and thrown away, so that what they show stays possible.
func TestPictures(t *testing.T) {
	folder := os.Getenv("PROFSTATION_PICTURES")
	if folder == "" {
		folder = t.TempDir()
	}
	for _, c := range []struct {
		name string
		args []string
		then func(*window) // brings the window to what the picture shows; nil: nothing
	}{
		{name: "first-look", args: []string{"testdata/cpu.pprof"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := start(t, c.args...)
			w.Resize(1600, 1000)
			if c.then != nil {
				w.WaitStable()
				c.then(w)
			}
			if blank(w.Screenshot(filepath.Join(folder, c.name+".png"))) {
				t.Error("the picture is blank")
			}
		})
	}
}

//go:build window

package e2e

import (
	"image"
	"os"
	"path/filepath"
	"testing"

	"profstation/scene"
)

// TestPictures takes the pictures of the manual from the real window. They go to
// the folder named by PROFSTATION_PICTURES (`make pictures`). Without it the test
// takes them and throws them away, which proves that they can still be taken.
func TestPictures(t *testing.T) {
	folder := os.Getenv("PROFSTATION_PICTURES")
	if folder == "" {
		folder = t.TempDir()
	}
	w := start(t, "../testdata/cpu.pprof", "../testdata/heap.pprof", "../testdata/mutex.pprof", "../testdata/trace.trace").fit()
	for _, c := range []struct {
		name string
		then func() // brings the window from one picture to what the next shows
	}{
		{"flame", func() { w.Click(400, row(w.WaitFlame(), 9)) }},
		{"search", func() {
			w.Key("Escape", "slash")
			w.Type("encoding/json")
			w.WaitPicture("matches", func(m *image.RGBA) bool {
				return count(part(m, canvas), theme(m).Match) > 1000
			})
		}},
		{"pivot", func() {
			w.Key("Return") // the heaviest match
			w.WaitPicture("an outline", func(m *image.RGBA) bool {
				return count(part(m, canvas), theme(m).Selection) > 20
			})
			before := w.WaitStable()
			w.Click(600, 930) // where no box is: the keyboard leaves the input
			w.Key("p")
			w.WaitChange(before)
		}},
		{"graph", func() {
			w.Key("Escape", "Escape", "Escape")
			w.ShowCallGraph(w.WaitStable())
		}},
		{"top", func() { w.Key("3") }},
		{"overview", func() { w.Key("7") }},
		{"timeline", func() {
			w.Click(document(3))
			w.WaitTimeline()
			w.Hold("ctrl", func() { w.Scroll(800, 400, 3) })
			w.Away()
			w.WaitStable()
			w.Click(900, 560)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := w.Picture()
			c.then()
			w.Away()
			w.WaitChange(before)
			for range 2 {
				name := c.name + "-" + theme(w.WaitStable()).Name
				if blank(w.Screenshot(filepath.Join(folder, name+".png"))) {
					t.Error("the picture is blank")
				}
				w.SwitchTheme()
			}
		})
	}
}

// SwitchTheme turns light to dark or dark to light.
func (w *window) SwitchTheme() {
	w.t.Helper()
	dark := theme(w.Picture()) == &scene.Dark
	w.Key("ctrl+t")
	w.WaitPicture("the other theme", func(m *image.RGBA) bool { return (theme(m) == &scene.Dark) != dark })
	w.WaitStable()
}

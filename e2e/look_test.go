//go:build window

package e2e

import (
	"image"
	"testing"

	"profstation/flame"
	"profstation/scene"
)

// TestSwitchesTheme: Ctrl+T turns everything from dark to light and back.
func TestSwitchesTheme(t *testing.T) {
	w := start(t, "../testdata/cpu.pprof").fit()
	first := w.WaitFlame()
	other := map[*scene.Theme]*scene.Theme{&scene.Light: &scene.Dark, &scene.Dark: &scene.Light}[theme(first)]
	w.Key("ctrl+t")
	// The canvas has the new background, and nothing around it has the old one,
	// except single pixels of letters.
	switched := w.WaitPicture("the other theme", func(m *image.RGBA) bool {
		return theme(m) == other && count(m, theme(first).Background) < 2000
	})
	if n := count(switched, other.Background); n < pixels(switched)/4 {
		t.Errorf("%d pixels have the background, expected at least a quarter", n)
	}
	w.Key("ctrl+t")
	w.WaitSame("the first theme", first)
}

// TestScaleTwo: on a screen with twice as many pixels everything is twice as
// large, and a click still selects the box under the pointer.
func TestScaleTwo(t *testing.T) {
	w := startWith(t, append(environment(t, t.TempDir()), "FYNE_SCALE=2"), "../testdata/cpu.pprof")
	m := w.fit().WaitFlame()
	top, bottom := root(m, 2)
	if got := bottom - top; got < 2*flame.RowHeight-3 || got > 2*flame.RowHeight {
		t.Fatalf("a row has %d pixels, expected about %v", got, 2*flame.RowHeight)
	}
	const boxes = 3
	y := (top+bottom)/2 + boxes*2*flame.RowHeight
	w.Click(width/2, y)
	w.Away()
	selected := w.WaitPicture("an outline", func(m *image.RGBA) bool {
		return count(part(m, image.Rect(250, top, 1280, 900)), theme(m).Selection) > 200
	})
	row := image.Rect(250, y-flame.RowHeight-2, 1280, y+flame.RowHeight+3)
	all := image.Rect(250, top, 1280, 900)
	if in, n := count(part(selected, row), theme(m).Selection), count(part(selected, all), theme(m).Selection); in != n {
		t.Errorf("%d of %d pixels of the outline are around the box that was clicked", in, n)
	}
}

// TestKeySheet: ? opens the sheet of keys, Escape closes it.
func TestKeySheet(t *testing.T) {
	w := start(t, "../testdata/cpu.pprof").fit()
	before := w.WaitFlame()
	w.Key("question")
	w.WaitPicture("the sheet", func(m *image.RGBA) bool {
		return differing(part(before, canvas), part(m, canvas)) > pixels(part(m, canvas))/4
	})
	w.Key("Escape")
	w.WaitSame("the flame graph", before)
}

// TestNarrow: a small window still shows the flame graph.
func TestNarrow(t *testing.T) {
	w := start(t, "../testdata/cpu.pprof")
	w.Resize(800, 500)
	w.WaitDrawn()
	w.WaitPicture("boxes", func(m *image.RGBA) bool {
		return len(colours(part(m, image.Rect(150, 110, 600, 450)))) > 40
	})
}

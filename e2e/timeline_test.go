//go:build window

package e2e

import (
	"bytes"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// WaitTimeline waits until the lanes of a trace are there.
func (w *window) WaitTimeline() *image.RGBA {
	w.t.Helper()
	w.Away()
	w.WaitPicture("the lanes of a trace", func(m *image.RGBA) bool { return len(colours(part(m, canvas))) > 30 })
	return w.WaitStable()
}

// spans exports the table of the spans in sight, and returns its lines.
func (w *window) spans() []string {
	w.t.Helper()
	data, err := os.ReadFile(w.Export(".csv"))
	if err != nil {
		w.t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(data)), "\n")[1:]
}

// TestTimeline: a trace opens in its lanes; the wheel zooms, and Home shows all
// again; the palette goes to a goroutine; an export has the spans in sight.
func TestTimeline(t *testing.T) {
	w := start(t, "../testdata/trace.trace").fit()
	all := w.WaitTimeline()
	whole := len(w.spans())
	w.Hold("ctrl", func() { w.Scroll(900, 500, 4) })
	w.Away()
	w.WaitPicture("zoomed lanes", func(m *image.RGBA) bool {
		return differing(part(all, canvas), part(m, canvas)) > blinking
	})
	zoomed := w.WaitStable()
	if n := len(w.spans()); n == 0 || n >= whole {
		t.Errorf("%d of %d spans are in sight after zooming", n, whole)
	}
	w.Key("Home")
	w.Away()
	w.WaitSame("the whole trace again", all)
	w.Key("alt+Left")
	w.WaitSame("the zoomed lanes again", zoomed)

	w.Key("ctrl+g")
	palette := w.WaitChange(zoomed)
	w.Type("g1")
	w.WaitChange(palette)
	w.Key("Return")
	w.Away()
	// The lane is in sight already: a mark at the left of its label shows it, and details show its span.
	labels, details := image.Rect(225, canvas.Min.Y, canvas.Min.X, canvas.Max.Y), image.Rect(1310, canvas.Min.Y, width, canvas.Max.Y)
	w.WaitPicture("a mark at a label, and details", func(m *image.RGBA) bool {
		n := differing(part(zoomed, labels), part(m, labels))
		return n > 0 && n < 200 && !covered(m) && differing(part(zoomed, details), part(m, details)) > 1000
	})
}

// TestTimelineDamaged: a trace that was cut shows its whole generations, and a
// warning above the lanes.
func TestTimelineDamaged(t *testing.T) {
	data, err := os.ReadFile("../testdata/trace.trace")
	if err != nil {
		t.Fatal(err)
	}
	w := start(t, "../testdata/trace.trace").fit()
	w.WaitTimeline()
	warned := func(m *image.RGBA) (n int) { // of the line above the legend
		for y := 95; y < 130; y++ {
			for x := 240; x < 900; x++ {
				if c := m.RGBAAt(x, y); c.R > 200 && c.G > 130 && c.G < 200 && c.B < 110 {
					n++
				}
			}
		}
		return n
	}
	if n := warned(w.WaitStable()); n > 0 {
		t.Errorf("%d pixels of a warning above a sound trace", n)
	}
	w.Close()

	cut := filepath.Join(t.TempDir(), "cut.trace")
	if err := os.WriteFile(cut, bytes.TrimSuffix(data, data[len(data)*9/10:]), 0o600); err != nil {
		t.Fatal(err)
	}
	w = start(t, cut).fit()
	w.WaitPicture("a warning", func(m *image.RGBA) bool { return warned(m) > 100 })
}

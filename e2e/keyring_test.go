//go:build window

package e2e

import (
	"image"
	"testing"
)

// maxStops is more than any tab has.
const maxStops = 100

// within is the window in a test that is a part of the window's own.
func (w *window) within(t *testing.T) *window {
	part := *w
	part.t = t
	return &part
}

// stops walks around a tab: the Tab key moves a frame that one sees from stop to stop until it comes around, and
// Shift+Tab goes the same way back. It counts the stops.
func (w *window) stops() int {
	w.t.Helper()
	forth, back := w.ring("Tab"), w.ring("shift+Tab")
	if forth < 3 || back != forth {
		w.t.Errorf("%d stops forth, %d back", forth, back)
	}
	return forth
}

// ShowTab shows the ith tab, with nothing chosen, and no dialog above it.
func (w *window) ShowTab(i int) *image.RGBA {
	w.t.Helper()
	w.Press("Escape", "Escape", "Escape", "ctrl+BackSpace", string(rune('1'+i)))
	w.Release()
	return w.Rest(w.Press())
}

// ring presses a key from the first stop on until the keyboard comes there again, and counts the stops.
func (w *window) ring(key string) (stops int) {
	w.t.Helper()
	w.Release()
	first := w.Press("Tab")
	for last := first; stops < maxStops; {
		now := w.Press(key)
		stops++
		if !changed(last, now) {
			w.t.Errorf("%s moves nothing at stop %d", key, stops)
		}
		last = now
		if !changed(bars(first), bars(now)) {
			return stops
		}
	}
	w.fatal("%s does not come around", key)
	return 0
}

// bars is the part of a picture in which the first stop is. What is below may have scrolled.
func bars(m *image.RGBA) *image.RGBA { return part(m, image.Rect(0, 0, crossWidth, tabsTop)) }

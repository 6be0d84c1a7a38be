//go:build window

package e2e

import (
	"bytes"
	"image"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	sheet "profstation/ask"
)

// The window that tests cross with all keys: a small one is painted and compared sooner.
const (
	crossWidth, crossHeight = 1100, 720
	barsY                   = 40 // the middle of the bar below the menus
	tabsTop, tabsBottom     = 90, 120
)

// pause is how long an answer may take of which there may be none. `make cross` waits for thousands that are none.
func pause() time.Duration {
	if everything() {
		return 300 * time.Millisecond
	}
	return time.Second
}

// everything reports whether nothing of what is crossed is left out (`make cross`).
func everything() bool { return os.Getenv("PROFSTATION_CROSS") == "all" }

// crossed are recordings of which tabs are crossed with all keys, and others of their kind to go to.
var crossed = []crossedKind{
	{"../testdata/cpu.pprof", "../testdata/heap.pprof", sheet.OfProfile, []sheet.Tab{sheet.FlameTab, sheet.TopTab}},
	{"../testdata/trace.trace", "../loader/trace/testdata/quiet.trace", sheet.OfTrace, []sheet.Tab{sheet.TimelineTab}},
}

type crossedKind struct {
	file, other string
	kind        sheet.Kind
	always      []sheet.Tab // those that `make test` crosses
}

// title matches the title of the window while the recording is shown.
func (c crossedKind) title() string { return "^" + filepath.Base(c.file) + " – " }

// shownBy reports whether the recording is what a window shows.
func (c crossedKind) shownBy(w *window) bool {
	w.t.Helper()
	return strings.HasPrefix(w.Title(), filepath.Base(c.file)+" – ")
}

// start opens the recordings in such a window.
func (c crossedKind) start(t *testing.T) *window {
	t.Helper()
	w := start(t, c.file, c.other)
	w.Resize(crossWidth, crossHeight)
	w.WaitDrawn()
	w.Release()
	w.WaitTitle(c.title())
	w.WaitStable()
	return w
}

// Strike presses keys one after the other, faster than a hand.
func (w *window) Strike(keys ...string) {
	w.t.Helper()
	if len(keys) == 0 {
		return
	}
	// The toolkit takes a key that comes again within 20 ms as one that is held, but not after another key, and
	// drops one that comes again within a millisecond. Shift alone does nothing.
	args := []string{"key", "--delay", "2", keys[0]}
	for _, k := range keys[1:] {
		args = append(args, "Shift_L", k)
	}
	w.do(args...)
}

// Press presses keys, and returns the picture that is painted once the program knows of all of them. What it
// prepares in the background may come later.
func (w *window) Press(keys ...string) *image.RGBA {
	w.t.Helper()
	w.Strike(keys...)
	w.screen.ping(windowID(w.t, w.id))
	return w.Picture()
}

// Release takes the keyboard from what has it, by a click where there is nothing.
func (w *window) Release() {
	w.t.Helper()
	w.do("mousemove", "--window", w.id, strconv.Itoa(crossWidth/2), strconv.Itoa(crossHeight-8), "click", "1")
}

// Rest waits until the program paints the same as last time, and returns that.
func (w *window) Rest(last *image.RGBA) *image.RGBA {
	w.t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		before := last
		if last = w.Press(); !changed(before, last) {
			return last
		}
	}
	w.fatal("the window moves for %v", patience)
	return nil
}

// caret is how wide the text cursor of an input is, which blinks; it is at least as high as letters, and no higher
// than a line of them.
const caret, caretLeast, caretMost = 3, 13, 28

// changed reports whether two pictures differ by more than a text cursor that blinks.
func changed(a, b *image.RGBA) bool {
	from, to := crossWidth, 0
	top, bottom := -1, 0
	for y := range a.Bounds().Dy() {
		rowA, rowB := a.Pix[y*a.Stride:][:a.Stride], b.Pix[y*b.Stride:][:b.Stride]
		if bytes.Equal(rowA, rowB) {
			continue
		}
		if top < 0 {
			top = y
		}
		bottom = y + 1
		for x := range a.Bounds().Dx() {
			if [4]byte(rowA[4*x:]) != [4]byte(rowB[4*x:]) {
				from, to = min(from, x), max(to, x+1)
			}
		}
	}
	return to-from > caret || from < to && (bottom-top < caretLeast || bottom-top > caretMost)
}

// Answers reports whether the window comes to look other than before. Most answers are painted at once.
func (w *window) Answers(before, now *image.RGBA) bool {
	w.t.Helper()
	for deadline := time.Now().Add(pause()); ; now = w.Press() {
		switch {
		case changed(before, now):
			return true
		case time.Now().After(deadline):
			return false
		}
	}
}

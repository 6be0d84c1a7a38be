//go:build window

package e2e

import (
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"profstation/internal/thorough"
)

// exportSoon writes the visible tab a while after an input, however far the window has come by then.
func (w *window) exportSoon(act func(), after time.Duration, ending string) string {
	w.t.Helper()
	path := filepath.Join(w.t.TempDir(), "soon"+ending)
	act()
	time.Sleep(after) // how quick hands are
	w.exportTo(path)
	data, err := os.ReadFile(path)
	if err != nil {
		w.t.Fatal(err)
	}
	return string(data)
}

// TestExportsWhatIsInSight: however soon after an input the keys of an export follow, the file has what the
// window shows once it has answered that input.
func TestExportsWhatIsInSight(t *testing.T) {
	w := start(t, "../testdata/trace.trace", "../testdata/cpu.pprof").fit()
	tab := func(i int, key string) func() {
		return func() {
			w.Click(document(i))
			w.Key(key, "Escape", "Home")
		}
	}
	// A call graph is written as text: its layout becomes better for a while.
	flame, graph, table, lanes := tab(1, "1"), tab(1, "2"), tab(1, "3"), tab(0, "1")
	for i, input := range []struct {
		name   string
		show   func()
		ending string
		act    func()
	}{
		{"the wheel on a flame graph", flame, ".svg", func() { w.Hold("ctrl", func() { w.Scroll(900, 300, 3) }) }},
		{"a double click", flame, ".svg", func() { w.DoubleClick(650, 300) }},
		{"a filter", flame, ".svg", func() { w.Key("ctrl+l"); w.Type("json") }},
		{"a search", table, ".svg", func() { w.Key("slash"); w.Type("json") }},
		{"another tab", flame, ".csv", func() { w.Key("3") }},
		{"the number of nodes", graph, ".dot", func() { w.Drag(sliderX+20, controlsY, sliderX+120, controlsY) }},
		{"the wheel on lanes", lanes, ".svg", func() { w.Hold("ctrl", func() { w.Scroll(900, 500, 3) }) }},
		{"lanes that are dragged", lanes, ".svg", func() { w.Key("w", "w"); w.Drag(900, 500, 700, 500) }},
	} {
		begin := func() *image.RGBA {
			w.Key("Escape", "Escape", "Escape", "ctrl+BackSpace")
			input.show()
			return w.WaitStable()
		}
		before := begin()
		input.act()
		w.Away()
		if differing(before, w.WaitStable()) <= w.blinks {
			t.Fatalf("%s changes nothing", input.name)
		}
		want := w.exportSoon(func() {}, 0, input.ending)
		for k, after := range []time.Duration{0, 50 * time.Millisecond, 400 * time.Millisecond} {
			if !thorough.One(i+k, 3) {
				continue
			}
			begin()
			if got := w.exportSoon(input.act, after, input.ending); got != want {
				line, was, is := firstDifference(want, got)
				t.Errorf("%s: an export %v later writes something else than what is then shown: line %d is %q, not %q",
					input.name, after, line, is, was)
			}
		}
	}
}

// firstDifference returns the first line in which two texts differ, counted from 1.
func firstDifference(a, b string) (line int, inA, inB string) {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for line < min(len(as), len(bs)) && as[line] == bs[line] {
		line++
	}
	at := func(lines []string) string {
		if line < len(lines) {
			return lines[line]
		}
		return ""
	}
	return line + 1, at(as), at(bs)
}

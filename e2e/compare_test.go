//go:build window

package e2e

import (
	"image"
	"os"
	"strings"
	"testing"
)

// wayX is where the buttons for the ways to look at a comparison are.
var wayX = map[string]int{"side by side": 277, "difference": 363, "table": 427}

const wayY = 100

// TestCompare: of two recordings, the second has a slowdown made on purpose. The
// picture of both sides has the colour of more on the second, the buttons change
// the way at once, and the pictures and the table can be written.
func TestCompare(t *testing.T) {
	w := start(t, "compare", "../testdata/cpu.pprof", "../testdata/cpu-slow.pprof").fit()
	w.WaitTitle("^cpu.pprof → cpu-slow.pprof – ")
	beside := w.WaitFlame()
	middle := (canvas.Min.X + canvas.Max.X) / 2
	base, now := image.Rect(canvas.Min.X, 240, middle-20, 700), image.Rect(middle+20, 240, canvas.Max.X, 700)
	more := theme(beside).Diff(1)
	if left, right := count(part(beside, base), more), count(part(beside, now), more); right < 20*max(left, 1) || right < 2000 {
		t.Errorf("%d pixels of the base and %d of the new side are new", left, right)
	}
	d := w.ExportSVG()
	if !strings.Contains(d.Title, "cpu.pprof") || !contains(d.names(0.03), "profstation/testdata/record/pricing.listPrice") {
		t.Errorf("the drawing is called %q and has the boxes %q", d.Title, d.names(0.03))
	}

	w.Click(wayX["difference"], wayY)
	w.Away()
	difference := w.WaitRedrawn(beside)
	if n := count(part(difference, canvas), more); n < 2000 {
		t.Errorf("%d pixels of the difference have the colour of what is new", n)
	}
	if widest := w.ExportSVG().names(0.7); !contains(widest, "all") {
		t.Errorf("the widest boxes of the difference are %q, expected one picture", widest)
	}
	w.Click(wayX["table"], wayY)
	w.Away()
	w.WaitRedrawn(difference)
	data, err := os.ReadFile(w.Export(".csv"))
	if err != nil || !strings.HasPrefix(string(data), "name,base_flat,new_flat,") || !strings.Contains(string(data), "profstation/testdata/record/pricing.listPrice") {
		t.Errorf("there is no table of what changed: %v, %.200s", err, data)
	}
	table := w.WaitStable()
	w.Click(wayX["side by side"], wayY)
	w.Away()
	tables := w.WaitRedrawn(table) // of both sides
	w.Key("1")
	w.WaitRedrawn(tables) // the difference
	w.Click(wayX["side by side"], wayY)
	w.Away()
	w.WaitSame("both sides again", beside)
}

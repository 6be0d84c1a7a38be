//go:build window

package e2e

import (
	"os"
	"strings"
	"testing"
)

// TestTraceFigures: every tab of a trace opens and can be written; a row makes a
// profile out of the trace, with a flame graph of its own.
func TestTraceFigures(t *testing.T) {
	w := start(t, "../testdata/trace.trace").fit()
	before := w.WaitTimeline()
	for _, c := range []struct{ key, file string }{
		{"2", "start_function,goroutine,"}, {"3", "type,count,"}, {"4", "cycle,start_ns,"}, {"5", "start_function,count,"},
	} {
		w.Key(c.key)
		before = w.WaitRedrawn(before)
		data, err := os.ReadFile(w.Export(".csv"))
		if err != nil || !strings.HasPrefix(string(data), c.file) || strings.Count(string(data), "\n") < 3 {
			t.Errorf("tab %s: %v, %.100s", c.key, err, data)
		}
	}
	w.Key("2")
	goroutines := w.WaitRedrawn(before)
	w.RightClick(500, 230) // a function that waits for the network
	w.WaitChange(goroutines)
	w.Key("Down", "Down", "Down", "Right", "Down", "Return") // Profile of it › Network wait
	w.WaitTitle("Network waits ")
	w.WaitRedrawn(goroutines)
	if d := w.ExportSVG(); !strings.Contains(d.Title+d.Desc, "Network waits") {
		t.Errorf("the flame graph is called %q, %q", d.Title, d.Desc)
	}
}

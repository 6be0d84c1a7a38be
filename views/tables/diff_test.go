package tables

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/viewtest"
)

// A table without rows says why, and what is still being prepared that it is.
func TestDurationsEmpty(t *testing.T) {
	test.NewTempApp(t)
	v := NewDiff(ask.DurationsTab, (&viewtest.Sent{}).Send)
	viewtest.Window(t, v.Object, 600, 300)
	s := viewtest.TwoTraces()
	hidden := *s
	hidden.Display.Compare.HideNoise = true
	early := *s
	early.Durations = nil
	for _, c := range []struct {
		s    *screen.Snapshot
		want string
	}{{s, "There is nothing to compare."}, {&hidden, "Nothing changed by more than"}, {&early, "Preparing…"}} {
		if v.Show(c.s); !strings.HasPrefix(v.State.Empty, c.want) {
			t.Errorf("it says %q, want %q", v.State.Empty, c.want)
		}
	}
}

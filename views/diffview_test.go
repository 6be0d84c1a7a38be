package views

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"profstation/scene"
	"profstation/timeline/contrast"
)

// twoTraces is a comparison of traces, on the tab of their durations.
func twoTraces(rows ...contrast.Row) *Snapshot {
	return &Snapshot{
		Documents: []Document{{ID: 3, State: Ready, Comparison: true}}, Active: 3, Tabs: ContrastTabs, Tab: DurationsTab,
		Display: Display{Theme: &scene.Light}, Contrast: &Contrast{Table: contrast.Table(rows)},
	}
}

// A table without rows says why, and what is still being prepared that it is.
func TestDurationsEmpty(t *testing.T) {
	test.NewTempApp(t)
	v := NewDiffView(DurationsTab, (&sent{}).send)
	inWindow(t, v.Object, 600, 300)
	s := twoTraces()
	hidden := *s
	hidden.Display.Compare.HideNoise = true
	early := *s
	early.Contrast = nil
	for _, c := range []struct {
		s    *Snapshot
		want string
	}{{s, "There is nothing to compare."}, {&hidden, "Nothing changed by more than"}, {&early, "Preparing …"}} {
		if v.Show(c.s); !strings.HasPrefix(v.state.Empty, c.want) {
			t.Errorf("it says %q, want %q", v.state.Empty, c.want)
		}
	}
}

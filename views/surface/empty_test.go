package surface

import (
	"strings"
	"testing"

	"profstation/desk/screen"
	"profstation/internal/viewtest"
	"profstation/scene"
)

func TestEmptyText(t *testing.T) {
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	for want, change := range map[string]func(*screen.Snapshot){
		"Nothing is open.": func(s *screen.Snapshot) { s.Active = 0 },
		"Reading cpu.pprof…": func(s *screen.Snapshot) {
			s.Documents = []screen.Document{{ID: 1, Name: "cpu.pprof", State: screen.Loading}}
		},
		"x.txt cannot be shown.\nnot a profile": func(s *screen.Snapshot) {
			s.Documents = []screen.Document{{ID: 1, Name: "x.txt", State: screen.Failed, Detail: "not a profile"}}
		},
		"Preparing…":                   func(s *screen.Snapshot) { s.Answer = nil },
		"No samples match the fil":     func(s *screen.Snapshot) { s.Place.Query.Focus = "x" },
		"No samples match the filters": func(s *screen.Snapshot) { s.Answer.Nothing = true },
		"No goroutine waited": func(s *screen.Snapshot) {
			s.Documents = []screen.Document{{ID: s.Active, State: screen.Ready, Empty: "No goroutine waited."}}
		},
		"This profile has no sa": func(*screen.Snapshot) {},
	} {
		n := viewtest.Again(s)
		change(n)
		if got := EmptyText(n); !strings.HasPrefix(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// surfaceFont and measure are those of texts on an empty surface.
var surfaceFont = scene.Font{Size: scene.TextSize + 1}

func measure(s string) float64 { return scene.Measure(s, surfaceFont) }

// A line of an empty view is as wide as its room at most, and nothing of the text is cut.
func TestEmptyLinesFit(t *testing.T) {
	const text = "a line that is much too long for so little room\nand another averyveryveryverylongword"
	for _, width := range []float64{80, 1000} {
		lines := Lines(text, func(s string) bool { return measure(s) <= width })
		for _, line := range lines {
			if w := measure(line); w > width {
				t.Errorf("%q is %v wide", line, w)
			}
		}
		whole := func(s string) string { return strings.Join(strings.Fields(s), "") }
		if whole(strings.Join(lines, "")) != whole(text) || len(lines) < 4 != (width == 1000) {
			t.Errorf("in %v the lines are %q", width, lines)
		}
	}
}

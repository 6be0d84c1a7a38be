package views

import (
	"strings"
	"testing"

	"profstation/desk/screen"
)

func TestRune(t *testing.T) {
	var r sent
	for _, c := range "129/?nNf0px" {
		Rune(r.send, c)
	}
	r.want(t, screen.NthTab{N: 1}, screen.NthTab{N: 2}, screen.NthTab{N: 9}, screen.FocusField{Name: "search"}, screen.ShowKeys{}, screen.NextMatch{}, screen.NextMatch{Backwards: true},
		screen.Zoom{}, screen.Zoom{}, screen.Pivot{Node: screen.Selected})
}

func TestWrapLines(t *testing.T) {
	const text = "a line that is much too long for so little room\nand another averyveryveryverylongword"
	lines := wrapLines(text, surfaceFont, 80)
	for _, line := range lines {
		if w := measure(line); w > 80 {
			t.Errorf("%q is %v wide", line, w)
		}
	}
	// All words are there in their order, and only one that is too long is cut.
	whole, cut, ok := strings.Cut(strings.Join(lines, " "), "…")
	words := strings.Join(strings.Fields(text), " ")
	if !ok || cut != "" || len(lines) < 4 || !strings.HasPrefix(words, whole) || !strings.Contains(whole, " avery") {
		t.Errorf("the lines are %q", lines)
	}
	if lines := wrapLines(text, surfaceFont, 1000); strings.Join(lines, "\n") != text {
		t.Errorf("with room enough the lines are %q", lines)
	}
}

package views

import (
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
	for _, line := range wrapLines("a line that is much too long for so little room\nand another averyveryveryverylongword", surfaceFont, 80) {
		if w := measure(line); w > 80 {
			t.Errorf("%q is %v wide", line, w)
		}
	}
}

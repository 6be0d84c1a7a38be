package views

import "testing"

func TestRune(t *testing.T) {
	var r sent
	for _, c := range "129/?nNf0px" {
		Rune(r.send, c)
	}
	r.want(t, NthTab{1}, NthTab{2}, NthTab{9}, FocusField{"search"}, ShowKeys{}, NextMatch{}, NextMatch{Backwards: true},
		Zoom{}, Zoom{}, Pivot{Selected})
}

func TestWrapLines(t *testing.T) {
	for _, line := range wrapLines("a line that is much too long for so little room\nand another averyveryveryverylongword", surfaceFont, 80) {
		if w := measure(line); w > 80 {
			t.Errorf("%q is %v wide", line, w)
		}
	}
}

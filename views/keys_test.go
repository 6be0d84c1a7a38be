package views

import (
	"testing"

	"profstation/desk/screen"
	"profstation/internal/viewtest"
)

func TestRune(t *testing.T) {
	var r viewtest.Sent
	for _, c := range "129/?nNf0px" {
		Rune(r.Send, c)
	}
	r.Want(t, screen.NthTab{N: 1}, screen.NthTab{N: 2}, screen.NthTab{N: 9}, screen.FocusField{Name: "search"}, screen.ShowKeys{}, screen.NextMatch{}, screen.NextMatch{Backwards: true},
		screen.Zoom{}, screen.Zoom{}, screen.Pivot{Node: screen.Selected})
}

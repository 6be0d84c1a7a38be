package views

import "profstation/desk/screen"

// letters are the keys that no view has a use for itself, besides the digits.
var letters = map[rune]screen.Intent{
	'/': screen.FocusField{Name: "search"},
	'?': screen.ShowKeys{},
	'n': screen.NextMatch{},
	'N': screen.NextMatch{Backwards: true},
	'f': screen.Zoom{},
	'0': screen.Zoom{},
	',': screen.Step{By: -1},
	'.': screen.Step{By: 1},
	'p': screen.Pivot{Node: screen.Selected},
}

// Rune answers a typed letter that no view had a use for.
func Rune(send screen.Send, r rune) {
	if r >= '1' && r <= '9' {
		send(screen.NthTab{N: int(r - '0')})
	} else if i := letters[r]; i != nil {
		send(i)
	}
}

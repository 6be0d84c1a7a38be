package graph

import (
	"slices"
	"strings"
	"testing"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/viewtest"
)

// The line below the picture names what is not drawn, and its button asks for that.
func TestUndrawnLine(t *testing.T) {
	r, s := shownGraph(t, viewtest.Small())
	line := r.controls.undrawn
	if line.object.Visible() {
		t.Errorf("%q stands below a picture that has all", line.text.Text)
	}
	for _, c := range []struct {
		left         ask.Undrawn
		text, button string
		names        []string
	}{
		{ask.Undrawn{Selected: "a.b"}, "Selected but not drawn: a.b", "Draw it", []string{"a.b"}},
		{ask.Undrawn{Selected: "a.b", Found: []string{"c"}, All: 1}, "Selected but not drawn: a.b", "Draw it", []string{"a.b"}},
		{ask.Undrawn{Found: []string{"c"}, All: 1}, "Found but not drawn: c", "Draw it", []string{"c"}},
		{ask.Undrawn{Found: []string{"c", "d"}, All: 2}, "2 matches are not drawn, the heaviest is c", "Draw them", []string{"c", "d"}},
		{ask.Undrawn{Found: []string{"c", "d"}, All: 9}, "9 matches are not drawn", "Draw the heaviest 2", []string{"c", "d"}},
	} {
		left := viewtest.Again(s)
		left.Answer.Undrawn = c.left
		r.Show(left)
		if !line.object.Visible() || !strings.HasPrefix(line.text.Text, c.text) || line.add.Text != c.button {
			t.Errorf("%+v: %q and %q", c.left, line.text.Text, line.add.Text)
		}
		line.add.OnTapped()
		if sent := r.Take(); len(sent) != 1 || !slices.Equal(sent[0].(screen.Draw).Nodes, c.names) {
			t.Errorf("%+v: the button sends %v, expected %v to be drawn", c.left, sent, c.names)
		}
	}
	if r.Show(s); line.object.Visible() {
		t.Error("the line stays")
	}
}

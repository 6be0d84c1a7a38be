package views

import (
	"slices"
	"testing"

	"profstation/desk/screen"
	"profstation/internal/viewtest"
	"profstation/origin"
)

// The note on the selected frame stands in its details; without a selection all
// are listed.
func TestDetailsNotes(t *testing.T) {
	var to viewtest.Sent
	v := NewDetailsView(to.Send)
	w := viewtest.Window(t, v.Object, 300, 600)
	notes := []origin.Note{{On: "json.Marshal", Text: "slow\n\x1b[31m"}, {On: "main.log", Text: "other"}}
	s := viewtest.Snapshot(t, viewtest.Small(), viewtest.Everything())
	v.Show(s)
	s = viewtest.Again(s)
	s.Notes = notes
	v.Show(s)
	viewtest.HasText(t, viewtest.Texts(w.Canvas().Content()), "slow\n\\x1b[31m")
	viewtest.TapLink(t, v.Object, "main.log")
	to.Want(t, screen.ShowNoted{Note: notes[1]})

	s = viewtest.Selecting(t, s, false, "main.main", "main.serve", "json.Marshal")
	v.Show(s)
	all := viewtest.Texts(w.Canvas().Content())
	viewtest.HasText(t, all, "slow")
	if slices.Contains(all, "other") {
		t.Error("the note on another frame is shown")
	}
	viewtest.TapLink(t, v.Object, "Change the note…")
	viewtest.TapLink(t, v.Object, "Remove note")
	to.Want(t, screen.AskNote{Note: notes[0]}, screen.WriteNote{Note: origin.Note{On: "json.Marshal"}})

	s = viewtest.Again(s)
	s.Notes = nil
	v.Show(s)
	viewtest.TapLink(t, v.Object, "Write a note…")
	to.Want(t, screen.AskNote{Note: origin.Note{On: "json.Marshal"}})
}

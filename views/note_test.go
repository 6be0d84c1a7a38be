package views

import (
	"slices"
	"strings"
	"testing"

	"profstation/desk/screen"
)

// hasText looks for a text on an object.
func hasText(t *testing.T, all []string, part string) {
	t.Helper()
	if !slices.ContainsFunc(all, func(s string) bool { return strings.Contains(s, part) }) {
		t.Errorf("%q lacks %q", all, part)
	}
}

// tapLink clicks on the link with a text.
func tapLink(t *testing.T, links []*link, text string) {
	t.Helper()
	i := slices.IndexFunc(links, func(l *link) bool { return l.text == text || l.figure == text })
	if i < 0 {
		t.Fatalf("there is no link %q", text)
	}
	links[i].Tapped(nil)
}

// The note on the selected frame stands in its details; without a selection all
// are listed.
func TestDetailsNotes(t *testing.T) {
	var to sent
	v := NewDetailsView(to.send)
	w := inWindow(t, v.Object, 300, 600)
	notes := []screen.Note{{On: "json.Marshal", Text: "slow\n\x1b[31m"}, {On: "main.log", Text: "other"}}
	s := snapshot(t, small(), everything())
	v.Show(s)
	s = again(s)
	s.Notes = notes
	v.Show(s)
	hasText(t, texts(w.Canvas().Content()), "slow\n\uFFFD[31m")
	tapLink(t, find[*link](v.box), "main.log")
	to.want(t, screen.ShowNoted{Note: notes[1]})

	s = selecting(t, s, false, "main.main", "main.serve", "json.Marshal")
	v.Show(s)
	all := texts(w.Canvas().Content())
	hasText(t, all, "slow")
	if slices.Contains(all, "other") {
		t.Error("the note on another frame is shown")
	}
	tapLink(t, find[*link](v.box), "Change the note …")
	tapLink(t, find[*link](v.box), "Remove the note")
	to.want(t, screen.AskNote{Note: notes[0]}, screen.WriteNote{Note: screen.Note{On: "json.Marshal"}})

	s = again(s)
	s.Notes = nil
	v.Show(s)
	tapLink(t, find[*link](v.box), "Write a note …")
	to.want(t, screen.AskNote{Note: screen.Note{On: "json.Marshal"}})
}

// Notes are listed in the overview.
func TestOverviewNotes(t *testing.T) {
	var to sent
	v := NewOverviewView(to.send)
	w := inWindow(t, v.Object, 600, 600)
	s := snapshot(t, small(), everything())
	s.Answer.Overview = &screen.Overview{Title: "CPU profile"}
	v.Show(s)
	s = again(s)
	s.Notes = []screen.Note{{On: "json.Marshal", Text: "slow"}, {On: "g7 main.f: running", Goroutine: 7, At: 1_500_000, Text: "why"}}
	v.Show(s)
	all := texts(w.Canvas().Content())
	hasText(t, all, "slow")
	hasText(t, all, "1.50ms  g7 main.f: running")
	tapLink(t, find[*link](v.box), "json.Marshal")
	to.want(t, screen.ShowNoted{Note: s.Notes[0]})
}

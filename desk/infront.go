package desk

import (
	"cmp"
	"strings"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/loader/store"
	"profstation/origin"
)

// inFront is the dialog with the question of the document in front, and whether its store may be asked: nothing is
// sent where the user has not asked yet. It is zero if that document is of no store, or is what the dialog shows.
func (s *remotes) inFront() (line screen.Store, asks bool) {
	doc := s.desk.docs.active
	if doc == nil {
		return line, false
	}
	var path, typed string
	switch o := doc.origin.(type) {
	case *fileOrigin:
		path, typed = o.path, o.typed
	case *watched:
		path, typed = o.Path, o.typed
	}
	if !origin.Ref(path).Stored() || s.chosen() == path {
		return line, false
	}
	at := cmp.Or(typed, path)
	q, _, err := store.Parse(at)
	if err != nil {
		return line, false
	}
	line.Address, line.Choice = origin.Ref(at).Store(), choiceOf(q)
	line.Choice.By, _, _ = strings.Cut(q.By, ",")
	line.Choice.Labelled = q.By != ""
	return line, typed != ""
}

// chosen is the public address of what the dialog would open; "": it is not complete.
func (s *remotes) chosen() string {
	if s.asked == nil {
		return ""
	}
	sides, err := questions(s.asked.question, s.shown.Choice)
	if err != nil {
		return ""
	}
	return string(origin.Ref(sides[ask.NewSide].Typed(s.asked.address)).Public())
}

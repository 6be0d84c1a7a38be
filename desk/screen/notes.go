package screen

import "profstation/origin"

type (
	AskNote   struct{ origin.Note } // asks for a note's words. A note without a place belongs to the selection
	WriteNote struct{ origin.Note } // replaces the note at its place. Without a text it removes the note
	ShowNoted struct{ origin.Note } // goes to a note's place
)

func (AskNote) intent()   {}
func (WriteNote) intent() {}
func (ShowNoted) intent() {}

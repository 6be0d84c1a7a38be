package screen

import (
	"profstation/ask"
)

type (
	AskNote   struct{ ask.Note } // asks for the words of a note. A note without a place belongs to the selection
	WriteNote struct{ ask.Note } // replaces the note at its place. Without a text it removes the note
	ShowNoted struct{ ask.Note } // goes to the place of a note
)

func (AskNote) intent()   {}
func (WriteNote) intent() {}
func (ShowNoted) intent() {}

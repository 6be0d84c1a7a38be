package screen

// Outcome is how an export or a recording ended.
type Outcome struct {
	Text   string
	Failed bool   // it stays until somebody has dismissed it
	Folder string // where a file was written; "" for none
}

type (
	Again       struct{ does }        // does once more what failed, with the same answers
	Dismiss     struct{ does }        // takes a failure off the screen
	ShowOutcome struct{ does }        // shows in full how it ended
	OpenFolder  struct{ Path string } // shows a folder in the system's file manager
)

func (OpenFolder) intent() {}

package screen

type (
	// SaveWorkspace writes the open documents to a file that can be opened again;
	// without a path it asks for one.
	SaveWorkspace struct{ Path string }
	// Report writes a page about the open documents, with their notes; without a
	// path it asks for one.
	Report struct{ Path string }
	// OpenLast opens the documents of the session before this one.
	OpenLast struct{ does }
	// ForgetRecent empties the list of what was opened lately.
	ForgetRecent struct{ does }
)

func (SaveWorkspace) intent() {}
func (Report) intent()        {}

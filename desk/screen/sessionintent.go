package screen

type (
	// SaveWorkspace writes the open documents to a file that can be opened again;
	// no path asks for one.
	SaveWorkspace struct{ Path string }
	// Report writes a page of the open documents, with the notes on them; no path
	// asks for one.
	Report struct{ Path string }
	// OpenLast opens the documents of the session before this one.
	OpenLast struct{}
	// ForgetRecent empties the list of what was opened lately.
	ForgetRecent struct{}
)

func (SaveWorkspace) intent() {}
func (Report) intent()        {}
func (OpenLast) intent()      {}
func (ForgetRecent) intent()  {}

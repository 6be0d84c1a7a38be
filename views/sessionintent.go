package views

type (
	// SaveWorkspace writes the open documents to a file that can be opened again;
	// no path asks for one.
	SaveWorkspace struct{ Path string }
	// OpenLast opens the documents of the session before this one.
	OpenLast struct{}
	// ForgetRecent empties the list of what was opened lately.
	ForgetRecent struct{}
)

func (SaveWorkspace) intent() {}
func (OpenLast) intent()      {}
func (ForgetRecent) intent()  {}

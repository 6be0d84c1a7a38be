package table

import "io"

// Report is a table that knows all ways to be written.
type Report interface {
	Heading() []string // the lines above a picture
	Table() *Table
	WriteJSON(io.Writer) error
	WriteText(io.Writer) error // as pprof prints it
}

package model

import (
	"encoding/csv"
	"io"
	"iter"
)

// WriteCSV writes the names of the fields and all rows in RFC 4180's form, lines ended by a line
// feed. A row is only valid until the next. Its errors are those of w.
func WriteCSV(w io.Writer, fields []string, rows iter.Seq[[]string]) error {
	out := csv.NewWriter(w)
	err := out.Write(fields)
	for row := range rows {
		if err != nil {
			return err
		}
		err = out.Write(row)
	}
	out.Flush()
	return out.Error()
}

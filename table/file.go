package table

import (
	"encoding/csv"
	"io"
)

// WriteCSV writes the header and all rows in RFC 4180's form, lines ended by a
// line feed. Texts are the bytes of the profile, quoted where needed.
func (t *Table) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	if err := out.Write(t.Fields); err != nil {
		return err
	}
	record := make([]string, len(t.Fields))
	for row := range t.Rows {
		t.Record(row, record)
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

package table

import (
	"io"
	"iter"
	"math"
	"strconv"

	"profstation/model"
	"profstation/model/compare"
)

// WriteCSV writes the fields of all rows, texts as the bytes of the profile. It returns the
// errors of w.
func (t *Table) WriteCSV(w io.Writer) error { return model.WriteCSV(w, t.Fields, t.records()) }

// WriteSidesCSV writes the rows of both sides of a comparison, with the side, base or new, as the
// first field. It returns the errors of w.
func WriteSidesCSV(w io.Writer, base, now *Table) error {
	return compare.WriteCSV(w, now.Fields, [2]iter.Seq[[]string]{base.records(), now.records()})
}

func (t *Table) records() iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		record := make([]string, len(t.Fields))
		for row := range t.Rows {
			t.Record(row, record)
			if !yield(record) {
				return
			}
		}
	}
}

// Exact writes a figure for a file, nothing for an unknown or infinite one.
func Exact(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64) // a p-value may be very small
}

// plain writes a number with as many digits as it has, without an exponent.
func plain(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// whole writes a whole number.
func whole[N int | int64](n N) string { return strconv.FormatInt(int64(n), 10) }

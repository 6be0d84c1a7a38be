package units

import (
	"encoding/csv"
	"io"
	"iter"
	"strings"
	"unicode/utf8"

	"profstation/model/safe"
)

// Cell is a cell in a CSV file. The zero value is empty.
type Cell struct {
	Text   string
	number bool // it is not a text, and may begin with a minus
}

// Text returns a cell with any text, such as a name.
func Text(s string) Cell { return Cell{Text: s} }

// Number returns a cell with a number that the program has written.
func Number(s string) Cell { return Cell{s, true} }

// WholeCell returns a cell with a whole number.
func WholeCell[N ~int | ~int32 | ~int64](n N) Cell { return Number(Whole(n)) }

// Raw returns a writer to which [WriteCSV] writes texts unchanged, even those that a spreadsheet would run.
func Raw(w io.Writer) io.Writer { return raw{w} }

type raw struct{ io.Writer }

// WriteCSV writes the field names and all rows in the form of RFC 4180, with a line feed after each line.
// Texts are safe in a spreadsheet unless w is [Raw]. A row is only valid until the next one. It returns
// errors from w.
func WriteCSV(w io.Writer, fields []string, rows iter.Seq[[]Cell]) error {
	out, safe := csv.NewWriter(w), SafeCell
	if _, ok := w.(raw); ok {
		safe = func(s string) string { return s }
	}
	record := make([]string, len(fields))
	for i, f := range fields {
		record[i] = safe(f)
	}
	err := out.Write(record)
	for row := range rows {
		if err != nil {
			return err
		}
		record = record[:0]
		for _, c := range row {
			if !c.number {
				c.Text = safe(c.Text)
			}
			record = append(record, c.Text)
		}
		err = out.Write(record)
	}
	out.Flush()
	return out.Error()
}

// SafeCell writes a text as a cell that a spreadsheet does not run as a formula, according to OWASP's rule
// (owasp.org/www-community/attacks/CSV_Injection): an apostrophe precedes what begins like a formula. Here
// that also applies after semicolons and line ends, at which spreadsheets may begin a new cell. Invisible
// characters are replaced as in [safe.Visible].
//
// Removing the first of the apostrophes before a formula restores the text, because an apostrophe is also
// added before apostrophes and spaces that a formula follows.
func SafeCell(s string) string {
	if !suspicious(s) {
		return safe.Visible(s)
	}
	var b strings.Builder
	begins := true
	for i, r := range s {
		if begins && runs(s[i:], i == 0) {
			b.WriteByte('\'')
		}
		b.WriteRune(r)
		begins = strings.ContainsRune(separators, r)
	}
	return safe.Visible(b.String())
}

// separators are where a spreadsheet may begin another cell, besides commas, which are quoted.
const separators = ";\t\r\n"

// suspicious is a quick check: few names need any change.
func suspicious(s string) bool {
	return runs(s, true) || strings.ContainsAny(s, separators)
}

// runs reports whether a spreadsheet may take a text for a formula. East Asian versions also accept the wide
// forms of the signs.
func runs(s string, first bool) bool {
	// Only look at the first character: searching a text with many parts would take quadratic time.
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(s, " '"))
	return strings.ContainsRune("=+-@＝＋－＠", r) || first && strings.ContainsRune("\t\r\n", r)
}

package units

import (
	"encoding/csv"
	"io"
	"iter"
	"strings"
	"unicode/utf8"

	"profstation/model/safe"
)

// Cell is a cell of a CSV file. The zero value is empty.
type Cell struct {
	Text   string
	number bool // it is no text, and may begin with a minus
}

// Text is a cell with any text, such as a name.
func Text(s string) Cell { return Cell{Text: s} }

// Number is a cell with a number that the program has written.
func Number(s string) Cell { return Cell{s, true} }

// WholeCell is a cell with a whole number.
func WholeCell[N ~int | ~int32 | ~int64](n N) Cell { return Number(Whole(n)) }

// Raw is a writer to which [WriteCSV] writes texts as they are, also such as a spreadsheet runs.
func Raw(w io.Writer) io.Writer { return raw{w} }

type raw struct{ io.Writer }

// WriteCSV writes the names of the fields and all rows in RFC 4180's form, lines ended by a line
// feed. Texts are safe in a spreadsheet unless w is [Raw]. A row is only valid until the next.
// Its errors are those of w.
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

// SafeCell is a text as a cell that a spreadsheet does not run as a formula, after OWASP's rule
// (owasp.org/www-community/attacks/CSV_Injection): an apostrophe stands before what begins as one,
// here also behind semicolons and line ends, at which spreadsheets may begin a cell of their own.
// Characters that do not show are as [safe.Visible] has them.
//
// Without the first of the apostrophes before a formula, the text is the old one: one stands also
// before apostrophes and spaces that a formula follows.
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

// suspicious is a quick look: few names have any of that.
func suspicious(s string) bool {
	return runs(s, true) || strings.ContainsAny(s, separators)
}

// runs reports whether a spreadsheet may take a text for a formula. East Asian versions take the
// wide forms of its signs, too.
func runs(s string, first bool) bool {
	// Only the first is looked at: a text of many parts would be searched once for each of them.
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(s, " '"))
	return strings.ContainsRune("=+-@＝＋－＠", r) || first && strings.ContainsRune("\t\r\n", r)
}

package text

import (
	"profstation/loader/input"
	"profstation/model/lang"
)

// longestBeginning is how many bytes are kept from a line that was not understood: more than a warning shows.
const longestBeginning = 512

// unreadLine returns the example for a line that was not understood. Numbers begin at 1.
func unreadLine(number int, line []byte) string {
	beginning := input.OneLine(string(line[:min(len(line), longestBeginning)]))
	return lang.L("line {{.Line}}: {{.Text}}", lang.With{"Line": number, "Text": beginning})
}

package text

import (
	"profstation/loader/input"
	"profstation/model/lang"
)

// longestBeginning is how many bytes of a line that was not understood are kept: more than a warning shows.
const longestBeginning = 512

// unreadLine is the example for a line that was not understood; numbers begin with 1.
func unreadLine(number int, line []byte) string {
	beginning := input.OneLine(string(line[:min(len(line), longestBeginning)]))
	return lang.L("line {{.Line}}: {{.Text}}", lang.With{"Line": number, "Text": beginning})
}

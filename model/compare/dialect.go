package compare

import (
	"regexp"
	"strings"

	"profstation/model/safe"
)

// dialect is how a summary is written: its marks, and what is done to texts of files so that they stay
// what they are.
type dialect struct {
	heading, strong, unfold string
	fold                    string // of a summary of what it hides, %s

	escaped func(string) string // of words of the program
	code    func(string) string // of a name
	said    func(string) string // of words and figures, which may have a name's characters
	cell    func(string) string // of a name in a table
	figure  func(string) string // in a table
	table   func(rows [][]string) []string
}

// markdown is GitHub's.
var markdown = dialect{
	heading: "### ", strong: "**", fold: "<details><summary>%s</summary>", unfold: "</details>",
	escaped: escaped, code: code, cell: cell,
	said:   func(s string) string { return said(s, code) },
	figure: func(s string) string { return said(s, cell) },
	table: func(rows [][]string) (lines []string) {
		for i, r := range rows {
			lines = append(lines, "| "+strings.Join(r, " | ")+" |")
			if i == 0 {
				lines = append(lines, "|---|"+strings.Repeat("--:|", len(r)-1))
			}
		}
		return lines
	},
}

// plain is text without any marks.
var plain = dialect{
	fold:    "%s",
	escaped: oneLine, code: oneLine, said: oneLine, cell: oneLine, figure: oneLine,
	table: aligned,
}

// longestLine is how many cells a line of a table may have, and shortestName what is left of a name that is
// longer than the room.
const longestLine, shortestName = 100, 40

// aligned are the lines of a table, the figures first so that no long name moves them. Names lose their
// beginning where a line would be too long.
func aligned(rows [][]string) (lines []string) {
	widths := make([]int, len(rows[0]))
	for _, r := range rows {
		for i, cell := range r {
			widths[i] = max(widths[i], safe.Cells(cell))
		}
	}
	for _, r := range rows {
		l := ""
		for i, cell := range r[1:] {
			l += "  " + strings.Repeat(" ", widths[i+1]-safe.Cells(cell)) + cell
		}
		room := max(shortestName, longestLine-safe.Cells(l)-2)
		lines = append(lines, l+"  "+safe.CutStart(r[0], room))
	}
	return lines
}

// oneLine is a text that is safe for a screen, in one line.
func oneLine(s string) string { return strings.Join(strings.Fields(safe.Text(s)), " ") }

// cell is code for a cell of a table, which a bar would end, and so would one
// whose backslash is taken for the end of another escape.
func cell(s string) string {
	return strings.NewReplacer(`\|`, `\ \|`, "|", `\|`).Replace(code(s))
}

// code writes a text as code: in a fence longer than any in it, and in one line.
func code(s string) string {
	s = oneLine(s)
	fence := "`"
	for strings.Contains(s, fence) {
		fence += "`"
	}
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") || s == "" {
		s = " " + s + " "
	}
	return fence + s + fence
}

var markdownEscapes = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "]", `\]`,
	"<", "&lt;", ">", "&gt;", "|", `\|`, "#", `\#`, "&", "&amp;", "~", `\~`)

// said writes a text of words and figures, or as code anything else: @ calls people on GitHub, and
// an address is a link there, however they are escaped.
func said(s string, code func(string) string) string {
	if wordsAndFigures.MatchString(s) {
		return escaped(s)
	}
	return code(s)
}

var wordsAndFigures = regexp.MustCompile(`^[\pL\d_%+−()/, -]*(\d\.\d[\pL\d_%+−()/, -]*)*$`)

// escaped writes a text so that Markdown finds nothing in it.
func escaped(s string) string { return markdownEscapes.Replace(s) }

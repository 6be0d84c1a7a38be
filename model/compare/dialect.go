package compare

import (
	"regexp"
	"strings"

	"profstation/model/safe"
)

// dialect is the format in which a summary is written: its markup, and how texts from files are escaped so
// that they are shown unchanged.
type dialect struct {
	heading, strong, unfold string
	fold                    string // a line with %s that stands for what it hides

	escaped func(string) string // for the program's own words
	code    func(string) string // for a name
	said    func(string) string // for words and figures, which may contain a name's characters
	cell    func(string) string // for a name in a table
	figure  func(string) string // for a figure in a table
	table   func(rows [][]string) []string
}

// sentence writes words in which there may be names. As code GitHub finds nobody and no address in it.
func (d *dialect) sentence(s string) string {
	if strings.ContainsRune(s, '@') || strings.Contains(s, "://") || strings.Contains(s, "www.") {
		return d.code(s)
	}
	return d.escaped(oneLine(s))
}

// markdown is GitHub's Markdown.
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

// plain is text without any markup.
var plain = dialect{
	fold:    "%s",
	escaped: oneLine, code: oneLine, said: oneLine, cell: oneLine, figure: oneLine,
	table: aligned,
}

// longestLine is the most cells in a table's line. shortestName is the least room that a name gets if it must
// be cut.
const longestLine, shortestName = 100, 40

// aligned returns a table's lines. The figures come first so that a long name does not move them. Names lose
// their beginning if a line would be too long.
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

// oneLine makes a text safe for a screen and puts it on one line.
func oneLine(s string) string { return strings.Join(strings.Fields(safe.Text(s)), " ") }

// cell writes a name as code in a table cell. It escapes bars, which would end the cell, and separates a
// backslash from a bar after it, so that the two are not taken for an escape.
func cell(s string) string {
	return strings.NewReplacer(`\|`, `\ \|`, "|", `\|`).Replace(code(s))
}

// code writes a text as code on one line, in a fence longer than any within it.
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

// said writes words and figures as text and anything else as code. On GitHub @ mentions people and an address
// becomes a link, however they are escaped.
func said(s string, code func(string) string) string {
	if wordsAndFigures.MatchString(s) {
		return escaped(s)
	}
	return code(s)
}

var wordsAndFigures = regexp.MustCompile(`^[\pL\d_%+−()/, -]*(\d\.\d[\pL\d_%+−()/, -]*)*$`)

// escaped writes a text so that Markdown finds no markup in it.
func escaped(s string) string { return markdownEscapes.Replace(s) }

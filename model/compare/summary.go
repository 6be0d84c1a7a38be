package compare

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"regexp"
	"strings"

	"profstation/model"
)

// Largest is how many changes a summary lists.
const Largest = 10

// Summary is a comparison in words, for a pull request.
type Summary struct {
	Comparison *Comparison
	Base, New  string // the names of the two, as the user gave them
}

// Changes are the largest changes, by |Δ| as the query sorts: of those that are more than noise or,
// where no sampling error is known, of all.
func (s *Summary) Changes() (rows []Row, real bool) {
	c := s.Comparison
	real = c.Method() != Unknown
	for _, r := range c.rows().all {
		x := c.Shown(&r)
		if x.Delta == 0 || real && !x.Verdict.Real() {
			continue
		}
		if rows = append(rows, r); len(rows) == Largest {
			break
		}
	}
	return rows, real
}

// WriteMarkdown writes a heading, the change of the total, a table of the changes, and how they
// were judged, in GitHub's Markdown. Names of the profiles cannot break out of it.
func (s *Summary) WriteMarkdown(w io.Writer) error {
	c := s.Comparison
	out := bufio.NewWriter(w)
	line := func(format string, args ...any) { fmt.Fprintf(out, format+"\n", args...) } // errors stay until Flush
	kind := cmp.Or(c.Query.Sort, model.ByFlat)
	line("### %s: %s → %s", said(c.Type.Type, code), code(s.Base), code(s.New))
	line("")
	t := c.Total()
	line("Total: %s → %s, **%s (%s)**; %s; %s.", said(c.Format(t.Before), code), said(c.Format(t.After), code),
		said(c.FormatChange(t.Delta), code), t.PercentText(), escaped(c.Normalisation.String()), t.Verdict.Words())
	line("%s.", escaped(c.tallied()))
	for _, s := range c.Query.Settings() {
		line("Filter: %s", code(s))
	}
	for _, l := range c.Notes() {
		line("Note: %s.", said(l, code))
	}
	line("")
	rows, real := s.Changes()
	switch {
	case len(rows) == 0 && real && t.Verdict.Real():
		line("The total changed. Which function did it cannot be said for sure: no %s value changed by more than %s.%s", kind, c.noise(), s.couldSee())
	case len(rows) == 0 && real:
		line("No function's %s value changed by more than %s.%s", kind, c.noise(), s.couldSee())
	case len(rows) == 0:
		line("Nothing changed.")
	default:
		what := "The largest changes (%s) that are more than " + c.noise() + ":"
		switch c.Method() {
		case Unknown:
			what = "The largest changes (%s); no sampling error is known for this kind of profile:"
		case Exact:
			what = "The largest changes (%s):"
		}
		line(what, kind)
		line("")
		line("| %s | base | new | Δ | Δ%% | of all changes |", cmp.Or(nodeKinds[c.Query.Granularity], "function"))
		line("|---|--:|--:|--:|--:|--:|")
		for i := range rows {
			x := c.Shown(&rows[i])
			share := rows[i].FlatShare
			if kind == model.ByCum {
				share = rows[i].CumShare
			}
			line("| %s | %s | %s | %s | %s | %.1f%% |", cell(c.Name(rows[i].Node)), said(c.Format(x.Before), cell),
				said(c.Format(x.After), cell), said(c.FormatChange(x.Delta), cell), x.PercentText(), share)
		}
	}
	line("")
	line("<details><summary>How this was judged</summary>")
	line("")
	for _, l := range c.Explain() {
		line("%s", escaped(l))
		line("")
	}
	line("</details>")
	return out.Flush()
}

// couldSee says which change of the largest row would have shown.
func (s *Summary) couldSee() string {
	c := s.Comparison
	if best := c.largest(); best != nil {
		return fmt.Sprintf(" Of the largest, %s, %s.", code(c.Name(best.Node)), escaped(c.Shown(best).Verdict.could()))
	}
	return ""
}

// nodeKinds are the nodes of a granularity; of the others they are functions.
var nodeKinds = map[model.Granularity]string{model.Files: "file", model.Lines: "line", model.Addresses: "address"}

// cell is code for a cell of a table, which a bar would end, and so would one
// whose backslash is taken for the end of another escape.
func cell(s string) string {
	return strings.NewReplacer(`\|`, `\ \|`, "|", `\|`).Replace(code(s))
}

// code writes a text as code: in a fence longer than any in it, and in one line.
func code(s string) string {
	s = strings.Join(strings.Fields(model.Sanitise(s)), " ")
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

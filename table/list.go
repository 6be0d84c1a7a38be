package table

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"profstation/model"
)

// ListReport is functions with the figures of their lines beside the code.
type ListReport struct {
	File     string // the name of the file, as the user gave it
	Result   *model.Result
	Listings []Source
}

// Source is one listing and the text it is about.
type Source struct {
	*model.Listing
	Text []string // the lines of the file, the first is line 1; nil: not found
	Note string   // why there is no text, or how it may mislead; one line
}

// margin is how many lines are shown around those with a value.
const margin = 5

// span is the first and the last line to show: from the function's beginning, if
// it is known, with a margin around the lines with a value (pprof:
// internal/report/source.go, getSourceFromFile). Without text there is none.
func (s *Source) span() (from, to int) {
	if len(s.Text) == 0 {
		return 1, 0
	}
	first := true
	for _, l := range s.Lines {
		begin, end := l.Line-margin, l.Line+margin
		if s.StartLine != 0 {
			begin = s.StartLine
		}
		if first || begin < int64(from) {
			from = int(max(begin, 1))
		}
		if first || end > int64(to) {
			to = int(min(end, int64(len(s.Text))))
		}
		first = false
	}
	return from, to
}

// sourceRow is one line; sum is nil for lines without a value, and line −1 for
// the row above a listing.
type sourceRow struct {
	of   *Source
	line int
	sum  *model.LineSum
}

func (x *sourceRow) code() string {
	if x.line >= 1 && x.line <= len(x.of.Text) {
		return x.of.Text[x.line-1]
	}
	return ""
}

// rowsOf are the lines from from to to, and those with a value wherever they
// are.
func (s *Source) rowsOf(from, to int) []sourceRow {
	var rows []sourceRow
	next := 0
	before := func(line int64) {
		for ; next < len(s.Lines) && s.Lines[next].Line < line; next++ {
			rows = append(rows, sourceRow{s, int(s.Lines[next].Line), &s.Lines[next]})
		}
	}
	for line := from; line <= to; line++ {
		before(int64(line))
		row := sourceRow{of: s, line: line}
		if next < len(s.Lines) && s.Lines[next].Line == int64(line) {
			row.sum = &s.Lines[next]
			next++
		}
		rows = append(rows, row)
	}
	before(1<<63 - 1)
	return rows
}

// Heading is the lines above a picture of the table.
func (t *ListReport) Heading() []string { return heading(t.Result) }

// Table has a row above each listing and one for each of its lines.
func (t *ListReport) Table() *Table {
	var rows []sourceRow
	for i := range t.Listings {
		s := &t.Listings[i]
		rows = append(rows, sourceRow{of: s, line: -1})
		rows = append(rows, s.rowsOf(s.span())...)
	}
	return sourceTable(t.Result, rows)
}

// FileLines is the table of a whole file, for a window: row i is line i+1, and
// behind the last are lines with a value that the text does not have.
func FileLines(r *model.Result, s *Source) *Table {
	return sourceTable(r, s.rowsOf(1, len(s.Text)))
}

// notZero writes values, and nothing for 0: most lines have none.
func notZero(r *model.Result) func(int64) string {
	unit := unitOf(r)
	return func(v int64) string {
		if v == 0 {
			return ""
		}
		return r.Format(v, unit)
	}
}

func sourceTable(r *model.Result, rows []sourceRow) *Table {
	width, figure := valueWidth(r.Format(r.Total, unitOf(r))), notZero(r)
	hottestFlat, hottestCum := int64(1), int64(1) // of one line
	for _, x := range rows {
		if x.sum != nil {
			hottestFlat = max(hottestFlat, model.Magnitude(x.sum.Flat))
			hottestCum = max(hottestCum, model.Magnitude(x.sum.Cum))
		}
	}
	of := func(figures func(model.Row) string) func(*sourceRow) string {
		return func(x *sourceRow) string {
			switch {
			case x.line < 0:
				return figures(x.of.Row)
			case x.sum == nil:
				return ""
			}
			return figures(x.sum.Row)
		}
	}
	bar := func(figure func(*model.LineSum) int64, hottest int64) func(*sourceRow) float64 {
		return func(x *sourceRow) float64 {
			if x.sum == nil {
				return 0
			}
			return float64(figure(x.sum)) / float64(hottest)
		}
	}
	calls := lineCalls{r: r, unit: unitOf(r), known: map[*model.LineSum]string{}}
	t := tableOf(rows, []column[sourceRow]{
		{glossed("flat", width), of(func(x model.Row) string { return figure(x.FlatValue()) }),
			bar(func(s *model.LineSum) int64 { return s.Flat }, hottestFlat)},
		{glossed("cum", width), of(func(x model.Row) string { return figure(x.CumValue()) }),
			bar(func(s *model.LineSum) int64 { return s.Cum }, hottestCum)},
		{glossed("cum%", shareWidth), of(func(x model.Row) string { return model.Percent(x.Cum, r.Total) }), nil},
		{Column{"line", 64, true, "The number of the line."}, (*sourceRow).number, nil},
		{Column{"source", 0, false, "The code."}, (*sourceRow).text, nil},
	}, nil, nil)
	t.Note = func(row int) string {
		if x := rows[row]; x.sum != nil {
			return calls.note(x)
		}
		return ""
	}
	t.drawCode(func(row int) (string, bool) { return rows[row].text(), rows[row].line >= 0 }, func(row int) string {
		if sum := rows[row].sum; sum != nil {
			return calls.short(sum)
		}
		return ""
	})
	return t
}

// number is the number of the line.
func (x *sourceRow) number() string {
	switch {
	case x.line < 0:
		return ""
	case x.line == 0:
		return "?"
	}
	return strconv.Itoa(x.line)
}

// text is the code of the line for a screen, or the title of the listing.
func (x *sourceRow) text() string {
	if x.line >= 0 {
		return display(x.code())
	}
	title := x.of.Name + " in " + x.of.File
	if x.of.Note != "" {
		title += " (" + x.of.Note + ")"
	}
	return model.Sanitise(title)
}

// longestLine is how many bytes of a line are shown: what is generated may have
// all of a file in one.
const longestLine = 1000

// display is a line of code for a screen: tabs as wide as Go's programmers
// expect them.
func display(code string) string {
	if len(code) > longestLine {
		code = strings.ToValidUTF8(code[:longestLine], "") + "…"
	}
	if strings.ContainsRune(code, '\t') {
		code = strings.ReplaceAll(code, "\t", "    ")
	}
	return model.Sanitise(code)
}

// Figures is the table of a file of figures: the lines with a value.
func (t *ListReport) Figures() *Table {
	var rows []sourceRow
	for i := range t.Listings {
		s := &t.Listings[i]
		rows = append(rows, s.rowsOf(1, 0)...)
	}
	total := t.Result.Total
	return tableOf(rows, nil,
		[]string{"function", "file", "line", "flat", "flat_percent", "cum", "cum_percent", "source"},
		func(x *sourceRow) []string {
			return []string{
				x.of.Name, x.of.File, whole(x.line), whole(x.sum.Flat), plain(model.Share(x.sum.Flat, total)),
				whole(x.sum.Cum), plain(model.Share(x.sum.Cum, total)), x.code(),
			}
		})
}

type listingJSON struct {
	Function string         `json:"function"`
	File     string         `json:"file"`
	Note     string         `json:"note,omitempty"`
	Flat     int64          `json:"flat"`
	Cum      int64          `json:"cum"`
	Lines    []lineSumsJSON `json:"lines"`
}

type lineSumsJSON struct {
	Line   int64          `json:"line"`
	Flat   int64          `json:"flat"`
	Cum    int64          `json:"cum"`
	Source string         `json:"source,omitempty"`
	Calls  []lineCallJSON `json:"calls,omitempty"`
}

type lineCallJSON struct {
	Name   string `json:"name"`
	File   string `json:"file"`
	Line   int64  `json:"line"`
	Value  int64  `json:"value"`
	Inline bool   `json:"inline,omitempty"`
}

// WriteJSON writes one object with a list of functions.
func (t *ListReport) WriteJSON(w io.Writer) error {
	nodes := t.Result.Finer().Nodes
	return writeJSON(w, headOf(t.File, t.Result), "functions", len(t.Listings), func(i int) any {
		s := &t.Listings[i]
		out := listingJSON{Function: s.Name, File: s.File, Note: s.Note, Flat: s.Flat, Cum: s.Cum, Lines: []lineSumsJSON{}}
		for _, x := range s.rowsOf(1, 0) {
			l := lineSumsJSON{Line: x.sum.Line, Flat: x.sum.Flat, Cum: x.sum.Cum, Source: x.code()}
			for _, c := range x.sum.Calls {
				n := nodes.Node(c.To)
				l.Calls = append(l.Calls, lineCallJSON{n.Name, n.File, n.Line, c.Weight, c.Inline})
			}
			out.Lines = append(out.Lines, l)
		}
		return out
	})
}

// WriteText writes what `go tool pprof -list` prints (pprof:
// internal/report/source.go, printSource), but counts a stack once in the
// total of a function, and shows lines that a text lacks.
func (t *ListReport) WriteText(w io.Writer) error {
	r := t.Result
	unit := unitOf(r)
	figure := func(v int64) string {
		if v == 0 {
			return "."
		}
		return r.Format(v, unit)
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "Total: %s\n", r.Format(r.MeanTotal(), unit))
	for i := range t.Listings {
		s := &t.Listings[i]
		if s.File == "" {
			fmt.Fprintf(out, "No source information for %s\n", s.Name)
			continue
		}
		fmt.Fprintf(out, "ROUTINE ======================== %s in %s\n", s.Name, s.File)
		fmt.Fprintf(out, "%10s %10s (flat, cum) %s of Total\n", r.Format(s.Flat, unit), r.Format(s.Cum, unit), ratio(s.Cum, r.Total))
		if s.Note != "" {
			fmt.Fprintf(out, " Note: %s\n", s.Note)
		}
		for _, x := range s.rowsOf(s.span()) {
			flat, cum := int64(0), int64(0)
			if x.sum != nil {
				flat, cum = x.sum.Flat, x.sum.Cum
			}
			fmt.Fprintf(out, "%10s %10s %6d:%s\n", figure(flat), figure(cum), x.line, x.code())
		}
	}
	return out.Flush()
}

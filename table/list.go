package table

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"profstation/model"
	"profstation/scene"
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

// span is the lines to be shown, both included: from the function's beginning,
// where it is known, with a margin around what has a value (pprof:
// internal/report/source.go, getSourceFromFile). Without text none.
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

func (x sourceRow) code() string {
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
func notZero(r *model.Result, unit string) func(int64) string {
	return func(v int64) string {
		if v == 0 {
			return ""
		}
		return r.Format(v, unit)
	}
}

func sourceTable(r *model.Result, rows []sourceRow) *Table {
	unit := unitOf(r)
	widest, figure := r.Format(r.Total, unit), notZero(r, unit)
	hottest := [2]int64{1, 1} // flat and cum of one line
	for _, x := range rows {
		if x.sum != nil {
			hottest[0] = max(hottest[0], model.Magnitude(x.sum.Flat))
			hottest[1] = max(hottest[1], model.Magnitude(x.sum.Cum))
		}
	}
	calls := lineCalls{r: r, unit: unit, known: map[*model.LineSum]string{}}
	return &Table{
		Columns: []Column{
			{"flat", valueWidth(widest), true, model.Glossary("flat")},
			{"cum", valueWidth(widest), true, model.Glossary("cum")},
			{"cum%", shareWidth, true, model.Glossary("cum%")},
			{"line", 64, true, "The number of the line."},
			{"source", 0, false, "The code."},
		},
		Rows: len(rows),
		Cell: func(row, col int) string {
			x := rows[row]
			if x.line < 0 {
				return titleCell(r, x.of, col, figure)
			}
			switch {
			case col == 3 && x.line > 0:
				return strconv.Itoa(x.line)
			case col == 3:
				return "?"
			case col == 4:
				return display(x.code())
			case x.sum == nil:
				return ""
			case col == 0:
				return figure(x.sum.FlatValue())
			case col == 1:
				return figure(x.sum.CumValue())
			default:
				return model.Percent(x.sum.Cum, r.Total)
			}
		},
		Bar: func(row, col int) float64 {
			x := rows[row]
			switch {
			case x.sum == nil:
				return 0
			case col == 0:
				return float64(x.sum.Flat) / float64(hottest[0])
			case col == 1:
				return float64(x.sum.Cum) / float64(hottest[1])
			}
			return 0
		},
		Note: func(row int) string {
			x := rows[row]
			if x.line < 0 || x.sum == nil {
				return ""
			}
			return calls.note(x)
		},
		Draw: func(cv scene.Canvas, t *scene.Theme, row, col int, cell scene.Rect) bool {
			if col != 4 || rows[row].line < 0 {
				return false
			}
			x := rows[row]
			code := display(x.code())
			paintCode(cv, t, code, cell)
			if x.sum != nil {
				paintAside(cv, t, calls.short(x.sum), code, cell)
			}
			return true
		},
	}
}

// titleCell is a cell of the row above a listing.
func titleCell(r *model.Result, s *Source, col int, figure func(int64) string) string {
	row := model.Row{Flat: s.Flat, Cum: s.Cum, FlatDiv: s.FlatDiv, CumDiv: s.CumDiv}
	switch col {
	case 0:
		return figure(row.FlatValue())
	case 1:
		return figure(row.CumValue())
	case 2:
		return model.Percent(s.Cum, r.Total)
	case 4:
		title := s.Name + " in " + s.File
		if s.Note != "" {
			title += " (" + s.Note + ")"
		}
		return model.Sanitise(title)
	}
	return ""
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
	return &Table{
		Rows:   len(rows),
		Fields: []string{"function", "file", "line", "flat", "flat_percent", "cum", "cum_percent", "source"},
		Record: func(row int, f []string) {
			x := rows[row]
			f[0], f[1], f[2] = x.of.Name, x.of.File, strconv.Itoa(x.line)
			f[3], f[4] = strconv.FormatInt(x.sum.Flat, 10), plain(model.Share(x.sum.Flat, t.Result.Total))
			f[5], f[6] = strconv.FormatInt(x.sum.Cum, 10), plain(model.Share(x.sum.Cum, t.Result.Total))
			f[7] = x.code()
		},
	}
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

package table

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"profstation/model/lang"
	"profstation/model/names"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/scene"
)

// ListReport lists functions with each line's figures beside the code.
type ListReport struct {
	File     string // the file's name, as the user gave it
	Result   *query.Result
	Listings []Source

	Assembled bool // the listings have instructions
}

// Source is one listing and the source text it is about.
type Source struct {
	*query.Listing
	Text []string // the file's lines, the first is line 1; nil if the file was not found
	Note string   // why there is no text, or how it may mislead, in one line
	// Foreign are the listing's lines that cannot belong to this text, but to another version of the file. They
	// are shown behind it.
	Foreign map[int64]bool
	// Code has the instructions made from each line, by address. They stand below the lines that Open reports, and
	// below all if Open is nil.
	Code map[int64][]Instruction
	Open func(line int64) bool
	// Reasons has what the compiler says of each line, if it was asked. Silent is what to say of lines with flat of which it
	// says nothing; "": nothing.
	Reasons map[int64][]Reason
	Silent  string
}

// Reason is why the compiler has made code of a line as it did.
type Reason struct {
	Text string   // "x escapes to heap"
	Flow []string // how x gets to the heap, a line each; nil: it is no value
}

const margin = 5 // how many lines to show around those with a value

// span returns the first and the last line to show. It starts at the function's beginning, if known, and leaves a
// margin around the lines with a value (pprof: internal/report/source.go, getSourceFromFile).
func (s *Source) span() (from, to int) {
	if len(s.Text) == 0 || len(s.Lines) == 0 {
		return 1, 0
	}
	all := int64(len(s.Text)) // a profile can have any numbers
	begin := cmp.Or(s.StartLine, max(s.Lines[0].Line, 1)-margin)
	end := min(s.Lines[len(s.Lines)-1].Line, all) + margin
	return int(min(max(begin, 1), all+1)), int(min(end, all))
}

// sourceRow is one line; sum is nil if it has no value. The row above a listing has line −1 and no sum.
type sourceRow struct {
	of      *Source
	line    int64
	sum     *query.LineSum
	foreign bool         // the text has a different line at this number
	in      *Instruction // the row is that of an instruction made from the line
}

func (x *sourceRow) heads() bool { return x.line < 0 && x.sum == nil }

// row returns the figures of a line or an instruction.
func (x *sourceRow) row() (r query.Row) {
	switch {
	case x.in != nil:
		return query.Row{Flat: x.in.Flat, Cum: x.in.Cum}
	case x.sum != nil:
		return x.sum.Row
	}
	return r
}

func (x *sourceRow) code() string {
	if x.in == nil && x.line >= 1 && !x.foreign && x.line <= int64(len(x.of.Text)) {
		return x.of.Text[x.line-1]
	}
	return ""
}

// rowsOf returns the lines in [from, to], and all lines with a value wherever they are. Foreign lines come last.
func (s *Source) rowsOf(from, to int) []sourceRow {
	var rows, foreign []sourceRow
	next := 0
	for line := int64(from); line <= int64(to); line++ {
		row := sourceRow{of: s, line: line}
		for ; next < len(s.Lines) && s.Lines[next].Line <= line; next++ {
			switch sum := &s.Lines[next]; {
			case s.Foreign[sum.Line]:
				foreign = s.withCode(foreign, sourceRow{of: s, line: sum.Line, sum: sum, foreign: true})
			case sum.Line < line:
				rows = s.withCode(rows, sourceRow{of: s, line: sum.Line, sum: sum})
			default:
				row.sum = sum
			}
		}
		rows = s.withCode(rows, row)
	}
	rows = append(rows, foreign...)
	for ; next < len(s.Lines); next++ {
		sum := &s.Lines[next]
		rows = s.withCode(rows, sourceRow{of: s, line: sum.Line, sum: sum, foreign: s.Foreign[sum.Line]})
	}
	return rows
}

// withCode appends a line, and below it its instructions. Those of a line that is foreign stand there only.
func (s *Source) withCode(rows []sourceRow, x sourceRow) []sourceRow {
	rows = append(rows, x)
	code := s.Code[x.line]
	if len(code) == 0 || s.Foreign[x.line] && !x.foreign || s.Open != nil && !s.Open(x.line) {
		return rows
	}
	for i := range code {
		rows = append(rows, sourceRow{of: s, line: x.line, in: &code[i]})
	}
	return rows
}

// FileRow is a row of [FileLines]: a line, or an instruction below it.
type FileRow struct {
	Line int64
	Code *Instruction // nil in the row of a line
}

// FileRows says what stands in the rows of [FileLines].
func (s *Source) FileRows() []FileRow {
	var all []FileRow
	for _, x := range s.rowsOf(1, len(s.Text)) {
		all = append(all, FileRow{x.line, x.in})
	}
	return all
}

// Heading returns the lines above the table in a picture.
func (t *ListReport) Heading() []string { return heading(t.Result) }

// Table returns a table with a row above each listing and one for each of its lines.
func (t *ListReport) Table() *Table {
	var rows []sourceRow
	for i := range t.Listings {
		s := &t.Listings[i]
		rows = append(rows, sourceRow{of: s, line: -1})
		rows = append(rows, s.rowsOf(s.span())...)
	}
	return sourceTable(t.Result, rows)
}

// FileLines returns the table of a whole file, for a window: row i is line i+1 where no instructions are shown. Lines
// that have a value but are not in the text come last.
func FileLines(r *query.Result, s *Source) *Table {
	return sourceTable(r, s.rowsOf(1, len(s.Text)))
}

// orDot returns what writes values in a unit, and a dot for 0, as pprof does.
func orDot(r *query.Result, unit string) func(int64) string {
	return func(v int64) string {
		if v == 0 {
			return "."
		}
		return r.Format(v, unit)
	}
}

func sourceTable(r *query.Result, rows []sourceRow) *Table {
	format := column(r, rows, func(x *sourceRow) []int64 {
		row := x.row()
		return []int64{row.FlatValue(), row.CumValue()}
	})
	width, figure := ValueWidth(format(r.Total)), orBlank(format)
	of := func(figures func(query.Row) string) func(*sourceRow) string {
		return func(x *sourceRow) string {
			switch {
			case x.heads():
				return figures(x.of.Row)
			case x.sum == nil && (x.in == nil || x.in.Cum == 0 && x.in.Flat == 0):
				return ""
			}
			return figures(x.row())
		}
	}
	bar := func(figure func(query.Row) int64) func(*sourceRow) float64 {
		return besideLargest(rows, func(x *sourceRow) int64 { return figure(x.row()) })
	}
	number := Column{lang.L("line"), 64, true, lang.L("The number of the line.")}
	if slices.ContainsFunc(rows, func(x sourceRow) bool { return len(x.of.Code) > 0 }) {
		number.Width, number.Help = 110, lang.L("The number of the line, or the address of an instruction made from it.")
	}
	calls := lineCalls{r: r, unit: unitOf(r), known: map[*query.LineSum][]string{}}
	t := Of(rows, []ColumnOf[sourceRow]{
		{glossed("flat", width), of(func(x query.Row) string { return figure(x.FlatValue()) }),
			bar(func(r query.Row) int64 { return r.Flat })},
		{glossed("cum", width), of(func(x query.Row) string { return figure(x.CumValue()) }),
			bar(func(r query.Row) int64 { return r.Cum })},
		{glossed("cum%", shareWidth), of(func(x query.Row) string { return units.Percent(x.Cum, r.Total) }), nil},
		{number, (*sourceRow).number, nil},
		{Column{lang.L("source"), 0, false, lang.L("The code.")}, (*sourceRow).text, nil},
	}, nil, nil)
	t.Spare = []int{2, 0}
	t.Note = func(row int) string {
		x := rows[row]
		note := ""
		if x.sum != nil {
			note = calls.note(x)
		}
		return x.withReasons(note)
	}
	t.drawCode(func(row int) (string, bool) { return rows[row].text(), !rows[row].heads() }, func(row int) []string {
		x := rows[row]
		var aside []string
		if x.sum != nil {
			aside = calls.short(x.sum)
		}
		if len(x.reasons()) > 0 {
			aside = append(slices.Clip(aside), scene.Stretches("   ", x.of.InShort(x.line))...)
		}
		return aside
	})
	return t
}

// reasons returns what the compiler says of the row's line.
func (x *sourceRow) reasons() []Reason {
	if x.in != nil || x.foreign || x.heads() {
		return nil
	}
	return x.of.Reasons[x.line]
}

// InShort returns the first of a line's reasons, and how many more there are; "" if there are none.
func (s *Source) InShort(line int64) string {
	why := s.Reasons[line]
	switch len(why) {
	case 0:
		return ""
	case 1:
		return why[0].Text
	}
	return lang.N(len(why)-1, "{{.Reason}}, and 1 more", "{{.Reason}}, and {{.N}} more", lang.With{"Reason": why[0].Text})
}

// maxWhy is how many lines of reasons a note has.
const maxWhy = 24

// withReasons adds the reasons to a line's note, with the way of each value to the heap.
func (x *sourceRow) withReasons(note string) string {
	var all []string
	for _, why := range x.reasons() {
		all = append(all, why.Text)
		for _, step := range why.Flow {
			all = append(all, "    "+strings.ReplaceAll(step, "←", "<-")) // Fyne has no arrow
		}
	}
	if len(all) == 0 && x.in == nil && !x.foreign && x.sum != nil && x.sum.Flat != 0 && x.of.Silent != "" {
		all = append(all, x.of.Silent)
	}
	if len(all) > maxWhy {
		all = append(all[:maxWhy], more)
	}
	return strings.TrimSpace(strings.Join(append([]string{note}, all...), "\n"))
}

// mark says in a window whether the instructions of a line are shown.
func (x *sourceRow) mark() string {
	switch {
	case x.of.Open == nil || len(x.of.Code[x.line]) == 0 || x.of.Foreign[x.line] && !x.foreign:
		return ""
	case x.of.Open(x.line):
		return "– "
	}
	return "+ "
}

func (x *sourceRow) number() string {
	switch {
	case x.heads():
		return ""
	case x.in != nil:
		return x.in.address()
	case x.line == 0:
		return x.mark() + "?"
	}
	return x.mark() + strconv.FormatInt(x.line, 10)
}

// function returns the name of the function that a line with a value belongs to.
func (x *sourceRow) function(finer *query.Nodes) string {
	if x.of.Name == "" && x.sum.Node >= 0 && int(x.sum.Node) < finer.Len() { // a whole file
		return finer.Node(x.sum.Node).Name
	}
	return x.of.Name
}

// text returns the line's code, safe for a screen, or the listing's title.
func (x *sourceRow) text() string {
	switch {
	case x.in != nil:
		return codeIndent + display(x.in.withPlace(textPlace))
	case x.foreign:
		return lang.L("(of another version of the file)")
	case !x.heads():
		return display(x.code())
	}
	with := lang.With{"Function": x.of.Name, "File": x.of.File, "Note": x.of.Note}
	if x.of.Note != "" {
		return safe.Text(lang.L("{{.Function}} in {{.File}} ({{.Note}})", with))
	}
	return safe.Text(lang.L("{{.Function}} in {{.File}}", with))
}

const longestLine = 1000 // how many bytes of a line to show: a generated file may be one line

// display formats a line of code for a screen, with tabs as wide as Go's programmers expect them.
func display(code string) string {
	if len(code) > longestLine {
		code = strings.ToValidUTF8(code[:longestLine], "") + "…"
	}
	return safe.Text(untabbed(code))
}

func untabbed(code string) string { return strings.ReplaceAll(code, "\t", "    ") }

// Figures returns the table for a file of figures: the lines with a value. The code has spaces instead of tabs,
// because a text that begins with a tab would get an apostrophe, and most lines in Go do. With instructions, each has a
// row of its own.
func (t *ListReport) Figures() *Table {
	nodes := finerNodes(t.Result)
	var rows []sourceRow
	fields := []string{"function", "file", "line", "flat", "flat_percent", "cum", "cum_percent", "source"}
	for i := range t.Listings {
		s := &t.Listings[i]
		rows = append(rows, s.rowsOf(1, 0)...)
	}
	if t.Assembled {
		fields = append(fields, "address", "instruction")
	}
	total := t.Result.Total
	return Of(rows, nil, fields, func(x *sourceRow) []units.Cell {
		r, of := x.row(), x.of.Name
		if x.sum != nil {
			of = x.function(nodes)
		}
		cells := []units.Cell{
			units.Text(of), units.Text(x.of.File), units.WholeCell(x.line), units.WholeCell(r.Flat),
			plain(units.Share(r.Flat, total)), units.WholeCell(r.Cum), plain(units.Share(r.Cum, total)), units.Text(untabbed(x.code())),
		}
		switch {
		case x.in != nil:
			cells = append(cells, units.Text(x.in.address()), units.Text(x.in.Text))
		case t.Assembled:
			cells = append(cells, units.Text(""), units.Text(""))
		}
		return cells
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
	Line     int64          `json:"line"`
	Function string         `json:"function,omitempty"` // a line's function, if the listing is a whole file
	Flat     int64          `json:"flat"`
	Cum      int64          `json:"cum"`
	Source   string         `json:"source,omitempty"`
	Calls    []lineCallJSON `json:"calls,omitempty"`

	Instructions []instructionJSON `json:"instructions,omitempty"`
	Reasons      []reasonJSON      `json:"reasons,omitempty"`
}

type reasonJSON struct {
	Text string   `json:"text"`
	Flow []string `json:"flow,omitempty"`
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
	nodes := finerNodes(t.Result)
	return writeJSON(w, headOf(t.File, t.Result), "functions", len(t.Listings), func(i int) any {
		s := &t.Listings[i]
		out := listingJSON{Function: s.Name, File: s.File, Note: s.Note, Flat: s.Flat, Cum: s.Cum, Lines: []lineSumsJSON{}}
		for _, x := range s.rowsOf(1, 0) {
			if x.in != nil {
				continue
			}
			l := lineSumsJSON{Line: x.sum.Line, Flat: x.sum.Flat, Cum: x.sum.Cum, Source: x.code()}
			if s.Name == "" {
				l.Function = x.function(nodes)
			}
			for _, c := range x.sum.Calls {
				n := nodes.Node(c.To)
				l.Calls = append(l.Calls, lineCallJSON{n.Name, n.File, n.Line, c.Weight, c.Inline})
			}
			if code := s.Code[x.line]; len(code) > 0 {
				l.Instructions = instructionsJSON(code)
			}
			for _, why := range x.reasons() {
				l.Reasons = append(l.Reasons, reasonJSON(why))
			}
			out.Lines = append(out.Lines, l)
		}
		return out
	})
}

// WriteText writes what `go tool pprof -list` prints (pprof: internal/report/source.go, printSource), with each line's
// instructions below it if there are some. Unlike
// pprof, it counts each stack once in a function's total, and shows lines that are missing from the text.
func (t *ListReport) WriteText(w io.Writer) error {
	r := t.Result
	unit := unitOf(r)
	short := orDot(r, unit)
	figure := func(v int64) string { return units.AsPprof(short(v)) }
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "Total: %s\n", r.FormatPprof(r.MeanTotal(), unit))
	for i := range t.Listings {
		s := &t.Listings[i]
		if s.File == "" {
			fmt.Fprintf(out, "No source information for %s\n", s.Name)
			continue
		}
		fmt.Fprintf(out, "ROUTINE ======================== %s in %s\n", s.Name, s.File)
		fmt.Fprintf(out, "%10s %10s (flat, cum) %s of Total\n", r.FormatPprof(s.Flat, unit), r.FormatPprof(s.Cum, unit), ratio(s.Cum, r.Total))
		if s.Note != "" {
			fmt.Fprintf(out, " Note: %s\n", s.Note)
		}
		for _, x := range s.rowsOf(s.span()) {
			sums := x.row()
			if x.in != nil {
				fmt.Fprintf(out, "%10s %10s %6s   %10x: %s\n", figure(sums.Flat), figure(sums.Cum), "", x.in.Address, x.in.withPlace(textPlace))
				continue
			}
			fmt.Fprintf(out, "%10s %10s %6d:%s\n", figure(sums.Flat), figure(sums.Cum), x.line, x.code())
		}
	}
	return out.Flush()
}

// lineCalls writes in words what source lines call.
type lineCalls struct {
	r     *query.Result
	unit  string
	known map[*query.LineSum][]string // texts made so far: drawing asks for them again and again
}

// lineCall is a function that a line calls. Calls into several lines of one function are merged.
type lineCall struct {
	name   string
	weight int64
	inline bool // whether all calls were inlined
}

// maxAside and maxNoted limit how many calls are shown beside a line, and in its note.
const maxAside, maxNoted = 3, 12

func (c *lineCalls) of(s *query.LineSum) []lineCall {
	nodes := finerNodes(c.r)
	at := map[string]int{}
	var all []lineCall
	for _, call := range s.Calls {
		name := nodes.Node(call.To).Name
		i, ok := at[name]
		if !ok {
			i = len(all)
			at[name] = i
			all = append(all, lineCall{name: name, inline: true})
		}
		all[i].weight += call.Weight
		all[i].inline = all[i].inline && call.Inline
	}
	slices.SortStableFunc(all, func(x, y lineCall) int { return cmp.Compare(units.Magnitude(y.weight), units.Magnitude(x.weight)) })
	return all
}

// finerNodes returns the nodes by line. It needs no context: the caller has listings already, which were made from
// these nodes.
func finerNodes(r *query.Result) *query.Nodes {
	finer, err := r.Finer(context.Background())
	if err != nil {
		return &query.Nodes{}
	}
	return finer.Nodes
}

// more stands for further calls.
const more = "…"

// words returns a line's heaviest calls, at most that many: each call's name, and the text after it.
func (c *lineCalls) words(s *query.LineSum, limit int, name func(string) string) (calls [][2]string) {
	for i, x := range c.of(s) {
		if i == limit {
			return append(calls, [2]string{more})
		}
		calls = append(calls, [2]string{name(safe.Text(x.name)), inlineMark(x.inline) + " " + c.r.Format(x.weight, c.unit)})
	}
	return calls
}

func (c *lineCalls) short(s *query.LineSum) []string {
	stretches, ok := c.known[s]
	if !ok {
		short := func(name string) string { return names.Short(name, false) }
		var parts []string
		before := "→ "
		for _, call := range c.words(s, maxAside, short) {
			parts = append(parts, before, call[0], call[1])
			before = " · "
		}
		stretches = scene.Stretches(parts...)
		c.known[s] = stretches
	}
	return stretches
}

// note returns the text that is shown when somebody points at a line.
func (c *lineCalls) note(x sourceRow) string {
	parts := []string{
		strings.TrimSpace(display(x.code())),
		lang.L("flat {{.Flat}}, cum {{.Cum}} ({{.Share}})", lang.With{
			"Flat": c.r.Format(x.sum.Flat, c.unit), "Cum": c.r.Format(x.sum.Cum, c.unit), "Share": units.Percent(x.sum.Cum, c.r.Total),
		}),
	}
	full := func(name string) string { return name }
	for _, words := range c.words(x.sum, maxNoted, full) {
		call := words[0] + words[1]
		if call != more {
			call = lang.L("calls {{.Call}}", lang.With{"Call": call}) // Fyne has no arrow
		}
		parts = append(parts, call)
	}
	return strings.TrimSpace(strings.Join(parts, "\n"))
}

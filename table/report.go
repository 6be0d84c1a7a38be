package table

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"

	"profstation/model/compare"
	"profstation/model/explain"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/units"
)

// Report is a table that can be written in all formats.
type Report interface {
	Heading() []string // the lines above a picture
	Table() *Table
	WriteJSON(io.Writer) error
	WriteText(io.Writer) error // as pprof prints it
}

func heading(r *query.Result) []string {
	return append([]string{explain.Headline(r)}, r.Query.Caption(r.Profile)...)
}

// head is the JSON object around the items in a report. Values are in Unit.
type head struct {
	subject
	Filters map[string]string `json:"filters"`
}

type subject struct {
	File  string `json:"file"`
	Type  string `json:"type"`
	Unit  string `json:"unit"`
	Total int64  `json:"total"`
}

func headOf(file string, r *query.Result) head {
	return head{subject{file, r.TypeName(), r.Type.Unit, r.Total}, filters(r.Query)}
}

func filters(q query.Query) map[string]string {
	all := map[string]string{}
	for _, f := range q.Filters() {
		all[f.Name] = f.Text
	}
	return all
}

// writeJSON writes one object: head's fields, and a named list with n items, one on each line.
func writeJSON(w io.Writer, head any, list string, n int, item func(i int) any) error {
	first, err := json.Marshal(head)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	out.Write(bytes.TrimSuffix(first, []byte("}")))
	out.WriteString(`,"` + list + `":[`)
	for i := range n {
		body, err := json.Marshal(item(i))
		if err != nil {
			return err
		}
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteByte('\n')
		out.Write(body)
	}
	out.WriteString("\n]}\n")
	return out.Flush()
}

// textHead writes what pprof prints above a report (pprof: internal/report/report.go, ProfileLabels).
func textHead(w *bufio.Writer, r *query.Result, unit string) {
	for _, f := range explain.Facts(r, lang.English, unit) {
		if f.Name != "Utilization" {
			w.WriteString(units.AsPprof(f.String()) + "\n")
		}
	}
}

// inUnit returns what writes values in a unit.
func inUnit(r *query.Result, unit string) func(v int64) string {
	return func(v int64) string { return r.Format(v, unit) }
}

// ratio formats a share for pprof's columns.
func ratio(v, total int64) string {
	s := units.Percent(v, total)
	return strings.Repeat(" ", max(0, 6-len(s))) + s
}

// unitOf returns the unit that the query asks for when single values are written.
func unitOf(r *query.Result) string { return cmp.Or(r.Query.Unit, "minimum") }

// WriteCSV writes the fields of all rows, with texts as [units.WriteCSV] writes them. It returns w's errors.
func (t *Table) WriteCSV(w io.Writer) error { return units.WriteCSV(w, t.Fields, t.records()) }

// WriteSidesCSV writes the rows of both tables in a comparison. The first field is the side, base or new, see
// [compare.Pair.WriteCSV]. It returns w's errors.
func WriteSidesCSV(w io.Writer, of *compare.Pair, base, now *Table) error {
	return of.WriteCSV(w, now.Fields, [2]iter.Seq[[]units.Cell]{base.records(), now.records()})
}

func (t *Table) records() iter.Seq[[]units.Cell] {
	return func(yield func([]units.Cell) bool) {
		record := make([]units.Cell, len(t.Fields))
		for row := range t.Rows {
			t.Record(row, record)
			if !yield(record) {
				return
			}
		}
	}
}

// Exact formats a figure for a file. It returns an empty cell for an unknown or infinite one.
func Exact(x float64) units.Cell {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return units.Cell{}
	}
	return units.Number(strconv.FormatFloat(x, 'g', -1, 64)) // a p-value may be very small
}

// plain formats a number with as many digits as it needs, without an exponent.
func plain(x float64) units.Cell { return units.Number(strconv.FormatFloat(x, 'f', -1, 64)) }

package query_test

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"profstation/internal/must"
	"profstation/model/explain"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/units"
)

// tableRow is one row as text, for comparing.
type tableRow struct {
	rank int64  // what the table is sorted by, its magnitude
	name string // as printed
	all  string
}

// settle gives an order to the rows that pprof leaves in any: those with the
// same figure and the same printed name, such as functions of one file, come
// as Go's maps have them. Where the table was cut among such rows, they go.
func settle(rows []tableRow, cut bool) []tableRow {
	for i := 0; i < len(rows); {
		j := i
		for j < len(rows) && rows[j].rank == rows[i].rank && rows[j].name == rows[i].name {
			j++
		}
		if cut && j == len(rows) && j-i > 1 {
			return rows[:i]
		}
		slices.SortFunc(rows[i:j], func(a, b tableRow) int { return strings.Compare(a.all, b.all) })
		i = j
	}
	return rows
}

// differences compares a result with what pprof says, row by row, and then the
// figures as text.
func differences(r *query.Result, a answer) []string {
	var diffs []string
	table := must.Have(r.Top(context.Background()))
	unit := a.rows.SampleType[1].Unit
	scaled := func(v int64) int64 {
		x, _ := units.Scale(v, r.Type.Unit, unit)
		return int64(x)
	}
	var got, want []tableRow
	add := func(list *[]tableRow, n query.Node, flat, cum int64) {
		rank := flat
		if r.Query.Sort == query.ByCum {
			rank = cum
		}
		*list = append(*list, tableRow{max(rank, -rank), n.String(),
			fmt.Sprintf("%q %q:%d:%d %x start %d flat %d cum %d", n.Name, n.File, n.Line, n.Column, n.Address, n.StartLine, flat, cum)})
	}
	for _, row := range table.Rows {
		n := *r.Nodes.Node(row.Node)
		n.Object = "" // pprof does not write it
		add(&got, n, scaled(row.FlatValue()), scaled(row.CumValue()))
	}
	for _, s := range a.rows.Sample {
		l := s.Location[0]
		fn := l.Line[0].Function
		add(&want, query.Node{
			Name: fn.Name, File: fn.Filename, Line: l.Line[0].Line, Column: l.Line[0].Column,
			Address: l.Address, StartLine: fn.StartLine,
		}, s.Value[1], s.Value[0])
	}
	if len(got) != len(want) {
		diffs = append(diffs, fmt.Sprintf("%d rows, want %d", len(got), len(want)))
	}
	if r.Query.Mean { // sorted by sums, which pprof does not tell
		for _, list := range [][]tableRow{got, want} {
			slices.SortFunc(list, func(a, b tableRow) int { return strings.Compare(a.all, b.all) })
		}
	}
	cut := len(table.Rows) < table.Nodes
	got, want = settle(got, cut), settle(want, cut)
	for i := 0; i < min(len(got), len(want)) && len(diffs) < 5; i++ {
		if got[i].all != want[i].all {
			diffs = append(diffs, fmt.Sprintf("row %d: %s\n      want %s", i, got[i].all, want[i].all))
		}
	}
	if a.text != "" {
		diffs = append(diffs, textDifferences(r, table, a.text)...)
	}
	return diffs
}

// textDifferences compares the lines above a table and its columns.
func textDifferences(r *query.Result, table *query.Table, text string) []string {
	head, body, ok := strings.Cut(text, "      flat  flat%   sum%        cum   cum%\n")
	if !ok {
		return []string{"no table in: " + text}
	}
	var diffs []string
	compare := func(got, want string) {
		if got != want && len(diffs) < 5 {
			diffs = append(diffs, fmt.Sprintf("text %q\n     want %q", got, want))
		}
	}
	var above []string
	for _, l := range strings.Split(head, "\n") {
		if strings.HasPrefix(l, "Showing ") || strings.HasPrefix(l, "Dropped ") {
			above = append(above, l)
		}
	}
	if !r.Query.Mean { // pprof adds means up, and takes their shares of the mean of all
		compare(units.AsPprof(strings.Join(explain.Summary(r, lang.English, table, func(v int64) string { return r.Format(v, r.TableUnit(table.Rows)) }), "\n")), strings.Join(above, "\n"))
	}
	if r.Query.Granularity == query.Files || slices.ContainsFunc(table.Rows, func(row query.Row) bool {
		return strings.Contains(r.Nodes.Node(row.Node).String(), "\n")
	}) {
		return diffs // rows of one name come in any order, or take several lines
	}
	unit := r.TableUnit(table.Rows)
	format := func(v int64) string { return r.FormatPprof(v, unit) }
	lines := strings.Split(strings.TrimSuffix(body, "\n"), "\n")
	var sum int64
	for i, row := range table.Rows {
		if i >= len(lines) {
			break
		}
		sum += row.Flat
		got := fmt.Sprintf("%s %s %s %s %s %s", format(row.FlatValue()), units.Percent(row.Flat, r.Total), units.Percent(sum, r.Total),
			format(row.CumValue()), units.Percent(row.Cum, r.Total), r.Nodes.Node(row.Node))
		if f := strings.Fields(lines[i]); r.Query.Mean && len(f) > 4 {
			f[1], f[2], f[4] = units.Percent(row.Flat, r.Total), units.Percent(sum, r.Total), units.Percent(row.Cum, r.Total)
			lines[i] = strings.Join(f, " ")
		}
		l := strings.TrimSuffix(strings.TrimSuffix(lines[i], " (inline)"), " (partial-inline)")
		compare(strings.Join(strings.Fields(got), " "), strings.Join(strings.Fields(l), " "))
	}
	return diffs
}

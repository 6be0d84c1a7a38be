package table

import (
	"cmp"
	"io"
	"strings"

	"profstation/model"
)

// TopReport is the table of a result's nodes with its heading.
type TopReport struct {
	File   string // the name of the file, as the user gave it
	Result *model.Result
	Table  *model.Table
}

// Heading is the lines above the table: what is shown, which filters are in
// force, how much of the total the rows account for, and what was left out.
func (t *TopReport) Heading() []string {
	return append(heading(t.Result), strings.Join(t.Result.Summary(t.Table), " · "))
}

// topHeader is the JSON object around the rows. Values are in Unit.
type topHeader struct {
	File        string            `json:"file"`
	Type        string            `json:"type"`
	Unit        string            `json:"unit"`
	Total       int64             `json:"total"`
	Granularity model.Granularity `json:"granularity"`
	Sort        model.Sort        `json:"sort"`
	Filters     map[string]string `json:"filters"`
	Shown       int               `json:"shown"`         // rows
	Nodes       int               `json:"nodes"`         // before nodecount
	Dropped     int               `json:"dropped"`       // by nodefraction
	Cutoff      int64             `json:"cutoff"`        // rows with a smaller |cum| were dropped
	Flat        int64             `json:"accounted_for"` // Σflat of the rows
}

// topRow is one row. File and line are the place of the row's line or, if rows are
// functions, of the function's beginning.
type topRow struct {
	Flat        int64    `json:"flat"`
	FlatPercent float64  `json:"flat_percent"`
	SumPercent  float64  `json:"sum_percent"`
	Cum         int64    `json:"cum"`
	CumPercent  float64  `json:"cum_percent"`
	Name        string   `json:"name"`
	File        string   `json:"file,omitempty"`
	Line        int64    `json:"line,omitempty"`
	Inline      Inlining `json:"inline,omitempty"`
}

// WriteJSON writes one object: what was asked and left out, and the rows with
// the fields of the CSV form and, where known, file, line and inlining. Values
// are whole numbers in the unit of the sample type. Bytes that are no UTF-8
// become U+FFFD, since JSON cannot hold them; WriteCSV keeps them.
func (t *TopReport) WriteJSON(w io.Writer) error {
	r := t.Result
	h := topHeader{
		File: t.File, Type: r.TypeName(), Unit: r.Type.Unit, Total: r.Total,
		Granularity: cmp.Or(r.Query.Granularity, model.Functions), Sort: cmp.Or(r.Query.Sort, model.ByFlat), Filters: filters(r.Query),
		Shown: len(t.Table.Rows), Nodes: t.Table.Nodes, Dropped: t.Table.Dropped,
		Cutoff: t.Table.Cutoff, Flat: t.Table.Flat,
	}
	inlined := inlinedFunctions(r)
	var sum int64
	return writeJSON(w, h, "rows", len(t.Table.Rows), func(i int) any {
		row := t.Table.Rows[i]
		sum += row.Flat
		node := r.Nodes.Node(row.Node)
		file, line := place(r, row.Node)
		return topRow{
			row.FlatValue(), model.Share(row.Flat, r.Total), model.Share(sum, r.Total),
			row.CumValue(), model.Share(row.Cum, r.Total), node.String(), file, line, inlined[node.Name],
		}
	})
}

// place is where in the source a node stands; line 0 is not known.
func place(r *model.Result, id model.NodeID) (file string, line int64) {
	n := r.Nodes.Node(id)
	if n.File != "" && (n.Line != 0 || r.Query.Granularity != model.FileFunctions) {
		return n.File, n.Line
	}
	fn := r.Nodes.Func(id)
	if fn == model.NoFunc {
		return n.File, 0
	}
	f := r.Profile.Functions[fn]
	return r.Profile.Strings.Raw(f.File), f.StartLine
}

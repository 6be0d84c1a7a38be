package table

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"

	"profstation/model"
	"profstation/model/labels"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
)

// LabelsReport holds the values of each label key in a result, with their weights.
type LabelsReport struct {
	File   string // the file's name, as the user gave it
	Result *query.Result
	Labels []*labels.Totals
}

// Labels makes the report on all keys. The only error is the context's.
func Labels(ctx context.Context, file string, r *query.Result) (*LabelsReport, error) {
	labels, err := labels.Of(ctx, r)
	return &LabelsReport{File: file, Result: r, Labels: labels}, err
}

// Heading returns the lines above the table in a picture.
func (t *LabelsReport) Heading() []string {
	lines := heading(t.Result)
	if len(t.Labels) == 0 {
		return append(lines, lang.L("no labels"))
	}
	return lines
}

// labelRow is one row in the table: a label's value, or the samples without the label.
type labelRow struct {
	of *labels.Totals
	labels.Total
	without bool
}

// rows returns the values of all keys. Each key's values are followed by a row for the samples without the key.
func (t *LabelsReport) rows() []labelRow {
	var rows []labelRow
	for _, l := range t.Labels {
		for _, v := range l.Values {
			rows = append(rows, labelRow{l, v, false})
		}
		if l.Without.Records > 0 {
			rows = append(rows, labelRow{l, l.Without, true})
		}
	}
	return rows
}

// Table returns the table with all keys and values, for pictures and CSV files.
func (t *LabelsReport) Table() *Table { return labelsTable(t.Result, t.rows(), true) }

// LabelValues returns the table of one key, for a window. It has a row for each value, and a last one for samples
// without the key, if there are any.
func LabelValues(r *query.Result, l *labels.Totals) *Table {
	return labelsTable(r, (&LabelsReport{Result: r, Labels: []*labels.Totals{l}}).rows(), false)
}

func labelsTable(r *query.Result, rows []labelRow, keys bool) *Table {
	format := column(r, rows, func(x *labelRow) []int64 { return []int64{x.Net} })
	value := func(x *labelRow) string { return format(x.Net) }
	columns := []ColumnOf[labelRow]{
		{Column{lang.L("value"), widest(rows, func(x *labelRow) []string { return []string{value(x)} }), true,
			lang.L("The value of the samples with this label.")}, value, nil},
		shares(Column{lang.L("share"), shareWidth, true, lang.L(sameShare)}, r, func(x *labelRow) int64 { return x.Net }),
		samplesColumn(len(rows) > 0 && rows[0].of.Counted, func(x *labelRow) (int, int64) { return x.Records, x.Samples }),
		{Column{lang.L("key"), 160, false, lang.L("The key of the label.")}, func(x *labelRow) string { return safe.Text(x.of.Axis.Key) }, nil},
		{Column{lang.L("label"), 0, false, lang.L("The value of the label.")}, func(x *labelRow) string {
			if x.without {
				return labels.NoLabel()
			}
			return safe.Text(r.Profile.LabelText(x.of.Axis, x.Value, "auto"))
		}, nil},
	}
	if !keys {
		columns = slices.Delete(columns, 3, 4)
	}
	t := Of(rows, columns, []string{"key", "kind", "label", "unit", "value", "percent", "records", "samples"}, func(x *labelRow) []units.Cell {
		kind, label := "text", units.Text(x.Value.Text)
		switch {
		case x.without:
			kind, label = "none", units.Cell{}
		case x.of.Axis.Numeric:
			kind, label = "number", units.WholeCell(x.Value.Num)
		}
		return []units.Cell{units.Text(x.of.Axis.Key), units.Text(kind), label, units.Text(x.of.Unit), units.WholeCell(x.Net),
			plain(units.Share(x.Net, r.Total)), units.WholeCell(x.Records), samplesCell(x.of, x.Samples)}
	})
	if !keys {
		t.Spare = []int{2, 1}
	}
	return t
}

// samplesColumn shows how many samples a row stands for. If that is not known, it shows how many records in the
// file.
func samplesColumn[T any](counted bool, of func(*T) (records int, samples int64)) ColumnOf[T] {
	if !counted {
		return ColumnOf[T]{Column{lang.L("records"), 84, true,
			lang.L("How many records of the file: a stack with its values and labels is one.")},
			func(x *T) string { records, _ := of(x); return units.Count(int64(records)) }, nil}
	}
	return ColumnOf[T]{Column{lang.L("samples"), 84, true, lang.L("How many samples were taken; one record of the file may hold many.")},
		func(x *T) string { _, samples := of(x); return units.Count(samples) }, nil}
}

// samplesCell returns an empty cell if it is not known how many samples a record holds.
func samplesCell(of *labels.Totals, samples int64) units.Cell {
	if !of.Counted {
		return units.Cell{}
	}
	return units.WholeCell(samples)
}

type labelKeyJSON struct {
	Key     string           `json:"key"`
	Kind    string           `json:"kind"` // text or number
	Unit    string           `json:"unit,omitempty"`
	Total   int64            `json:"total"`
	Percent float64          `json:"percent"`
	Values  []labelValueJSON `json:"values"`
	Without labelValueJSON   `json:"without"`
}

type labelValueJSON struct {
	Text    *string `json:"text,omitempty"`
	Number  *int64  `json:"number,omitempty"`
	Value   int64   `json:"value"`
	Percent float64 `json:"percent"`
	Records int     `json:"records"`
	Samples *int64  `json:"samples"` // null if not known
}

func (t *LabelsReport) valueJSON(of *labels.Totals, x labels.Total, has bool) labelValueJSON {
	v := labelValueJSON{Value: x.Net, Percent: units.Share(x.Net, t.Result.Total), Records: x.Records}
	if of.Counted {
		v.Samples = &x.Samples
	}
	switch {
	case !has:
	case of.Axis.Numeric:
		v.Number = &x.Value.Num
	default:
		v.Text = &x.Value.Text
	}
	return v
}

// WriteJSON writes one object with a list of keys.
func (t *LabelsReport) WriteJSON(w io.Writer) error {
	return writeJSON(w, headOf(t.File, t.Result), "keys", len(t.Labels), func(i int) any {
		l := t.Labels[i]
		k := labelKeyJSON{Key: l.Axis.Key, Kind: "text", Unit: l.Unit, Total: l.Total,
			Percent: units.Share(l.Total, t.Result.Total), Values: []labelValueJSON{},
			Without: t.valueJSON(l, l.Without, false)}
		if l.Axis.Numeric {
			k.Kind = "number"
		}
		for _, v := range l.Values {
			k.Values = append(k.Values, t.valueJSON(l, v, true))
		}
		return k
	})
}

// WriteText writes what `go tool pprof -tags` prints (pprof: internal/report/report.go, printTags): keys are
// sorted by name, and numbers that read the same are merged.
func (t *LabelsReport) WriteText(w io.Writer) error {
	r := t.Result
	unit := unitOf(r)
	type key struct {
		total  int64
		values map[string]int64
		number map[string]int64 // for minutes, a unit pprof does not know
	}
	keys := map[string]*key{}
	for _, l := range t.Labels {
		k := keys[l.Axis.Key]
		if k == nil {
			k = &key{values: map[string]int64{}, number: map[string]int64{}}
			keys[l.Axis.Key] = k
		}
		k.total += l.Total
		for _, v := range l.Values {
			text := units.AsPprof(r.Profile.LabelText(l.Axis, v.Value, unit))
			if k.values[text] += v.Net; l.Unit == model.Minutes {
				k.number[text] = v.Value.Num
			}
		}
	}
	out := bufio.NewWriter(w)
	if len(keys) == 0 {
		out.WriteString("no labels\n") // where pprof prints nothing at all
	}
	tab := tabwriter.NewWriter(out, 0, 0, 1, ' ', tabwriter.AlignRight)
	total := r.MeanTotal()
	share := func(v int64) string {
		if total <= 0 {
			return ""
		}
		return " (" + ratio(v, total) + ")"
	}
	for _, name := range slices.Sorted(maps.Keys(keys)) {
		k := keys[name]
		fmt.Fprintf(tab, "%s:\t Total %s of %s%s\n", name, r.FormatPprof(k.total, unit), r.FormatPprof(total, unit), share(k.total))
		largestFirst := func(a, b string) int {
			return cmp.Or(cmp.Compare(units.Magnitude(k.values[b]), units.Magnitude(k.values[a])),
				cmp.Compare(k.number[a], k.number[b]), cmp.Compare(a, b))
		}
		for _, value := range slices.SortedFunc(maps.Keys(k.values), largestFirst) {
			net := k.values[value]
			fmt.Fprintf(tab, " \t%s%s:\t %s\n", r.FormatPprof(net, unit), share(net), value)
		}
		fmt.Fprintln(tab)
	}
	tab.Flush() // out keeps its error
	return out.Flush()
}

// LabelRanges returns the table of a key's numbers in ranges, for a window.
func LabelRanges(r *query.Result, t *labels.Totals, ranges []labels.Range) *Table {
	format := column(r, ranges, func(g *labels.Range) []int64 { return []int64{g.Net} })
	value := func(g *labels.Range) string { return format(g.Net) }
	number := func(v int64) string {
		return safe.Text(r.Profile.LabelText(t.Axis, model.LabelValue{Num: v}, "auto"))
	}
	width := widest(ranges, func(g *labels.Range) []string { return []string{value(g)} })
	return Of(ranges, []ColumnOf[labels.Range]{
		{Column{lang.L("value"), width, true, lang.L("The value of the samples with a number in this range.")}, value, nil},
		{Column{lang.L("share"), shareWidth, true, lang.L(sameShare)},
			func(g *labels.Range) string { return units.Percent(g.Net, r.Total) }, nil},
		samplesColumn(t.Counted, func(g *labels.Range) (int, int64) { return g.Records, g.Samples }),
		{Column{lang.L("numbers"), 84, true, lang.L("How many different numbers are in the range.")},
			func(g *labels.Range) string { return units.Count(int64(g.Values)) }, nil},
		{Column{lang.L("range"), 190, false, lang.L("The least and the largest number in the range.")}, func(g *labels.Range) string {
			if g.Lo == g.Hi {
				return number(g.Lo)
			}
			return number(g.Lo) + " … " + number(g.Hi)
		}, nil},
		{Column{"", 0, false, lang.L("The value as a bar, relative to the largest range.")}, func(*labels.Range) string { return "" },
			besideLargest(ranges, func(g *labels.Range) int64 { return g.Net })},
	}, []string{"key", "from", "to", "unit", "value", "percent", "records", "samples", "numbers"}, func(g *labels.Range) []units.Cell {
		return []units.Cell{
			units.Text(t.Axis.Key), units.WholeCell(g.Lo), units.WholeCell(g.Hi), units.Text(t.Unit), units.WholeCell(g.Net),
			plain(units.Share(g.Net, r.Total)), units.WholeCell(g.Records), samplesCell(t, g.Samples), units.WholeCell(g.Values),
		}
	})
}

// LabelKeys returns the table of keys, for a window.
func LabelKeys(r *query.Result, keys []*labels.Totals) *Table {
	type key = *labels.Totals
	format := column(r, keys, func(k *key) []int64 { return []int64{(*k).Total} })
	total := func(k *key) string { return format((*k).Total) }
	return Of(keys, []ColumnOf[key]{
		{Column{lang.L("key"), 0, false, lang.L("The key of the label.")}, func(k *key) string {
			name := safe.Text((*k).Axis.Key)
			if u := (*k).Unit; u != "" && u != (*k).Axis.Key {
				name += " (" + safe.Text(u) + ")"
			}
			return name
		}, nil},
		{Column{lang.L("values"), 66, true, lang.L("How many different values it has.")},
			func(k *key) string { return units.Count(int64(len((*k).Values))) }, nil},
		{Column{lang.L("total"), widest(keys, func(k *key) []string { return []string{total(k)} }), true,
			lang.L("The value of the samples with this key.")}, total, nil},
		shares(Column{lang.L("share"), shareWidth, true, lang.L(sameShare)}, r, func(k *key) int64 { return (*k).Total }),
	}, nil, nil)
}

package command

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"profstation/ask/finding"
	"profstation/loader"
	"profstation/model/explain"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
)

func writeCard(ctx context.Context, w io.Writer, f *loader.File) error {
	if f.Trace != nil {
		return writeTraceCard(ctx, w, f)
	}
	p := f.Profile
	fmt.Fprintf(w, "%s: %s, %s\n", safe.Text(f.Name), explain.About(p).Title, p.Format)
	r, err := query.Evaluate(ctx, p, query.Default())
	if err != nil {
		return err
	}
	for _, fact := range explain.Facts(r, lang.English, "auto") {
		fmt.Fprintf(w, "  %s\n", strings.TrimSpace(fact.String()))
	}
	types, err := totals(ctx, p)
	if err != nil {
		return err
	}
	fmt.Fprintln(w, "  Sample types:")
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for i, v := range types {
		mark := " "
		if i == p.Default {
			mark = "*"
		}
		name := safe.Text(v.Type) + "/" + safe.Text(v.Unit)
		total := units.Format(v.Total, v.Unit, "auto")
		if _, unit := units.Scale(v.Total, v.Unit, "auto"); unit == "" || unit == v.Unit {
			total = units.FormatShort(v.Total, v.Unit, v.Unit)
		}
		fmt.Fprintf(t, "  %s %s\t%s\t%s\n", mark, name, safe.Text(total), explain.SampleType(p, v.Type))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	measured, err := p.Measurement(ctx, p.Default)
	if err != nil {
		return err
	}
	samples := ""
	if measured.Known() {
		samples = units.Plural(int(measured.Total), "sample") + " in "
	}
	functions, locations := p.InStacks()
	fmt.Fprintf(w, "  %s%s, %s, %s, %s\n", samples, units.Plural(p.Records(), "record"), units.Plural(p.Stacks.Len(), "stack"),
		units.Plural(functions, "function"), units.Plural(locations, "location"))
	var labels []string
	for _, k := range p.LabelKeys() {
		labels = append(labels, fmt.Sprintf("%s (%s)", safe.Text(k.Key), units.Plural(k.Values, "value")))
	}
	if len(labels) > 0 {
		fmt.Fprintf(w, "  Labels: %s\n", strings.Join(labels, ", "))
	}
	var leaked []string
	for _, c := range explain.LeakedBy(p) {
		leaked = append(leaked, fmt.Sprintf("%s by %s", units.Count(c.Goroutines), safe.Text(cmp.Or(c.By, "an unknown function"))))
	}
	if len(leaked) > 0 {
		fmt.Fprintf(w, "  Leaked goroutines, by what created them: %s\n", strings.Join(leaked, ", "))
	}
	hints, err := finding.Lines(ctx, finding.Subject{Profile: p})
	if err != nil {
		return err
	}
	for _, warning := range slices.Concat(p.Warnings, hints) {
		fmt.Fprintf(w, "  Warning: %s\n", warning)
	}
	return nil
}

package command

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"profstation/loader"
	"profstation/model"
	"profstation/model/lang"
)

func writeCard(ctx context.Context, w io.Writer, f *loader.File) error {
	if f.Trace != nil {
		writeTraceCard(w, f)
		return nil
	}
	p := f.Profile
	fmt.Fprintf(w, "%s: %s, %s\n", model.Sanitise(f.Name), p.About().Title, p.Format)
	r, err := p.Evaluate(ctx, model.DefaultQuery())
	if err != nil {
		return err
	}
	for _, fact := range r.Facts(lang.English, "auto") {
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
		name := model.Sanitise(v.Type) + "/" + model.Sanitise(v.Unit)
		total := model.Format(v.Total, v.Unit, "auto")
		if _, unit := model.Scale(v.Total, v.Unit, "auto"); unit == "" || unit == v.Unit {
			total = model.FormatShort(v.Total, v.Unit, v.Unit)
		}
		fmt.Fprintf(t, "  %s %s\t%s\t%s\n", mark, name, model.Sanitise(total), p.Explain(v.Type))
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
		samples = model.Plural(int(measured.Total), "sample") + " in "
	}
	fmt.Fprintf(w, "  %s%s, %s, %s, %s\n", samples, model.Plural(p.Samples.Len(), "record"), model.Plural(p.Stacks.Len(), "stack"),
		model.Plural(len(p.Functions), "function"), model.Plural(len(p.Locations), "location"))
	var labels []string
	for _, k := range p.LabelKeys() {
		labels = append(labels, fmt.Sprintf("%s (%s)", model.Sanitise(k.Key), model.Plural(k.Values, "value")))
	}
	if len(labels) > 0 {
		fmt.Fprintf(w, "  Labels: %s\n", strings.Join(labels, ", "))
	}
	hints, err := p.Hints(ctx)
	if err != nil {
		return err
	}
	for _, warning := range slices.Concat(p.Warnings, hints) {
		fmt.Fprintf(w, "  Warning: %s\n", warning)
	}
	return nil
}

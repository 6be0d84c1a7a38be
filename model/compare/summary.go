package compare

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"profstation/model/lang"
	"profstation/model/lists"
	"profstation/model/query"
)

// Largest is how many changes a summary lists.
const Largest = 10

// Summary describes a comparison in words, for a pull request.
type Summary struct {
	Comparison *Comparison
	Base, New  string   // the two names as the user gave them
	Found      []string // what stands out and is not the same on both sides, a line each
}

// Changes are the largest changes of a comparison, by flat or cum.
type Changes struct {
	By   query.Sort
	Rows []Row
	Real bool // they are more than noise; false: no sampling error is known, and these are the largest of all
}

// Of returns the change of a row that the changes are sorted by, and its share of all changes, in per cent.
func (s Changes) Of(r *Row) (*Change, float64) {
	if s.By == query.ByCum {
		return &r.Cum, r.CumShare
	}
	return &r.Flat, r.FlatShare
}

// Changes returns the largest changes, at most [Largest]. Where none by flat is more than noise, they are those by cum.
func (c *Comparison) Changes() Changes {
	s := Changes{By: c.sort(), Real: c.Judged()}
	s.Rows = c.changed(s.By, s.Real)
	if len(s.Rows) == 0 && s.Real && s.By != query.ByCum {
		if rows := c.changed(query.ByCum, true); len(rows) > 0 {
			s.By, s.Rows = query.ByCum, rows
		}
	}
	return s
}

// changed returns the largest changes in flat or cum, by |Δ|. If real is set, it returns only those that are more than
// noise.
func (c *Comparison) changed(by query.Sort, real bool) []Row {
	rows := slices.Clone(c.rows().all)
	if by != c.sort() {
		slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(math.Abs(b.by(by).Delta), math.Abs(a.by(by).Delta)) })
	}
	rows = slices.DeleteFunc(rows, func(r Row) bool {
		x := r.by(by)
		return x.Delta == 0 || real && !x.Verdict.Real()
	})
	return rows[:min(len(rows), Largest)]
}

// WriteMarkdown writes a heading, the change in the total, a table with the changes, and how they were
// judged, in GitHub's Markdown. Profile names cannot break out of it. Errors are the writer's and the context's.
func (s *Summary) WriteMarkdown(ctx context.Context, w io.Writer) error {
	return s.write(ctx, w, &markdown)
}

// WriteText writes the same for a screen: its first line is the heading, and the table's lines are indented.
func (s *Summary) WriteText(ctx context.Context, w io.Writer) error { return s.write(ctx, w, &plain) }

func (s *Summary) write(ctx context.Context, w io.Writer, d *dialect) error {
	c := s.Comparison
	out := bufio.NewWriter(w)
	line := func(format string, args ...any) { fmt.Fprintf(out, format+"\n", args...) } // errors stay until Flush
	changes := c.Changes()
	kind, real := c.sort(), changes.Real
	line("%s%s: %s → %s", d.heading, d.said(c.Type.Type), d.code(s.Base), d.code(s.New))
	line("")
	if uneven := Coverage(c); uneven != "" {
		line("%s%s%s", d.strong, lang.L("{{.Statement}}.", lang.With{"Statement": d.escaped(uneven)}), d.strong)
		line("")
	}
	t := c.Total()
	line("%s", lang.L("Total: {{.Base}} → {{.New}}, {{.Change}}; {{.Way}}; {{.Verdict}}.", lang.With{
		"Base": d.said(c.Format(t.Before)), "New": d.said(c.Format(t.After)),
		"Change": d.strong + lang.L("{{.Change}} ({{.Share}})",
			lang.With{"Change": d.said(c.FormatChange(t.Delta)), "Share": t.PercentText()}) + d.strong,
		"Way": d.escaped(c.Normalised()), "Verdict": t.Verdict.Words(lang.L),
	}))
	line("%s", lang.L("{{.Statement}}.", lang.With{"Statement": d.escaped(Tallied(c))}))
	for _, s := range c.Query.Settings() {
		line("%s", lang.L("Filter: {{.Filter}}", lang.With{"Filter": d.code(s)}))
	}
	for _, l := range c.Notes() {
		line("%s", lang.L("Note: {{.Note}}.", lang.With{"Note": d.said(l)}))
	}
	line("")
	rows, also := changes.Rows, ""
	if changes.By != kind {
		also = lang.L("No {{.Order}} value changed by more than noise.", lang.With{"Order": kind}) + " "
		kind = changes.By
	}
	with := lang.With{"Order": kind}
	switch {
	case len(rows) == 0 && real && t.Verdict.Real():
		line("%s", lang.L("The total changed. It is not certain which function is responsible: no {{.Order}} value changed by more than noise.",
			with)+s.couldSee(d))
	case len(rows) == 0 && real:
		line("%s", lang.L("No function's {{.Order}} value changed by more than noise.", with)+s.couldSee(d))
	case len(rows) == 0:
		line("%s", lang.L("Nothing changed."))
	default:
		if real {
			line("%s", also+lang.L("The largest changes ({{.Order}}) that are more than noise:", with))
		} else {
			line("%s", lang.L("The largest changes ({{.Order}}):", with))
		}
		line("")
		table := [][]string{{lang.L(c.Query.Granularity.Noun()), lang.L("base"), lang.L("new"), "Δ",
			"Δ%", lang.L("of all changes")}}
		for i := range rows {
			x, share := changes.Of(&rows[i])
			value := func(text string) string { return d.figure(c.Normalisation.bare(text)) }
			table = append(table,
				[]string{d.cell(c.Name(rows[i].Node)), value(c.Format(x.Before)), value(c.Format(x.After)), value(c.FormatChange(x.Delta)),
					x.PercentText(), fmt.Sprintf("%.1f%%", share)})
		}
		for _, l := range d.table(table) {
			line("%s", l)
		}
	}
	if err := s.where(ctx, line, d); err != nil {
		return err
	}
	if len(s.Found) > 0 {
		line("")
		line("%s%s%s", d.strong, lang.L("What stands out, against the base"), d.strong)
		line("")
	}
	for _, f := range s.Found {
		line("- %s", d.sentence(f))
	}
	line("")
	line(d.fold, lang.L("How this was judged"))
	line("")
	for _, l := range c.Explain(lang.L) {
		line("%s", d.escaped(l))
		line("")
	}
	if d.unfold != "" {
		line("%s", d.unfold)
	}
	return out.Flush()
}

// maxPath is how many functions at the end of a path are named.
const maxPath = 6

// where says which function of the program's own module has most of the change of the total, and on which path that is.
func (s *Summary) where(ctx context.Context, line func(string, ...any), d *dialect) error {
	lines, err := whereLines(ctx, s.Comparison, d)
	if len(lines) > 0 {
		line("")
	}
	for _, l := range lines {
		line("%s", l)
	}
	return err
}

// WhereWords returns what [Comparison.Where] finds, as sentences. The only error is the context's.
func WhereWords(ctx context.Context, c *Comparison) ([]string, error) {
	return whereLines(ctx, c, &plain)
}

func whereLines(ctx context.Context, c *Comparison, d *dialect) (lines []string, err error) {
	w, err := c.Where(ctx)
	if err != nil {
		return nil, err
	}
	total := c.Total().Delta
	change := func(x *Change) string {
		with := lang.With{"Change": c.FormatChange(x.Delta), "Total": c.FormatChange(total)}
		if math.Abs(x.Delta) > math.Abs(total) { // other changes go the other way
			return d.said(c.FormatChange(x.Delta))
		}
		return d.said(lang.L("{{.Change}} of {{.Total}}", with))
	}
	if w.Own != query.NoNode {
		lines = append(lines, lang.L("In your own code, the largest change is {{.Function}}: {{.Change}}, with what it calls in other modules.",
			lang.With{"Function": d.code(c.Name(w.Own)), "Change": change(&w.OwnChange)}))
	}
	if len(w.Path) > 1 {
		path := strings.Join(lists.Map(w.Path[max(0, len(w.Path)-maxPath):], func(n query.NodeID) string { return d.code(c.Name(n)) }), " → ")
		if len(w.Path) > maxPath {
			path = "… → " + path
		}
		lines = append(lines, lang.L("The path that carries most of the change: {{.Path}}, {{.Change}}.",
			lang.With{"Path": path, "Change": change(&w.PathChange)}))
	}
	return lines, nil
}

// bare returns a figure without the suffix that all figures per recording have. The line with the total shows
// it.
func (n Normalisation) bare(figure string) string {
	if !n.recordings() {
		return figure
	}
	return strings.TrimSuffix(figure, n.Suffix())
}

// couldSee says which change in the largest row would have shown.
func (s *Summary) couldSee(d *dialect) string {
	c := s.Comparison
	if best := c.largest(); best != nil {
		return " " + lang.L("For the largest, {{.Function}}, {{.Detail}}.",
			lang.With{"Function": d.code(c.Name(best.Node)), "Detail": d.escaped(c.Shown(best).Verdict.could(lang.L))})
	}
	return ""
}

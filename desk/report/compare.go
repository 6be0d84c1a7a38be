package report

import (
	"context"
	"fmt"
	"math"

	"profstation/flame"
	"profstation/model"
	"profstation/model/compare"
	"profstation/table"
)

// Comparison adds a section about what changed from a base. All its figures and
// verdicts are those of c, and of g where each side is several recordings; g is nil
// where each is one.
func (p *Page) Comparison(ctx context.Context, base, name string, c *compare.Comparison, g *compare.Groups, o Options) error {
	s := p.section(change(base, name))
	s.About = "What changed from the base to the new profile, and whether that is more than sampling makes by chance."
	for _, l := range c.Heading() {
		s.Facts = append(s.Facts, model.Fact{Name: "Compared", Text: model.Sanitise(l)})
	}
	t := c.Total()
	s.Facts = append(s.Facts, model.Fact{Name: "Total", Text: fmt.Sprintf("%s → %s, %s (%s)",
		c.Format(t.Before), c.Format(t.After), c.FormatChange(t.Delta), t.PercentText())})
	for _, l := range c.JudgedBy().Explain() {
		s.Facts = append(s.Facts, model.Fact{Name: "Judged", Text: l})
	}
	s.Warnings = append(s.Warnings, c.Pair.Left...)
	s.note(o.Notes, nil)
	chart, err := flame.NewDiff(ctx, c, compare.ByNew, flame.Options{Pivot: model.NoNode, Columns: int(math.Ceil(o.Width))})
	if err != nil {
		return err
	}
	if err := s.drawFlame("Flame graph of the change", chart, o); err != nil {
		return err
	}
	most := topRows
	if n := c.Query.NodeCount; n > 0 {
		most = n
	}
	all, changed := len(c.Rows()), func(n int) *table.Table { return table.Diff(c, c.Rows()[:n]) }
	if g != nil {
		all, changed = len(g.Rows), func(n int) *table.Table { return table.Groups(g, g.Rows[:n]) }
	}
	lines := []string{Asked(c.Query)}
	if all > most {
		lines = append(lines, fmt.Sprintf("The %d largest changes of %s.", most, model.Count(int64(all))))
	}
	s.list("Functions that changed", lines, changed(min(all, most)))
	if labels := c.Labels(); len(labels) > 0 {
		s.list("Labels that changed", []string{Asked(c.Query)}, labelChanges(c, labels))
	}
	return nil
}

// change is the heading of what changed.
func change(base, name string) string { return title(base) + " → " + title(name) }

// Uncompared adds a section for two sides that cannot be compared.
func (p *Page) Uncompared(base, name string, err error) {
	s := p.section(change(base, name))
	s.About = "These could not be compared."
	s.Warnings = []string{model.Sanitise(err.Error())}
}

// labelChanges is the table of labels of both sides.
func labelChanges(c *compare.Comparison, rows []compare.LabelRow) *table.Table {
	told := func(term string, right bool) table.Column {
		return table.Column{Title: term, Right: right, Help: model.Glossary(term)}
	}
	return &table.Table{
		Columns: []table.Column{
			told("base", true), told("new", true), told("Δ", true), told("Δ%", true),
			told("is it real?", false), told("key", false), told("label", false),
		},
		Rows: len(rows),
		Cell: func(row, col int) string {
			r := &rows[row]
			value := r.Value
			if r.Missing() {
				value = table.Without
			}
			return []string{c.Format(r.Before), c.Format(r.After), c.FormatChange(r.Delta), r.PercentText(),
				string(r.Verdict.Finding), model.Sanitise(r.Key), model.Sanitise(value)}[col]
		},
	}
}

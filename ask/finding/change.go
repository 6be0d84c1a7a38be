package finding

import (
	"context"
	"fmt"

	"profstation/model"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/origin/link"
)

func init() {
	add(rule{name: "change", find: change, looks: looks{text: lang.Later("comparisons whose sampling error is known")}, words: words{
		Why: lang.Later("These are the largest changes that are more than noise, as the table of changes judges them."),
	}})
}

// change finds the largest changes that are more than noise. A comparison in which no sampling error is known has none.
func change(ctx context.Context, s *Subject) ([]Finding, error) {
	c := s.Comparison
	if c == nil || !c.Judged() {
		return nil, nil
	}
	if _, err := c.Rows(ctx); err != nil {
		return nil, err
	}
	changes := c.Changes()
	var all []Finding
	for i := range changes.Rows {
		row := &changes.Rows[i]
		x, share := changes.Of(row)
		name := c.Name(row.Node)
		all = append(all, Finding{
			Severity: Worth, Text: lang.L("{{.Name}}: {{.Text}}", lang.With{"Name": safe.Text(name), "Text": c.Words(lang.L, x)}),
			Figures: []model.Fact{
				{Name: lang.L("base"), Text: c.Format(x.Before)},
				{Name: lang.L("new"), Text: c.Format(x.After)},
				{Name: "Δ", Text: c.FormatChange(x.Delta)},
				{Name: "Δ%", Text: x.PercentText()},
				{Name: lang.L("of all changes"), Text: fmt.Sprintf("%.1f%%", share)},
			},
			Place: link.Place{Tab: top, Options: map[string]string{"sort": string(changes.By)}, Selected: name},
		})
	}
	return all, nil
}

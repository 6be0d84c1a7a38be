package finding

import (
	"context"

	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/model/series"
	"profstation/origin/link"
	"profstation/table"
)

func init() {
	add(rule{name: "growth", find: growth, looks: looks{text: lang.Later("series of profiles")}, words: words{
		Why: lang.Later("This grows over the series, or went up in a step, as Trend judges it."),
	}})
}

// growth finds what grows, or went up in a step, in a series of profiles.
func growth(_ context.Context, s *Subject) ([]Finding, error) {
	if s.Growth == nil {
		return nil, nil
	}
	var all []Finding
	for i := range s.Growth.Rows {
		g := &s.Growth.Rows[i]
		if g.Verdict != series.Grows && g.Verdict != series.StepUp {
			continue
		}
		text, figures := table.GrowthProof(s.Growth.Ranking, s.Growth.Unit, g)
		f := Finding{
			Severity: Worth, Text: lang.L("{{.Name}}: {{.Text}}", lang.With{"Name": safe.Text(g.Name), "Text": text}),
			Figures: figures, Place: link.Place{Tab: trend}, About: g.Name,
		}
		if s.Growth.Question.By == series.Functions {
			f.Place.Selected = g.Name
		}
		all = append(all, f)
	}
	return all, nil
}

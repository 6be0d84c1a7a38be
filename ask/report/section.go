package report

import (
	"context"
	"slices"

	"profstation/ask"
	"profstation/ask/page"
	"profstation/ask/write"
	"profstation/model"
	"profstation/model/explain"
	"profstation/model/lang"
	"profstation/model/lists"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/series"
	"profstation/scene"
	"profstation/table"
)

func (p Report) profile(ctx context.Context, d Document, o Options) error {
	prepared := func(tab ask.Tab, q query.Query) (*ask.Answer, error) {
		r := d.request(q, o)
		r.Tab = tab
		a, _, err := ask.Compute(ctx, r, nil)
		return a, err
	}
	top, err := prepared(ask.TopTab, limited(d.Query))
	if err != nil {
		return err
	}
	s := p.Section(Title(d.File.Name))
	r := top.Result
	overview, err := ask.OverviewOf(ctx, r)
	if err != nil {
		return err
	}
	s.About = lang.L("{{.Statement}}.", lang.With{"Statement": overview.Title})
	recorded := slices.Clone(overview.Facts)
	held := len(recorded) - 1 // how many samples there are stands last
	s.Facts, s.Warnings = append(totals(overview, r.Column), recorded[held]), overview.Warnings
	for _, name := range r.Unused {
		s.Warnings = append(s.Warnings, lang.L("the filter {{.Filter}} matches nothing in this profile", lang.With{"Filter": name}))
	}
	if err := note(ctx, s, d.Notes, r); err != nil {
		return err
	}
	if err := d.standing(ctx, s); err != nil {
		return err
	}
	if err := memory(ctx, s, overview.Memory, o); err != nil {
		return err
	}
	if len(overview.Leaked) > 0 {
		by := lists.Map(overview.Leaked, func(l ask.Leaked) model.Fact { return model.Fact{Name: l.By, Text: l.Count} })
		s.Parts = append(s.Parts, page.Part{Title: lang.L("Leaked goroutines"), Facts: by})
	}
	asked := d.Query.Caption(r.Profile)
	for _, part := range []struct {
		title, view string
		tab         ask.Tab
		query       query.Query
	}{
		{lang.L("Flame graph"), "flame", ask.FlameTab, d.Query.Whole()}, // small boxes are merged, not left out
		{lang.L("Call graph"), "graph", ask.GraphTab, d.Query},
	} {
		a, err := prepared(part.tab, part.query)
		if err != nil {
			return err
		}
		view := ask.Find(ask.OfProfile, part.view)
		if err := draw(ctx, s, part.title, asked, view, a, o); err != nil {
			return err
		}
	}
	all, err := r.Top(ctx)
	if err != nil {
		return err
	}
	s.List(lang.L("Functions"), append(slices.Clip(asked), explain.Summary(r, lang.L, all, r.RowsInOneUnit(all.Rows))...), top.Top)
	labels, err := table.Labels(ctx, d.File.Name, r)
	if err == nil && len(labels.Labels) > 0 {
		s.List(lang.L("Labels"), asked, labels.Table())
	}
	s.Fold(lang.L("How this was recorded"), []string{overview.About}, recorded[:held])
	return err
}

// memory adds where the memory of the process is, if that is known.
func memory(ctx context.Context, s *page.Section, m *ask.Memory, o Options) error {
	if m == nil {
		return nil
	}
	d := write.Of(&table.Picture{Head: scene.Heading{Bare: true}, Table: m.Table, Theme: o.Style.Theme, Width: o.Width, SortColumn: -1}, s.Title)
	if err := embed(ctx, s, lang.L("Where the memory of the process is"), m.Summary, &d); err != nil {
		return err
	}
	s.Parts[len(s.Parts)-1].Facts = m.Advice
	return nil
}

// Trend adds a section about all profiles in a document's series, which needs no file. Their figures are kept without
// filters.
func (p Report) Trend(ctx context.Context, d Document, o Options) error {
	types, standard := d.Series.Types()
	i, err := query.SampleIndex(&model.Profile{Types: types, Default: standard}, d.Query.SampleIndex)
	if err != nil {
		return err
	}
	q := series.Question{Type: model.Offered(types)[i].Type, By: d.Series.DefaultBy()}
	layers, err := ask.Layers(d.Series, q)
	if err != nil {
		return err
	}
	s := p.Section(Title(d.Of))
	s.About = lang.L("All profiles of the series, in the order of time.")
	if len(d.Query.Filters()) > 0 {
		s.Warnings = append(s.Warnings, lang.L("The filters are not applied here."))
	}
	if course := ask.SeriesCourse(d.Series); len(course) > 0 {
		s.Parts = append(s.Parts, page.Part{Title: lang.L("How the memory of the process changed"), Lines: course})
	}
	trend := ask.NewTrend(d.Series, q, &ask.TrendAnswer{Trend: layers})
	if err := draw(ctx, s, lang.L("Trend"), nil, ask.Find(ask.OfSeries, "trend"), &ask.Answer{Series: trend}, o); err != nil {
		return err
	}
	grown, err := ask.Growth(ctx, d.Series, q, nil)
	if err == nil && grown.Table.Rows > 0 {
		judged := []string{ask.Restarts(trend.Points), ask.Unjudged(trend.Points)}
		s.List(lang.L("Growth"), slices.DeleteFunc(judged, func(line string) bool { return line == "" }), grown.Table)
	}
	return err
}

// totals returns the totals for a profile's sample types.
func totals(o *ask.Overview, shown int) []model.Fact {
	var totals []model.Fact
	for i, t := range o.Types {
		text := t.Total
		if t.Help != "" {
			text += ": " + lang.L(t.Help)
		}
		if i == shown {
			text = lang.L("{{.Total}} (shown here)", lang.With{"Total": text})
		}
		totals = append(totals, model.Fact{Name: t.Name, Text: safe.Text(text)})
	}
	return totals
}

package report

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"profstation/ask"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/explain"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/series"
	"profstation/model/trace"
	"profstation/model/units"
	"profstation/table"
	"profstation/timeline/pair"
	"profstation/timeline/wording"
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
	s.About = lang.Sentences(lang.L("{{.Statement}}.", lang.With{"Statement": overview.Title}), overview.About)
	s.Facts, s.Warnings = facts(overview, r.Column), overview.Warnings
	for _, name := range r.Unused {
		s.Warnings = append(s.Warnings, lang.L("the filter {{.Filter}} matches nothing in this profile", lang.With{"Filter": name}))
	}
	if err := note(ctx, s, d.Notes, r); err != nil {
		return err
	}
	asked := d.Query.Caption()
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
	s.List(lang.L("Functions"), append(d.Query.Caption(), explain.Summary(r, lang.L, all)...), top.Top)
	labels, err := table.Labels(ctx, d.File.Name, r)
	if err == nil && len(labels.Labels) > 0 {
		s.List(lang.L("Labels"), asked, labels.Table())
	}
	return err
}

// Trend adds a section about all profiles in a document's series, which needs no file. Their figures are kept without
// filters.
func (p Report) Trend(ctx context.Context, d Document, o Options) error {
	types, standard := d.Series.Types()
	i, err := query.SampleIndex(&model.Profile{Types: types, Default: standard}, d.Query.SampleIndex)
	if err != nil {
		return err
	}
	q := series.Question{Type: types[i].Type, By: series.DefaultBy(d.Series.Kind())}
	layers, err := ask.Layers(d.Series, q)
	if err != nil {
		return err
	}
	s := p.Section(Title(d.Of))
	s.About = lang.L("All profiles of the series, in the order of time.")
	if len(d.Query.Filters()) > 0 {
		s.Warnings = append(s.Warnings, lang.L("The filters are not applied here."))
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

// facts returns a profile's head, the totals for its sample types and its number of samples.
func facts(o *ask.Overview, shown int) []model.Fact {
	for i := range o.Facts {
		if o.Facts[i].Name == "" {
			o.Facts[i].Name = lang.L("Comment")
		}
	}
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
	return slices.Insert(o.Facts, len(o.Facts)-1, totals...)
}

func (p Report) comparison(ctx context.Context, d Document, o Options) error {
	r := d.request(limited(d.Query), o)
	r.Tab, r.Display.Compare.Way = ask.TopTab, ask.AsDifference
	changes, _, err := ask.Compute(ctx, r, nil)
	if err != nil {
		return err
	}
	c := changes.Compared.Comparison
	s := p.change(d.Pair.Names[ask.BaseSide], d.Pair.Names[ask.NewSide])
	s.About = lang.L("Changes from the base to the new profile, and whether they exceed noise.")
	fact := func(name, text string) {
		s.Facts = append(s.Facts, model.Fact{Name: name, Text: text})
	}
	for _, l := range c.Heading() {
		fact(lang.L("Compared"), safe.Text(l))
	}
	t := c.Total()
	fact(lang.L("Total"),
		fmt.Sprintf("%s → %s, %s (%s): %s", c.Format(t.Before), c.Format(t.After), c.FormatChange(t.Delta), t.PercentText(),
			c.Words(lang.L, &t.Change)))
	where, err := compare.WhereWords(ctx, c)
	if err != nil {
		return err
	}
	for _, l := range where {
		fact(lang.L("Where"), l)
	}
	for _, l := range c.Explain(lang.L) {
		fact(lang.L("Judged"), l)
	}
	s.Warnings = append(s.Warnings, c.Notes()...)
	if err := note(ctx, s, d.Notes, nil); err != nil {
		return err
	}

	asked := c.Query.Caption()
	r.Tab, r.Display.Compare.Width = ask.FlameTab, compare.ByLarger // what is gone is seen, too
	flame, _, err := ask.Compute(ctx, r, changes)
	if err != nil {
		return err
	}
	if err := draw(ctx, s, lang.L("Flame graph of the change"), asked, ask.Find(ask.OfComparison, "difference"), flame, o); err != nil {
		return err
	}
	every, err := c.Rows(ctx)
	if err != nil {
		return err
	}
	all := len(every)
	lines := slices.Clone(asked)
	if by := c.Changes().By; by != cmp.Or(c.Query.Sort, query.ByFlat) { // as in the summary
		lines = append(lines, lang.L("No {{.Order}} value changed by more than noise.", lang.With{"Order": cmp.Or(c.Query.Sort, query.ByFlat)}))
		q := limited(d.Query)
		q.Sort = by
		sorted := d.request(q, o)
		sorted.Tab, sorted.Display.Compare.Way = ask.TopTab, ask.AsDifference
		if changes, _, err = ask.Compute(ctx, sorted, changes); err != nil {
			return err
		}
	}
	if shown := changes.Compared.Table.Rows; shown < all {
		lines = append(lines,
			lang.L("Largest changes first: {{.Shown}} of {{.All}}.", lang.With{"Shown": units.Count(int64(shown)), "All": units.Count(int64(all))}))
	}
	s.List(lang.L("Functions that changed"), lines, changes.Compared.Table)
	if changed, err := c.Labels(ctx); len(changed) == 0 {
		return err
	}
	r.Tab = ask.LabelsTab
	labels, _, err := ask.Compute(ctx, r, changes)
	if err != nil {
		return err
	}
	s.List(lang.L("Labels that changed"), asked, labels.Compared.Table)
	return nil
}

func (p Report) durations(ctx context.Context, d Document) error {
	x := d.Pair.Traces
	s := p.change(d.Pair.Names[ask.BaseSide], d.Pair.Names[ask.NewSide])
	s.About = lang.L("Differences between two execution traces: how long goroutines, tasks, regions and stop-the-world pauses took.")
	for _, side := range []struct {
		name string
		of   *trace.Trace
	}{{lang.L("Base"), x.Base}, {lang.L("New"), x.New}} {
		text := lang.List(wording.Duration(side.of.End), lang.N(len(side.of.Goroutines), "1 goroutine", "{{.N}} goroutines", nil))
		s.Facts = append(s.Facts, model.Fact{Name: side.name, Text: text})
		for _, w := range side.of.Warnings {
			s.Warnings = append(s.Warnings, side.name+": "+w)
		}
	}
	for _, l := range pair.Explain() {
		s.Facts = append(s.Facts, model.Fact{Name: lang.L("Judged"), Text: l})
	}
	if err := note(ctx, s, d.Notes, nil); err != nil {
		return err
	}
	s.List(lang.L("Durations"), []string{
		lang.L("{{.Number}} of {{.All}} differ by more than noise.",
			lang.With{"Number": units.Count(int64(len(pair.Loud(x.Rows)))), "All": units.Count(int64(len(x.Rows)))}),
	}, pair.Table(x.Rows))
	return nil
}

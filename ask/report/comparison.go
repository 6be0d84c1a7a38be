package report

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"profstation/ask"
	"profstation/ask/page"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/trace"
	"profstation/model/units"
	"profstation/timeline/pair"
	"profstation/timeline/wording"
)

// comparison adds a section about two sides: what changed first, how it was judged last, and folded.
func (p Report) comparison(ctx context.Context, d Document, o Options) error {
	r := d.differences(d.Query, o)
	top, _, err := ask.Compute(ctx, r, nil)
	if err != nil {
		return err
	}
	c := top.Compared.Comparison
	rows, err := c.Rows(ctx)
	if err != nil {
		return err
	}
	s := p.change(d.Pair.Names[ask.BaseSide], d.Pair.Names[ask.NewSide])
	same := !slices.ContainsFunc(rows, func(r compare.Row) bool { return r.Flat.Delta != 0 || r.Cum.Delta != 0 })
	if err := found(ctx, s, c, same); err != nil {
		return err
	}
	if err := d.shifted(ctx, s); err != nil {
		return err
	}
	if uneven := compare.Coverage(c); uneven != "" {
		s.Warnings = append(s.Warnings, uneven)
	}
	s.Warnings = append(s.Warnings, compare.Cautions(c)...)
	for _, n := range c.Pair.Names() {
		s.Facts = append(s.Facts, model.Fact{Name: lang.L("Names of functions"), Text: n})
	}
	s.Facts = append(s.Facts, d.Pair.Builds()...)
	course, err := ask.MemoryCourse(ctx, c.Pair)
	if err != nil {
		return err
	}
	if course != nil {
		for _, line := range course.Summary() {
			s.Facts = append(s.Facts, model.Fact{Name: lang.L("Memory of the process"), Text: line})
		}
	}
	if err := note(ctx, s, d.Notes, nil); err != nil {
		return err
	}
	if !same {
		r.Tab, r.Display.Compare.Width = ask.FlameTab, compare.ByLarger // what is gone is seen, too
		flame, _, err := ask.Compute(ctx, r, top)
		if err != nil {
			return err
		}
		picture := ask.Find(ask.OfComparison, "difference")
		if err := draw(ctx, s, lang.L("Flame graph of the change"), c.Query.Caption(nil), picture, flame, o); err != nil {
			return err
		}
		if err := d.changed(ctx, s, top, o); err != nil {
			return err
		}
	}
	if err := d.changedLabels(ctx, s, top, o); err != nil {
		return err
	}
	s.List(lang.L("Recordings"), nil, d.Pair.Recordings(c.Type))
	method := []model.Fact{{Name: lang.L("Compared"), Text: safe.Text(c.Normalised())}}
	for _, l := range c.Explain(lang.L) {
		method = append(method, model.Fact{Name: lang.L("Judged"), Text: l})
	}
	s.Fold(lang.L("How this was judged"), nil, method)
	return nil
}

// differences is the request for the table of changes.
func (d *Document) differences(q query.Query, o Options) ask.Request {
	r := d.request(limited(q), o)
	r.Tab, r.Display.Compare.Way = ask.TopTab, ask.AsDifference
	return r
}

// found adds what a comparison found: the total, how many functions changed, and where.
func found(ctx context.Context, s *page.Section, c *compare.Comparison, same bool) error {
	fact := func(name, text string) { s.Facts = append(s.Facts, model.Fact{Name: name, Text: text}) }
	t := c.Total()
	fact(lang.L("Total"), fmt.Sprintf("%s → %s, %s (%s): %s",
		c.Format(t.Before), c.Format(t.After), c.FormatChange(t.Delta), t.PercentText(), c.Words(lang.L, &t.Change)))
	if same {
		fact(lang.L("Changed"), lang.L("Nothing: all figures of both sides are equal."))
		return nil
	}
	fact(lang.L("Changed"), compare.Tallied(c))
	where, err := compare.WhereWords(ctx, c)
	for _, l := range where {
		fact(lang.L("Where"), l)
	}
	return err
}

// shifted adds what stands out and is not the same on both sides, unless the user has dismissed it. Its only error is the
// context's.
func (d *Document) shifted(ctx context.Context, s *page.Section) error {
	found, err := d.Pair.Found(ctx, d.Limits)
	found, _ = ask.Divided(found, d.Dismissed)
	for i := range found {
		s.Facts = append(s.Facts, model.Fact{Name: lang.L("Stands out"), Text: found[i].Line()})
	}
	return err
}

// fewRows is how many rows show that nothing is more than noise, unless the query says it.
const fewRows = 10

// changed adds the functions that changed by more than noise. Where none did, or nothing is judged, it adds the
// largest differences.
func (d *Document) changed(ctx context.Context, s *page.Section, top *ask.Answer, o Options) error {
	c := top.Compared.Comparison
	changes, lines, title := c.Changes(), c.Query.Caption(nil), lang.L("Functions that changed")
	loud := changes.Real && len(changes.Rows) > 0
	q := d.Query
	if by := cmp.Or(c.Query.Sort, query.ByFlat); changes.By != by { // as in the summary
		lines = append(lines, lang.L("No {{.Order}} value changed by more than noise.", lang.With{"Order": by}))
		q.Sort = changes.By
	}
	if changes.Real && !loud {
		title = lang.L("Largest differences, none more than noise")
		if q.NodeCount < 0 {
			q.NodeCount = fewRows
		}
	}
	rows, err := c.Rows(ctx)
	if err != nil {
		return err
	}
	all := 0
	for i := range rows {
		if x, _ := changes.Of(&rows[i]); x.Delta != 0 && (!loud || !x.Verdict.Noise()) {
			all++
		}
	}
	if all == 0 {
		return nil
	}
	q.NodeCount = min(all, cmp.Or(limited(q).NodeCount, all)) // rows without a difference stand last
	r := d.differences(q, o)
	r.Display.Compare.HideNoise = loud
	a, _, err := ask.Compute(ctx, r, top)
	if err != nil {
		return err
	}
	if shown := a.Compared.Table.Rows; shown < all {
		lines = append(lines,
			lang.L("Largest changes first: {{.Shown}} of {{.All}}.", lang.With{"Shown": units.Count(int64(shown)), "All": units.Count(int64(all))}))
	}
	s.List(title, lines, a.Compared.Table)
	return nil
}

// changedLabels adds the label values that changed, if any did.
func (d *Document) changedLabels(ctx context.Context, s *page.Section, top *ask.Answer, o Options) error {
	c := top.Compared.Comparison
	labels, err := c.Labels(ctx)
	if err != nil || !slices.ContainsFunc(labels, func(l compare.LabelRow) bool { return l.Delta != 0 }) {
		return err
	}
	r := d.differences(d.Query, o)
	r.Tab, r.Display.Compare.HideNoise = ask.LabelsTab, slices.ContainsFunc(labels, func(l compare.LabelRow) bool { return l.Verdict.Real() })
	a, _, err := ask.Compute(ctx, r, top)
	if err != nil {
		return err
	}
	s.List(lang.L("Labels that changed"), c.Query.Caption(nil), a.Compared.Table)
	return nil
}

func (p Report) durations(ctx context.Context, d Document) error {
	x := d.Pair.Traces
	s := p.change(d.Pair.Names[ask.BaseSide], d.Pair.Names[ask.NewSide])
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
	if err := d.shifted(ctx, s); err != nil {
		return err
	}
	if err := note(ctx, s, d.Notes, nil); err != nil {
		return err
	}
	loud := pair.Loud(x.Rows)
	differ := slices.DeleteFunc(slices.Clone(x.Rows), func(r pair.Row) bool { return r.Delta() == 0 })
	changed := lang.N(len(x.Rows), "{{.Real}} of 1 duration changed by more than noise", "{{.Real}} of {{.N}} durations changed by more than noise",
		lang.With{"Real": units.Count(int64(len(loud)))})
	switch {
	case len(loud) > 0:
		s.List(lang.L("Durations that changed"), nil, pair.Table(loud))
	case len(differ) > 0:
		s.List(lang.L("Largest differences, none more than noise"), nil, pair.Table(differ[:min(fewRows, len(differ))]))
	default:
		changed = lang.L("Nothing: all figures of both sides are equal.")
	}
	s.Facts = append(s.Facts, model.Fact{Name: lang.L("Changed"), Text: changed})
	about := lang.L("Differences between two execution traces: how long goroutines, tasks, regions and stop-the-world pauses took.")
	var method []model.Fact
	for _, l := range pair.Explain() {
		method = append(method, model.Fact{Name: lang.L("Judged"), Text: l})
	}
	s.Fold(lang.L("How this was judged"), []string{about}, method)
	return nil
}

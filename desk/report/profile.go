package report

import (
	"context"
	"strings"

	"profstation/desk/answer"
	"profstation/desk/export"
	"profstation/desk/screen"
	"profstation/model"
	"profstation/table"
)

func (p *Page) profile(ctx context.Context, d Document, o Options) error {
	prepared := func(tab screen.Tab, q model.Query) (*answer.Answer, error) {
		r := d.request(q, o)
		r.Tab = tab
		a, _, err := answer.Compute(ctx, r, nil)
		return a, err
	}
	top, err := prepared(screen.TopTab, limited(d.Query))
	if err != nil {
		return err
	}
	s := p.section(Title(d.File.Name))
	r := top.Result
	kind := r.Profile.Kind
	s.About = strings.Join(append([]string{kind.Title() + ".", kind.Measures()}, kind.Limits()...), " ")
	s.Facts = facts(r)
	s.Warnings = append(append(s.Warnings, r.Profile.Warnings...), r.Profile.Hints()...)
	for _, name := range r.Unused {
		s.Warnings = append(s.Warnings, "the filter "+name+" matches nothing in this profile")
	}
	s.note(d.Notes, r)
	asked := d.Query.Caption()
	for _, part := range []struct {
		title, view string
		tab         screen.Tab
		query       model.Query
	}{
		{"Flame graph", "flame", screen.FlameTab, d.Query.Whole()}, // small boxes are merged, not left out
		{"Call graph", "graph", screen.GraphTab, d.Query},
	} {
		a, err := prepared(part.tab, part.query)
		if err != nil {
			return err
		}
		view := export.Find(export.OfProfile, part.view)
		if err := s.draw(ctx, part.title, asked, view, &export.Subject{Answer: a, Layout: o.Layout}, o); err != nil {
			return err
		}
	}
	s.list("Functions", append(d.Query.Caption(), r.Summary(r.Top())...), top.Top)
	if labels := table.Labels(d.File.Name, r); len(labels.Labels) > 0 {
		s.list("Labels", asked, labels.Table())
	}
	return nil
}

// facts are the head of a profile and the totals of its sample types.
func facts(r *model.Result) []model.Fact {
	all := r.Facts()
	for i := range all {
		if all[i].Name == "" {
			all[i].Name = "Comment"
		}
	}
	p := r.Profile
	for i, t := range p.Types {
		var sum int64
		for _, v := range p.Samples.Values[i] {
			sum += v
		}
		text := model.FormatSpaced(sum, t.Unit, "auto")
		if help := p.Kind.Explain(t.Type); help != "" {
			text += ": " + help
		}
		if i == r.Column {
			text += " (shown here)"
		}
		all = append(all, model.Fact{Name: model.Sanitise(t.Type), Text: model.Sanitise(text)})
	}
	return append(all, model.Fact{Name: "Samples", Text: model.Count(int64(p.Samples.Len())) + " in " +
		model.Count(int64(p.Stacks.Len())) + " stacks"})
}

package report

import (
	"context"
	"math"
	"path/filepath"
	"strings"

	"profstation/desk/export"
	"profstation/flame"
	"profstation/graph"
	"profstation/loader"
	"profstation/model"
	"profstation/scene"
	"profstation/table"
)

// Options are how the sections of a page are made.
type Options struct {
	Query        model.Query
	EdgeFraction float64 // of call graphs: calls with a smaller share are left out
	Width        float64 // of pictures, in logical pixels
	Style        flame.Style
	Notes        []Note // on what the section shows
	// Layout lays a call graph out.
	Layout func(context.Context, *graph.Graph) (*graph.Chart, error)
}

// topRows is how many functions a page lists unless the query says it.
const topRows = 40

// title is the name of a file as a heading.
func title(name string) string {
	if name == "-" {
		return "standard input"
	}
	return model.Sanitise(filepath.Base(name))
}

// File adds a section about a profile or a trace. Its errors are those of the
// query and the context's.
func (p *Page) File(ctx context.Context, f *loader.File, o Options) error {
	if f.Trace != nil {
		return p.trace(ctx, f, o)
	}
	return p.profile(ctx, f, o)
}

func (p *Page) profile(ctx context.Context, f *loader.File, o Options) error {
	r, err := f.Profile.Evaluate(o.Query)
	if err != nil {
		return err
	}
	s := p.section(title(f.Name))
	kind := f.Profile.Kind
	s.About = strings.Join(append([]string{kind.Title() + ".", kind.Measures()}, kind.Limits()...), " ")
	s.Facts = facts(r)
	s.Warnings = append(append(s.Warnings, f.Profile.Warnings...), f.Profile.Hints()...)
	for _, name := range r.Unused {
		s.Warnings = append(s.Warnings, "the filter "+name+" matches nothing in this profile")
	}
	s.note(o.Notes, r)
	if err := s.flame(ctx, r, o); err != nil {
		return err
	}
	if err := s.graph(ctx, r, o); err != nil {
		return err
	}
	if err := s.top(r); err != nil {
		return err
	}
	if labels := table.Labels(f.Name, r); len(labels.Labels) > 0 {
		s.list("Labels", []string{Asked(r.Query)}, labels.Table())
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

func (s *Section) flame(ctx context.Context, r *model.Result, o Options) error {
	whole, err := r.Profile.Evaluate(r.Query.Whole()) // small boxes are merged, not left out
	if err != nil {
		return err
	}
	c, err := flame.New(ctx, whole, flame.Options{Pivot: model.NoNode, Columns: int(math.Ceil(o.Width))})
	if err != nil {
		return err
	}
	return s.drawFlame("Flame graph", c, o)
}

// drawFlame adds a flame graph. Its heading stands in the picture.
func (s *Section) drawFlame(heading string, c *flame.Chart, o Options) error {
	pic := &flame.Picture{Head: scene.Heading{Title: s.Title}, Chart: c, Style: o.Style, Width: o.Width}
	return s.draw(heading, []string{Asked(c.Result.Query)}, export.Of(pic, heading+" of "+s.Title))
}

func (s *Section) graph(ctx context.Context, r *model.Result, o Options) error {
	g, err := graph.New(ctx, r, graph.Options{EdgeFraction: o.EdgeFraction})
	if err != nil {
		return err
	}
	c, err := o.Layout(ctx, g)
	if err != nil {
		return err
	}
	pic := &graph.Picture{Head: scene.Heading{Title: s.Title}, Chart: c, Style: graph.Style{Theme: o.Style.Theme}}
	return s.draw("Call graph", []string{Asked(r.Query)}, export.Of(pic, "Call graph of "+s.Title))
}

// top adds the table of functions.
func (s *Section) top(r *model.Result) error {
	if r.Query.NodeCount < 0 {
		q := r.Query
		q.NodeCount = topRows
		limited, err := r.Profile.Evaluate(q)
		if err != nil {
			return err
		}
		r = limited
	}
	t := r.Top()
	lines := append([]string{Asked(r.Query)}, r.Summary(t)...)
	s.list("Functions", lines, table.Top(r, t.Rows))
	return nil
}

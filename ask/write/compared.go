package write

import (
	"context"
	"io"

	"profstation/ask"
	"profstation/flame"
	"profstation/graph"
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/scene"
	"profstation/table"
)

var comparisonViews = []View{
	{Name: "sides", Of: ask.OfComparison, Side: "flame", Tab: ask.FlameTab, shown: hasOther, Formats: drawn(flamesPicture, boxes)},
	{Name: "difference", Of: ask.OfComparison, Windowed: true, Tab: ask.FlameTab, shown: always, Formats: drawn(differencePicture, boxes)},
	{Name: "graphs", Of: ask.OfComparison, Side: "graph", Tab: ask.GraphTab,
		shown: func(s *Subject) bool {
			return hasOther(s) && s.Charts[ask.BaseGraph] != nil && s.Charts[ask.NewGraph] != nil
		},
		Formats: drawn(graphsPicture, csv.called("CSV, the edges of both sides").as(edgesOfBoth))},
	{Name: "graph", Of: ask.OfComparison, Windowed: true, Tab: ask.GraphTab,
		shown: func(s *Subject) bool { return !hasOther(s) && s.Charts[ask.OnlyGraph] != nil }, Formats: graphFormats},
	{Name: "tops", Of: ask.OfComparison, Side: "top", Tab: ask.TopTab, shown: hasOther,
		Formats: drawn(topsPicture, csv.called("CSV, exact figures of both sides").as(topsFigures))},
	{Name: "changes", Of: ask.OfComparison, Windowed: true, Tab: ask.TopTab, shown: always,
		Formats: drawn(changesPicture, csv.as(changesFigures), json.of(changesReport))},
	{Name: "labels", Of: ask.OfComparison, Windowed: true, Tab: ask.LabelsTab, shown: always,
		Formats: drawn(changesPicture, csv.as(changesFigures))},
	{Name: "diff", Of: ask.OfComparison, Tab: ask.TopTab, Formats: drawn(differencePicture, csv.as(changesFigures), json.of(changesReport))},
	{Name: "summary", Of: ask.OfComparison, Tab: ask.SummaryTab, shown: always, Formats: []Format{md.as(summary)}},
}

func hasOther(s *Subject) bool { return s.Answer.Compared.Other != nil }

func (l Look) besideHead(a *ask.Answer) scene.Heading {
	return l.head(append(a.Compared.Comparison.Heading(), lang.L("Percentages of a side are of its own total."))...)
}

// flameStyle is the style of the window in the colours of the picture.
func (l Look) flameStyle(a *ask.Answer) flame.Style {
	style := a.Request.Display.Style()
	style.Theme, style.Fade = l.Theme, a.Request.Display.Compare.HideNoise
	return style
}

func differencePicture(ctx context.Context, s *Subject, l Look) (scene.Picture, error) {
	a := s.Answer
	o, err := a.FlameOptions(ctx, !l.Whole)
	if err != nil {
		return nil, err
	}
	o.Columns = l.columns(1)
	c, err := flame.NewDiff(ctx, a.Compared.Comparison, a.Request.Display.Compare.Width, o)
	if err != nil {
		return nil, err
	}
	return &flame.Picture{Head: l.head(), Chart: c, Style: l.flameStyle(a), Width: l.Width, Match: a.Match}, nil
}

func flamesPicture(ctx context.Context, s *Subject, l Look) (scene.Picture, error) {
	a := s.Answer
	p := &flame.SideBySide{
		Head: l.besideHead(a), Names: a.Compared.Names, Style: l.flameStyle(a), Width: l.Width, Match: a.Match,
	}
	p.Style.Beside, p.Style.Plain = true, a.Request.Display.Compare.Plain
	options, err := a.ComparedFlames(ctx, !l.Whole)
	if err != nil {
		return nil, err
	}
	for i, o := range options {
		o.Columns = l.columns(0.5)
		if p.Charts[i], err = flame.NewDiff(ctx, a.Compared.Comparison, ask.SideWidths[i], o); err != nil {
			return nil, err
		}
	}
	return p, nil
}

var boxes = csv.called("CSV, all boxes with both sides").of(file(func(ctx context.Context, s *Subject) (*flame.Chart, error) {
	o, err := s.Answer.FlameOptions(ctx, false)
	if err != nil {
		return nil, err
	}
	return flame.NewDiff(ctx, s.Answer.Compared.Comparison, compare.ByLarger, o)
}, (*flame.Chart).WriteCSV))

func graphsPicture(ctx context.Context, s *Subject, l Look) (scene.Picture, error) {
	a := s.Answer
	m := ask.ChangeMarks(a.Compared, &a.Request.Display.Compare)
	m.Match = a.Match
	p := &graph.SideBySide{Head: l.besideHead(a), Names: a.Compared.Names, Theme: l.Theme, Marks: m}
	for i, at := range ask.SideGraphs {
		var err error
		if p.Charts[i], err = s.chart(ctx, at); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func edgesOfBoth(s *Subject) Write {
	g := &s.Answer.Graphs
	return func(w io.Writer) error {
		return graph.WriteSidesCSV(w, g[ask.BaseGraph].Figure.Graph, g[ask.NewGraph].Figure.Graph)
	}
}

// tops are tables of both sides, made for each file: the window draws its own meanwhile.
func tops(a *ask.Answer) [2]*table.Table {
	other := a.Compared.Other
	return [2]*table.Table{
		ask.BaseSide: table.TopBeside(other.Result, other.TopRows), ask.NewSide: table.TopBeside(a.Result, a.TopRows),
	}
}

func topsPicture(_ context.Context, s *Subject, l Look) (scene.Picture, error) {
	a := s.Answer
	p := &table.SideBySide{
		Head: l.besideHead(a), Tables: tops(a), Names: a.Compared.Names, Theme: l.Theme,
		Width: l.Width, SortColumn: a.Sort.Column, Descending: a.Sort.Descending,
	}
	p.Match[ask.BaseSide], p.Match[ask.NewSide] = matching(a.Match, a.Compared.Other.TopRows), matching(a.Match, a.TopRows)
	return p, nil
}

func topsFigures(s *Subject) Write {
	t := tops(s.Answer)
	return func(w io.Writer) error { return table.WriteSidesCSV(w, t[ask.BaseSide], t[ask.NewSide]) }
}

// changesPicture has a table of its own: the window draws the one of the answer meanwhile.
func changesPicture(_ context.Context, s *Subject, l Look) (scene.Picture, error) {
	a := s.Answer
	d := &a.Request.Display.Compare
	p := &table.Picture{
		Head: l.head(a.Compared.Comparison.Heading()...), Table: a.ChangesTable(), Theme: l.Theme, Empty: lang.L("Nothing changed."), Width: l.Width, SortColumn: -1,
	}
	if a.Request.Tab == ask.TopTab {
		p.SortColumn, p.Descending = d.SortColumn, d.Descending
	}
	l.rows(p)
	return p, nil
}

func changesFigures(s *Subject) Write { return s.Answer.Compared.Table.WriteCSV }

func changesReport(_ context.Context, s *Subject) (Write, error) {
	a := s.Answer
	names := a.Compared.Names
	report := &table.DiffReport{Base: names[ask.BaseSide], New: names[ask.NewSide], Comparison: a.Compared.Comparison, Rows: a.ChangedRows()}
	return report.WriteJSON, nil
}

func summary(s *Subject) Write {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s.Answer.Compared.Summary)
		return err
	}
}

package write

import (
	"cmp"
	"context"
	"errors"
	"io"
	"regexp"

	"profstation/ask"
	"profstation/flame"
	"profstation/graph"
	"profstation/graph/layout"
	"profstation/loader"
	"profstation/loader/source"
	"profstation/model"
	"profstation/model/lang"
	"profstation/scene"
	"profstation/table"
)

// Filtered is the name of the view that is a profile of what the filters leave.
const Filtered = "profile"

var profileViews = []View{
	{Name: "flame", Of: ask.OfProfile, Tab: ask.FlameTab, shown: func(s *Subject) bool { return s.Answer.Chart != nil },
		Formats: drawn(flamePicture, csv.of(file(allBoxes, (*flame.Chart).WriteCSV)), json.of(file(allBoxes, (*flame.Chart).WriteJSON)))},
	{Name: "graph", Of: ask.OfProfile, Tab: ask.GraphTab, shown: func(s *Subject) bool { return s.Charts[ask.OnlyGraph] != nil }, Formats: graphFormats},
	{Name: "top", Of: ask.OfProfile, Tab: ask.TopTab, shown: func(s *Subject) bool { return s.Answer.Top != nil },
		Formats: drawn(topPicture, csv.as(func(s *Subject) Write { return s.Answer.Top.WriteCSV }), json.of(topJSON), txt.of(topText))},
	{Name: "pivot", Of: ask.OfProfile, Tab: ask.LabelsTab, shown: func(s *Subject) bool { return s.Answer.Labels != nil && s.Answer.Labels.Pivot != nil },
		Formats: drawn(pivotPicture, csv.of(pivotCSV), json.of(pivotJSON))},
	{Name: "labels", Of: ask.OfProfile, Tab: ask.LabelsTab, shown: func(s *Subject) bool { return s.Answer.Labels != nil && s.Answer.Labels.At >= 0 },
		Formats: reports(of(table.Labels), "This profile has no labels, or none match the filters.")},
	{Name: "peek", Of: ask.OfProfile, Tab: ask.PeekTab, shown: func(s *Subject) bool { return s.Answer.Peek != nil }, Formats: reports(peekReport, noNodes)},
	{Name: "assembly", Of: ask.OfProfile, Tab: ask.SourceTab, Windowed: true,
		shown:   func(s *Subject) bool { return hasSource(s) && s.Answer.Source.Source.Listing == nil },
		Formats: []Format{csv.as(func(s *Subject) Write { return s.Answer.Source.Table.WriteCSV })}},
	{Name: "list", Of: ask.OfProfile, Tab: ask.SourceTab, shown: hasSource, Formats: reports(listReport, "No lines match the filters.")},
	{Name: "tree", Of: ask.OfProfile, Formats: reports(of(table.Tree), noNodes)},
	{Name: "traces", Of: ask.OfProfile, Formats: reports(of(table.Traces), noSamples)},
	{Name: Filtered, Of: ask.OfProfile, Tab: ask.OverviewTab, shown: always, Formats: []Format{
		pprof.of(left(loader.Write)), speedscope.of(left(loader.WriteSpeedscope)), collapsed.of(left(loader.WriteCollapsed))}},
}

func hasSource(s *Subject) bool { return s.Answer.Source != nil && s.Answer.Source.Table != nil }

// What pictures say in the place of rows.
const (
	noRows    = "No rows match: remove a filter or choose another sample type."
	noNodes   = "No nodes match the filters."
	noSamples = "No samples match the filters."
)

// caption is what stands below the title of a picture of a profile: what kind it is and when it was
// taken, what the picture says of itself, how much a search found, and more.
//
// Its only error is the context's.
func caption(ctx context.Context, a *ask.Answer, own []string, more ...string) ([]string, error) {
	lines := append([]string{about(a.Result.Profile)}, own...)
	if a.Match != nil {
		net, _, err := a.Result.MatchTotal(ctx, a.Match)
		if err != nil {
			return nil, err
		}
		lines = append(lines, lang.L("search={{.Text}} is in {{.Amount}} ({{.Share}})", lang.With{
			"Text": model.Sanitise(a.Request.Search), "Amount": a.Result.Amount(net), "Share": model.Percent(net, a.Result.Total),
		}))
	}
	return append(lines, more...), nil
}

func about(p *model.Profile) string {
	kind := lang.L(p.About().Title)
	if p.Time.IsZero() {
		return kind
	}
	return lang.L("{{.Kind}} of {{.Time}}", lang.With{"Kind": kind, "Time": p.Time.Format("2006-01-02 15:04:05 MST")})
}

// flamePicture lays the flame graph out anew: the picture may have more pixels than the window.
func flamePicture(ctx context.Context, s *Subject, l Look) (scene.Picture, error) {
	a := s.Answer
	o, err := a.FlameOptions(ctx, !l.Whole)
	if err != nil {
		return nil, err
	}
	o.Columns = l.columns(1)
	var part []string
	if zoom := a.Request.Place.Zoom; !l.Whole && len(zoom) > 0 {
		part = []string{lang.L("the part below {{.Name}}", lang.With{"Name": model.Sanitise(zoom[len(zoom)-1])})}
	}
	c, err := flame.New(ctx, a.Result, o)
	if err != nil {
		return nil, err
	}
	p := &flame.Picture{Chart: c, Style: a.Request.Display.Style(), Width: l.Width, Match: a.Match}
	p.Style.Theme = l.Theme
	lines, err := caption(ctx, a, p.Heading(), part...)
	p.Head = l.head(lines...)
	return p, err
}

func allBoxes(ctx context.Context, s *Subject) (*flame.Chart, error) {
	o, err := s.Answer.FlameOptions(ctx, false)
	if err != nil {
		return nil, err
	}
	return flame.New(ctx, s.Answer.Result, o)
}

// graphFormats are the formats of the call graph of a profile or of a difference.
var graphFormats = drawn(graphPicture,
	csv.called("CSV, the edges").of(file(pprofGraph, (*graph.Graph).WriteCSV)),
	dot.of(file(pprofGraph, (*graph.Graph).WriteDOT)))

// graphPicture is a call graph at its natural size. Its own heading says all that a caption does.
func graphPicture(ctx context.Context, s *Subject, l Look) (scene.Picture, error) {
	a := s.Answer
	c, err := s.chart(ctx, ask.OnlyGraph)
	if err != nil {
		return nil, err
	}
	p := &graph.Picture{Head: l.head(), Chart: c, Theme: l.Theme, Marks: graph.NoMarks()}
	p.Marks.Match = a.Match
	if a.Compared != nil {
		p.Marks.Quiet, p.Marks.Fade = a.Compared.Quiet, a.Request.Display.Compare.HideNoise
	}
	if !l.Whole && l.Sight.Graph != nil {
		p.Part = l.Sight.Graph
		p.Head.Lines = append(p.Heading(), lang.L("the visible part"))
	}
	return p, nil
}

func (s *Subject) chart(ctx context.Context, at ask.Pane) (*graph.Chart, error) {
	if c := s.Charts[at]; c != nil {
		return c, nil
	}
	return s.Layout(ctx, s.Answer.Graphs[at].Figure.Graph)
}

func pprofGraph(ctx context.Context, s *Subject) (*graph.Graph, error) {
	return s.Answer.PprofGraph(ctx)
}

// topPicture has a table of its own: the window draws the one of the answer meanwhile.
func topPicture(ctx context.Context, s *Subject, l Look) (scene.Picture, error) {
	a := s.Answer
	top, err := topOf(ctx, a)
	if err != nil {
		return nil, err
	}
	lines, err := caption(ctx, a, top.Heading())
	if err != nil {
		return nil, err
	}
	p := &table.Picture{
		Head:  l.head(lines...),
		Table: table.TopIn(a.Result, a.TopRows, cmp.Or(a.Query.Unit, "minimum")), Theme: l.Theme, Empty: lang.L(noRows), Width: l.Width,
		SortColumn: a.Sort.Column, Descending: a.Sort.Descending, Match: matching(a.Match, a.TopRows),
	}
	l.rows(p)
	return p, nil
}

// matching reports which rows are of nodes that a search found; nil: no search.
func matching(match []bool, rows []model.Row) func(row int) bool {
	if match == nil {
		return nil
	}
	return func(row int) bool { return match[rows[row].Node] }
}

// topOf is the table of nodes by flat, or by cum where it is sorted by that.
func topOf(ctx context.Context, a *ask.Answer) (*table.TopReport, error) {
	r := a.Result.Sorted(a.Sort.By())
	t, err := r.Top(ctx)
	return &table.TopReport{File: a.Name, Result: r, Table: t}, err
}

func topJSON(ctx context.Context, s *Subject) (Write, error) {
	t, err := topOf(ctx, s.Answer)
	return t.WriteJSON, err
}

func topText(ctx context.Context, s *Subject) (Write, error) {
	write, err := table.TopText(ctx, s.Answer.Result.Sorted(s.Answer.Sort.By()))
	return Write(write), err
}

// tablePicture draws a table whose rows are in an order of their own. What was
// searched for is marked by the text of the rows.
func (s *Subject) tablePicture(ctx context.Context, l Look, t *table.Table, heading []string, empty string) (scene.Picture, error) {
	p := &table.Picture{Table: t, Theme: l.Theme, Empty: lang.L(empty), Width: l.Width, SortColumn: -1}
	lines, err := caption(ctx, s.Answer, heading)
	if err != nil {
		return nil, err
	}
	p.Head = l.head(lines...)
	if re, err := regexp.Compile(s.Answer.Request.Search); err == nil && s.Answer.Match != nil {
		last := len(t.Columns) - 1
		for i, c := range t.Columns {
			if c.Width == 0 {
				last = i
			}
		}
		p.Match = func(row int) bool {
			name := t.Cell(row, last)
			return re.MatchString(name) || model.MatchesShortened(re, name)
		}
	}
	return p, nil
}

// of makes a report of a result by a function of package table.
func of[R table.Report](make func(ctx context.Context, file string, r *model.Result) (R, error)) func(context.Context, *Subject) (table.Report, error) {
	return func(ctx context.Context, s *Subject) (table.Report, error) {
		return make(ctx, s.Answer.Name, s.Answer.Result)
	}
}

// pivot is the table that the window shows, or the one that a script asks for.
func pivot(ctx context.Context, s *Subject) (*table.PivotReport, error) {
	if a := s.Answer; a.Labels != nil && a.Labels.Pivot != nil {
		return a.Labels.Pivot, nil
	}
	return ask.Pivot(ctx, s.Answer.Name, s.Answer.Result, s.Answer.Request.Display.Labels)
}

func pivotPicture(ctx context.Context, s *Subject, l Look) (scene.Picture, error) {
	p, err := pivot(ctx, s)
	if err != nil {
		return nil, err
	}
	return s.tablePicture(ctx, l, p.Table(ask.MostPivotColumns), p.Heading(), noSamples)
}

func pivotCSV(ctx context.Context, s *Subject) (Write, error) {
	p, err := pivot(ctx, s)
	if err != nil {
		return nil, err
	}
	return p.Cells().WriteCSV, nil
}

func pivotJSON(ctx context.Context, s *Subject) (Write, error) {
	p, err := pivot(ctx, s)
	return p.WriteJSON, err
}

// peekReport is of the nodes that the window shows, or of those that focus names: all without it.
func peekReport(ctx context.Context, s *Subject) (table.Report, error) {
	a := s.Answer
	peek := func() ([]model.Peeked, error) { return a.Result.PeekAt(ctx, a.Peek.Nodes...) }
	if a.Peek == nil {
		re, err := regexp.Compile(s.functions())
		if err != nil {
			return nil, err
		}
		peek = func() ([]model.Peeked, error) { return a.Result.Peek(ctx, re) }
	}
	nodes, err := peek()
	if err != nil {
		return nil, err
	}
	if a.Peek == nil && len(nodes) == 0 {
		return nil, s.noMatch()
	}
	return table.Peek(ctx, a.Name, a.Result, nodes)
}

// functions lists the functions that a script names for peek and list.
func (s *Subject) functions() string { return cmp.Or(s.Functions, s.Answer.Query.Focus) }

// noMatch is the error of a script that asks for functions that are not there, as pprof has it.
func (s *Subject) noMatch() error {
	switch {
	case s.Functions != "":
		return lang.Error("no remaining node matches {{.Function}}", lang.With{"Function": model.Sanitise(s.Functions)})
	case s.Answer.Query.Focus != "":
		return lang.Error("no remaining node matches focus={{.Focus}}", lang.With{"Focus": model.Sanitise(s.Answer.Query.Focus)})
	}
	return lang.Error("no nodes match the filters")
}

// listReport is the file that the window shows. A script gets the code of the functions that focus
// names, by their names or, if none has such a name, by their files; of all functions without it.
func listReport(ctx context.Context, s *Subject) (table.Report, error) {
	a := s.Answer
	t := &table.ListReport{File: a.Name, Result: a.Result}
	if a.Source != nil {
		t.Listings = []table.Source{a.Source.Source}
		return t, nil
	}
	re, err := regexp.Compile(s.functions())
	if err != nil {
		return nil, err
	}
	listings, err := a.Result.List(ctx, re)
	if err != nil {
		return nil, err
	}
	if len(listings) == 0 {
		all, err := a.Result.List(ctx, regexp.MustCompile(""))
		if err != nil {
			return nil, err
		}
		for _, l := range all {
			if re.MatchString(l.File) {
				listings = append(listings, l)
			}
		}
	}
	if len(listings) == 0 {
		return nil, s.noMatch()
	}
	return t, a.Request.Sources.With(ctx, func(f *source.Finder) {
		for _, l := range listings {
			text := f.Find(l.File, a.Result.Profile.Time)
			s := table.Source{Listing: l, Text: text.Lines, Note: text.Note()}
			if misfit := text.Misfit(l.Name, l.StartLine, firstLine(l)); misfit != "" {
				if s.Note = model.Sanitise(misfit); text.Std { // what the user has edited is shown all the same
					s.Text = nil
				}
			}
			if s.Text != nil {
				places := make([]source.Place, len(l.Lines))
				for i := range l.Lines {
					places[i] = source.Place{Function: l.Name, Line: l.Lines[i].Line}
				}
				s.Foreign = text.Foreign(places)
			}
			t.Listings = append(t.Listings, s)
		}
	})
}

// firstLine is the first line of a function with a figure, 0 where none is known.
func firstLine(l *model.Listing) int64 {
	for i := range l.Lines {
		if n := l.Lines[i].Line; n > 0 {
			return n
		}
	}
	return 0
}

// left writes what the filters leave of a profile.
func left(write func(context.Context, io.Writer, *model.Result) error) func(context.Context, *Subject) (Write, error) {
	return func(ctx context.Context, s *Subject) (Write, error) {
		return func(w io.Writer) error { return write(ctx, w, s.Answer.Result) }, nil
	}
}

// LayOut lays a graph out as well as can be: if graphviz gives up, in the quick layout.
func LayOut(ctx context.Context, helper *layout.Helper, g *graph.Graph) (*graph.Chart, error) {
	figure := graph.NewFigure(g)
	var best *layout.Positions
	err := helper.Compute(ctx, figure.Sizes(), func(p *layout.Positions, _ layout.Stage) { best = p })
	var failed *layout.Failure
	if err != nil && !(errors.As(err, &failed) && best != nil) {
		return nil, err
	}
	return graph.NewChart(figure, best)
}

package figures

import (
	"context"
	"fmt"
	"maps"
	"regexp"

	"profstation/model"
	"profstation/model/trace"
	"profstation/timeline/analysis"
)

// GoroutinesPart is which table of goroutines is looked at.
type GoroutinesPart uint8

// The tables: by start functions, the tree of creators, and where the time of
// all went in several intervals.
const (
	ByFunction GoroutinesPart = iota
	ByCreator
	ByInterval
)

var goroutinesParts = []string{ByFunction: "by start function", ByCreator: "who started whom", ByInterval: "kept ranges compared"}

// GoroutinesChoice is what of the goroutines is looked at.
type GoroutinesChoice struct {
	Part      GoroutinesPart
	Statistic Statistic
	Filter    string // a regular expression on start functions and goroutines' names; "": all
	Open      map[model.StringID]bool
	// Picked tells that a function is chosen, and Go that it is one goroutine
	// of it, unless NoGo.
	Picked bool
	Func   model.StringID
	Go     trace.GoIndex
}

func goroutines(f func(*GoroutinesChoice)) Change {
	return func(c Choice) Choice { f(&c.Goroutines); return c }
}

// pickFunc chooses a start function, or one goroutine of it.
func pickFunc(f model.StringID, g trace.GoIndex) Change {
	return goroutines(func(c *GoroutinesChoice) { c.Picked, c.Func, c.Go = true, f, g })
}

// toggleFunc opens or closes a start function.
func toggleFunc(f model.StringID) Change {
	return goroutines(func(c *GoroutinesChoice) {
		open := maps.Clone(c.Open)
		if open == nil {
			open = map[model.StringID]bool{}
		}
		if open[f] = !open[f]; !open[f] {
			delete(open, f)
		}
		c.Open = open
	})
}

// breakdowns is the analysis's table of goroutines.
func (s *Source) breakdowns(ctx context.Context, iv trace.Interval) (*analysis.Goroutines, error) {
	return remember(&s.memory, "goroutines", iv, func() (*analysis.Goroutines, error) { return s.Analysis.Goroutines(ctx, iv) })
}

// Goroutines is the sheet of where the time of goroutines went.
func (s *Source) Goroutines(ctx context.Context, v View) (*Sheet, error) {
	c := &v.Choice.Goroutines
	iv := s.Analysis.Within(v.Interval)
	sheet := &Sheet{
		Name: "goroutines", Title: "Goroutines", Interval: iv, About: s.Interval(iv),
		Scope: analysis.What{Interval: iv}, Of: "all goroutines",
	}
	re, complaint := compile(c.Filter)
	sheet.Controls = []Control{
		{Kind: Select, Help: "What the rows are.", Options: goroutinesParts, At: int(c.Part), Set: func(at int, _ string) Change {
			return goroutines(func(c *GoroutinesChoice) { c.Part = GoroutinesPart(at) })
		}},
	}
	switch c.Part {
	case ByCreator:
		return sheet, s.creatorRows(ctx, sheet, v)
	case ByInterval:
		return sheet, s.comparedRows(ctx, sheet, v)
	}
	sheet.Controls = append(sheet.Controls,
		Control{Kind: Select, Label: "figures:", Help: "What a column tells of all goroutines of a row.", Options: statisticNames, At: int(c.Statistic), Set: func(at int, _ string) Change {
			return goroutines(func(c *GoroutinesChoice) { c.Statistic = Statistic(at) })
		}},
		Control{Kind: Input, Label: "Filter: main\\.work, g12 …", Help: "Only goroutines whose start function or name matches this regular expression.", Text: c.Filter, Error: complaint, Set: func(_ int, text string) Change {
			return goroutines(func(c *GoroutinesChoice) { c.Filter = text })
		}})
	of, err := s.breakdowns(ctx, iv)
	if err != nil {
		return nil, err
	}
	list, err := s.goList(ctx, of, c, re, v.Choice.Orders["goroutines"])
	if err != nil {
		return nil, err
	}
	main := list.panel("goroutines", "", 1, "", func(x goRow) Target { return s.goTarget(x, of, iv) })
	switch {
	case len(of.Go) == 0:
		main.Empty = "No goroutine lived in this interval."
	default:
		main.Empty = "The filter leaves no goroutine."
	}
	for i, row := range list.rows {
		if c.Picked && row.group.Func == c.Func && row.g == c.Go {
			main.Selected = i
		}
	}
	below, err := s.breakdownPanel(ctx, sheet, of, c, re, v.Choice.Orders["breakdown"])
	if err != nil {
		return nil, err
	}
	sheet.Rows = []Row{{0.68, []*Panel{main}}, {0.32, []*Panel{below}}}
	return sheet, nil
}

// compile reads a regular expression; "" is none. What is wrong is told, and
// nothing filtered then.
func compile(text string) (*regexp.Regexp, string) {
	if text == "" {
		return nil, ""
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return nil, model.Sanitise(err.Error())
	}
	return re, ""
}

// goTarget is what a row of goroutines is about.
func (s *Source) goTarget(x goRow, of *analysis.Goroutines, iv trace.Interval) Target {
	t := Target{Pick: pickFunc(x.group.Func, x.g), Link: true, Profile: true, Scope: analysis.What{Interval: iv}}
	if x.row >= 0 {
		t.Lane, t.Go, t.Time = true, x.g, s.life(x.g, iv)
		t.Goroutines = []trace.GoIndex{x.g}
		t.Scope.Goroutines, t.Of = t.Goroutines, s.GoName(x.g)
		return t
	}
	t.Toggle, t.Open = toggleFunc(x.group.Func), x.open
	t.Goroutines = of.Go[x.group.First:x.group.End]
	t.Scope.Funcs, t.Of = []model.StringID{x.group.Func}, s.Func(x.group.Func)
	return t
}

// life is the part of an interval in which a goroutine existed.
func (s *Source) life(g trace.GoIndex, iv trace.Interval) trace.Interval {
	tr := s.Trace
	r := &tr.Goroutines[g]
	from, to := tr.Spans.Start.At(int(r.First)), tr.End
	if last := r.End - 1; tr.Spans.State(last) == trace.GoNotExist {
		to = tr.Spans.Start.At(int(last))
	}
	return trace.Interval{From: max(from, iv.From), To: max(min(to, iv.To), max(from, iv.From))}
}

// breakdownPanel tells all measures of what is picked, or of all that is
// listed.
func (s *Source) breakdownPanel(ctx context.Context, sheet *Sheet, of *analysis.Goroutines, c *GoroutinesChoice, re *regexp.Regexp, o Order) (*Panel, error) {
	first, end, sum := 0, len(of.Go), sumOf(of)
	title := fmt.Sprintf("%s goroutines", count(len(of.Go)))
	if c.Picked {
		for i := range of.Groups {
			g := &of.Groups[i]
			if g.Func != c.Func {
				continue
			}
			first, end, sum = g.First, g.End, g.Sum
			title = s.Func(g.Func) + ", " + count(g.Len())
			sheet.Scope.Funcs, sheet.Of = []model.StringID{g.Func}, s.Func(g.Func)
			for row := g.First; row < g.End && c.Go != trace.NoGo; row++ {
				if of.Go[row] == c.Go {
					first, end, sum, title = row, row+1, of.Row(row), s.GoName(c.Go)
					sheet.Scope.Funcs, sheet.Scope.Goroutines, sheet.Of = nil, []trace.GoIndex{c.Go}, title
				}
			}
		}
	}
	l, err := s.breakdownList(ctx, of, &analysis.Group{First: first, End: end, Sum: sum}, o)
	if err != nil {
		return nil, err
	}
	return l.panel("breakdown", "Where the time went: "+title, 1, "Nothing is known of this time.", nil), nil
}

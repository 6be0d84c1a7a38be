package ask

import (
	"context"
	"regexp"
	"slices"
	"sync"

	"profstation/model/compare"
	"profstation/model/complete"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/safe"
	"profstation/model/units"
)

type foundKey struct {
	result     *query.Result
	comparison *compare.Comparison // nil for a profile
	text       string
}

type found struct {
	match  []bool      // for each node
	rows   []query.Row // nodes that match and weigh something, the largest cum first
	amount string      // how much they weigh
}

// search marks the nodes that match. An invalid regular expression becomes an error of the search
// field; the only error returned is the context's.
func search(ctx context.Context, a *Answer) error {
	text := a.Request.Search
	if text == "" {
		return nil
	}
	key := foundKey{a.Result, a.comparison(), text}
	f, err := a.found.renew(key, func() (found, error) {
		re, err := regexp.Compile(text)
		if err != nil {
			return found{}, err
		}
		if key.comparison != nil {
			return findOnSides(ctx, a.Result, key.comparison, re)
		}
		match, err := a.Result.Search(ctx, re)
		if err != nil {
			return found{}, err
		}
		net, _, err := a.Result.MatchTotal(ctx, match)
		if err != nil {
			return found{}, err
		}
		rows, err := heaviestOf(ctx, match, a.Result)
		return found{match, rows, a.Result.WithShare(net)}, err
	})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		a.errs["search"] = lang.L("search: {{.Error}}", lang.With{"Error": safe.Text(err.Error())})
		return nil
	}
	a.Match = f.match
	a.tellFound(f.rows)
	return nil
}

func findOnSides(ctx context.Context, r *query.Result, c *compare.Comparison, re *regexp.Regexp) (f found, err error) {
	if f.match, err = r.Search(ctx, re); err != nil {
		return f, err
	}
	match, err := c.New.Search(ctx, re)
	if err != nil {
		return f, err
	}
	base, _, err := c.Base.MatchTotal(ctx, match)
	if err != nil {
		return f, err
	}
	now, _, err := c.New.MatchTotal(ctx, match)
	if err != nil {
		return f, err
	}
	results := []*query.Result{r}
	if r == c.New { // the base is shown beside it
		results = append(results, c.Base)
	}
	f.rows, err = heaviestOf(ctx, f.match, results...)
	fb, fn := c.Factors()
	f.amount = c.Format(float64(base)*fb) + " → " + c.Format(float64(now)*fn)
	return f, err
}

// tellFound lists the matches to step through, and says how much all weigh and which of them is selected.
func (a *Answer) tellFound(rows []query.Row) {
	f := &a.found.v
	if len(f.rows) == 0 {
		a.Found, a.MatchText = nil, lang.L("No matches")
		a.MatchFew = a.MatchText
		return
	}
	a.Found = make([]query.NodeID, len(rows))
	for i := range rows {
		a.Found[i] = rows[i].Node
	}
	with := lang.With{"N": units.Count(int64(len(rows))), "All": units.Count(int64(len(f.rows))), "Amount": f.amount}
	selected := a.Node(a.Request.Place.Selected.Node)
	at := slices.Index(a.Found, selected)
	with["At"] = units.Count(int64(at + 1))
	a.MatchFew = lang.L("{{.N}} found", with)
	if at >= 0 {
		a.MatchFew = lang.L("{{.At}} of {{.N}}", with)
	}
	switch all := len(rows) == len(f.rows); {
	case all && at < 0 && a.Result.Query.Granularity == query.Functions: // a function may have many boxes
		a.MatchText = lang.N(len(rows), "1 function found, {{.Amount}}", "{{.N}} functions found, {{.Amount}}", with)
	case all && at < 0:
		a.MatchText = lang.L("{{.N}} found, {{.Amount}}", with)
	case all:
		a.MatchText = lang.L("{{.At}} of {{.N}}, {{.Amount}}", with)
	case at < 0:
		a.MatchText = lang.L("{{.All}} found, {{.N}} drawn, {{.Amount}}", with)
	default:
		a.MatchText = lang.L("{{.At}} of {{.N}} drawn, {{.All}} found, {{.Amount}}", with)
	}
}

// heaviestOf returns the rows from [rowsOf] in the order in which a search steps through them.
func heaviestOf(ctx context.Context, match []bool, results ...*query.Result) ([]query.Row, error) {
	rows, err := rowsOf(ctx, match, results...)
	if err != nil {
		return nil, err
	}
	results[0].SortRows(ctx, rows, query.ByCum)
	return rows, ctx.Err()
}

// rowsOf returns the nodes that match and that weigh something in one of the results, with their
// values in the first result. A node has the same number in all results. Its only error is the context's.
func rowsOf(ctx context.Context, match []bool, results ...*query.Result) ([]query.Row, error) {
	var rows []query.Row
	all := make([]*query.Sums, len(results))
	for i, r := range results {
		var err error
		if all[i], err = r.Sums(ctx); err != nil {
			return nil, err
		}
	}
	for n, m := range match {
		for _, sums := range all {
			if m && (sums.Cum[n] != 0 || sums.Flat[n] != 0) {
				rows = append(rows, query.Row{Node: query.NodeID(n), Flat: sums.Flat[n], Cum: sums.Cum[n]})
				break
			}
		}
	}
	return rows, nil
}

// Matches returns the nodes that the search found and that weigh something, the heaviest first.
func (a *Answer) Matches() []query.Row {
	if a.Match == nil {
		return nil
	}
	return slices.Clone(a.found.v.rows)
}

// InPicture returns the rows whose nodes a visible call graph shows.
func (a *Answer) InPicture(rows []query.Row) []query.Row {
	shown := map[query.NodeID]bool{}
	for _, at := range a.WantedGraphs() {
		f := a.Graphs[at].Figure
		if f == nil || f.Graph.Result.Nodes != a.Result.Nodes {
			return rows
		}
		for i := range f.Graph.Nodes {
			shown[f.Graph.Nodes[i].ID] = true
		}
	}
	return slices.DeleteFunc(rows, func(r query.Row) bool { return !shown[r.Node] })
}

// NextMatch returns the name in the row after, or before, the selected node, in order of weight.
func (a *Answer) NextMatch(rows []query.Row, selected string, backwards bool) string {
	if len(rows) == 0 {
		return ""
	}
	at := slices.IndexFunc(rows, func(r query.Row) bool { return a.Result.Nodes.Node(r.Node).String() == selected })
	step := 1
	if backwards {
		step = -1
		if at < 0 {
			at = 0
		}
	}
	return a.Result.Nodes.Node(rows[(at+step+len(rows))%len(rows)].Node).String()
}

// completer returns a function that proposes texts for filters, taken from the result. It may be
// called from any goroutine.
func completer(r *query.Result) Complete {
	var once sync.Once
	var mu sync.Mutex
	var c *complete.Completer
	return func(filter, typed string, limit int) []complete.Proposal {
		once.Do(func() { c = complete.New(r) })
		mu.Lock()
		defer mu.Unlock()
		proposed, _ := c.Complete(context.Background(), filter, typed, limit)
		return proposed
	}
}

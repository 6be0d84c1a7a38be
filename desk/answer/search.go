package answer

import (
	"regexp"
	"slices"
	"strconv"
	"sync"

	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/flame"
	"profstation/model"
	"profstation/model/compare"
)

type foundKey struct {
	result     *model.Result
	comparison *compare.Comparison // nil of a profile
	text       string
}

type found struct {
	match []bool // per node
	words string // how many nodes, and how much they are
}

// search marks the nodes that match. A wrong regular expression is an error of its field.
func search(a *Answer) {
	text := a.Request.Search
	if text == "" {
		return
	}
	key := foundKey{a.Result, a.comparison(), text}
	f, err := a.found.renew(key, func() (found, error) {
		re, err := regexp.Compile(text)
		if err != nil {
			return found{}, err
		}
		if key.comparison != nil {
			return findOnSides(a.Result, key.comparison, re), nil
		}
		f := found{match: a.Result.Matches(re)}
		net, _ := a.Result.MatchTotal(f.match)
		f.words = foundWords(len(rowsOf(f.match, a.Result)), flame.Figure(a.Result, net))
		return f, nil
	})
	if err != nil {
		a.errs["search"] = lang.L("search: {{.Error}}", lang.With{"Error": model.Sanitise(err.Error())})
		return
	}
	a.Match, a.MatchText = f.match, f.words
}

func findOnSides(r *model.Result, c *compare.Comparison, re *regexp.Regexp) found {
	match := c.New.Matches(re)
	base, _ := c.Base.MatchTotal(match)
	now, _ := c.New.MatchTotal(match)
	fb, fn := c.Factors()
	return found{
		match: r.Matches(re),
		words: foundWords(len(rowsOf(match, c.Base, c.New)), c.Format(float64(base)*fb)+" → "+c.Format(float64(now)*fn)),
	}
}

func foundWords(n int, amount string) string {
	return lang.L("{{.N}} found, {{.Amount}}", lang.With{"N": strconv.Itoa(n), "Amount": amount})
}

// rowsOf are the nodes that match and that weigh something in one of the results,
// with their values in the first of those. A node has the same number in all.
func rowsOf(match []bool, results ...*model.Result) []model.Row {
	var rows []model.Row
	for n, m := range match {
		for _, r := range results {
			if sums := r.Sums(); m && (sums.Cum[n] != 0 || sums.Flat[n] != 0) {
				rows = append(rows, model.Row{Node: model.NodeID(n), Flat: sums.Flat[n], Cum: sums.Cum[n]})
				break
			}
		}
	}
	return rows
}

// Matches are the nodes that the search found and that weigh something.
func (a *Answer) Matches() []model.Row {
	if a.Compared != nil && a.Compared.Other != nil {
		return rowsOf(a.Match, a.Result, a.Compared.Other.Result)
	}
	return rowsOf(a.Match, a.Result)
}

// InPicture are the rows whose nodes a call graph in sight shows.
func (a *Answer) InPicture(rows []model.Row) []model.Row {
	shown := map[model.NodeID]bool{}
	for _, at := range a.WantedGraphs() {
		f := a.Graphs[at].Figure
		if f == nil || f.Graph.Result.Nodes != a.Result.Nodes {
			return rows
		}
		for i := range f.Graph.Nodes {
			shown[f.Graph.Nodes[i].ID] = true
		}
	}
	return slices.DeleteFunc(rows, func(r model.Row) bool { return !shown[r.Node] })
}

// NextMatch is the name of the row after, or before, the selected node, in the order of weight.
func (a *Answer) NextMatch(rows []model.Row, selected string, backwards bool) string {
	if len(rows) == 0 {
		return ""
	}
	a.Result.SortRows(rows, model.ByCum)
	at := slices.IndexFunc(rows, func(r model.Row) bool { return a.Result.Nodes.Node(r.Node).String() == selected })
	step := 1
	if backwards {
		step = -1
		if at < 0 {
			at = 0
		}
	}
	return a.Result.Nodes.Node(rows[(at+step+len(rows))%len(rows)].Node).String()
}

// completer proposes texts for filters out of a result. It may be called from any goroutine.
func completer(r *model.Result) screen.Complete {
	var once sync.Once
	var mu sync.Mutex
	var c *model.Completer
	return func(filter, typed string, most int) []model.Completion {
		once.Do(func() { c = model.NewCompleter(r) })
		mu.Lock()
		defer mu.Unlock()
		return c.Complete(filter, typed, most)
	}
}

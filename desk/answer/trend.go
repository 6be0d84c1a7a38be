package answer

import (
	"context"
	"slices"
	"strings"

	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/model"
	"profstation/model/series"
	"profstation/table"
)

// mostLayers is how many names of a trend have a layer of their own.
const mostLayers = 8

// TrendRequest is what a trend depends on besides the display.
type TrendRequest struct {
	Series  *series.Series // nil: there is none
	Changed int
	Path    string // of the shown profile
	// With filters the profiles are read again.
	Filtered *Reread
	Read     func(context.Context, string) (*model.Profile, error)
}

// trendKey is what a trend is made of; without changed it is what its ranking
// is made of.
type trendKey struct {
	series  *series.Series
	changed int
	Choice  screen.TrendChoice
	typ     string
	path    string
	Query   model.Query
	read    int // of the profiles that are to be read again
}

// trend draws the series, and ranks what grows in it.
func (a *Answer) trend(ctx context.Context, before *Answer) error {
	s := a.Request.Trend.Series
	if s == nil {
		return nil
	}
	key := trendKey{series: s, changed: a.Request.Trend.Changed, Choice: a.Request.Display.Trend, typ: a.Result.Type.Type, path: a.Request.Trend.Path, Query: trendQuery(a.Query)}
	note := ""
	if !wholeSeries(key.Query) {
		var of int
		var err error
		if s, key.read, of, err = a.Request.Trend.Filtered.fill(ctx, key.Query, s, a.Request.Trend.Read); err != nil {
			return err
		}
		key.series = s
		if a.More = key.read < of; a.More {
			note = lang.L("read again with the filters: ") + model.Count(int64(key.read)) + lang.L(" of ") + model.Count(int64(of)) + lang.L(" profiles so far.")
		}
		if s.Len() == 0 {
			return nil // none can be read any more
		}
	}
	if before != nil && before.Trend != nil && before.TrendKey == key {
		a.Trend, a.TrendKey, a.ranked = before.Trend, key, before.ranked
		return nil
	}
	a.TrendKey = key
	t := &screen.TrendAnswer{At: -1, Keys: s.Keys(), Ways: []series.By{series.Packages, series.Functions}}
	if s.Kind() == model.Goroutine {
		t.Ways = append(t.Ways, series.Stacks)
	}
	choice := key.Choice
	if choice.By == "" && len(t.Ways) == 3 {
		choice.By = series.Stacks // packages say little of goroutines: all wait in runtime
	}
	if choice.By == "" || choice.By == series.Labels && !slices.Contains(t.Keys, choice.Key) || choice.By == series.Stacks && len(t.Ways) < 3 {
		choice.By, choice.Key = series.Packages, ""
	}
	t.By, t.Key = choice.By, choice.Key
	q := series.Question{Type: key.typ, By: choice.By, Key: choice.Key, Cum: choice.Cum}
	var err error
	if t.Trend, err = trendOf(s, q, choice); err != nil {
		return err
	}
	t.At = slices.IndexFunc(t.Trend.Lines.Points, func(p series.Point) bool { return p.ID == key.path })
	t.Note = note
	a.Trend = t
	if err := ctx.Err(); err != nil {
		return err
	}
	return a.rank(before, s, q)
}

// trendOf draws a series: in layers, as the total, or one name with what it
// holds itself and with what it calls.
func trendOf(s *series.Series, q series.Question, choice screen.TrendChoice) (*table.Trend, error) {
	switch {
	case choice.Name != "":
		lines, err := s.Lines(series.Question{Type: q.Type, By: q.By, Key: q.Key, Cum: true}, choice.Name)
		if err != nil {
			return nil, err
		}
		flat, err := s.Lines(series.Question{Type: q.Type, By: q.By, Key: q.Key}, choice.Name)
		if err != nil {
			return nil, err
		}
		if (q.By == series.Functions || q.By == series.Packages) && len(flat.Points) == len(lines.Points) {
			lines.Question.By = ""
			lines.Lines[0].Name = "cum"
			lines.Lines = append(lines.Lines, flat.Lines[0])
			lines.Lines[1].Name = "flat"
		}
		return &table.Trend{Lines: lines}, nil
	case choice.All:
		lines, err := s.Total(q.Type)
		return &table.Trend{Lines: lines, Stacked: true}, err
	}
	lines, err := s.Stack(q, mostLayers)
	return &table.Trend{Lines: lines, Stacked: true}, err
}

// rank ranks what grows. While profiles come it is made anew for each twentieth
// part more of them: it takes longer than drawing them.
func (a *Answer) rank(before *Answer, s *series.Series, q series.Question) error {
	n := len(a.Trend.Trend.Lines.Points)
	key := rankKey{s, q, n}
	if before != nil && before.Trend != nil && before.ranked.series == s && before.ranked.question == q {
		if was := before.ranked.points; n == was && before.TrendKey.changed == a.TrendKey.changed || n > was && n-was <= was/20 {
			a.ranked = before.ranked
			a.Trend.Growth, a.Trend.Names, a.Trend.AsOf = before.Trend.Growth, before.Trend.Names, before.Trend.AsOf
			return nil
		}
	}
	a.ranked = key
	t := a.Trend
	of := model.Count(int64(n)) + lang.L(" profiles")
	if n == 1 {
		of = lang.L("1 profile")
	}
	t.AsOf = lang.L("what grows, of ") + of
	if q.By == series.Stacks {
		rows, err := s.OnlyGrowing()
		if err != nil {
			return err
		}
		t.AsOf = lang.L("stacks whose number only grew, of ") + of
		t.Growth = table.OnlyGrowing(rows)
		for _, r := range rows {
			t.Names = append(t.Names, strings.Join(r.Stack, "\n"))
		}
		return nil
	}
	rows, err := s.Growth(q)
	if err != nil {
		return err
	}
	t.Growth = table.Growth(q.By, t.Trend.Lines.Type.Unit, rows)
	for _, r := range rows {
		t.Names = append(t.Names, r.Name)
	}
	return nil
}

// rankKey is what a ranking was made of.
type rankKey struct {
	series   *series.Series
	question series.Question
	points   int
}

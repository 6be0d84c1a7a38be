package write

import (
	"context"
	"slices"
	"strings"

	"profstation/ask"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/series"
	"profstation/scene"
	"profstation/table"
)

var seriesViews = []View{
	{Name: "trend", Of: ask.OfSeries, shown: always,
		Formats: drawn(trendPicture, csv.as(func(s *Subject) Write { return s.Trend.Trend.WriteCSV }))},
	{Name: "growth", Of: ask.OfSeries,
		Formats: drawn(growthPicture, csv.as(func(s *Subject) Write { return s.Trend.Growth.WriteCSV }))},
}

func trendPicture(_ context.Context, s *Subject, l Look) (scene.Picture, error) {
	return &table.TrendPicture{Head: l.head(s.seriesCaption()...), Trend: s.Trend.Trend, Theme: l.Theme, Width: l.Width}, nil
}

func growthPicture(_ context.Context, s *Subject, l Look) (scene.Picture, error) {
	return &table.Picture{
		Head: l.head(s.seriesCaption(ask.Restarts(s.Trend.Points), ask.Unjudged(s.Trend.Points))...), Table: s.Trend.Growth, Theme: l.Theme, Empty: lang.L("Nothing grows."),
		Width: l.Width, SortColumn: -1,
	}, nil
}

// seriesCaption says of what profiles a picture is, of what time, which of them are judged, and what it
// shows of them.
func (s *Subject) seriesCaption(judged ...string) []string {
	t := s.Trend
	by := lang.L(ask.Groupings[t.Question.By])
	if t.Question.By == series.Labels {
		by = lang.L("by label {{.Key}}", lang.With{"Key": model.Sanitise(t.Question.Key)})
	}
	lines := []string{strings.Join([]string{
		string(t.Kind), model.Sanitise(t.Question.Type), lang.N(len(t.Points), "1 profile", "{{.N}} profiles", nil), by,
	}, " · ")}
	if len(t.Points) > 0 {
		const layout = "2006-01-02 15:04:05"
		first, last := t.Points[0].Time.Local(), t.Points[len(t.Points)-1].Time.Local()
		lines = append(lines, lang.L("{{.From}} to {{.To}}", lang.With{"From": first.Format(layout), "To": last.Format(layout)}))
	}
	if t.Summed != "" {
		lines = append(lines, t.Summed)
	}
	lines = append(lines, slices.DeleteFunc(judged, func(line string) bool { return line == "" })...)
	if t.Name != "" {
		lines = append(lines, model.Sanitise(strings.ReplaceAll(t.Name, "\n", " › ")))
	}
	return append(lines, t.Filters.Caption()...)
}

package write

import (
	"context"

	"profstation/ask"
	"profstation/flame"
	"profstation/heatmap"
	"profstation/model"
	"profstation/model/lang"
	"profstation/scene"
)

// overTimeViews are what the tab Over time shows.
var overTimeViews = []View{
	{Name: "heatmap", Of: ask.OfProfile, Tab: ask.OverTimeTab, shown: func(s *Subject) bool { return s.Answer.OverTime != nil && s.Answer.OverTime.Heat != nil },
		Formats: drawn(heatPicture, csv.called("CSV, the cells").of(file(heatCells, heatmap.Cells.WriteCSV)))},
	{Name: "flamechart", Of: ask.OfProfile, Tab: ask.OverTimeTab, shown: func(s *Subject) bool { return s.Answer.OverTime != nil && s.Answer.OverTime.Chart != nil },
		Formats: drawn(timePicture, csv.called("CSV, the boxes").of(file(allTimeBoxes, (*flame.TimeChart).WriteCSV)))},
}

// heatCells are the cells of the chosen time, as a file without a picture cannot outline it.
func heatCells(ctx context.Context, s *Subject) (heatmap.Cells, error) {
	m, err := s.Answer.HeatMap(ctx)
	return heatmap.Cells{Map: m, Of: s.Answer.Query.TimeFilter()}, err
}

func heatPicture(ctx context.Context, s *Subject, l Look) (scene.Picture, error) {
	m, err := s.Answer.HeatMap(ctx)
	if err != nil {
		return nil, err
	}
	p := &heatmap.Picture{Map: m, Theme: l.Theme, Width: l.Width, Chosen: s.Answer.Query.TimeFilter()}
	var chosen []string
	if p.Chosen != model.AllTimes {
		chosen = []string{lang.L("outlined: the time {{.Time}}", lang.With{"Time": p.Chosen})}
	}
	lines, err := caption(ctx, s.Answer, p.Heading(), chosen...)
	p.Head = l.head(lines...)
	return p, err
}

func allTimeBoxes(ctx context.Context, s *Subject) (*flame.TimeChart, error) {
	return s.Answer.FlameChart(ctx, 0)
}

func timePicture(ctx context.Context, s *Subject, l Look) (scene.Picture, error) {
	a := s.Answer
	c, err := a.FlameChart(ctx, l.columns(1))
	if err != nil {
		return nil, err
	}
	p := &flame.TimePicture{Chart: c, Style: a.Request.Display.Style(), Width: l.Width, Match: a.Match}
	p.Style.Theme = l.Theme
	var part []string
	if o := a.OverTime; !l.Whole && o != nil && o.Chart != nil && o.Chart.Window != o.Chart.Whole() {
		p.Chart, part = o.Chart, []string{lang.L("the visible part")}
	}
	lines, err := caption(ctx, a, p.Heading(), part...)
	p.Head = l.head(lines...)
	return p, err
}

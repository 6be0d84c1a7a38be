package desk

import (
	"profstation/desk/answer"
	"profstation/desk/folder"
	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/model/series"
)

// trend is the request for a trend of the active document.
func (s folders) trend() answer.TrendRequest {
	d, f := s.desk, s.desk.followed()
	if f == nil || f.chosen == nil || f.chosen.Series == nil {
		return answer.TrendRequest{}
	}
	return answer.TrendRequest{Series: f.chosen.Series, Changed: f.chosen.Changed, Path: d.docs.active.origin.shown(), Filtered: &f.chosen.Filtered, Read: folder.ReadProfile}
}

// showTrend goes to the trend of a function, or of the total for an empty name.
func (d *Desk) showTrend(name string) {
	if name == screen.Selected {
		name = d.walk.place().Selected.Node
	}
	if d.Kind() != screen.OfSeries {
		d.Say(lang.L("A trend needs several profiles of one kind: File, Watch a folder … follows the folder that they are in."))
		return
	}
	choice := &d.Display.Trend
	if choice.By == series.Labels || choice.By == series.Stacks || name != "" {
		choice.By, choice.Key = "", ""
	}
	if choice.Name = name; name != "" {
		choice.By = series.Functions
	}
	d.showTab(screen.TrendTab)
}

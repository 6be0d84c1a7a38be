package table

import (
	"math"
	"strconv"
	"strings"

	"profstation/model"
	"profstation/model/series"
)

// Growth is the table of what grows in a series of figures in a unit.
func Growth(by series.By, unit string, rows []series.Growth) *Table {
	figure := func(v int64) string { return model.FormatSpaced(v, unit, "auto") }
	name := func(g *series.Growth) string {
		switch {
		case g.Name == "":
			return "(none)"
		case by == series.Functions:
			return model.ShortName(model.Sanitise(g.Name), false)
		}
		return model.Sanitise(strings.ReplaceAll(g.Name, "\n", " › "))
	}
	interval := func(g *series.Growth) string {
		if math.IsNaN(g.Low) || math.IsNaN(g.High) {
			return ""
		}
		return perHour(g.Low, unit) + " … " + perHour(g.High, unit)
	}
	width := widest(rows, func(g *series.Growth) []string {
		return []string{figure(g.First), figure(g.Last), perHour(g.Slope, unit)}
	})
	t := Of(rows, []ColumnOf[series.Growth]{
		{Column{"per hour", width, true, "How fast it changes: the median of the slopes between all pairs of profiles (Theil and Sen)."},
			func(g *series.Growth) string { return perHour(g.Slope, unit) }, nil},
		{Column{"95% interval", 190, true, "Where the true slope lies in 19 of 20 cases."}, interval, nil},
		{Column{"first", width, true, "The figure in the first profile; 0 where it was below a thousandth of the total."},
			func(g *series.Growth) string { return figure(g.First) }, nil},
		{Column{"last", width, true, "The figure in the last profile."}, func(g *series.Growth) string { return figure(g.Last) }, nil},
		{Column{"steady", 62, true, "Kendall's tau: 1 only ever grows, −1 only ever shrinks, 0 goes up and down."},
			func(g *series.Growth) string { return strconv.FormatFloat(g.Tau, 'f', 2, 64) }, nil},
		{Column{"verdict", 132, false, "What can be said at a false discovery rate of 5% (Mann and Kendall's test, corrected for profiles that resemble the one before)."},
			func(g *series.Growth) string { return string(g.Verdict) }, nil},
		{Column{"name", 0, false, "What grows."}, name, nil},
	}, []string{"name", "verdict", "slope_per_hour", "slope_low", "slope_high", "tau", "p", "first", "last"},
		func(g *series.Growth) []model.Cell {
			return []model.Cell{
				model.Text(g.Name), model.Text(string(g.Verdict)), Exact(g.Slope), Exact(g.Low), Exact(g.High), Exact(g.Tau), Exact(g.P), model.WholeCell(g.First), model.WholeCell(g.Last),
			}
		})
	t.Note = func(row int) string { return model.Sanitise(rows[row].Name) }
	return t
}

// OnlyGrowing is the table of stacks whose number never went down.
func OnlyGrowing(rows []series.OnlyGrows) *Table {
	t := Of(rows, []ColumnOf[series.OnlyGrows]{
		{Column{"per hour", 92, true, "How many more there are each hour, from the first profile to the last."},
			func(g *series.OnlyGrows) string { return perHour(g.PerHour, "count") }, nil},
		{Column{"first", 74, true, "How many there were in the first profile."},
			func(g *series.OnlyGrows) string { return model.Count(g.First) }, nil},
		{Column{"last", 74, true, "How many there are in the last profile."},
			func(g *series.OnlyGrows) string { return model.Count(g.Last) }, nil},
		{Column{"rises", 62, true, "How many times the number went up. It never went down."},
			func(g *series.OnlyGrows) string { return model.Count(int64(g.Rises)) }, nil},
		{Column{"stack", 0, false, "Where they are, and who called it."}, func(g *series.OnlyGrows) string {
			var names []string
			for i := len(g.Stack) - 1; i >= 0; i-- {
				names = append(names, model.ShortName(model.Sanitise(g.Stack[i]), false))
			}
			return strings.Join(names, " ‹ ")
		}, nil},
	}, []string{"stack", "first", "last", "rises", "per_hour"}, func(g *series.OnlyGrows) []model.Cell {
		return []model.Cell{model.Text(strings.Join(g.Stack, ";")), model.WholeCell(g.First), model.WholeCell(g.Last), model.WholeCell(g.Rises), Exact(g.PerHour)}
	})
	t.Note = func(row int) string { return join(rows[row].Stack, "\n", model.Sanitise) }
	return t
}

func perHour(v float64, unit string) string {
	if math.IsNaN(v) {
		return ""
	}
	v = max(-1e18, min(v, 1e18))
	text := model.FormatSpaced(int64(math.Round(v)), unit, "auto")
	if v > 0 {
		text = "+" + text
	}
	return text
}

package table

import (
	"math"
	"strconv"
	"strings"

	"profstation/model"
	"profstation/model/series"
)

// Growth is the table of what grows in a series, for a window and for files.
// unit is that of the figures.
func Growth(by series.By, unit string, rows []series.Growth) *Table {
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
	var widest []string
	for i := range rows[:min(len(rows), 1000)] {
		g := &rows[i]
		widest = append(widest, model.FormatSpaced(g.First, unit, "auto"), model.FormatSpaced(g.Last, unit, "auto"), perHour(g.Slope, unit))
	}
	width := valueWidth(widest...)
	return &Table{
		Columns: []Column{
			{"per hour", width, true, "How fast it changes: the median of the slopes between all pairs of profiles (Theil and Sen)."},
			{"95% interval", 190, true, "Where the true slope lies in 19 of 20 cases."},
			{"first", width, true, "The figure in the first profile; 0 where it was below a thousandth of the total."},
			{"last", width, true, "The figure in the last profile."},
			{"steady", 62, true, "Kendall's tau: 1 only ever grows, −1 only ever shrinks, 0 goes up and down."},
			{"verdict", 132, false, "What can be said at a false discovery rate of 5% (Mann and Kendall's test, corrected for profiles that resemble the one before)."},
			{"name", 0, false, "What grows."},
		},
		Rows: len(rows),
		Cell: func(row, col int) string {
			switch g := &rows[row]; col {
			case 0:
				return perHour(g.Slope, unit)
			case 1:
				return interval(g)
			case 2:
				return model.FormatSpaced(g.First, unit, "auto")
			case 3:
				return model.FormatSpaced(g.Last, unit, "auto")
			case 4:
				return strconv.FormatFloat(g.Tau, 'f', 2, 64)
			case 5:
				return string(g.Verdict)
			default:
				return name(g)
			}
		},
		Note:   func(row int) string { return model.Sanitise(rows[row].Name) },
		Fields: []string{"name", "verdict", "slope_per_hour", "slope_low", "slope_high", "tau", "p", "first", "last"},
		Record: func(row int, f []string) {
			g := &rows[row]
			f[0], f[1], f[2], f[3], f[4] = g.Name, string(g.Verdict), Exact(g.Slope), Exact(g.Low), Exact(g.High)
			f[5], f[6], f[7], f[8] = Exact(g.Tau), Exact(g.P), strconv.FormatInt(g.First, 10), strconv.FormatInt(g.Last, 10)
		},
	}
}

// OnlyGrowing is the table of stacks whose number never went down.
func OnlyGrowing(rows []series.OnlyGrows) *Table {
	return &Table{
		Columns: []Column{
			{"per hour", 92, true, "How many more there are each hour, from the first profile to the last."},
			{"first", 74, true, "How many there were in the first profile."},
			{"last", 74, true, "How many there are in the last profile."},
			{"rises", 62, true, "How many times the number went up. It never went down."},
			{"stack", 0, false, "Where they are, and who called it."},
		},
		Rows: len(rows),
		Cell: func(row, col int) string {
			switch g := &rows[row]; col {
			case 0:
				return perHour(g.PerHour, "count")
			case 1:
				return model.Count(g.First)
			case 2:
				return model.Count(g.Last)
			case 3:
				return model.Count(int64(g.Rises))
			default:
				var names []string
				for i := len(g.Stack) - 1; i >= 0; i-- {
					names = append(names, model.ShortName(model.Sanitise(g.Stack[i]), false))
				}
				return strings.Join(names, " ‹ ")
			}
		},
		Note: func(row int) string {
			var lines []string
			for _, name := range rows[row].Stack {
				lines = append(lines, model.Sanitise(name))
			}
			return strings.Join(lines, "\n")
		},
		Fields: []string{"stack", "first", "last", "rises", "per_hour"},
		Record: func(row int, f []string) {
			g := &rows[row]
			f[0] = strings.Join(g.Stack, ";")
			f[1], f[2] = strconv.FormatInt(g.First, 10), strconv.FormatInt(g.Last, 10)
			f[3], f[4] = strconv.Itoa(g.Rises), Exact(g.PerHour)
		},
	}
}

// perHour is a slope for people.
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

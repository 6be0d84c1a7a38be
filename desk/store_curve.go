package desk

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"profstation/loader/profilestore"
	"profstation/model"
	"profstation/model/series"
	"profstation/table"
)

// maxCurves is how many curves have their own colour. The others are added up.
const maxCurves = 7

// overTime draws a question's curves over all of its steps, the largest first. A curve has a gap in a step without
// profiles, because nothing was measured. It returns nil if no step has profiles.
func overTime(curves []profilestore.Curve, q profilestore.Question, by string) *table.Trend {
	from, until := q.Interval(time.Time{})
	n := int(until.Sub(from) / q.Step)
	if n < 1 {
		return nil
	}
	type group struct {
		name string
		sums []float64
		all  float64
	}
	groups, measured := map[string]*group{}, make([]bool, n+1)
	for _, c := range curves {
		name := ""
		for _, l := range c.Labels {
			if l.Name == by {
				name = l.Value
			}
		}
		g := groups[name]
		if g == nil {
			g = &group{name: name, sums: make([]float64, n+1)}
			groups[name] = g
		}
		for _, p := range c.Points {
			// Some engines name a step by its beginning, others by its end.
			if k := int(math.Floor(float64(p.Time.Sub(from)) / float64(q.Step))); k >= 0 && k <= n && !math.IsNaN(p.Value) &&
				!math.IsInf(p.Value, 0) {
				measured[k] = true
				g.sums[k] += p.Value
				g.all += p.Value
			}
		}
	}
	var ordered []*group
	for _, g := range groups {
		if g.all != 0 {
			ordered = append(ordered, g)
		}
	}
	if len(ordered) == 0 {
		return nil
	}
	slices.SortFunc(ordered, func(a, b *group) int { return cmp.Or(cmp.Compare(b.all, a.all), strings.Compare(a.name, b.name)) })
	parts := strings.Split(q.Type, ":")
	if !measured[n] {
		n-- // no step is named by its end
	}
	lines := &series.Lines{Question: series.Question{By: series.Labels, Key: by}}
	if len(parts) > 2 {
		lines.Type = model.ValueType{Type: parts[1], Unit: parts[2]}
	}
	if c := curves[0]; c.Unit != "" {
		lines.Type = model.ValueType{Type: c.Type, Unit: c.Unit}
	}
	for k := range n + 1 {
		at := from.Add(q.Step * time.Duration(k))
		end := at.Add(q.Step)
		if end.After(until) {
			end = until
		}
		lines.Points = append(lines.Points, series.Point{Time: at, Until: end, Missing: !measured[k]})
	}
	for i, g := range ordered {
		if i > maxCurves {
			into := lines.Lines[maxCurves].Values
			for k, v := range g.sums[:n+1] {
				into[k] += int64(v)
			}
			continue
		}
		l := series.Line{Name: g.name, Values: make([]int64, n+1), Rest: i == maxCurves && len(ordered) > maxCurves+1}
		for k, v := range g.sums[:n+1] {
			l.Values[k] = int64(v)
		}
		lines.Lines = append(lines.Lines, l)
	}
	return &table.Trend{Lines: lines, Stacked: true}
}

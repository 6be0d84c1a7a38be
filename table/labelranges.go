package table

import "profstation/model"

// LabelRanges is the table of a key's numbers in ranges, for a window.
func LabelRanges(r *model.Result, t *model.LabelTotals, ranges []model.LabelRange) *Table {
	unit, largest := unitOf(r), int64(1)
	for _, g := range ranges {
		largest = max(largest, model.Magnitude(g.Net))
	}
	value := func(g *model.LabelRange) string { return r.Format(g.Net, unit) }
	number := func(v int64) string {
		return model.Sanitise(r.Profile.LabelText(t.Axis, model.LabelValue{Num: v}, "auto"))
	}
	width := widest(ranges, func(g *model.LabelRange) []string { return []string{value(g)} })
	return tableOf(ranges, []column[model.LabelRange]{
		{Column{"value", width, true, "What the samples with a number in the range weigh."}, value, nil},
		{Column{"share", shareWidth, true, sameShare}, func(g *model.LabelRange) string { return model.Percent(g.Net, r.Total) }, nil},
		{Column{"samples", 84, true, "How many samples have a number in the range."},
			func(g *model.LabelRange) string { return model.Count(int64(g.Samples)) }, nil},
		{Column{"numbers", 84, true, "How many different numbers are in the range."},
			func(g *model.LabelRange) string { return model.Count(int64(g.Values)) }, nil},
		{Column{"range", 190, false, "The least and the largest number in the range."}, func(g *model.LabelRange) string {
			if g.Lo == g.Hi {
				return number(g.Lo)
			}
			return number(g.Lo) + " … " + number(g.Hi)
		}, nil},
		{Column{"", 0, false, "The value beside that of the largest range."}, func(*model.LabelRange) string { return "" },
			func(g *model.LabelRange) float64 { return float64(g.Net) / float64(largest) }},
	}, []string{"key", "from", "to", "unit", "value", "percent", "samples", "numbers"}, func(g *model.LabelRange) []string {
		return []string{
			t.Axis.Key, whole(g.Lo), whole(g.Hi), t.Unit, whole(g.Net), plain(model.Share(g.Net, r.Total)), whole(g.Samples), whole(g.Values),
		}
	})
}

// LabelKeys is the table of keys, for a window.
func LabelKeys(r *model.Result, keys []*model.LabelTotals) *Table {
	type key = *model.LabelTotals
	total := func(k *key) string { return r.Format((*k).Total, unitOf(r)) }
	return tableOf(keys, []column[key]{
		{Column{"key", 0, false, "The key of the label."}, func(k *key) string {
			name := model.Sanitise((*k).Axis.Key)
			if u := (*k).Unit; u != "" && u != (*k).Axis.Key {
				name += " (" + model.Sanitise(u) + ")"
			}
			return name
		}, nil},
		{Column{"values", 66, true, "How many different values it has."}, func(k *key) string { return model.Count(int64(len((*k).Values))) }, nil},
		{Column{"total", widest(keys, func(k *key) []string { return []string{total(k)} }), true, "What the samples with the key weigh."}, total, nil},
		{Column{"share", shareWidth, true, sameShare}, func(k *key) string { return model.Percent((*k).Total, r.Total) },
			func(k *key) float64 { return shareOf(r, (*k).Total) }},
	}, nil, nil)
}

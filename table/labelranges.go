package table

import (
	"strconv"

	"profstation/model"
)

// LabelRanges is the table of a key's numbers in ranges, for a window.
func LabelRanges(r *model.Result, t *model.LabelTotals, ranges []model.LabelRange) *Table {
	unit := unitOf(r)
	var widest []string
	largest := int64(1)
	for _, g := range ranges {
		widest = append(widest, r.Format(g.Net, unit))
		largest = max(largest, model.Magnitude(g.Net))
	}
	number := func(v int64) string {
		return model.Sanitise(r.Profile.LabelText(t.Axis, model.LabelValue{Num: v}, "auto"))
	}
	name := func(g *model.LabelRange) string {
		if g.Lo == g.Hi {
			return number(g.Lo)
		}
		return number(g.Lo) + " … " + number(g.Hi)
	}
	return &Table{
		Columns: []Column{
			{"value", valueWidth(widest...), true, "What the samples with a number in the range weigh."},
			{"share", shareWidth, true, "The same as a share of the total."},
			{"samples", 84, true, "How many samples have a number in the range."},
			{"numbers", 84, true, "How many different numbers are in the range."},
			{"range", 190, false, "The least and the largest number in the range."},
			{"", 0, false, "The value beside that of the largest range."},
		},
		Rows: len(ranges),
		Cell: func(row, col int) string {
			switch g := &ranges[row]; col {
			case 0:
				return r.Format(g.Net, unit)
			case 1:
				return model.Percent(g.Net, r.Total)
			case 2:
				return model.Count(int64(g.Samples))
			case 3:
				return model.Count(int64(g.Values))
			case 4:
				return name(g)
			}
			return ""
		},
		Bar: func(row, col int) float64 {
			if col != 5 {
				return 0
			}
			return float64(ranges[row].Net) / float64(largest)
		},
		Fields: []string{"key", "from", "to", "unit", "value", "percent", "samples", "numbers"},
		Record: func(row int, f []string) {
			g := &ranges[row]
			f[0], f[1], f[2], f[3] = t.Axis.Key, strconv.FormatInt(g.Lo, 10), strconv.FormatInt(g.Hi, 10), t.Unit
			f[4], f[5] = strconv.FormatInt(g.Net, 10), plain(model.Share(g.Net, r.Total))
			f[6], f[7] = strconv.Itoa(g.Samples), strconv.Itoa(g.Values)
		},
	}
}

// LabelKeys is the table of keys, for a window.
func LabelKeys(r *model.Result, keys []*model.LabelTotals) *Table {
	unit := unitOf(r)
	var widest []string
	for _, k := range keys {
		widest = append(widest, r.Format(k.Total, unit))
	}
	return &Table{
		Columns: []Column{
			{"key", 0, false, "The key of the label."},
			{"values", 66, true, "How many different values it has."},
			{"total", valueWidth(widest...), true, "What the samples with the key weigh."},
			{"share", shareWidth, true, "The same as a share of the total."},
		},
		Rows: len(keys),
		Cell: func(row, col int) string {
			switch k := keys[row]; col {
			case 0:
				name := model.Sanitise(k.Axis.Key)
				if k.Unit != "" && k.Unit != k.Axis.Key {
					name += " (" + model.Sanitise(k.Unit) + ")"
				}
				return name
			case 1:
				return model.Count(int64(len(k.Values)))
			case 2:
				return r.Format(k.Total, unit)
			default:
				return model.Percent(k.Total, r.Total)
			}
		},
		Bar: func(row, col int) float64 {
			if col != 3 || r.Total == 0 {
				return 0
			}
			return float64(keys[row].Total) / float64(r.Total)
		},
	}
}

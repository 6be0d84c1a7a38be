package table

import (
	"slices"
	"strconv"
	"strings"

	"profstation/model"
)

// Named is one row of figures under a name: a package, for instance.
type Named struct {
	Name      string // safe for a screen
	Flat, Cum int64
}

// Packages is the table of a result's packages, those that spend most
// themselves first, at most that many.
func Packages(r *model.Result, rows []Named, most int) *Table {
	slices.SortFunc(rows, func(a, b Named) int {
		if x, y := model.Magnitude(a.Flat), model.Magnitude(b.Flat); x != y {
			if x > y {
				return -1
			}
			return 1
		}
		return strings.Compare(a.Name, b.Name)
	})
	if len(rows) > most {
		rows = rows[:most]
	}
	figure := func(v int64) string { return model.Format(v, r.Type.Unit, "auto") }
	var widest []string
	for _, row := range rows {
		widest = append(widest, figure(row.Flat), figure(row.Cum))
	}
	value := valueWidth(widest...)
	share := func(row, col int) int64 {
		if col == 1 {
			return rows[row].Flat
		}
		return rows[row].Cum
	}
	return &Table{
		Columns: []Column{
			{"flat", value, true, "What was counted in functions of the package, without what they call."},
			{"flat%", shareWidth, true, model.Glossary("flat%")},
			{"cum", value, true, "What was counted in the package and in all that it calls; each stack counts once."},
			{"cum%", shareWidth, true, model.Glossary("cum%")},
			{"package", 0, false, "The import path of the package."},
		},
		Rows: len(rows),
		Cell: func(row, col int) string {
			switch x := rows[row]; col {
			case 0:
				return figure(x.Flat)
			case 2:
				return figure(x.Cum)
			case 4:
				if x.Name == "" {
					return "(no package)"
				}
				return x.Name
			default:
				return model.Percent(share(row, col), r.Total)
			}
		},
		Bar: func(row, col int) float64 {
			if (col != 1 && col != 3) || r.Total == 0 {
				return 0
			}
			return float64(share(row, col)) / float64(r.Total)
		},
		Fields: []string{"flat", "cum", "package"},
		Record: func(row int, f []string) {
			f[0] = strconv.FormatInt(rows[row].Flat, 10)
			f[1] = strconv.FormatInt(rows[row].Cum, 10)
			f[2] = rows[row].Name
		},
	}
}

package table

import (
	"cmp"
	"slices"

	"profstation/model/lang"
	"profstation/model/query"
	"profstation/model/units"
)

// Named is one row with figures under a name: a package, for instance.
type Named struct {
	Name      string // safe for a screen
	Flat, Cum int64
}

// Packages returns the table of a result's packages. It has at most that many rows, the largest flat values first.
// It sorts rows in place.
func Packages(r *query.Result, rows []Named, limit int) *Table {
	slices.SortFunc(rows, func(a, b Named) int {
		return cmp.Or(cmp.Compare(units.Magnitude(b.Flat), units.Magnitude(a.Flat)), cmp.Compare(a.Name, b.Name))
	})
	rows = rows[:min(len(rows), limit)]
	figure := r.Amount
	value := widest(rows, func(x *Named) []string { return []string{figure(x.Flat), figure(x.Cum)} })
	return Of(rows, []ColumnOf[Named]{
		{Column{"flat", value, true, lang.L("The value of the package's functions, without their callees.")},
			func(x *Named) string { return figure(x.Flat) }, nil},
		shares(glossed("flat%", shareWidth), r, func(x *Named) int64 { return x.Flat }),
		{Column{"cum", value, true, lang.L("The value of the package and all it calls; each stack counts once.")},
			func(x *Named) string { return figure(x.Cum) }, nil},
		shares(glossed("cum%", shareWidth), r, func(x *Named) int64 { return x.Cum }),
		{Column{lang.L("package"), 0, false, lang.L("The import path of the package.")},
			func(x *Named) string { return cmp.Or(x.Name, lang.L("(no package)")) }, nil},
	}, []string{"flat", "cum", "package"}, func(x *Named) []units.Cell {
		return []units.Cell{units.WholeCell(x.Flat), units.WholeCell(x.Cum), units.Text(x.Name)}
	})
}

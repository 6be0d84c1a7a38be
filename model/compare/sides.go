package compare

import (
	"io"
	"iter"

	"profstation/model/safe"
	"profstation/model/units"
)

// Sides are the words for a comparison's sides, in their order in files and pictures.
var Sides = [2]string{"base", "new"}

// SideNames returns the titles for the sides of a picture: base: old.pprof. The names may contain anything.
func SideNames(names [2]string) [2]string {
	for i, side := range Sides {
		names[i] = side + ": " + safe.Text(names[i])
	}
	return names
}

// WriteCSV writes both sides' rows, the base's first. The first column is the side, base or new; the others
// are the fields. It returns errors from w.
func WriteCSV(w io.Writer, fields []string, sides [2]iter.Seq[[]units.Cell]) error {
	return units.WriteCSV(w, append([]string{"side"}, fields...), func(yield func([]units.Cell) bool) {
		for i, rows := range sides {
			for row := range rows {
				if !yield(append([]units.Cell{units.Text(Sides[i])}, row...)) {
					return
				}
			}
		}
	})
}

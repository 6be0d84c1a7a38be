package compare

import (
	"io"
	"iter"
	"slices"

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

// WriteCSV writes both sides' rows, the base's first. The first column is the side, base or new. If a side has
// several recordings, the next column says of how many the figures are the sums. The fields follow. It returns
// errors from w.
func (p *Pair) WriteCSV(w io.Writer, fields []string, sides [2]iter.Seq[[]units.Cell]) error {
	first, begins := []string{"side"}, [2][]units.Cell{{units.Text(Sides[0])}, {units.Text(Sides[1])}}
	if p.runs != nil {
		first = append(first, "recordings")
		base, now := p.Recordings()
		begins[0], begins[1] = append(begins[0], units.WholeCell(base)), append(begins[1], units.WholeCell(now))
	}
	return units.WriteCSV(w, append(first, fields...), func(yield func([]units.Cell) bool) {
		for i, rows := range sides {
			for row := range rows {
				if !yield(append(slices.Clip(begins[i]), row...)) {
					return
				}
			}
		}
	})
}

package compare

import "profstation/model"

// Sides are the sides of a comparison in the words that a user reads, in their
// order in files and pictures.
var Sides = [2]string{"base", "new"}

// SideNames writes what stands above each side of a picture: base: old.pprof. The
// names may be anything.
func SideNames(names [2]string) [2]string {
	for i, side := range Sides {
		names[i] = side + ": " + model.Sanitise(names[i])
	}
	return names
}

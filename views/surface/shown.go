package surface

import (
	"slices"

	"profstation/desk/screen"
)

// Shower shows snapshots.
type Shower interface{ Show(*screen.Snapshot) }

// Shown remembers which document ([screen.Document].ID) each part of the window shows. A part out of sight is shown
// nothing more of what is open, so it would keep all of a document that was closed.
type Shown map[Shower]int

// Show shows a snapshot in the one part that is in sight, and empties those whose documents were closed.
func (of Shown) Show(part Shower, s *screen.Snapshot) {
	for other, id := range of {
		if other != part && !slices.ContainsFunc(s.Documents, func(d screen.Document) bool { return d.ID == id }) {
			other.Show(&screen.Snapshot{Display: s.Display})
			delete(of, other)
		}
	}
	of[part] = s.Active
	part.Show(s)
}

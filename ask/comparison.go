package ask

import (
	"profstation/graph"
	"profstation/model/compare"
	"profstation/table"
)

// The two sides, in the order in which they are named and shown.
const (
	BaseSide = iota
	NewSide
)

// Way is a way to look at a comparison.
type Way int

// Both sides beside each other, one picture coloured by change, or the table of changes.
const (
	SideBySide Way = iota
	AsDifference
	AsTable
)

// Ways lists the ways in the order of menus.
var Ways = []Way{SideBySide, AsDifference, AsTable}

// String returns the way in words.
func (w Way) String() string {
	return [...]string{"side by side", "difference", "table"}[w]
}

// CompareDisplay says how comparisons are drawn.
type CompareDisplay struct {
	Way        Way           // of pictures: SideBySide or AsDifference
	Width      compare.Width // what the width of a box means in a difference
	OneScale   bool          // side by side: the same width is the same value on both
	Plain      bool          // side by side: colours as everywhere, not by change
	HideNoise  bool          // leaves changes by noise out of tables, and fades them in pictures
	TopBeside  bool          // the tab Top has the tables of both sides, not the table of changes
	Cum        bool          // tables show cum values, not flat ones
	Small      bool          // tables also have small nodes
	SortColumn int           // −1 for the order by |Δ|
	Descending bool
	// The same for the table of two traces.
	DurationsColumn     int
	DurationsDescending bool
	Duration            string // the selected row, by its label
}

// Compared is the part of an answer that only comparisons have. If both sides
// stand beside each other, the rest of the answer is about the new side.
type Compared struct {
	Names      [2]string // of base and new
	Comparison *compare.Comparison

	// Quiet marks the nodes of a call graph that changed by noise only; nil if
	// none is known to. Parts are the changes of the nodes of both sides, if both
	// are shown, see [compare.Comparison.Parts].
	Quiet []bool
	Parts []float32

	Other *Answer // about the base, if both sides are shown
	// Ratio is the size of a part of the base's branch as a share of the new
	// one's, if both have one scale, and 1 otherwise. Extent is the greatest
	// width shown, in units of each side; 0 for the width of the root.
	Ratio  float64
	Extent [2]float64

	OnlyNoise bool // no change is known to be more than noise, which is hidden

	// Table has the changes, also of labels, and Nodes are the nodes of its rows.
	Table   *table.Table
	Nodes   []string
	Note    string   // says what the table leaves out
	Missing []string // files that are gone, a line each
	Summary string   // in Markdown
	Plain   string   // the same for the screen
}

// ChangeMarks returns the marks of the nodes of a call graph by their changes.
func ChangeMarks(c *Compared, d *CompareDisplay) graph.Marks {
	m := graph.NoMarks()
	m.Fade = d.HideNoise
	if c.Parts == nil || !d.Plain || d.HideNoise {
		m.Quiet = c.Quiet
	}
	if !d.Plain {
		m.Changes = c.Parts
	}
	return m
}

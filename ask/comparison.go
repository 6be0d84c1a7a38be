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
	Way        Way           // for pictures: SideBySide or AsDifference
	Width      compare.Width // what a box's width means in a difference
	OneScale   bool          // side by side: the same width is the same value on both
	Plain      bool          // side by side: the usual colours, not colours by change
	HideNoise  bool          // leaves changes that are noise out of tables, and fades them in pictures
	TopBeside  bool          // the tab Top has a table for each side, not the table of changes
	Cum        bool          // tables show cum values, not flat ones
	Small      bool          // tables also show small nodes
	SortColumn int           // −1: sorted by |Δ|
	Descending bool
	// The same for the table that compares two traces.
	DurationsColumn     int
	DurationsDescending bool
	Duration            string // the selected row, by its label
}

// Compared is the part of an answer that only comparisons have. If both sides stand beside
// each other, the rest of the answer is about the new side.
type Compared struct {
	Names      [2]string // base and new
	Comparison *compare.Comparison
	Found      []Shifted // for the summary: what stands out and is not the same on both sides

	// Quiet marks the nodes of a call graph that changed only by noise; it is nil if no
	// such node is known. Parts are the changes of the nodes, if both sides are shown; see
	// [compare.Comparison.Parts].
	Quiet []bool
	Parts []float32

	Other *Answer // about the base, if both sides are shown
	// With one scale, a share of the new side's branch has the same value as Ratio times that
	// share of the base's; otherwise Ratio is 1. Extent is the greatest width shown, in units of
	// each side; 0 means the width of the root.
	Ratio  float64
	Extent [2]float64

	OnlyNoise bool // all changes may be noise, and are hidden

	// Table has the changes, also for labels, and Nodes has the node for each row.
	Table   *table.Table
	Nodes   []string
	Note    string   // what the table leaves out
	Missing []string // files that are gone, a line each
	Summary string   // in Markdown
	Plain   string   // the same for the screen
}

// ChangeMarks returns how to mark a call graph's nodes by their changes.
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

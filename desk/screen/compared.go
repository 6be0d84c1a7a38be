package screen

import (
	"slices"

	"profstation/graph"
	"profstation/model/compare"
	"profstation/table"
	"profstation/timeline/pair"
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

// Comparing is the comparison of the active document, before anything of it is prepared.
type Comparing struct {
	Base, New     Side
	Normalisation compare.Normalisation
}

// Side is one side of a comparison.
type Side struct {
	Name  string
	Notes []string // how the kept profiles differ from the present files, a line each
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

// Durations is the table of the durations of two traces.
type Durations struct {
	Table   *table.Table
	Rows    []pair.Row // of the table
	Heading string
	Explain []string
}

// Compared returns the comparison's part of the answer, nil if there is none.
func (s *Snapshot) Compared() *Compared {
	if s.Answer == nil {
		return nil
	}
	return s.Answer.Compared
}

// OfBase returns the snapshot for a view of the base of a comparison.
func (s *Snapshot) OfBase() *Snapshot {
	base := *s
	base.Graph = s.BaseGraph
	if c := s.Compared(); c != nil {
		base.Answer = c.Other
	}
	return &base
}

// Row returns the row with a label, or −1.
func (c *Durations) Row(label string) int {
	return slices.IndexFunc(c.Rows, func(r pair.Row) bool { return r.Label() == label })
}

type (
	// Compare makes a comparison; sides may have several recordings.
	Compare struct {
		Base, New Picks
		Mode      compare.Mode // of the call graph; "" is diff_base
	}
	CompareMarked   struct{ does } // compares the two that are selected
	AddUpMarked     struct{ does } // opens the sum of the selected profiles
	CompareBaseline Mark           // compares a document or a file with the baseline, or all that are selected if it is one of them
	CompareShown    struct{ does } // compares all that are selected with the shown one, as its base
	MarkDocument    Mark           // selects a document or a file, or takes that back
	MarkRange       Mark           // selects all from the shown one to another
	PinBaseline     Mark           // makes it the baseline, or all that are selected if it is one of them; or ends that
	// ReplaceSide puts other documents in the place of a side of the shown
	// comparison, or beside those that are there.
	ReplaceSide struct {
		Base bool
		With Picks
		Add  bool
	}
	SwapSides   struct{ does }                                // swaps the sides of the shown comparison
	Normalise   struct{ Normalisation compare.Normalisation } // chooses how the sides of the shown comparison are scaled
	ShowWay     struct{ Way Way }                             // chooses how the shown comparison is looked at
	CopySummary struct{ does }                                // puts the summary of the shown comparison on the clipboard
)

// Picks are documents, and files to open. A document 0 is the shown one.
type Picks struct {
	Documents []int
	Paths     []string
}

func (Compare) intent()         {}
func (CompareBaseline) intent() {}
func (MarkDocument) intent()    {}
func (MarkRange) intent()       {}
func (PinBaseline) intent()     {}
func (ReplaceSide) intent()     {}
func (Normalise) intent()       {}
func (ShowWay) intent()         {}

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

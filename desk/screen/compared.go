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

// Both sides beside each other, one picture coloured by change, or the table of
// what changed.
const (
	SideBySide Way = iota
	AsDifference
	AsTable
)

// Ways lists them in the order of menus.
var Ways = []Way{SideBySide, AsDifference, AsTable}

// String is the way in words.
func (w Way) String() string {
	return [...]string{"side by side", "difference", "table"}[w]
}

// CompareDisplay is how comparisons are drawn.
type CompareDisplay struct {
	Way      Way           // of pictures: one of the first two
	Width    compare.Width // what the width of a box means in a difference
	OneScale bool          // side by side: the same width is the same value on both
	Plain    bool          // side by side: colours as everywhere, not by change
	// HideNoise leaves out of tables, and fades in pictures, what changed by
	// sampling noise only; it is grey otherwise.
	HideNoise bool
	TopBeside bool // the tab Top has the tables of both sides, not the table of changes
	Cum       bool // tables are of cum values, not of flat ones
	Small     bool // tables have small nodes too
	// SortColumn is −1 for the order by |Δ|.
	SortColumn int
	Descending bool
	// The same of the table of two traces.
	DurationsColumn     int
	DurationsDescending bool
	Duration            string // the selected row, by its label
}

// Comparing is the comparison that is the active document: what it holds and
// what was chosen for it, before any of it is prepared.
type Comparing struct {
	Base, New     Side
	Normalisation compare.Normalisation
}

// Side is one side of a comparison.
type Side struct {
	Name string
	// Notes say in what way what is kept is not what its files are now; one
	// line each.
	Notes []string
}

// Compared is what was prepared of a comparison, beside what an answer has
// anyway: of the new side if both stand beside each other.
type Compared struct {
	Names      [2]string // of base and new
	Comparison *compare.Comparison
	Groups     *compare.Groups // nil: one recording on each side

	// Quiet marks the nodes of a call graph that changed by noise only; nil:
	// nothing is known to. Parts are how the nodes of both sides changed, where
	// both are shown, see [compare.Comparison.Parts].
	Quiet []bool
	Parts []float32

	// Other is the base as an answer of its own, where both sides are shown.
	Other *Answer
	// Ratio is how much a part of the base's branch is of the new one's where
	// both have one scale; 1 otherwise. Extent is the width that is shown at
	// most, in units of each side; 0: the width of the root.
	Ratio  float64
	Extent [2]float64

	// Table is what changed, or what changed of labels, and Nodes names its
	// rows; a summary is a text.
	Table   *table.Table
	Nodes   []string
	Note    string   // what the table leaves out
	Missing []string // files that are gone, one line each
	Summary string
}

// Contrast is the table of what two traces differ in.
type Contrast struct {
	Table   *table.Table
	Rows    []pair.Row // of the table
	Heading string
	Explain []string
}

// Compared returns what was prepared of a comparison; nil if there is nothing.
func (s *Snapshot) Compared() *Compared {
	if s.Answer == nil {
		return nil
	}
	return s.Answer.Compared
}

// OfBase returns what a view of the base of a comparison shows.
func (s *Snapshot) OfBase() *Snapshot {
	base := *s
	base.Graph = s.BaseGraph
	if c := s.Compared(); c != nil {
		base.Answer = c.Other
	}
	return &base
}

// Row returns the row with a label, or −1.
func (c *Contrast) Row(label string) int {
	return slices.IndexFunc(c.Rows, func(r pair.Row) bool { return r.Label() == label })
}

type (
	// Compare makes a comparison; sides may be of several recordings.
	Compare struct {
		Base, New Picks
		Mode      compare.Mode // of the call graph; "" is diff_base
	}
	// CompareMarked makes one of the two documents that are marked.
	CompareMarked struct{ does }
	// AddUpMarked opens the sum of the profiles that are marked.
	AddUpMarked struct{ does }
	// CompareBaseline compares a document with the baseline.
	CompareBaseline struct{ Document int }
	// MarkDocument marks a document, or no longer.
	MarkDocument struct{ Document int }
	// PinBaseline makes a document the baseline, or none where it is already.
	PinBaseline struct{ Document int }
	// ReplaceSide puts others in the place of a side of the comparison shown,
	// or beside what is there.
	ReplaceSide struct {
		Base bool
		With Picks
		Add  bool
	}
	// SwapSides turns the comparison shown round.
	SwapSides struct{ does }
	// Normalise chooses how the sides of the comparison shown are scaled.
	Normalise struct{ Normalisation compare.Normalisation }
	// ShowWay chooses how the comparison shown is looked at.
	ShowWay struct{ Way Way }
	// CopySummary puts the summary of the comparison shown on the clipboard.
	CopySummary struct{ does }
)

// Picks are documents, or files that are to become some. A zero document is the
// one that is shown.
type Picks struct {
	Documents []int
	Paths     []string
}

// Empty reports whether nothing was picked.
func (p Picks) Empty() bool { return len(p.Documents)+len(p.Paths) == 0 }

func (Compare) intent()         {}
func (CompareBaseline) intent() {}
func (MarkDocument) intent()    {}
func (PinBaseline) intent()     {}
func (ReplaceSide) intent()     {}
func (Normalise) intent()       {}
func (ShowWay) intent()         {}

// ChangeMarks are how the nodes of a call graph are marked by how they changed.
func ChangeMarks(c *Compared, d *CompareDisplay) graph.Marks {
	m := graph.NoMarks()
	m.Fade = d.HideNoise
	switch {
	case c.Parts == nil:
		m.Quiet = c.Quiet
	case !d.Plain:
		m.Quiet, m.Changes = c.Quiet, c.Parts
	case d.HideNoise:
		m.Quiet = c.Quiet
	}
	return m
}

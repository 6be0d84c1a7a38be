package screen

import (
	"profstation/ask"
	"profstation/model/compare"
)

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

// Compared returns the comparison's part of the answer, nil if there is none.
func (s *Snapshot) Compared() *ask.Compared {
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
	ShowWay     struct{ Way ask.Way }                         // chooses how the shown comparison is looked at
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

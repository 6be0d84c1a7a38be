package screen

import (
	"profstation/ask"
	"profstation/model/compare"
	"profstation/model/labels"
)

// Comparing is the comparison in the active document, before anything in it is prepared.
type Comparing struct {
	Base, New     Side
	Normalisation compare.Normalisation
}

// Side is one side of a comparison.
type Side struct {
	Name  string
	Notes []string // how the kept profiles differ from the present files, a line each
}

// Compared returns the part of the answer that only comparisons have, nil if there is none.
func (s *Snapshot) Compared() *ask.Compared {
	if s.Answer == nil {
		return nil
	}
	return s.Answer.Compared
}

// OfBase returns the snapshot for a view of a comparison's base.
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
		Mode      compare.Mode // for the call graph; "" is diff_base
		Pairs     bool         // their differences are judged in pairs
		// Parts are what of each recording counts, base and new; nil: all of it.
		Parts [2]*labels.Part
	}
	// MarkValues says which values of a label are selected, the first one first.
	MarkValues struct {
		In    *ask.LabelsAnswer // where they are shown
		Parts []labels.Part
	}
	CompareMarked   struct{ does } // compares the two documents that are selected, or the values of a label
	AddUpMarked     struct{ does } // opens the sum of the selected profiles
	CompareBaseline Mark           // compares it, or all that is selected if that includes it, with the baseline
	CompareShown    struct{ does } // compares everything selected with the shown one, as its base
	MarkDocument    Mark           // selects a document or a file, or takes that back
	MarkRange       Mark           // selects everything from the shown one to another
	PinBaseline     Mark           // makes it the baseline, or all that is selected if that includes it; or ends that
	// ReplaceSide replaces a side of the shown comparison by other documents, or with Add puts
	// them beside those that are there.
	ReplaceSide struct {
		Base bool
		With Picks
		Add  bool
	}
	SwapSides   struct{ does }                                // swaps the sides of the shown comparison
	Normalise   struct{ Normalisation compare.Normalisation } // chooses how the shown comparison scales its sides
	ShowWay     struct{ Way ask.Way }                         // chooses how the shown comparison is looked at
	CopySummary struct{ does }                                // puts the shown comparison's summary on the clipboard
)

// CompareValues compares two values of a label in the shown document, or a single one with everything else.
func CompareValues(values []labels.Part) Compare {
	base, now := values[0], values[len(values)-1]
	if len(values) == 1 {
		base = now.Others()
	}
	shown := Picks{Documents: []int{0}}
	return Compare{Base: shown, New: shown, Parts: [2]*labels.Part{ask.BaseSide: &base, ask.NewSide: &now}}
}

// Picks are documents, and files to open. A document 0 is the shown one.
type Picks struct {
	Documents []int
	Paths     []string
}

func (Compare) intent()         {}
func (CompareBaseline) intent() {}
func (MarkValues) intent()      {}
func (MarkDocument) intent()    {}
func (MarkRange) intent()       {}
func (PinBaseline) intent()     {}
func (ReplaceSide) intent()     {}
func (Normalise) intent()       {}
func (ShowWay) intent()         {}

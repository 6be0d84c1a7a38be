package screen

import (
	"profstation/model"
	"profstation/table"
)

// LabelsAnswer is what the Labels tab shows.
type LabelsAnswer struct {
	Keys []*model.LabelTotals // of the profile that is asked, the heaviest first
	At   int                  // the key that is looked at; −1: there are none

	// Values is a row for each value of the key, or for each range of its
	// numbers; Selecting are the filters that leave what the rows stand for.
	Values    *table.Table
	Selecting []model.Selecting
	// Found are the rows of Values that the search found; nil: no search.
	Found []bool

	// Pivot is the key against another one, or functions against it; nil where
	// that is not asked for.
	Pivot *table.PivotReport
	Cells *table.Table
}

// LabelsChoice is what the Labels tab is asked for.
type LabelsChoice struct {
	Axis      model.LabelAxis // the key; zero: the heaviest
	Against   model.LabelAxis // another key; zero: none
	Functions bool            // functions against the key
	Ranges    bool            // numbers in ranges
	Cum       bool            // functions by their cum, not their flat
}

// MostPivotColumns is how many values stand side by side.
const MostPivotColumns = 12

// SourceAnswer is what the Source tab shows.
type SourceAnswer struct {
	Files    []string // with something counted in them, the hottest first
	File     string   // the one that is shown
	Source   table.Source
	Table    *table.Table
	First    int             // row to begin with: the selected function's first, or the hottest
	Hot      []int           // rows with most flat, the hottest first
	HotLines []model.LineSum // of those rows; of instructions, by their addresses
	Folder   string          // that would help where there is no text; "": any
	Note     string          // in place of the note of Source; "": that one
	Fine     bool            // Note is no warning

	// Binary is what instructions would be read from, "" where they are shown or
	// nobody asked for them; Missing: it is not there.
	Binary  string
	Missing bool
}

// PeekAnswer is what the Peek tab shows: who calls the selected nodes, or those
// that the search found, and whom they call, as trees that open step by step.
type PeekAnswer struct {
	Nodes            []model.NodeID // whose branches are the first of both trees
	Found            int            // how many there are, if not all are shown; 0: all are
	Callers, Callees *model.OpeningTree
}

// LabelChip is one value of a label that a node has, and the filter that leaves
// the samples with it.
type LabelChip struct {
	Text string // safe for a screen
	Net  int64
	Only model.Selecting
}

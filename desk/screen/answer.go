package screen

import (
	"profstation/flame"
	"profstation/heatmap"
	"profstation/model"
	"profstation/model/series"
	"profstation/table"
)

// LabelsAnswer is the answer for the Labels tab.
type LabelsAnswer struct {
	Keys []*model.LabelTotals // of the profile, the heaviest first
	At   int                  // index of the chosen key, −1 if there are none

	// Values has a row for each value of the key, or for each range of its
	// numbers. Selecting are the filters that keep what a row stands for.
	Values    *table.Table
	Selecting []model.Selecting
	Found     []bool // per row of Values: it matches the search; nil without a search

	// Pivot is the key against another one, or functions against it; nil if nobody asked.
	Pivot *table.PivotReport
	Cells *table.Table
}

// LabelsChoice is the choice in the Labels tab.
type LabelsChoice struct {
	Axis      model.LabelAxis // the key; zero for the heaviest
	Against   model.LabelAxis // another key; zero for none
	Functions bool            // functions against the key
	Ranges    bool            // numbers in ranges
	Cum       bool            // functions by their cum, not their flat
}

// MostPivotColumns is how many values stand side by side.
const MostPivotColumns = 12

// SourceAnswer is the answer for the Source tab.
type SourceAnswer struct {
	Files    []string // the files with samples, the hottest first
	File     string   // the shown one
	Source   table.Source
	Table    *table.Table
	First    int             // the row to begin with: the selected function's first, or the hottest
	Hot      []int           // the rows with most flat and those with most cum, by flat
	HotLines []model.LineSum // of those rows; of instructions, by their addresses
	Folder   string          // the folder that would help if there is no text; "" if any might
	Note     string          // in place of the note of Source, "" for that one
	Fine     bool            // Note is no warning

	// Binary is the file to read instructions from, "" if they are shown or
	// nobody asked for them. Missing is true if the file does not exist.
	Binary  string
	Missing bool
}

// PeekAnswer is the answer for the Peek tab: the callers and callees of the selected nodes, or of
// the matches of the search, as trees that open step by step.
type PeekAnswer struct {
	Nodes            []model.NodeID // the first nodes of both trees
	Found            int            // the number of matches if not all are shown, otherwise 0
	Callers, Callees *model.OpeningTree
}

// LabelChip is one value of a label of a node, and the filter that keeps the samples with it.
type LabelChip struct {
	Text string // safe for a screen
	Net  int64
	Only model.Selecting
}

// TrendAnswer is the answer for the Trend tab.
type TrendAnswer struct {
	Trend  *table.Trend
	At     int          // index of the shown profile among the points, −1 if it is none of them
	Ways   []series.By  // the ways to divide the total, besides label keys
	Keys   []string     // label keys
	By     series.By    // the way in which it is divided
	Key    string       // the label key, if it is divided by labels
	Growth *table.Table // the growing lines, nil if nobody asked
	Names  []string     // of its rows, as in the profile; of stacks the leaves
	AsOf   string       // the line above the table
	Note   string       // about the picture, "" for none
}

// OverTimeAnswer is the answer for the Over time tab: the heat map or the flame chart, whichever is shown; both
// are nil if no sample has a time.
type OverTimeAnswer struct {
	Heat    *heatmap.Map // of all times
	Chosen  model.TimeRange
	Chart   *flame.TimeChart // of the chosen time
	Painter *flame.TimePainter
	Axis    model.LabelAxis   // by which lanes are divided; zero: there is one
	Axes    []model.LabelAxis // by which they can be
}

// OverTimeChoice is the choice in the Over time tab.
type OverTimeChoice struct {
	Chart  bool            // the flame chart in place of the heat map
	Axis   model.LabelAxis // by which lanes are divided; zero for the usual one
	Window flame.Window    // the part of the flame chart to resolve, in nanoseconds since its beginning; zero for all
}

// Groupings say what the lines of a trend stand for; those of labels are named by their key.
var Groupings = map[series.By]string{
	series.Functions: "by functions", series.Packages: "by packages", series.Stacks: "by stacks",
}

// TrendChoice is the choice in the Trend tab. The zero value is the total, divided by packages.
type TrendChoice struct {
	By   series.By // "": packages
	Key  string    // the label key, to divide by labels
	Cum  bool      // lines of cumulative figures instead of flat ones
	Name string    // only the line of this name; "" for layers
	All  bool      // with an empty Name: one line, the total
}

// Overview describes a profile as a whole.
type Overview struct {
	Title    string // the kind of profile
	About    string // what that kind measures
	Facts    []model.Fact
	Beside   []model.Fact // of the bundle that it is in
	Types    []TypeTotal
	Warnings []string
	Packages *table.Table
}

// TypeTotal is one sample type with its sum.
type TypeTotal struct {
	Name, Total, Help string
	Default           bool
}

package screen

import (
	"profstation/flame"
	"profstation/graph"
	"profstation/model"
	"profstation/model/compare"
	"profstation/scene"
	"profstation/table"
	"profstation/timeline"
)

// Place is where a user is: the question asked and the part of the answer
// looked at. Back and forward walk through places. Nodes are kept by the names
// that pprof prints, so that a place means something for every document.
type Place struct {
	Query model.Query
	// Filters are what the filters of Query were made of: they may be off, or
	// turned round.
	Filters []model.Refining
	Pivot   string // the node a flame graph is turned around; "": none
	// Zoom is the path of the branch that fills the flame graph, below the
	// root or, with ZoomCallers, above the pivot. Span is the visible part of
	// it, the zero value all.
	Zoom        []string
	ZoomCallers bool
	Span        flame.Span
	Selected    Selection
}

// Selection is one node, and, where it was picked in a flame graph, the box.
type Selection struct {
	Node    string
	Also    []string // more nodes, picked with Ctrl; views of one node show Node
	Path    []string // of the box; nil: no particular one
	Callers bool
}

// State of a document.
type State int

// A document is being read, ready, or could not be opened; the document of a folder
// may have nothing to show yet.
const (
	Loading State = iota
	Ready
	Failed
	Waiting
)

// Document is one line of the sidebar.
type Document struct {
	ID     int
	Name   string // short, for the list
	Path   string // in full
	Child  bool   // it was made out of the document above it
	State  State
	Detail string // kind and size of a profile, progress, or the error
	// Done is the share that was read so far, −1 where the size is not known.
	Done float64
	// Folder: it shows the files of a folder, which is listed in its
	// place.
	Folder bool

	Comparison bool // of others
	Marked     bool // for a comparison
	Baseline   bool // what others are compared with
}

// Display is how pictures are drawn, whatever they show.
type Display struct {
	Theme    *scene.Theme
	Coloring flame.Coloring
	// ColorLabel is the key that boxes are coloured by; zero: the heaviest.
	ColorLabel model.LabelAxis
	Generics   bool
	RootDown   bool
	ByName     bool
	Recursion  bool

	GraphNodes int  // most nodes of a call graph
	GraphSmall bool // small nodes and edges too
	GraphTree  bool // a box for each way to a function

	NodeFraction, EdgeFraction float64 // least share of a node and of an edge there

	SortColumn int
	Descending bool

	Labels     LabelsChoice
	Trend      TrendChoice
	SourceFile string // in the Source tab; "": the file of the selection
	Assembly   bool   // instructions in place of source lines

	Compare CompareDisplay

	Quiet timeline.KindSet // kinds of time that are put aside in timelines
}

// LaneStyle is the part of a display that a timeline's painter needs.
func (d Display) LaneStyle() timeline.Style { return timeline.Style{Theme: d.Theme, Quiet: d.Quiet} }

// Style is the part of a display that a flame graph's painter needs.
func (d Display) Style() flame.Style {
	return flame.Style{Theme: d.Theme, Coloring: d.Coloring, Generics: d.Generics, RootDown: d.RootDown}
}

// Job is work that goes on in the background.
type Job struct {
	Text string
	Done float64 // 0 to 1; −1: not known
	// Cancel ends it; nil ends all work.
	Cancel Intent
}

// Snapshot is all that is on the screen. It never changes.
type Snapshot struct {
	Documents []Document
	Active    int // Document.ID; 0: none
	Folders   []*Folder
	Record    *Record // nil: nothing was recorded yet
	Series    *Series // of the active document; nil: it is not of a folder
	Tabs      []Tab   // of the active document
	Tab       Tab     // one of them
	Place     Place
	Display   Display
	Search    string

	CanBack, CanForward bool
	Jobs                []Job
	Saved               []model.Refinement // sets of filters with a name
	Errors              map[string]string  // what is wrong with a field of the query or the search, by pprof's name
	Notice              string             // one line for the status bar

	// Answer is what was last prepared, nil without a document. While a new
	// one is being prepared the old one stays, with Stale set.
	Answer *Answer
	Stale  bool

	// Trace is what was last prepared of an execution trace, nil for all other
	// documents.
	Trace *TraceAnswer
	// Traces are the two of a comparison, if their timelines are shown;
	// Trace is then the one that was used last.
	Traces *TracePair
	// Recorded are the times of the open profiles on the clock of the trace.
	Recorded []timeline.Recorded

	Notes []Note // of the active document

	// Comparing is what the active document compares, nil of all others.
	Comparing *Comparing

	// Contrast is what two traces differ in, where that is the active document.
	Contrast *Contrast

	// Graph is the last call graph that was laid out for the active document,
	// nil before the first; BaseGraph is the one of the base if both sides of a
	// comparison are shown. Layout: another is being made.
	Graph, BaseGraph *CallGraph
	Layout           bool
}

// Answer is what was prepared for one document and one question.
type Answer struct {
	Document int
	Name     string
	Result   *model.Result

	// Prepared for the visible tab only; nil otherwise.
	Chart    *flame.Chart
	Painter  *flame.Painter
	Top      *table.Table
	TopRows  []model.Row
	Overview *Overview
	Labels   *LabelsAnswer
	Peek     *PeekAnswer
	Source   *SourceAnswer
	Trend    *TrendAnswer
	Compared *Compared // of comparisons

	// Complete proposes texts for filters.
	Complete Complete

	Match     []bool // per node: what the search found; nil: no search
	MatchText string // how much that is

	Details *Details // of the selection; nil: none
	// Zoomed counts the places whose zoom was prepared: another number means
	// that the picture should move to Chart.Window.
	Zoomed int
}

// Complete proposes at most that many texts for what was typed into a filter, by
// pprof's name. It may be called from any goroutine.
type Complete func(filter, typed string, most int) []model.Completion

// CallGraph is a call graph with its layout.
type CallGraph struct {
	Chart   *graph.Chart // nil: there is none, Note says why
	Painter *graph.Painter
	// Note is what is to be known of the layout: that a better one is being
	// made, or why there is none. "" for a good one.
	Note string
}

// Details describes the selected node.
type Details struct {
	Node             model.NodeID
	Name             string // safe for a screen, in full
	File             string // file and line; "": not known
	Package          string
	Flat, Cum        int64
	Box              flame.Ref // flame.None without one
	Callers, Callees []model.Edge
	Labels           []LabelChip // of its samples, the heaviest key first
	Change           *Change     // of a comparison; nil: of one profile, or not known
}

// Change is how a node changed.
type Change struct {
	Comparison *compare.Comparison
	Flat, Cum  compare.Change
	// Callers and Callees are of either side, the largest change first.
	Callers, Callees []ChangedEdge
}

// ChangedEdge is what goes between a node and one of its neighbours, on both
// sides, normalised.
type ChangedEdge struct {
	Node      model.NodeID // of Comparison.New
	Base, New float64
}

// Overview is what a profile says about itself.
type Overview struct {
	Title    string // what kind of profile it is
	About    string // what that measures
	Facts    []model.Fact
	Types    []TypeTotal
	Warnings []string
	Packages *table.Table
}

// TypeTotal is one sample type with its sum.
type TypeTotal struct {
	Name, Total, Help string
	Default           bool
}

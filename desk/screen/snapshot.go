// Package screen is the contract between the desk and the views.
//
// A [Snapshot] is everything on the screen: it goes down from the desk to the views and never
// changes. An [Intent] is what a user wants: views send it up and return at once. Views import this
// package and never the desk; nothing here needs a toolkit.
package screen

import (
	"path/filepath"
	"strings"

	"profstation/flame"
	"profstation/graph"
	"profstation/loader/address"
	"profstation/loader/store"
	"profstation/model"
	"profstation/model/compare"
	"profstation/model/lang"
	"profstation/timeline"
)

// Place is where a user is: the question, and the visible part of the answer.
// Back and forward walk through places. Nodes are kept by the names that pprof
// prints, so that a place means something for every document.
type Place struct {
	Query model.Query
	// Filters are the filters that Query is made of; they may be off, or inverted.
	Filters []model.Refining
	Pivot   string // the node a flame graph is turned around; "" for none
	// Zoom is the path of the branch that fills the flame graph, below the root or, with
	// ZoomCallers, above the pivot. Span is its visible part; the zero value is all of it.
	Zoom        []string
	ZoomCallers bool
	Span        flame.Span
	Selected    Selection
	Drawn       []string // nodes that call graphs show whatever their share
}

// Selection is one node and, if it was picked in a flame graph, the box.
type Selection struct {
	Node    string
	Also    []string // more nodes, picked with Ctrl; views of one node show Node
	Path    []string // of the box; nil for no particular one
	Callers bool
	Hottest bool // the box is the end of the hottest path that was asked for, which is marked
}

// SelectionOf is a box of a flame graph as a selection. The root is none.
func SelectionOf(c *flame.Chart, ref flame.Ref) Selection {
	node := c.Box(ref).Node
	if node == model.NoNode {
		return Selection{}
	}
	s := Selection{Node: c.Result.Nodes.Node(node).String(), Path: []string{}, Callers: ref.Callers}
	for _, n := range c.Path(ref) {
		s.Path = append(s.Path, c.Result.Nodes.Node(n).String())
	}
	return s
}

// State is the state of a document.
type State int

// A document is being read, ready, or could not be opened. The document of a
// folder may have nothing to show yet.
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
	Detail string  // kind and size of a profile, progress, or the error
	Done   float64 // the share that is read, −1 if the size is not known
	Folder bool    // it shows the files of a folder, which is listed in its place
	Empty  string  // why it has nothing to show; "": it has, or nothing is known of that

	Comparison bool // of other documents
	Baseline   bool // others are compared with it
	Disk       OnDisk
}

// OnDisk is what became of an open file since it was read.
type OnDisk int

// A file is as it was read, is another one by now, or is gone.
const (
	Unchanged OnDisk = iota
	Changed
	Deleted
)

// Mark is what is selected in the list: a document, or a file of the folder that it shows.
type Mark struct {
	Document int
	File     string // in full; "" for a document
}

// Job is work in the background, as the status bar shows it.
type Job struct {
	Text   string
	Done   float64 // 0 to 1; −1: not known
	Cancel Intent  // ends it; nil ends all work
}

// Snapshot is everything on the screen. It never changes.
type Snapshot struct {
	Documents []Document
	Active    int  // Document.ID, 0 for none
	Closed    bool // some were closed that can be opened again
	Folders   []*Folder
	Marks     []Mark  // what is selected in the list, in the order in which it was
	Baseline  []Mark  // what others are compared with: one, or a group
	Record    *Record // nil before the dialog was opened
	Store     *Store  // nil before the dialog was opened
	Series    *Series // of the active document; nil if it is not in a folder
	Tabs      []Tab   // of the active document
	Tab       Tab     // one of Tabs
	Place     Place
	Display   Display
	Search    string
	Sought    int // how often something was gone to that may be selected already: each brings it into sight
	Cleared   int // how often all filters were removed: texts that are no filter yet go with them

	CanBack, CanForward bool
	// CanEarlier and CanLater are set for a profile of a store: there is a time of the same length, or a step, beside it.
	CanEarlier, CanLater bool
	// CanAskAgain is set for a time of a store that moves with the clock, if its question says how often it is asked again;
	// AsksAgain unless the user has ended that.
	CanAskAgain, AsksAgain bool
	Jobs                   []Job
	Saved                  []model.Refinement // sets of filters with a name
	Errors                 map[string]string  // in fields of the query or the search, by pprof's names
	Notice                 string             // one line for the status bar
	Outcome                *Outcome           // of the last export or recording; nil: there is nothing to say of it

	// Answer is the latest answer, nil without a document. While a new one is
	// being prepared the old one stays, with Stale set.
	Answer *Answer
	Stale  bool

	Trace *TraceAnswer // of an execution trace, nil for all other documents
	// Traces are the two sides of a comparison, if their timelines are shown.
	// Trace is then the side that was used last.
	Traces   *TracePair
	Recorded []timeline.Recorded // the times of the open profiles, on the clock of the trace

	Notes []Note // of the active document

	Comparing *Comparing // the active document as a comparison, nil if it is none

	Durations *Durations // nil unless the active document compares two traces

	// Graph is the latest call graph that was laid out for the active document,
	// nil before the first. BaseGraph is the base's, if both sides of a
	// comparison are shown. Layout is set while another is being made.
	Graph, BaseGraph *CallGraph
	Layout           bool
}

// Answer is the answer for one document and one question.
type Answer struct {
	Document int
	Name     string
	Result   *model.Result

	Shown
	Compared *Compared // nil if it is no comparison

	Complete Complete // proposes texts for filters

	Match     []bool         // per node: whether it matches the search; nil without a search
	Found     []model.NodeID // those that weigh something, and that a call graph in sight shows, in the order of steps
	MatchText string         // how many they are, and how much the matches weigh
	MatchFew  string         // how many they are, for where there is no room for that
	Undrawn   Undrawn

	Nothing bool   // the filters leave nothing of the profile, or of both sides
	Blank   string // why no function has a value, whatever the question; "": one may have, or it is a comparison
	Leaked  int64  // goroutines that are blocked for ever, unless a filter leaves only these
	Instead string // the sample type that the profile prefers, if all its values are 0 and another is shown

	Details *Details // of the selection, nil without one
	Zoomed  int      // counts zooms; if it changes, the picture should move to Chart.Window
}

// Complete proposes at most that many texts for a text typed into a filter, by
// pprof's name. It may be called from any goroutine.
type Complete func(filter, typed string, most int) []model.Completion

// CallGraph is a call graph with its layout.
type CallGraph struct {
	Chart   *graph.Chart // nil if there is no layout; Note says why
	Painter *graph.Painter
	// Note says that a better layout is being made, or why there is none. It is "" for a good one.
	Note string
}

// Undrawn are nodes that somebody looks for and that the call graph in sight leaves out, by name.
type Undrawn struct {
	Selected string   // "" if it is drawn, or there is none
	Found    []string // by the search, the heaviest first, as many as can be added at once
	All      int      // how many were found and are not drawn
}

// Details describes the selected node.
type Details struct {
	Node             model.NodeID
	Name             string // safe for a screen, in full
	File             string // file and line, "" if they are not known
	Package          string
	Flat, Cum        int64
	Box              flame.Ref // flame.None without one
	Callers, Callees []model.Edge
	Labels           []LabelChip // of its samples, the heaviest key first
	MoreLabels       int         // that are not among them
	Change           *Change     // of a comparison; nil for one profile, or if it is not known
}

// Change describes how a node changed.
type Change struct {
	Comparison       *compare.Comparison
	Flat, Cum        compare.Change
	Callers, Callees []ChangedEdge // of either side, the largest change first
}

// ChangedEdge is the flow between a node and one of its neighbours, on both sides, normalised.
type ChangedEdge struct {
	Node      model.NodeID // of Comparison.New
	Base, New float64
}

// Sight is the part of a picture on the screen, for pictures that scroll without an intent.
type Sight struct {
	// The rows of a table from From to before To are on the screen. To is 0 if
	// there is no table, or all of it is visible.
	From, To int
	Graph    *graph.View // the part of a call graph; nil if there is none, or all of it is visible
	// Lanes is the part of a timeline, the first, or of each of two; nil if there is none, or all is visible.
	Lanes [2]*timeline.View
	Rows  bool // lanes are out of sight, and no time is
}

// Scrolled reports whether there is more than the part on the screen only because not all has room there.
func (s Sight) Scrolled() bool { return s.To > 0 || s.Graph != nil || s.Rows }

// BaseName is the last part of a path as it is shown, "standard input" for none. Of an address, it is
// public, and of a store what it is asked.
func BaseName(path string) string {
	if path == "-" {
		return lang.L("standard input")
	}
	if address.IsStore(path) {
		return model.Sanitise(store.Title(path))
	}
	return model.Sanitise(strings.TrimSuffix(filepath.Base(address.Public(path)), string(filepath.Separator)))
}

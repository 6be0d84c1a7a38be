// Package screen is the contract between the desk and the views.
//
// A [Snapshot] is everything on the screen: it goes down from the desk to the views and never
// changes. An [Intent] is what a user wants: views send it up and return at once. Views import this
// package and never the desk; nothing here needs a toolkit.
package screen

import (
	"slices"

	"profstation/ask"
	"profstation/graph"
	"profstation/model/labels"
	"profstation/model/query"
	"profstation/origin"
	"profstation/timeline/paint"
)

// State is the state of a document.
type State int

// A document is being read, ready, or could not be opened. A folder's document may have nothing to show yet.
const (
	Loading State = iota
	Ready
	Failed
	Waiting
)

// Document is one line in the sidebar.
type Document struct {
	ID     int
	Name   string // short, for the list
	Path   string // in full
	Child  bool   // it was made from the document above it
	State  State
	Detail string  // a profile's kind and size, progress, or the error
	Done   float64 // the share that is read, −1 if the size is not known
	Folder bool    // it shows a folder's files, and the folder is listed in its place
	Empty  string  // why it has nothing to show; "" if it has something, or the reason is not known

	Comparison bool // it compares other documents
	Trace      bool // it is an execution trace, as far as is known
	Once       bool // it cannot be read again
	Damaged    bool // a part of it was lost in reading, as Detail says
	Baseline   bool // others are compared with it
	Disk       OnDisk
	Worth      string // what is worth a look in it, as lines; "": nothing, or it was not looked for yet
}

// OnDisk is what has happened to an open file since it was read.
type OnDisk int

// A file is as it was read, has been replaced, or is gone.
const (
	Unchanged OnDisk = iota
	Changed
	Deleted
)

// Mark is what is selected in the list: a document, or a file in the folder that it shows.
type Mark struct {
	Document int
	File     string // in full; "" for a document
}

// Job is work in the background, as the status bar shows it.
type Job struct {
	Text   string
	Done   float64 // 0 to 1; −1: not known
	Cancel Intent  // ends it; nil ends all work
	Holds  bool    // a process of this machine stands still until it ends
}

// Snapshot is everything on the screen. It never changes.
type Snapshot struct {
	Documents   []Document
	Active      int  // Document.ID, 0 for none
	Closed      bool // some were closed that can be opened again
	Folders     []*Folder
	Marks       []Mark        // what is selected in the list, in the order in which it was selected
	Values      []labels.Part // the values of a label that are selected, if they are on the screen
	Baseline    []Mark        // what others are compared with: one, or a group
	Record      *Record       // nil before the dialog was opened
	Store       *Store        // nil before the dialog was opened
	Series      *Series       // for the active document; nil if it is not in a folder
	Tabs        []ask.Tab     // the active document's tabs
	Bare        []ask.Tab     // those of Tabs that have nothing to show, whatever is filtered
	Tab         ask.Tab       // one of Tabs
	Place       ask.Place
	Display     ask.Display
	Search      string
	RevealCount int // how often something was asked to be brought into sight that may be selected already
	Cleared     int // how often all filters were removed: texts that are not filters yet go with them

	CanBack, CanForward bool
	// CanEarlier and CanLater are set for a profile from a store if there is a time of the same length, or a step,
	// beside it.
	CanEarlier, CanLater bool
	// CanAskAgain is set for a store's time that moves with the clock, if its question says how often it is asked
	// again. AsksAgain is set then too, unless the user has ended that.
	CanAskAgain, AsksAgain bool
	Jobs                   []Job
	Recordings             []Recording        // in the order in which they began
	Saved                  []query.Refinement // sets of filters with a name
	Errors                 map[string]string  // errors in the fields for the query or the search, by pprof's names
	Notice                 string             // one line for the status bar
	Outcome                *Outcome           // for the last export or recording; nil: there is nothing to say about it

	// Answer is the latest answer, nil without a document. While a new one is being prepared the
	// old one stays, with Stale set.
	Answer *ask.Answer
	Stale  bool

	Trace *ask.TraceAnswer // for an execution trace, nil for all other documents
	// Traces are the two sides of a comparison, if their timelines are shown. Trace is then the
	// side that was used last.
	Traces   *ask.TracePair
	Recorded []paint.Recorded // when the open profiles were recorded, on the trace's clock

	Notes []origin.Note // on the active document

	Dismissed []string // findings of the active document that the user has dismissed, by their keys

	Comparing *Comparing // the active document as a comparison, nil if it is not one

	Durations *ask.Durations // nil unless the active document compares two traces

	// Graph is the latest call graph that was laid out for the active document, nil before the
	// first. BaseGraph is the base's, if both sides of a comparison are shown. Layout is set
	// while another is being made.
	Graph, BaseGraph *CallGraph
	Layout           bool
}

// Filled returns those of Tabs that have something to show.
func (s *Snapshot) Filled() []ask.Tab {
	return slices.DeleteFunc(slices.Clone(s.Tabs), func(t ask.Tab) bool { return slices.Contains(s.Bare, t) })
}

// Failed reports whether the active document could not be opened.
func (s *Snapshot) Failed() bool {
	return slices.ContainsFunc(s.Documents, func(d Document) bool { return d.ID == s.Active && d.State == Failed })
}

// CallGraph is a call graph with its layout.
type CallGraph struct {
	Chart   *graph.Chart // nil if there is no layout; Note says why
	Painter *graph.Painter
	// Note says that a better layout is being made, or why there is none. It is "" for a good one.
	Note string
}

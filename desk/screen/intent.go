package screen

import (
	"profstation/ask"
	"profstation/flame"
	"profstation/model/labels"
	"profstation/model/query"
)

// Intent is what a user wants. Only the types below implement it.
type Intent interface{ intent() }

// does is embedded by intents without fields.
type does struct{}

func (does) intent() {}

// Send sends an intent from a view to the desk. It returns at once.
type Send func(Intent)

type (
	Open       struct{ Paths []string }           // opens files; without any it asks for them
	Activate   struct{ Document int }             // shows a document
	Close      struct{ Document int }             // closes a document
	CloseAll   struct{ But int }                  // closes all documents but one; 0: all
	Unclose    struct{ does }                     // opens again what was closed last
	Reload     struct{ Document int }             // reads a document again
	ShowTab    struct{ Tab ask.Tab }              // shows a tab
	Jump       struct{ Tab ask.Tab }              // shows the tab that a click in another one leads to; back leads to that one
	NthTab     struct{ N int }                    // shows the nth visible tab, from 1
	Refine     struct{ Name, Text string }        // sets one filter by pprof's name; an empty text removes it
	SetFilters struct{ Filters []query.Refining } // sets all filters, including those that are off
	// Narrow adds filters that keep, or with Leave leave out, what figures for labels stand for.
	Narrow struct {
		To    []labels.Selecting
		Leave bool
	}
	// SaveFilters keeps the filters under a name; with Forget it forgets the name.
	SaveFilters struct {
		Name   string
		Forget bool
	}
	// CopyCommand puts a call of go tool pprof on the clipboard: with Args, or else with the question.
	CopyCommand struct {
		does
		Args []string
	}
	FindAll     struct{ does } // lists what stands out in all open documents
	StopFinding struct{ does } // ends looking for that
	// ShowFound goes to where a finding shows. Back leads to where it was clicked.
	ShowFound struct{ Finding ask.Finding }
	// DismissFound hides a finding of the active document, named by its key, from now on; with Restore it is shown again.
	DismissFound struct {
		Key     string
		Restore bool
	}
	ChooseFolder struct{ Folder string } // asks for a folder with source files; with a Folder it allows that one
	// ReadBinary allows the active document's binary to be disassembled: the one that its profile
	// names, or one that it asks for.
	ReadBinary struct {
		Named  string
		Choose bool
	}
	// Compile allows the code of the active document's profile to be compiled, so that the compiler says its reasons.
	// It is compiled anew with each intent.
	Compile      struct{ does }
	ClearFilters struct{ does }                      // removes all filters
	SampleType   struct{ Name string }               // picks the column; "" is the profile's default
	Ask          struct{ Change func(*query.Query) } // changes what is asked, besides filters and sample type
	Search       struct{ Text string }               // highlights what matches a regular expression; "" ends it
	NextMatch    struct{ Backwards bool }            // steps through the search's matches
	// Select picks a node, and a box in the flame graph if it has a path.
	Select struct {
		ask.Selection
		Reveal bool // bring it into sight, even if it is already selected
	}
	// Hottest selects the end of the hottest path from the selected box. If there are two pictures, Base chooses
	// the base's.
	Hottest struct{ Base bool }
	// Zoom fills the flame graph with one branch; without a path it shows everything.
	Zoom struct {
		Path    []string
		Callers bool
	}
	// Look reports which part of the zoomed branch is visible, so that it can be resolved more
	// finely. It is not a step in the history.
	Look        struct{ Span flame.Span }
	Draw        struct{ Nodes []string }            // adds nodes to the call graph, whatever their share
	Pivot       struct{ Node string }               // turns the flame graph around a node; "" ends it
	Back        struct{ does }                      // goes to the previous place in the history
	Forward     struct{ does }                      // goes to the next place in the history
	Escape      struct{ does }                      // undoes the innermost of search, selection, zoom and pivot
	Show        struct{ Change func(*ask.Display) } // changes how pictures are drawn
	ToggleTheme struct{ does }                      // switches between light and dark
	Cancel      struct{ does }                      // ends the background work
	Export      struct{ Panel string }              // asks for a file and writes the picture, or only one panel, to it
	Copy        struct{ Text string }               // puts a text on the clipboard; Selected: the selected node's name
	Remark      struct{ Text string }               // says why a view does nothing
	// OpenInEditor opens a line of a source file in the user's editor: of File, as the recording names it, or where
	// Node is in the source. Without both it is where the selection is.
	OpenInEditor struct {
		Node, File string
		Line       int64 // in File
	}
	// ShowLine shows a line of a file on this machine in the first open profile that has the file, the active one first.
	ShowLine struct {
		Path  string
		Line  int64
		Found func(says string, err error) // hears what was found, or why nothing was; nil: nobody asks
	}
	ShowKeys   struct{ does }        // opens the sheet that lists the shortcuts
	FocusField struct{ Name string } // moves the keyboard to an input: "focus", "ignore", "search"
	// TogglePane opens or closes "documents" or "details"; "filters" and the details take each other's place.
	TogglePane struct{ Name string }
)

func (Open) intent()         {}
func (Activate) intent()     {}
func (Close) intent()        {}
func (CloseAll) intent()     {}
func (Reload) intent()       {}
func (ShowTab) intent()      {}
func (Jump) intent()         {}
func (NthTab) intent()       {}
func (ShowFound) intent()    {}
func (DismissFound) intent() {}
func (Refine) intent()       {}
func (SampleType) intent()   {}
func (Ask) intent()          {}
func (SetFilters) intent()   {}
func (Narrow) intent()       {}
func (SaveFilters) intent()  {}
func (ChooseFolder) intent() {}
func (ReadBinary) intent()   {}
func (Search) intent()       {}
func (NextMatch) intent()    {}
func (Select) intent()       {}
func (Hottest) intent()      {}
func (Zoom) intent()         {}
func (Look) intent()         {}
func (Draw) intent()         {}
func (Pivot) intent()        {}
func (Show) intent()         {}
func (Export) intent()       {}
func (Copy) intent()         {}
func (Remark) intent()       {}
func (OpenInEditor) intent() {}
func (ShowLine) intent()     {}
func (FocusField) intent()   {}
func (TogglePane) intent()   {}

// Selected stands for the selected node, as a Pivot's node or a Copy's text.
const Selected = "\x00selected"

// Match is one thing that a palette offers to go to.
type Match struct {
	Label, Detail string
	Also          string   // other words that find it
	Off           bool     // it exists, but cannot be done now
	Go            []Intent // sent one after the other
	Do            func()   // called before they are sent, unless nil
}

// Palette is a list of matches with an input above it.
type Palette struct {
	Hint string // stands in the input while it is empty
	Wide bool   // the matches are sentences
	Find Find
}

// Find returns the matches for a typed text, best first. Any goroutine may call it, several at once too.
type Find func(text string) []Match

type (
	SaveWorkspace struct{ Path string } // writes the open documents to a file; without a path it asks for one
	// Report writes a page about the open documents, or about the active one alone; without a path it asks for one. Each
	// shows recordings by themselves that a comparison lists, too.
	Report struct {
		Path        string
		Alone, Each bool
	}
	OpenLast     struct{ does } // opens the previous session's documents
	ForgetRecent struct{ does } // empties the list of what was opened lately
)

func (SaveWorkspace) intent() {}
func (Report) intent()        {}

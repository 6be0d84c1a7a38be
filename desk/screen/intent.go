package screen

import (
	"profstation/flame"
	"profstation/model"
)

// Intent is what a user wants. The types below are all there are.
type Intent interface{ intent() }

// does is embedded by intents without fields.
type does struct{}

func (does) intent() {}

// Send sends an intent from a view to the desk. It returns at once.
type Send func(Intent)

type (
	// Open opens files; without any it asks for them.
	Open struct{ Paths []string }
	// Activate shows a document, Close closes it, Reload reads it again.
	Activate struct{ Document int }
	Close    struct{ Document int }
	Reload   struct{ Document int }
	// ShowTab shows a tab, NthTab the nth of the visible tabs, from 1.
	ShowTab struct{ Tab Tab }
	NthTab  struct{ N int }
	// Refine sets one filter by pprof's name; an empty text removes it.
	Refine struct{ Name, Text string }
	// SetFilters sets all filters, including those that are off.
	SetFilters struct{ Filters []model.Refining }
	// Narrow adds filters that keep, or with Leave leave out, what figures of labels stand for.
	Narrow struct {
		To    []model.Selecting
		Leave bool
	}
	// SaveFilters keeps the filters under a name; with Forget it forgets the name.
	SaveFilters struct {
		Name   string
		Forget bool
	}
	// CopyCommand puts the question on the clipboard, as a call of go tool pprof.
	CopyCommand struct{ does }
	// ChooseFolder asks for a folder with source files; with a Folder it allows that one.
	ChooseFolder struct{ Folder string }
	// ReadBinary allows the binary of the active document to be disassembled: the
	// one that its profile names, or one that it asks for.
	ReadBinary struct {
		Named  string
		Choose bool
	}
	// ClearFilters removes all filters.
	ClearFilters struct{ does }
	// SampleType picks the column; "" is the profile's default.
	SampleType struct{ Name string }
	// Search highlights the matches of a regular expression; "" ends it.
	Search struct{ Text string }
	// NextMatch steps through the matches of the search.
	NextMatch struct{ Backwards bool }
	// Select picks a node, and a box of the flame graph if it has a path.
	Select struct{ Selection }
	// Zoom fills the flame graph with one branch; without a path it shows all.
	Zoom struct {
		Path    []string
		Callers bool
	}
	// Look reports which part of the zoomed branch is visible, so that it can be
	// resolved more finely. It makes no step in the history.
	Look struct{ Span flame.Span }
	// Pivot turns the flame graph around a node; "" ends it.
	Pivot struct{ Node string }
	// Back and Forward walk the history of places.
	Back    struct{ does }
	Forward struct{ does }
	// Escape undoes the innermost of search, selection, zoom and pivot.
	Escape struct{ does }
	// Show changes how pictures are drawn.
	Show struct{ Change func(*Display) }
	// ToggleTheme switches between light and dark.
	ToggleTheme struct{ does }
	// Cancel ends the background work.
	Cancel struct{ does }
	// Export asks for a file and writes the picture to it, or only the named panel of a sheet.
	Export struct{ Panel string }
	// Copy puts a text on the clipboard; Selected stands for the name of the selected node.
	Copy struct{ Text string }
	// ShowKeys opens the sheet of shortcuts.
	ShowKeys struct{ does }
	// FocusField moves the keyboard to an input: "focus", "ignore", "search".
	FocusField struct{ Name string }
	// TogglePane opens or closes a side: "documents" or "details"; "filters"
	// shows them in place of the details, or the details again.
	TogglePane struct{ Name string }
)

func (Open) intent()         {}
func (Activate) intent()     {}
func (Close) intent()        {}
func (Reload) intent()       {}
func (ShowTab) intent()      {}
func (NthTab) intent()       {}
func (Refine) intent()       {}
func (SampleType) intent()   {}
func (SetFilters) intent()   {}
func (Narrow) intent()       {}
func (SaveFilters) intent()  {}
func (ChooseFolder) intent() {}
func (ReadBinary) intent()   {}
func (Search) intent()       {}
func (NextMatch) intent()    {}
func (Select) intent()       {}
func (Zoom) intent()         {}
func (Look) intent()         {}
func (Pivot) intent()        {}
func (Show) intent()         {}
func (Export) intent()       {}
func (Copy) intent()         {}
func (FocusField) intent()   {}
func (TogglePane) intent()   {}

// Ask changes what is asked, beyond filters and sample type.
type Ask struct{ Change func(*model.Query) }

func (Ask) intent() {}

// Selected as a Pivot's node or a Copy's text stands for the selected node.
const Selected = "\x00selected"

// Finding is one thing that a palette offers to go to.
type Finding struct {
	Label, Detail string
	Go            []Intent // sent one after the other
	Do            func()   // called before they are sent, unless nil
}

// Find returns the findings for a text typed into a palette, best first. It may
// be called on any goroutine, and several times at once.
type Find func(text string) []Finding

type (
	// SaveWorkspace writes the open documents to a file; without a path it asks for one.
	SaveWorkspace struct{ Path string }
	// Report writes a page about the open documents; without a path it asks for one.
	Report struct{ Path string }
	// OpenLast opens the documents of the session before this one.
	OpenLast struct{ does }
	// ForgetRecent empties the list of what was opened lately.
	ForgetRecent struct{ does }
)

func (SaveWorkspace) intent() {}
func (Report) intent()        {}

package screen

import "time"

// Folder is a folder that is followed, in the sidebar. It never changes: another
// state is another Folder.
type Folder struct {
	Document   int    // that shows its files, one at a time
	Name, Path string // short, in full
	Closed     bool   // its files are not listed
	Shown      string // path of the file that is shown; "": none
	Note       string // how it is: how many files, or what is wrong
	Bad        bool   // something is wrong
	Recursive  bool   // with the folders in it
	Polling    bool   // it is looked at every second
	Files      []*File
}

// File is a file of a followed folder. It never changes either.
type File struct {
	Path   string
	Name   string // short, for the list
	State  FileState
	Detail string // what was read, how far it is, or what is wrong
	Size   int64
	Time   time.Time // when it was written last
}

// FileState is how far the reading of a file is.
type FileState int

// A file of a folder is not read yet, was read, is still being written, or is
// broken.
const (
	Unread FileState = iota
	Whole
	Unfinished
	Broken
)

// Series is the series that the shown profile of a followed folder belongs to.
type Series struct {
	Document  int
	Kinds     []string // the series of the folder, by short names
	Kind      int      // which of them this is; −1: none yet
	At, Count int      // which of its profiles is shown, −1: none, of how many
	Time      time.Time
	Following bool // the newest is shown as it comes
	Unread    int  // files of the folder that were not read yet
	Reading   bool // they are being read now
}

type (
	// WatchFolder follows a folder; no path asks for one.
	WatchFolder struct{ Path string }
	// WatchOptions changes how a folder is followed.
	WatchOptions struct {
		Document           int
		Recursive, Polling bool
	}
	// FoldFolder lists the files of a folder, or no longer.
	FoldFolder struct{ Document int }
	// ShowFile shows a file of a folder.
	ShowFile struct {
		Document int
		Path     string
	}
	// Step goes along the series of the shown profile, StepTo to one of its
	// profiles, ChooseSeries to the newest of another series of the folder.
	Step         struct{ By int }
	StepTo       struct{ At int }
	ChooseSeries struct{ N int }
	// Follow shows the newest profile of the series, now and as others come, or
	// holds on to the one that is shown.
	Follow struct{ does }
	// ReadAll reads the files of the folder that were not read yet.
	ReadAll struct{ does }
	// CompareSeries compares the shown profile with the one before it in its
	// series, or with the first.
	CompareSeries struct{ First bool }
	// CompareFile compares a file of a folder, as the base, with what is shown.
	CompareFile struct{ Path string }
	// ShowTrend shows how the figures of a function change over the series; ""
	// stands for all.
	ShowTrend struct{ Name string }
)

func (WatchFolder) intent()   {}
func (WatchOptions) intent()  {}
func (FoldFolder) intent()    {}
func (ShowFile) intent()      {}
func (Step) intent()          {}
func (StepTo) intent()        {}
func (ChooseSeries) intent()  {}
func (CompareSeries) intent() {}
func (CompareFile) intent()   {}
func (ShowTrend) intent()     {}

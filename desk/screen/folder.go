package screen

import (
	"cmp"
	"strings"
	"time"

	"profstation/ask"
)

// Folder is a followed folder in the sidebar. It never changes: another state is another Folder.
type Folder struct {
	Document   int     // the document that shows its files, one at a time
	Name, Path string  // Name is short, Path is in full
	Closed     bool    // its files are not listed
	Shown      string  // the shown file's path, "" for none
	Note       string  // how many files it has, or what is wrong
	Bad        bool    // something is wrong
	Recursive  bool    // its subfolders are followed too
	Polling    bool    // it is polled every second
	Steps      bool    // it is not a folder: its files are the steps of a question to a store
	Bundle     bool    // it is a file that is read as a folder, and nothing in it changes
	Looking    bool    // it is being listed
	Lost       string  // what in a bundle may be a recording and is not read, "" if nothing is
	Damage     string  // why part of a bundle is missing, "" if it is complete
	Below      int     // how many folders in it are not followed, if it has no files of its own
	Files      []*File // newest first: see [Newest]
	Common     string  // the folders that all file names begin with
	Told       []*File // the files that have more to say, in the same order
	Failed     Failure // what was to be shown and cannot be, if nothing is shown
	At         int     // the shown file's place in Files, −1 for none
}

// Failure is a file that cannot be shown, and why; zero: there is none.
type Failure struct{ Name, Why string }

// File is a file in a followed folder. It never changes either.
type File struct {
	Path   string
	Name   string // short, for the list
	State  FileState
	Detail string // what was read, how far reading is, or what is wrong
	Size   int64
	Time   time.Time // when it was recorded; before it is read, when it was last written
	Taken  time.Time // when it was recorded, if its name says so; zero if not
	Copies string    // names other files with the same content, which are not listed; "" if there are none
}

// NameOf returns a file's name, without the folders that all have in common.
func (f *Folder) NameOf(x *File) string { return strings.TrimPrefix(x.Name, f.Common) }

// Told reports whether a file has more to say than its name.
func (f *File) Told() bool { return f.State == Unfinished || f.State == Broken }

// Newest compares files for a list, the newest first. Files with the same time are sorted by name, with
// numbers in names compared as numbers. Files that were recorded at the same moment, which arrive in any
// order, are sorted by kind.
func Newest(a, b *File) int {
	when := func(f *File) time.Time {
		if f.Taken.IsZero() {
			return f.Time
		}
		return f.Taken
	}
	switch c := when(b).Compare(when(a)); {
	case c != 0:
		return c
	case a.Taken.IsZero() != b.Taken.IsZero():
		return b.Taken.Compare(a.Taken)
	case a.Taken.IsZero():
		return cmp.Or(CompareNames(b.Path, a.Path), strings.Compare(b.Path, a.Path))
	}
	return strings.Compare(a.Path, b.Path)
}

// CompareNames compares texts, and the numbers in them by value.
func CompareNames(a, b string) int {
	for a != "" && b != "" {
		x, y := digits(a), digits(b)
		if x == 0 || y == 0 {
			if a[0] != b[0] {
				return cmp.Compare(a[0], b[0])
			}
			a, b = a[1:], b[1:]
			continue
		}
		m, n := strings.TrimLeft(a[:x], "0"), strings.TrimLeft(b[:y], "0")
		if c := cmp.Or(cmp.Compare(len(m), len(n)), strings.Compare(m, n)); c != 0 {
			return c
		}
		a, b = a[x:], b[y:]
	}
	return cmp.Compare(len(a), len(b))
}

// digits counts the digits that a text begins with.
func digits(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }

// FileState is how far a file has been read.
type FileState int

// A file in a folder is not read yet, was read, is still being written, or is broken.
const (
	Unread FileState = iota
	Whole
	Unfinished
	Broken
)

// Series is the series that the shown profile in a followed folder belongs to.
type Series struct {
	Document  int
	Kinds     []string // the folder's series, by short names
	Kind      int      // the index of its own kind, −1 for none yet
	At, Count int      // the shown profile's index, −1 for none, and the number of profiles
	Time      time.Time
	Following bool   // new profiles are shown as they come
	Fixed     bool   // none will come
	Unread    int    // how many files in the folder are not read yet
	Reading   bool   // they are being read now
	News      []News // what stands out in the folder's newest profiles and did not before, the latest first
	Fresh     int    // how many of News have not been shown
}

// News is what stands out in a profile of a followed folder, and in none before it.
type News struct {
	Document int
	Path     string
	Time     time.Time // the profile's
	Finding  ask.Finding
}

type (
	WatchFolder struct{ Path string } // follows a folder; without a path it asks for one
	// WatchOptions changes how a folder is followed.
	WatchOptions struct {
		Document           int
		Recursive, Polling bool
	}
	FoldFolder struct{ Document int } // hides the list of a folder's files, or shows it again
	// ShowFile shows a file in a folder.
	ShowFile struct {
		Document int
		Path     string
	}
	Step          struct{ By int }      // goes along the series of the shown profile
	StepTo        struct{ At int }      // goes to a profile in that series
	ChooseSeries  struct{ N int }       // goes to the newest profile in another of the folder's series
	Follow        struct{ does }        // shows the newest profile in the series as others come, or ends that
	ReadAll       struct{ does }        // reads the files in the folder that are not read yet
	CompareSeries struct{ First bool }  // compares the shown profile with the previous or first one in its series
	CompareFile   struct{ Path string } // compares a file in a folder, as the base, with the shown profile
	ShowNews      struct{ News }        // goes to a profile, and there to what was found
	ShowTrend     struct{ Name string } // shows how a function changes over the series; "" is the total
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
func (ShowNews) intent()      {}
func (ShowTrend) intent()     {}

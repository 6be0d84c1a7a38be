// Package session keeps the state that the program's next start brings back: the open documents
// with their tabs, filters and zooms, the window's layout, recent files and preferences. A
// workspace has only the documents, in a file that the user can share.
//
// Simple use:
//
//	store := session.Default()
//	state, notice := store.Load() // never fails: notice says what was lost
//	saver := session.NewSaver(store, session.SaveDelay, failed)
//	defer saver.Close()
//	saver.Set(state) // after every change; it returns at once
//
// The types here are plain data and do not depend on the window. A value that the window no
// longer knows is not an error.
package session

import (
	"encoding/json"
	"slices"
	"strings"

	"profstation/model/labels"
	"profstation/model/lists"
	"profstation/model/query"
	"profstation/origin"
	"profstation/origin/link"
)

// State is what the next start brings back. The zero value is the state of a first start.
type State struct {
	Version     int                `json:"version"` // set when it is saved
	Documents   []Document         `json:"documents,omitempty"`
	Active      int                `json:"active"` // index into Documents, −1 for none
	Last        Opened             `json:"last"`   // open before this session, and can be opened again
	Filters     []query.Refinement `json:"filters,omitempty"`
	Notes       []Noted            `json:"notes,omitempty"` // closed documents have notes too
	Layout      Layout             `json:"layout"`
	Display     Display            `json:"display"`
	Recent      Recent             `json:"recent"`
	Preferences Preferences        `json:"preferences"`
	Export      Export             `json:"export"`
	Record      Record             `json:"record"`
	Stored      Stored             `json:"stored"`
}

// Opened are documents that were open together.
type Opened struct {
	Documents []Document `json:"documents,omitempty"`
	Active    int        `json:"active"` // index into Documents, −1 for none
}

// Document is one line in the sidebar: a file, a followed folder, a comparison or a profile made from a
// trace, and the user's place in it.
type Document struct {
	Kind  Kind       `json:"kind,omitempty"`
	Path  origin.Ref `json:"path"`           // absolute, or a URL without credentials; a made profile's trace
	Base  origin.Ref `json:"base,omitempty"` // a comparison's base
	Place link.Place `json:"place"`          // the user's place

	// In a comparison of groups: each side's other recordings.
	MoreBase []origin.Ref `json:"more_base,omitempty"`
	MoreNew  []origin.Ref `json:"more_new,omitempty"`

	// In a comparison: how to make those recordings whose paths are traces, first for the whole base, then for the
	// whole new side; nil for each file, empty if all are files.
	Recipes []*origin.Recipe `json:"recipes,omitempty"`

	// In a comparison of parts: what of each recording counts, in the same order; nil for all of it.
	Parts []*labels.Part `json:"parts,omitempty"`

	// For a folder: whether its subfolders are followed too, and whether it is polled every second.
	Recursive bool `json:"recursive,omitempty"`
	Polling   bool `json:"polling,omitempty"`

	// For a folder or a bundle: the shown file, and whether it stays when newer ones come.
	Shown origin.Ref `json:"shown,omitempty"`
	Stays bool       `json:"stays,omitempty"`

	Recipe *origin.Recipe `json:"recipe,omitempty"` // for a made profile; nil for others

	// Dismissed are findings that the user does not want to see, by their keys.
	Dismissed []string `json:"dismissed,omitempty"`

	// Baseline: others are compared with it. In a folder, they are compared with BaselineFiles.
	Baseline      bool         `json:"baseline,omitempty"`
	BaselineFiles []origin.Ref `json:"baseline_files,omitempty"`
}

// UnmarshalJSON implements json.Unmarshaler. Version 0.1.0 kept the tab beside the place.
func (d *Document) UnmarshalJSON(data []byte) error {
	type today Document
	all := struct {
		*today
		Tab string `json:"tab"`
	}{today: (*today)(d)}
	err := json.Unmarshal(data, &all)
	if d.Place.Tab == "" {
		d.Place.Tab = all.Tab
	}
	return err
}

// Kind is what a document is. The zero value is a file.
type Kind string

const (
	File       Kind = ""
	Folder     Kind = "folder"
	Comparison Kind = "comparison"
	Made       Kind = "made"
	// Parts is a comparison in which only a part of a recording counts. It is a kind of its own because an older program
	// would compare all.
	Parts Kind = "parts"
)

// Layout is the window's layout: its size (0 for the default) and the widths of its panes (none for
// what they hold) in logical pixels, and the hidden panes.
type Layout struct {
	Width  float64            `json:"width,omitempty"`
	Height float64            `json:"height,omitempty"`
	Panes  map[string]float64 `json:"panes,omitempty"`
	Hidden []string           `json:"hidden,omitempty"`
	Tabs   map[string]string  `json:"tabs,omitempty"` // the tab last used, by kind of document
}

// Display says how pictures are drawn: switches such as root_down, and choices such as coloring,
// by the window's names.
type Display struct {
	Switches map[string]bool   `json:"switches,omitempty"`
	Choices  map[string]string `json:"choices,omitempty"`
	Numbers  map[string]int    `json:"numbers,omitempty"`
}

// Preferences are what users set once. A zero value means the default.
type Preferences struct {
	Theme         string       `json:"theme,omitempty"` // light or dark; "" for the desktop's
	HighContrast  bool         `json:"high_contrast,omitempty"`
	Palette       string       `json:"palette,omitempty"`  // for frames
	Language      string       `json:"language,omitempty"` // the window's, as in BCP 47; "" for the system's
	Scale         float64      `json:"scale,omitempty"`    // scales everything on the screen
	TextSize      float64      `json:"text_size,omitempty"`
	Font          origin.Ref   `json:"font,omitempty"` // font files, for menus, dialogs and panes
	Monospace     origin.Ref   `json:"monospace,omitempty"`
	SourceFolders []origin.Ref `json:"source_folders,omitempty"`
	// TrimPaths are beginnings of paths in profiles, see source.Options.
	TrimPaths []string `json:"trim_paths,omitempty"`
	// The limits for one input, in bytes; see input.Limits.
	FileLimit         int64 `json:"file_limit,omitempty"`
	UncompressedLimit int64 `json:"uncompressed_limit,omitempty"`
	MemoryLimit       int64 `json:"memory_limit,omitempty"`
	FreshStart        bool  `json:"fresh_start,omitempty"` // leaves out the last session's documents
	// Thresholds are those for what stands out, in per cent, by their rules; 0: such a thing is not looked for.
	Thresholds map[string]float64 `json:"thresholds,omitempty"`
	// Editor is a known editor, or a command; "": see editor.Choose.
	Editor string `json:"editor,omitempty"`
}

// Record holds the answers in the dialog for recording when it was last used. It has no credentials.
type Record struct {
	Address string                `json:"address,omitempty"`
	Kinds   map[string]int        `json:"kinds,omitempty"`   // seconds for each kind that was chosen, 0 for none
	Every   int                   `json:"every,omitempty"`   // seconds, 0: once
	Folders map[string]origin.Ref `json:"folders,omitempty"` // by host
}

// Stored holds the answers in the dialog for stores when it was last used. It has no credentials.
type Stored struct {
	Question string `json:"question,omitempty"` // a question's address, about the time that the curve showed
	By       string `json:"by,omitempty"`       // the label with a curve for each value
}

// Export holds what was chosen in the last export.
type Export struct {
	Folder origin.Ref        `json:"folder,omitempty"`
	Format map[string]string `json:"format,omitempty"` // by view
	Width  float64           `json:"width,omitempty"`
	Height float64           `json:"height,omitempty"`
	Scale  float64           `json:"scale,omitempty"`
	Theme  string            `json:"theme,omitempty"`
	Whole  bool              `json:"whole,omitempty"` // everything, not the visible part
	Bare   bool              `json:"bare,omitempty"`  // no title, type, time and filters above the picture
}

const (
	maxDocuments = 1000
	maxDismissed = 1000 // findings in one document
	maxRecent    = 30
)

// clean brings a state into bounds after it is read and before it is written, and drops values that
// make no sense. It replaces lists and maps that change, because the window still uses its own.
func (s *State) clean() {
	s.Documents, s.Active = cleanDocuments(s.Documents, s.Active)
	s.Last.Documents, s.Last.Active = cleanDocuments(s.Last.Documents, s.Last.Active)
	s.Filters = cleanFilters(s.Filters)
	s.Notes = cleanNoted(s.Notes)
	s.Recent.clean()
	l := &s.Layout
	l.Width, l.Height = within(l.Width, 100, 100_000), within(l.Height, 100, 100_000)
	l.Panes = finite(l.Panes, 50, 10_000)
	p := &s.Preferences
	p.Scale, p.TextSize = within(p.Scale, 0.25, 8), within(p.TextSize, 4, 72)
	p.SourceFolders, p.Font, p.Monospace = cleanPaths(p.SourceFolders), p.Font.Kept(), p.Monospace.Kept()
	p.TrimPaths = lists.Few(p.TrimPaths, maxRecent, func(l string) bool {
		return l != "" && len(l) <= origin.MaxText && !strings.ContainsAny(l, "\x00\n")
	})
	p.Thresholds = finite(p.Thresholds, 0, 100)
	p.FileLimit, p.UncompressedLimit, p.MemoryLimit = max(0, p.FileLimit), max(0, p.UncompressedLimit), max(0, p.MemoryLimit)
	e := &s.Export
	e.Folder = e.Folder.Kept()
	e.Width, e.Height, e.Scale = within(e.Width, 1, 1e6), within(e.Height, 1, 1e7), within(e.Scale, 0.1, 16)
}

// cleanDocuments keeps documents that can be opened, with active on the same one.
func cleanDocuments(all []Document, active int) ([]Document, int) {
	var kept []Document
	now := -1
	for i, d := range all {
		d.Path, d.Base, d.Shown = d.Path.Kept(), d.Base.Kept(), d.Shown.Kept()
		d.MoreBase, d.MoreNew = cleanGroup(d.MoreBase), cleanGroup(d.MoreNew)
		d.BaselineFiles = cleanGroup(d.BaselineFiles)
		if d.Path == "" || d.Compares() && (d.Base == "" || !d.soundRecipes() || !d.soundParts()) ||
			d.Kind == Made && !d.Recipe.Sound() || len(kept) == maxDocuments {
			continue
		}
		d.Dismissed = lists.Few(d.Dismissed, maxDismissed, func(key string) bool { return key != "" && len(key) <= origin.MaxText })
		d.Place.Clean()
		if i == active {
			now = len(kept)
		}
		kept = append(kept, d)
	}
	return kept, now
}

// soundRecipes reports whether a comparison has as many recipes as recordings, or none, and each can be made.
func (d *Document) soundRecipes() bool {
	return len(d.Recipes) == 0 || len(d.Recipes) == 2+len(d.MoreBase)+len(d.MoreNew) &&
		!slices.ContainsFunc(d.Recipes, func(r *origin.Recipe) bool { return r != nil && !r.Sound() })
}

// Compares reports whether a document is a comparison.
func (d *Document) Compares() bool { return d.Kind == Comparison || d.Kind == Parts }

// soundParts reports whether a comparison of parts says of each recording what counts.
func (d *Document) soundParts() bool {
	return d.Kind != Parts || len(d.Parts) == 2+len(d.MoreBase)+len(d.MoreNew) &&
		!slices.ContainsFunc(d.Parts, func(p *labels.Part) bool {
			return p != nil && (p.Key == "" || len(p.Key)+len(p.Value)+len(p.Text) > origin.MaxText)
		})
}

// cleanGroup returns those paths in a group that may be kept; a path may be there twice.
func cleanGroup(all []origin.Ref) []origin.Ref {
	var kept []origin.Ref
	for _, p := range all {
		if p = p.Kept(); p != "" && len(kept) < maxDocuments {
			kept = append(kept, p)
		}
	}
	return kept
}

// cleanFilters keeps the sets of filters that a file can hold.
func cleanFilters(all []query.Refinement) []query.Refinement {
	return lists.Few(all, maxListed, func(r query.Refinement) bool { return len(r.Name) <= origin.MaxText && len(r.Filters) <= maxListed })
}

// within returns v, or 0, the default, if v is out of bounds.
func within(v, lowest, highest float64) float64 {
	if !(v >= lowest && v <= highest) {
		return 0
	}
	return v
}

// finite returns the numbers that are within bounds.
func finite(all map[string]float64, lowest, highest float64) map[string]float64 {
	kept := make(map[string]float64, len(all))
	for name, v := range all {
		if v >= lowest && v <= highest {
			kept[name] = v
		}
	}
	return kept
}

// Noted are the notes on what a document shows. They are kept when it is closed.
type Noted struct {
	Path  origin.Ref    `json:"path"`           // the document's
	Base  origin.Ref    `json:"base,omitempty"` // a comparison's base
	Notes []origin.Note `json:"notes"`
}

const (
	maxNoted = 1000 // documents
	maxNotes = 1000 // on one document
)

func cleanNoted(all []Noted) []Noted {
	var kept []Noted
	for _, d := range all {
		n := Noted{Path: d.Path.Kept(), Base: d.Base.Kept(), Notes: lists.Few(d.Notes, maxNotes, origin.Note.Sound)}
		if n.Path != "" && (d.Base == "" || n.Base != "") && len(n.Notes) > 0 && len(kept) < maxNoted {
			kept = append(kept, n)
		}
	}
	return kept
}

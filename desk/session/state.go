package session

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// State is all that the next start brings back. The zero value is that of a first
// start.
type State struct {
	Version     int         `json:"version"` // set by Save
	Documents   []Document  `json:"documents,omitempty"`
	Active      int         `json:"active"` // index into Documents; −1: none
	Last        Opened      `json:"last"`   // what was open before this session, and can be opened again
	Filters     []Set       `json:"filters,omitempty"`
	Notes       []Noted     `json:"notes,omitempty"` // also of documents that are closed
	Layout      Layout      `json:"layout"`
	Display     Display     `json:"display"`
	Recent      Recent      `json:"recent"`
	Preferences Preferences `json:"preferences"`
	Export      Export      `json:"export"`
}

// Opened is documents that were open together.
type Opened struct {
	Documents []Document `json:"documents,omitempty"`
	Active    int        `json:"active"` // index into Documents; −1: none
}

// Document is one line of the sidebar: a file, a folder being watched, a server
// or a comparison, and where its user was.
type Document struct {
	Kind  Kind   `json:"kind,omitempty"`
	Path  Path   `json:"path"`           // absolute, or a URL without credentials
	Base  Path   `json:"base,omitempty"` // of a comparison
	Tab   string `json:"tab,omitempty"`  // by its name; "": the usual one
	Place Place  `json:"place"`          // where its user was

	// Of a comparison of groups: the other recordings of each side.
	MoreBase []Path `json:"more_base,omitempty"`
	MoreNew  []Path `json:"more_new,omitempty"`

	// Of a folder: with the folders in it, and looked at every second.
	Recursive bool `json:"recursive,omitempty"`
	Polling   bool `json:"polling,omitempty"`
}

// Kind is what a document is. The zero value is a file.
type Kind string

// The kinds of documents.
const (
	File       Kind = ""
	Folder     Kind = "folder"
	Server     Kind = "server"
	Comparison Kind = "comparison"
)

// Place is the question asked of a document and the part of the answer looked at.
type Place struct {
	Filters []Filter `json:"filters,omitempty"`
	// Options are all else of a query, by pprof's names: sample_index,
	// granularity, nodefraction … Values are in the form of a command line.
	Options map[string]string `json:"options,omitempty"`
	Search  string            `json:"search,omitempty"`
	Pivot   string            `json:"pivot,omitempty"` // the node a flame graph is turned around

	// Zoom is the path of nodes below the root, or, with ZoomCallers, above the
	// pivot, that fills a flame graph; From and To are the visible part of it, in
	// fractions. Both 0: all of it.
	Zoom        []string `json:"zoom,omitempty"`
	ZoomCallers bool     `json:"zoom_callers,omitempty"`
	From        float64  `json:"from,omitempty"`
	To          float64  `json:"to,omitempty"`

	// Begin and End are the visible part of a timeline, in nanoseconds from its
	// start. Both 0: all of it.
	Begin int64 `json:"begin_ns,omitempty"`
	End   int64 `json:"end_ns,omitempty"`
	// Traced is all else of a place in a trace; nil: of none.
	Traced *Traced `json:"traced,omitempty"`

	Selected     string   `json:"selected,omitempty"`
	SelectedPath []string `json:"selected_path,omitempty"`
}

// Filter is one filter of a query.
type Filter struct {
	Name     string `json:"name"` // pprof's: focus, ignore, tagfocus …
	Text     string `json:"text"`
	Off      bool   `json:"off,omitempty"` // kept and not applied
	Inverted bool   `json:"inverted,omitempty"`
}

// Layout is the window: its size in logical pixels (0: the usual), where its
// dividers stand as shares of the width, which panes are hidden.
type Layout struct {
	Width   float64            `json:"width,omitempty"`
	Height  float64            `json:"height,omitempty"`
	Divider map[string]float64 `json:"divider,omitempty"`
	Hidden  []string           `json:"hidden,omitempty"`
	Tabs    map[string]string  `json:"tabs,omitempty"`    // where documents of a kind were last looked at
	Columns map[string]Columns `json:"columns,omitempty"` // of the tables, by their tab
}

// Columns is how a table is shown.
type Columns struct {
	Sort       string             `json:"sort,omitempty"` // the column's name
	Descending bool               `json:"descending,omitempty"`
	Hidden     []string           `json:"hidden,omitempty"`
	Widths     map[string]float64 `json:"widths,omitempty"`
}

// Display is how pictures are drawn: switches such as root_down, and choices such
// as coloring, by names of the window's.
type Display struct {
	Switches map[string]bool   `json:"switches,omitempty"`
	Choices  map[string]string `json:"choices,omitempty"`
	Numbers  map[string]int    `json:"numbers,omitempty"`
}

// Preferences are what users set once. Zero values mean the usual.
type Preferences struct {
	Theme         string  `json:"theme,omitempty"`   // light, dark; "": the desktop's
	Palette       string  `json:"palette,omitempty"` // of frames
	Scale         float64 `json:"scale,omitempty"`   // of everything on the screen
	TextSize      float64 `json:"text_size,omitempty"`
	Font          Path    `json:"font,omitempty"` // files of fonts, for menus, dialogs and panes
	Monospace     Path    `json:"monospace,omitempty"`
	SourceFolders []Path  `json:"source_folders,omitempty"`
	// TrimPaths are beginnings of paths in profiles, see source.Options.
	TrimPaths []string `json:"trim_paths,omitempty"`
	// Limits of one input, in bytes; see loader.Limits.
	FileLimit         int64 `json:"file_limit,omitempty"`
	UncompressedLimit int64 `json:"uncompressed_limit,omitempty"`
	MemoryLimit       int64 `json:"memory_limit,omitempty"`
	// FreshStart opens no documents of the last session.
	FreshStart bool `json:"fresh_start,omitempty"`
}

// Export is how a picture was last exported.
type Export struct {
	Folder Path              `json:"folder,omitempty"`
	Format map[string]string `json:"format,omitempty"` // by view
	Width  float64           `json:"width,omitempty"`
	Height float64           `json:"height,omitempty"`
	Scale  float64           `json:"scale,omitempty"`
	Theme  string            `json:"theme,omitempty"`
	Whole  bool              `json:"whole,omitempty"` // everything, not the visible part
	// Bare leaves out what stands above the picture: title, type, time, filters.
	Bare bool `json:"bare,omitempty"`
}

// Bounds of what is kept.
const (
	mostDocuments = 1000
	mostRecent    = 30
	mostText      = 1 << 16 // of one text, in bytes
)

// Missing tells whether a document's file or folder is not there (any more).
func (d *Document) Missing() bool {
	if isURL(string(d.Path)) {
		return false
	}
	_, err := os.Stat(string(d.Path))
	return err != nil
}

// clean brings a state that was read, or is to be written, into bounds: what
// makes no sense goes. Lists and maps that change are new ones: the window still
// uses its own.
func (s *State) clean() {
	s.Documents, s.Active = cleanDocuments(s.Documents, s.Active)
	s.Last.Documents, s.Last.Active = cleanDocuments(s.Last.Documents, s.Last.Active)
	s.Notes = cleanNoted(s.Notes)
	s.Recent.clean()
	l := &s.Layout
	l.Width, l.Height = within(l.Width, 100, 100_000), within(l.Height, 100, 100_000)
	l.Divider = finite(l.Divider, 0, 1)
	columns := make(map[string]Columns, len(l.Columns))
	for name, c := range l.Columns {
		c.Widths = finite(c.Widths, 1, 100_000)
		columns[name] = c
	}
	l.Columns = columns
	p := &s.Preferences
	p.Scale, p.TextSize = within(p.Scale, 0.25, 8), within(p.TextSize, 4, 72)
	p.SourceFolders, p.Font, p.Monospace = cleanPaths(p.SourceFolders), p.Font.clean(), p.Monospace.clean()
	p.TrimPaths = cleanLines(p.TrimPaths)
	p.FileLimit, p.UncompressedLimit, p.MemoryLimit = max(0, p.FileLimit), max(0, p.UncompressedLimit), max(0, p.MemoryLimit)
	e := &s.Export
	e.Folder = e.Folder.clean()
	e.Width, e.Height, e.Scale = within(e.Width, 1, 1e6), within(e.Height, 1, 1e7), within(e.Scale, 0.1, 16)
}

// cleanLines are the first of those that may be kept.
func cleanLines(all []string) []string {
	var kept []string
	for _, l := range all {
		if l != "" && len(l) <= mostText && !strings.ContainsAny(l, "\x00\n") && len(kept) < mostRecent {
			kept = append(kept, l)
		}
	}
	return kept
}

// cleanDocuments keeps documents that can be opened, with active on the same one.
func cleanDocuments(all []Document, active int) ([]Document, int) {
	var kept []Document
	now := -1
	for i, d := range all {
		d.Path, d.Base = d.Path.clean(), d.Base.clean()
		d.MoreBase, d.MoreNew = cleanGroup(d.MoreBase), cleanGroup(d.MoreNew)
		if d.Path == "" || d.Kind == Comparison && d.Base == "" || len(kept) == mostDocuments {
			continue
		}
		d.Place.clean()
		if i == active {
			now = len(kept)
		}
		kept = append(kept, d)
	}
	return kept, now
}

// cleanGroup are the paths of a group that may be kept; one may be there twice.
func cleanGroup(all []Path) []Path {
	var kept []Path
	for _, p := range all {
		if p = p.clean(); p != "" && len(kept) < mostDocuments {
			kept = append(kept, p)
		}
	}
	return kept
}

func (p *Place) clean() {
	if !(p.From >= -1e6 && p.From < p.To && p.To <= 1e6) {
		p.From, p.To = 0, 0
	}
	p.Traced = p.Traced.clean()
	if p.Begin < 0 || p.Begin >= p.End {
		p.Begin, p.End = 0, 0
	}
	var kept []Filter
	for _, f := range p.Filters {
		if f.Name != "" && f.Text != "" && len(f.Text) <= mostText {
			kept = append(kept, f)
		}
	}
	p.Filters = kept
}

// within is v, or 0, the usual, where v is out of bounds.
func within(v, least, most float64) float64 {
	if !(v >= least && v <= most) {
		return 0
	}
	return v
}

// finite are the numbers that are within bounds.
func finite(all map[string]float64, least, most float64) map[string]float64 {
	kept := make(map[string]float64, len(all))
	for name, v := range all {
		if v >= least && v <= most {
			kept[name] = v
		}
	}
	return kept
}

func isURL(path string) bool {
	return strings.HasPrefix(path, "http://") || strings.HasPrefix(path, "https://")
}

// clean is the path as it may be kept: absolute, or a URL without a name and a
// password; "" otherwise.
func (p Path) clean() Path {
	s := string(p)
	switch {
	case len(s) > mostText:
		return ""
	case isURL(s):
		u, err := url.Parse(s)
		if err != nil || u.Host == "" {
			return ""
		}
		u.User = nil
		return Path(u.String())
	case filepath.IsAbs(s) && !strings.ContainsRune(s, 0):
		return p
	}
	return ""
}

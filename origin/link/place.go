package link

import (
	"profstation/model/lists"
	"profstation/model/query"
	"profstation/origin"
)

// Version is the version of the form. It is raised if an older program would misunderstand a place; new fields
// alone do not raise it.
const Version = 1

// Place is where a user is in a document: the question and the visible part of the answer, by names that mean the
// same at the next start and to another program. Sessions keep it as JSON, and a [Link] carries it behind a ref. A
// value that this program does not know is not an error: it gives the default.
type Place struct {
	Tab     string           `json:"tab,omitempty"` // the tab's title; "": the one that was shown last
	Filters []query.Refining `json:"filters,omitempty"`
	// Options are the rest of a query, by pprof's names: sample_index, granularity, nodefraction
	// … Their values are as on a command line.
	Options map[string]string `json:"options,omitempty"`
	Search  string            `json:"search,omitempty"`
	Pivot   string            `json:"pivot,omitempty"` // the node that a flame graph is turned around

	// Zoom is the path to the node that fills a flame graph, from the root down or, with
	// ZoomCallers, from the pivot up. From and To are its visible part, in fractions; both are 0 for all of it.
	Zoom        []string `json:"zoom,omitempty"`
	ZoomCallers bool     `json:"zoom_callers,omitempty"`
	From        float64  `json:"from,omitempty"`
	To          float64  `json:"to,omitempty"`

	// Begin and End are the visible part of a timeline, in ns from its start; both 0 for all.
	Begin  int64   `json:"begin_ns,omitempty"`
	End    int64   `json:"end_ns,omitempty"`
	Traced *Traced `json:"traced,omitempty"` // the rest of a place in a trace; nil for other places

	// Selected is a node, and SelectedPath the path to its box, with SelectedCallers above the pivot. Also lists
	// more selected nodes. Hottest: the box is the end of the hottest path.
	Selected        string   `json:"selected,omitempty"`
	SelectedPath    []string `json:"selected_path,omitempty"`
	SelectedCallers bool     `json:"selected_callers,omitempty"`
	Also            []string `json:"also,omitempty"`
	Hottest         bool     `json:"hottest,omitempty"`
	Drawn           []string `json:"drawn,omitempty"` // nodes that call graphs show whatever their share
}

// maxListed limits each list in a place.
const maxListed = 10_000

// Clean brings a place into bounds, and drops what makes no sense.
func (k *Place) Clean() {
	if !(k.From >= -1e6 && k.From < k.To && k.To <= 1e6) {
		k.From, k.To = 0, 0
	}
	k.Traced = k.Traced.clean()
	if k.Begin < 0 || k.Begin >= k.End {
		k.Begin, k.End = 0, 0
	}
	k.Filters = lists.Few(k.Filters, maxListed, func(f query.Refining) bool {
		return f.Name != "" && f.Text != "" && len(f.Text) <= origin.MaxText
	})
	for _, list := range []*[]string{&k.Zoom, &k.SelectedPath, &k.Also, &k.Drawn} {
		if len(*list) > maxListed { // half a path would be another place
			*list = nil
		}
	}
}

// LanesFilter is the name of the filter for lanes.
const LanesFilter = "lanes"

// Row is a row in a timeline, by its content.
type Row struct {
	Kind string `json:"kind"`
	Name string `json:"name"`
}

// Range is a part of a trace, in nanoseconds from its start.
type Range struct {
	Name  string `json:"name,omitempty"`
	Begin int64  `json:"begin_ns"`
	End   int64  `json:"end_ns"`
}

// Traced is where a user is in an execution trace, besides the fields of Place.
type Traced struct {
	Opened []Row `json:"opened,omitempty"` // rows that are not in their first state
	Pinned []Row `json:"pinned,omitempty"`
	Hidden []Row `json:"hidden,omitempty"`

	Kept      []Range           `json:"kept,omitempty"` // to come back to
	Measured  *Range            `json:"measured,omitempty"`
	Goroutine int64             `json:"goroutine,omitempty"` // the selected span's; 0 for none
	Event     *Row              `json:"event,omitempty"`     // the selected event, by its kind and its index; nil for none
	At        int64             `json:"at_ns,omitempty"`     // when the selected span is, or the event begins
	Choices   map[string]string `json:"choices,omitempty"`   // in tables and plots, by the window's names
}

const maxRows = 2000 // in each list, also for ranges

func (t *Traced) clean() *Traced {
	if t == nil {
		return nil
	}
	c := *t
	rows := func(all []Row) []Row {
		return lists.Few(all, maxRows, func(r Row) bool { return r.Kind != "" && len(r.Name) <= origin.MaxText })
	}
	c.Opened, c.Pinned, c.Hidden = rows(t.Opened), rows(t.Pinned), rows(t.Hidden)
	c.Kept = lists.Few(t.Kept, maxRows, func(r Range) bool { return r.Begin >= 0 && r.Begin < r.End && len(r.Name) <= origin.MaxText })
	if m := t.Measured; m != nil && !(m.Begin >= 0 && m.Begin <= m.End) {
		c.Measured = nil
	}
	return &c
}

// Package place writes down where a user is: the question to a document and the visible part of the answer, by names
// that mean the same at the next start and to another program. Sessions keep a [Place] as JSON, a [Link] carries it
// behind a path.
//
//	k := place.OfProfiles(p, "json")
//	k.String()                    // v=1&focus=net%2Fhttp&search=json
//	back, err := place.Parse(k.String())
//	back.Profiles()               // p
package place

import (
	"profstation/ask"
	"profstation/flame"
	"profstation/model/query"
	"profstation/origin"
)

// Version is the version of the form. It is raised if an older program would misunderstand a place; new fields alone do
// not raise it.
const Version = 1

// Place is where a user is in a document. A value that this program does not know is no error: it is the default.
type Place struct {
	Tab     string           `json:"tab,omitempty"` // the title of the tab; "": the one that was shown last
	Filters []query.Refining `json:"filters,omitempty"`
	// Options are the rest of a query, by pprof's names: sample_index,
	// granularity, nodefraction … Values are in the form of a command line.
	Options map[string]string `json:"options,omitempty"`
	Search  string            `json:"search,omitempty"`
	Pivot   string            `json:"pivot,omitempty"` // the node a flame graph is turned around

	// Zoom is the path of nodes below the root, or, with ZoomCallers, above the pivot, that fills a
	// flame graph. From and To are its visible part, in fractions; both are 0 for all of it.
	Zoom        []string `json:"zoom,omitempty"`
	ZoomCallers bool     `json:"zoom_callers,omitempty"`
	From        float64  `json:"from,omitempty"`
	To          float64  `json:"to,omitempty"`

	// Begin and End are the visible part of a timeline, in ns from its start; both 0 for all.
	Begin  int64   `json:"begin_ns,omitempty"`
	End    int64   `json:"end_ns,omitempty"`
	Traced *Traced `json:"traced,omitempty"` // the rest of a place in a trace; nil for other places

	// Selected is a node, and SelectedPath the path to its box, with SelectedCallers above the pivot. Also are nodes
	// that are selected beside it. Hottest: the box is the end of the hottest path.
	Selected        string   `json:"selected,omitempty"`
	SelectedPath    []string `json:"selected_path,omitempty"`
	SelectedCallers bool     `json:"selected_callers,omitempty"`
	Also            []string `json:"also,omitempty"`
	Hottest         bool     `json:"hottest,omitempty"`
	Drawn           []string `json:"drawn,omitempty"` // nodes that call graphs show whatever their share
}

// maxListed bounds each list of a place.
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
	k.Filters = origin.Few(k.Filters, maxListed, func(f query.Refining) bool {
		return f.Name != "" && f.Text != "" && len(f.Text) <= origin.MaxText
	})
	for _, list := range []*[]string{&k.Zoom, &k.SelectedPath, &k.Also, &k.Drawn} {
		if len(*list) > maxListed { // a part of a path is another place
			*list = nil
		}
	}
}

// OfProfiles writes down a place in profiles and in their comparisons, and what is searched for.
func OfProfiles(p ask.Place, search string) Place {
	k := Place{
		Filters: p.Filters, Options: map[string]string{}, Search: search,
		Pivot: p.Pivot, Zoom: p.Zoom, ZoomCallers: p.ZoomCallers, From: p.Span.From, To: p.Span.To,
		Selected: p.Selected.Node, SelectedPath: p.Selected.Path, SelectedCallers: p.Selected.Callers,
		Also: p.Selected.Also, Hottest: p.Selected.Hottest, Drawn: p.Drawn,
	}
	start := ask.StartPlace()
	for _, o := range query.Options {
		if v := o.Value(&p.Query); !o.IsFilter() && v != o.Value(&start.Query) {
			k.Options[o.Name] = v
		}
	}
	return k
}

// Profiles returns the place in profiles.
func (k Place) Profiles() ask.Place {
	p := ask.StartPlace()
	p.Pivot, p.Zoom, p.ZoomCallers = k.Pivot, k.Zoom, k.ZoomCallers
	p.Span = flame.Span{From: k.From, To: k.To}
	p.Selected = ask.Selection{
		Node: k.Selected, Also: k.Also, Path: k.SelectedPath, Callers: k.SelectedCallers, Hottest: k.Hottest,
	}
	for _, o := range query.Options {
		if text, ok := k.Options[o.Name]; ok && !o.IsFilter() {
			o.Set(&p.Query, text) // a value that makes no sense any more leaves the default
		}
	}
	return p.Draw(k.Drawn).Filter(k.Filters)
}

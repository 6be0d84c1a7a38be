package desk

import (
	"slices"
	"strings"
	"time"

	"profstation/ask"
	"profstation/ask/place"
	"profstation/desk/screen"
	"profstation/flame"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/origin"
)

// walk is where the user is in all profiles and their comparisons: it is kept by names.
type walk struct {
	desk    *Desk
	history history[ask.Place]
	search  string
	next    *screen.NextMatch  // the intent that waits for the search, nil for none
	zoomed  int                // counts committed zooms
	cleared int                // counts removals of all filters, also of none
	reveals int                // counts what was gone to, also to what is selected
	saved   []query.Refinement // sets of filters, by name
	placed  bool               // the place of the last session is restored
}

func (w *walk) place() ask.Place { return w.history.current() }

// request is the question at the present place. The caller adds the document.
func (w *walk) request() ask.Request {
	d, doc := w.desk, w.desk.docs.active
	return ask.Request{
		Doc: doc.id, Name: doc.name(), Tab: d.Tab(), Place: w.place(), Display: d.Display, Search: w.search, Zoomed: w.zoomed,
		Sources: d.sources.finder, Folders: len(d.sources.folders), Binaries: doc.binaries,
	}
}

// do carries out the intents that do not depend on the active document's content.
func (w *walk) do(i screen.Intent) bool {
	switch i := i.(type) {
	case screen.Search:
		w.search, w.next = i.Text, nil
		w.desk.prepare()
	case screen.NextMatch:
		w.nextMatch(i)
	case screen.SaveFilters:
		w.saveFilters(i)
		w.desk.Publish()
	default:
		return false
	}
	return true
}

// move carries out the intents that lead to another place.
func (w *walk) move(i screen.Intent) {
	d, p := w.desk, w.place()
	went := func() {
		d.Notice = w.history.standing()
		if w.place().Selected.Node != p.Selected.Node {
			d.Display.SourceFile = ""
		}
		w.zoomed++
		d.prepare()
	}
	if w.history.walk(i, went) {
		return
	}
	kind := "" // changes of the same kind in a row are one step back
	switch i := i.(type) {
	case screen.Look:
		p.Span = i.Span
		w.history.amend(p)
		d.prepare()
		return
	case screen.Refine:
		p = p.Filter(refined(p.Filters, i.Name, i.Text))
		if i.Text != "" { // removing a filter is a step of its own
			kind = "refine " + i.Name
		}
	case screen.SetFilters:
		p = p.Filter(i.Filters)
		kind = "filters"
	case screen.Narrow:
		p = p.Filter(narrowed(p.Filters, i))
	case screen.ClearFilters:
		p = p.Filter(nil)
	case screen.Ask:
		i.Change(&p.Query)
	case screen.SampleType:
		p.Query.SampleIndex = i.Name
	case screen.Select:
		p.Selected = i.Selection
		if i.Node != "" {
			d.Display.SourceFile = "" // show the file of the new selection
		}
		kind = "select"
		if i.Reveal {
			w.reveals++
		}
		if i.Reveal && w.beyond(i.Node) {
			p.Zoom, p.ZoomCallers, p.Span, kind = nil, false, flame.Span{}, ""
			w.zoomed++
		}
	case screen.Hottest:
		if p.Selected, kind = w.hottest(i.Base); p.Selected.Node != "" {
			d.Display.SourceFile = ""
		}
	case screen.Zoom:
		p.Zoom, p.ZoomCallers, p.Span = i.Path, i.Callers, flame.Span{}
		w.zoomed++
	case screen.Draw:
		p = p.Draw(i.Nodes)
	case screen.Pivot:
		if i.Node == screen.Selected {
			i.Node = p.Selected.Node
		}
		if i.Node == p.Pivot {
			return
		}
		p.Pivot = i.Node
		p.Zoom, p.ZoomCallers, p.Span = nil, false, flame.Span{}
		w.zoomed++
	}
	if clearsNothing(d, i, samePlace(p, w.place())) {
		return
	}
	w.history.push(p, kind)
	d.prepare()
}

// beyond reports whether the flame graph shows a part that a node has no box in.
func (w *walk) beyond(node string) bool {
	d, p := w.desk, w.place()
	if d.Tab() != ask.FlameTab || d.answer == nil || len(p.Zoom) == 0 && p.Span == (flame.Span{}) {
		return false
	}
	sides := []*ask.Answer{d.answer}
	if c := d.answer.Compared; c != nil && c.Other != nil {
		sides = append(sides, c.Other)
	}
	n := d.answer.Node(node)
	return n != query.NoNode && !slices.ContainsFunc(sides, func(a *ask.Answer) bool {
		if a.Chart == nil {
			return true
		}
		box := a.Chart.Widest(n)
		return box != flame.None && a.Chart.InWindow(box)
	})
}

// hottest is the end of the hottest path from the selected box, and the kind of the step to it.
func (w *walk) hottest(ofBase bool) (to ask.Selection, kind string) {
	d, from := w.desk, w.place().Selected
	if d.answer == nil || d.answer.Chart == nil {
		return from, ""
	}
	shown := d.answer
	if c := shown.Compared; ofBase && c != nil && c.Other != nil {
		shown = c.Other
	}
	chart, box := shown.Chart, flame.Ref{}
	if s := shown.Details; s != nil && chart.Has(s.Box) {
		box = s.Box
	}
	end := chart.Hottest(box)
	to = ask.SelectionOf(chart, end)
	to.Hottest = to.Node != ""
	if end == box {
		d.Notice = lang.L("The hottest path ends here: no call has more than half of the cost.")
		if to.Node == "" {
			d.Notice = lang.L("No call has more than half of the cost: the path splits at the root.")
		}
		return to, noStep
	}
	return to, "select"
}

func (w *walk) escape() {
	p, do := w.place(), w.desk.Do
	switch {
	case w.search != "":
		do(screen.Search{})
	case len(p.Selected.Also) > 0:
		do(screen.Select{Selection: ask.Selection{Node: p.Selected.Node}})
	case p.Selected.Node != "":
		do(screen.Select{})
	case len(p.Zoom) > 0 || p.Span != (flame.Span{}):
		do(screen.Zoom{})
	case p.Pivot != "":
		do(screen.Pivot{})
	}
}

// nextMatch selects the next node that the search found, once the search has ended.
func (w *walk) nextMatch(i screen.NextMatch) {
	d, a := w.desk, w.desk.answer
	if d.preparing.Running() && (a == nil || a.Request.Search != w.search) {
		w.next = &i
		return
	}
	if a == nil || a.Match == nil {
		return
	}
	if l := a.Labels; d.Tab() == ask.LabelsTab && l != nil && l.Found != nil {
		return // the list of values steps through its matches itself
	}
	found := a.Matches()
	if d.Tab() == ask.GraphTab && len(found) > 0 {
		if found = a.InPicture(found); len(found) == 0 {
			d.Say(lang.L("No match is drawn, as small nodes are omitted: show more nodes, or see Top."))
			return
		}
	}
	name := a.NextMatch(found, w.place().Selected.Node, i.Backwards)
	if name == "" {
		d.Say(lang.L("Nothing matches."))
		return
	}
	only := name == w.place().Selected.Node
	d.Do(screen.Select{Selection: ask.Selection{Node: name}, Reveal: true})
	if only {
		d.Say(lang.L("This is the only match."))
	}
}

func (w *walk) saveFilters(i screen.SaveFilters) {
	w.saved = without(w.saved, i.Name)
	if !i.Forget && i.Name != "" {
		w.saved = append(w.saved, query.Refinement{Name: i.Name, Filters: w.place().Filters})
		slices.SortFunc(w.saved, func(a, b query.Refinement) int { return strings.Compare(a.Name, b.Name) })
	}
}

func (w *walk) keep() origin.Place { return place.OfProfiles(w.place(), w.search) }

// goTo goes to a place that was written down. It is a step.
func (w *walk) goTo(k origin.Place) {
	w.history.push(place.Profiles(k), "")
	w.search, w.placed = k.Search, true
	w.zoomed++
}

// returnTo goes to a place of the session before. All profiles share one place:
// the first profile that is read decides, unless the user has moved since.
func (w *walk) returnTo(k origin.Place) {
	if w.placed {
		return
	}
	w.placed = true
	if p := place.Profiles(k); len(w.history.places) > 1 {
		w.history.push(p, "")
	} else {
		w.history = newHistory(p, samePlace)
	}
	w.search = k.Search
	w.zoomed++
}

func (w *walk) restoreSets(sets []query.Refinement) {
	for _, set := range sets {
		w.saved = append(without(w.saved, set.Name), set)
	}
}

func without(sets []query.Refinement, name string) []query.Refinement {
	return slices.DeleteFunc(slices.Clone(sets), func(r query.Refinement) bool { return r.Name == name })
}

func (w *walk) show(s *screen.Snapshot) {
	s.Place, s.Search, s.Saved, s.RevealCount, s.Cleared = w.place(), w.search, w.saved, w.reveals, w.cleared
	w.history.show(s)
}

// refined sets the text of the filters of one name that are in force: the first
// of them gets it, the others are removed. An empty text removes them all.
func refined(filters []query.Refining, name, text string) []query.Refining {
	var out []query.Refining
	done := text == ""
	for _, f := range filters {
		if f.InForce() == name {
			if done {
				continue
			}
			f, done = query.Refining{Name: name, Text: text}, true
		}
		out = append(out, f)
	}
	if !done {
		out = append(out, query.Refining{Name: name, Text: text})
	}
	return out
}

// narrowed adds filters that keep only what figures stand for, or leave it out.
func narrowed(filters []query.Refining, i screen.Narrow) []query.Refining {
	out := slices.Clone(filters)
	for _, s := range i.To {
		f := query.Refining{Name: "tagfocus", Text: s.Text}
		if s.Without != i.Leave {
			f.Name = "tagignore"
		}
		if s.Text != "" && !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}

// history is the row of places that back and forward walk through.
type history[P any] struct {
	same   func(a, b P) bool
	places []P
	at     int
	kind   string // of the last change; another change of the same kind replaces it
	when   time.Time
}

const (
	maxPlaces = 500             // bounds the memory of a window that stays open for weeks
	sameStep  = 2 * time.Second // in which changes of one kind are one, as of a word typed in pieces
)

// newHistory begins at a place. same reports whether two places are no step apart.
func newHistory[P any](p P, same func(a, b P) bool) history[P] {
	return history[P]{same: same, places: []P{p}}
}

func (h *history[P]) current() P { return h.places[h.at] }

// noStep is the kind of a change that belongs to the step before.
const noStep = "none"

// push goes to a new place. A change without a kind is always a step of its own.
func (h *history[P]) push(p P, kind string) {
	switch {
	case h.same(p, h.current()):
		return
	case kind == noStep:
		h.amend(p)
		return
	}
	now := time.Now()
	same := kind != "" && kind == h.kind && now.Sub(h.when) < sameStep && h.at > 0
	h.kind, h.when = kind, now
	if same {
		h.places = append(h.places[:h.at], p)
		return
	}
	h.places = append(slices.Clip(h.places[:h.at+1]), p)
	if len(h.places) > maxPlaces {
		h.places = h.places[len(h.places)-maxPlaces:]
	}
	h.at = len(h.places) - 1
}

// amend changes the present place without a step.
func (h *history[P]) amend(p P) { h.places[h.at] = p }

// walk carries out the intents to go back and forward, and reports whether this is
// one of them. It calls went if there is another place now.
func (h *history[P]) walk(i screen.Intent, went func()) bool {
	at := h.at
	switch i.(type) {
	case screen.Back:
		at--
	case screen.Forward:
		at++
	default:
		return false
	}
	if at >= 0 && at < len(h.places) {
		h.at, h.kind = at, ""
		went()
	}
	return true
}

// standing says which of the places this is: what a step changes may be in another tab.
func (h *history[P]) standing() string {
	return lang.L("Step {{.At}} of {{.All}}.", lang.With{"At": h.at + 1, "All": len(h.places)})
}

func (h *history[P]) show(s *screen.Snapshot) {
	s.CanBack, s.CanForward = h.at > 0, h.at < len(h.places)-1
}

func samePlace(a, b ask.Place) bool {
	return a.Query == b.Query && a.Pivot == b.Pivot && a.ZoomCallers == b.ZoomCallers &&
		a.Span == b.Span && slices.Equal(a.Drawn, b.Drawn) && slices.Equal(a.Filters, b.Filters) && slices.Equal(a.Zoom, b.Zoom) &&
		a.Selected.Node == b.Selected.Node && slices.Equal(a.Selected.Also, b.Selected.Also) &&
		a.Selected.Callers == b.Selected.Callers && a.Selected.Hottest == b.Selected.Hottest && slices.Equal(a.Selected.Path, b.Selected.Path)
}

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
	"profstation/model/safe"
	"profstation/model/units"
	"profstation/origin/link"
)

// navigation is where the user is in all profiles and their comparisons. The place is stored by names.
type navigation struct {
	desk    *Desk
	history history[ask.Place]
	search  string
	next    *screen.NextMatch  // the intent that waits for the search, nil for none
	zoomed  int                // counts committed zooms
	cleared int                // counts commands that remove all filters, even if there were none
	reveals int                // counts when something was gone to, even if it was selected already
	saved   []query.Refinement // sets of filters, by name
	placed  bool               // the last session's place is restored
}

func (nav *navigation) place() ask.Place { return nav.history.current() }

// request returns the question at the present place. The caller adds the document.
func (nav *navigation) request() ask.Request {
	d, doc := nav.desk, nav.desk.docs.active
	return ask.Request{
		Doc: doc.id, Name: doc.name(), Tab: d.Tab(), Place: nav.place(), Display: d.Display, Search: nav.search, Zoomed: nav.zoomed,
		Sources: d.sources.finder, Folders: len(d.sources.folders), Binaries: doc.binaries, Compiled: doc.compiled,
	}
}

// do carries out the intents that do not depend on the active document's content.
func (nav *navigation) do(i screen.Intent) bool {
	switch i := i.(type) {
	case screen.Search:
		nav.search, nav.next = i.Text, nil
		nav.desk.prepare()
	case screen.NextMatch:
		nav.nextMatch(i)
	case screen.SaveFilters:
		nav.saveFilters(i)
		nav.desk.Publish()
	default:
		return false
	}
	return true
}

// move carries out the intents that lead to another place.
func (nav *navigation) move(i screen.Intent) {
	d, p := nav.desk, nav.place()
	went := func() {
		d.Notice = nav.history.standing()
		if nav.place().Selected.Node != p.Selected.Node {
			d.Display.SourceFile = ""
		}
		nav.zoomed++
		d.prepare()
	}
	if nav.history.step(d, i, went) {
		return
	}
	kind := "" // several changes of the same kind are one step
	tab := d.Tab()
	switch i := i.(type) {
	case screen.Jump:
		bringTab(d, i.Tab)
		nav.history.jump(turn{from: tab, to: d.Tab()})
		d.prepare()
		return
	case screen.ShowFound:
		if to := tabNamed(d.Kind(), i.Finding.Place.Tab); to != nil {
			bringTab(d, *to)
		}
		if to := i.Finding.Place; len(to.Options) > 0 || len(to.Filters) > 0 || to.Selected != "" {
			p = nav.written(to)
			d.Display.SourceFile = "" // show the file of the new selection
			nav.zoomed++
			nav.reveals++
		}
	case screen.Look:
		p.Span = i.Span
		nav.history.amend(p)
		d.prepare()
		return
	case screen.Refine:
		p = p.Filter(refined(p.Filters, i.Name, i.Text))
		if i.Text != "" { // removing a filter is a separate step
			kind = "refine " + i.Name
		}
	case screen.SetFilters:
		p = p.Filter(i.Filters)
		kind = "filters"
	case screen.Narrow:
		p = p.Filter(narrowed(p.Filters, i))
	case screen.ClearFilters:
		p = p.Filter(nil)
		p.Query.Only = "" // frames that it folds are not seen either
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
			nav.reveals++
		}
		if i.Reveal && nav.beyond(i.Node) {
			p.Zoom, p.ZoomCallers, p.Span, kind = nil, false, flame.Span{}, ""
			nav.zoomed++
		}
	case screen.Hottest:
		if p.Selected, kind = nav.hottest(i.Base); p.Selected.Node != "" {
			d.Display.SourceFile = ""
		}
	case screen.Zoom:
		p.Zoom, p.ZoomCallers, p.Span = i.Path, i.Callers, flame.Span{}
		nav.zoomed++
	case screen.Draw:
		p = p.Draw(i.Nodes)
	case screen.Pivot:
		if i.Node == screen.Selected {
			i.Node = p.Selected.Node
		}
		if i.Node != "" && tab != ask.GraphTab {
			bringTab(d, ask.FlameTab) // where it is seen
		}
		if i.Node == p.Pivot {
			nav.history.turn(p, "", turn{from: tab, to: d.Tab()})
			d.prepare()
			return
		}
		p.Pivot = i.Node
		p.Zoom, p.ZoomCallers, p.Span = nil, false, flame.Span{}
		nav.zoomed++
	}
	if clearsNothing(d, i, samePlace(p, nav.place())) {
		return
	}
	nav.history.turn(p, kind, turn{from: tab, to: d.Tab()})
	d.prepare()
}

// beyond reports whether the flame graph shows a part in which a node has no box.
func (nav *navigation) beyond(node string) bool {
	d, p := nav.desk, nav.place()
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

// hottest returns the end of the hottest path from the selected box, or where that is at its end the largest callee, and
// the step's kind.
func (nav *navigation) hottest(ofBase bool) (to ask.Selection, kind string) {
	d, from := nav.desk, nav.place().Selected
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
	end, divided := chart.Hottest(box), false
	if end == box { // where the costs divide, the key still leads on
		end, divided = chart.Move(box, flame.Inwards), true
	}
	to = ask.SelectionOf(chart, end)
	to.Hottest = to.Node != ""
	switch {
	case end == box:
		d.Notice = lang.L("The hottest path ends here: nothing is called.")
		return to, noStep
	case divided:
		weights := chart.Tree(box).Abs
		d.Notice = lang.L("No call has more than half of the cost here. The largest has {{.Share}} of it.",
			lang.With{"Share": units.Percent(weights[end.Branch], weights[box.Branch])})
	}
	return to, "select"
}

func (nav *navigation) escape() {
	p, do := nav.place(), nav.desk.Do
	switch {
	case nav.search != "":
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
func (nav *navigation) nextMatch(i screen.NextMatch) {
	d, a := nav.desk, nav.desk.answer
	if d.preparing.Running() && (a == nil || a.Request.Search != nav.search) {
		nav.next = &i
		return
	}
	if a == nil || a.Match == nil {
		return
	}
	if l := a.Labels; d.Tab() == ask.LabelsTab && l != nil && l.Found != nil {
		return // the list of values steps through matches by itself
	}
	found := a.Matches()
	if d.Tab() == ask.GraphTab && len(found) > 0 {
		if found = a.InPicture(found); len(found) == 0 {
			d.Say(lang.L("No match is drawn, as small nodes are omitted: show more nodes, or see Top."))
			return
		}
	}
	name := a.NextMatch(found, nav.place().Selected.Node, i.Backwards)
	if name == "" {
		d.Say(lang.L("Nothing matches."))
		return
	}
	only := name == nav.place().Selected.Node
	d.Do(screen.Select{Selection: ask.Selection{Node: name}, Reveal: true})
	if only {
		d.Say(lang.L("This is the only match."))
	}
}

func (nav *navigation) saveFilters(i screen.SaveFilters) {
	nav.saved = without(nav.saved, i.Name)
	if !i.Forget && i.Name != "" {
		nav.saved = append(nav.saved, query.Refinement{Name: i.Name, Filters: nav.place().Filters})
		slices.SortFunc(nav.saved, func(a, b query.Refinement) int { return strings.Compare(a.Name, b.Name) })
	}
}

func (nav *navigation) keep() link.Place { return place.OfProfiles(nav.place(), nav.search) }

// written returns a place that was written down, without filters that cannot be applied. It says why they are left out.
func (nav *navigation) written(k link.Place) ask.Place {
	k.Filters = slices.DeleteFunc(slices.Clone(k.Filters), func(f query.Refining) bool {
		if !query.OptionNamed(f.Name).IsFilter() {
			return false // a newer program knows it
		}
		err := query.CheckFilter(f.Name, f.Text)
		if err != nil {
			nav.desk.Notice = lang.L("A filter is left out: {{.Error}}", lang.With{"Error": safe.Text(err.Error())})
		}
		return err != nil
	})
	return place.Profiles(k)
}

// goTo goes to a place that was written down, as a step.
func (nav *navigation) goTo(k link.Place) {
	nav.history.push(nav.written(k), "")
	nav.search, nav.placed = k.Search, true
	nav.zoomed++
}

// returnTo goes to a place from the session before. All profiles share one place:
// the first profile that is read decides, unless the user has moved since.
func (nav *navigation) returnTo(k link.Place) {
	if nav.placed {
		return
	}
	nav.placed = true
	if p := nav.written(k); len(nav.history.visits) > 1 {
		nav.history.push(p, "")
	} else {
		nav.history = newHistory(p, samePlace)
	}
	nav.search = k.Search
	nav.zoomed++
}

func (nav *navigation) restoreSets(sets []query.Refinement) {
	for _, set := range sets {
		nav.saved = append(without(nav.saved, set.Name), set)
	}
}

func without(sets []query.Refinement, name string) []query.Refinement {
	return slices.DeleteFunc(slices.Clone(sets), func(r query.Refinement) bool { return r.Name == name })
}

func (nav *navigation) show(s *screen.Snapshot) {
	s.Place, s.Search, s.Saved, s.RevealCount, s.Cleared = nav.place(), nav.search, nav.saved, nav.reveals, nav.cleared
	nav.history.show(s)
}

// refined sets the text for the filters with a name that are in force: the first
// gets it, the others are removed. An empty text removes them all.
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

// narrowed adds filters that keep only what figures stand for, or that leave it out.
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

// history is the list of places that back and forward walk through.
type history[P any] struct {
	same   func(a, b P) bool
	visits []visit[P]
	at     int
	kind   string // the last change's kind; another change of the same kind replaces it
	when   time.Time
}

// visit is a place, and how the tab changed on the way to it.
type visit[P any] struct {
	place P
	turn  turn
}

// turn is a change of tab that belongs to a step, such as a jump from a table into the timeline. Back shows
// the first tab again, forward the second. A turn between equal tabs is none: then the tab stays as it is.
type turn struct{ from, to ask.Tab }

func (t turn) none() bool { return t.from == t.to }

// then returns both turns as one.
func (t turn) then(next turn) turn {
	switch {
	case next.none():
		return t
	case t.none():
		return next
	}
	return turn{t.from, next.to}
}

const (
	maxPlaces = 500             // bounds the memory of a window that stays open for weeks
	sameStep  = 2 * time.Second // within it, changes of one kind are one step, such as a word typed in pieces
)

// newHistory begins at a place. same reports whether going from a to b is no step.
func newHistory[P any](p P, same func(a, b P) bool) history[P] {
	return history[P]{same: same, visits: []visit[P]{{place: p}}}
}

func (h *history[P]) current() P { return h.visits[h.at].place }

// noStep is the kind for a change that belongs to the step before.
const noStep = "none"

// push goes to a new place. A change without a kind is always a separate step.
func (h *history[P]) push(p P, kind string) { h.turn(p, kind, turn{}) }

// turn goes to a new place and to another tab. It is a step if either changes.
func (h *history[P]) turn(p P, kind string, t turn) {
	switch {
	case h.same(p, h.current()) && t.none():
		return
	case kind == noStep:
		h.amend(p)
		return
	}
	now := time.Now()
	same := kind != "" && kind == h.kind && now.Sub(h.when) < sameStep && h.at > 0
	h.kind, h.when = kind, now
	if same {
		h.visits = append(h.visits[:h.at], visit[P]{p, h.visits[h.at].turn.then(t)})
		return
	}
	h.visits = append(slices.Clip(h.visits[:h.at+1]), visit[P]{p, t})
	if len(h.visits) > maxPlaces {
		h.visits = h.visits[len(h.visits)-maxPlaces:]
	}
	h.at = len(h.visits) - 1
}

// jump notes a change of tab that a click has made. It belongs to the step that the click has just made, if it
// has made one.
func (h *history[P]) jump(t turn) {
	if h.at > 0 && time.Since(h.when) < sameStep && !t.none() {
		h.visits[h.at].turn = h.visits[h.at].turn.then(t)
		return
	}
	h.turn(h.current(), "", t)
}

// amend changes the present place without a step.
func (h *history[P]) amend(p P) { h.visits[h.at].place = p }

// step carries out the intents to go back and forward, and reports whether this is one. It
// brings the tab to the front that the step changes, too, and calls went if the place has changed.
func (h *history[P]) step(d *Desk, i screen.Intent, went func()) bool {
	at, of := h.at, h.at // the place, and the step whose turn is gone
	switch i.(type) {
	case screen.Back:
		at--
	case screen.Forward:
		at++
		of = at
	default:
		return false
	}
	if at < 0 || at == len(h.visits) {
		return true
	}
	h.at, h.kind, h.when = at, "", time.Time{}
	if t := h.visits[of].turn; !t.none() {
		to := t.from
		if of == at {
			to = t.to
		}
		bringTab(d, to)
	}
	went()
	return true
}

// standing says which place in the list this is, because a step may change something in another tab.
func (h *history[P]) standing() string {
	return lang.L("Step {{.At}} of {{.All}}.", lang.With{"At": h.at + 1, "All": len(h.visits)})
}

func (h *history[P]) show(s *screen.Snapshot) {
	s.CanBack, s.CanForward = h.at > 0, h.at < len(h.visits)-1
}

func samePlace(a, b ask.Place) bool {
	return a.Query == b.Query && a.Pivot == b.Pivot && a.ZoomCallers == b.ZoomCallers &&
		a.Span == b.Span && slices.Equal(a.Drawn, b.Drawn) && slices.Equal(a.Filters, b.Filters) && slices.Equal(a.Zoom, b.Zoom) &&
		a.Selected.Node == b.Selected.Node && slices.Equal(a.Selected.Also, b.Selected.Also) &&
		a.Selected.Callers == b.Selected.Callers && a.Selected.Hottest == b.Selected.Hottest && slices.Equal(a.Selected.Path, b.Selected.Path)
}

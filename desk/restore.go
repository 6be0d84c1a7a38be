package desk

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"profstation/desk/answer"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/flame"
	"profstation/loader"
	"profstation/loader/source"
	"profstation/model"
	"profstation/scene"
	"profstation/table"
	"profstation/timeline"
)

// Prefer applies preferences. dark tells what the desktop prefers.
func (d *Desk) Prefer(p session.Preferences, dark bool) {
	d.preferences = p
	if d.answer != nil {
		a := *d.answer
		a.Source = nil // the folders may be others
		d.answer = &a
	}
	d.lookForSources()
	if t := ThemeOf(p, dark); t != d.Display.Theme {
		d.Display.Theme = t
		d.shell.SetTheme(t)
	}
	d.prepare()
}

// lookForSources looks for source files where the preferences say.
func (d *Desk) lookForSources() {
	d.Folders = nil
	for _, f := range d.preferences.SourceFolders {
		d.Folders = append(d.Folders, string(f))
	}
	d.sources = answer.NewSources(source.Options{Folders: d.Folders, Trim: d.preferences.TrimPaths})
}

// Limits are those that files are held to.
func (d *Desk) Limits() loader.Limits {
	p := d.preferences
	return loader.Limits{File: p.FileLimit, Uncompressed: p.UncompressedLimit, Memory: p.MemoryLimit}
}

// names of the kinds of documents, for the tabs that were looked at.
var kindNames = map[docKind]string{profileDoc: "profile", traceDoc: "trace", followedDoc: "folder", ComparisonDoc: "comparison", ContrastDoc: "traces"}

// State is the desk's part of what the next start brings back.
func (d *Desk) State() session.State {
	s := session.State{Recent: d.Recent, Preferences: d.preferences, Export: d.exported, Last: d.Last}
	s.Documents, s.Active = d.keepDocuments()
	s.Filters = d.keepSets()
	s.Notes = d.keepNotes(func(noted) bool { return true })
	s.Display = keepDisplay(d.Display)
	s.Layout.Tabs = map[string]string{}
	for kind, tab := range d.tabs {
		s.Layout.Tabs[kindNames[kind]] = tab.String()
	}
	s.Preferences.SourceFolders = nil
	for _, f := range d.Folders {
		s.Preferences.SourceFolders = append(s.Preferences.SourceFolders, session.Path(f))
	}
	return s
}

// keepDocuments are the open documents and where their user is in them.
func (d *Desk) keepDocuments() (all []session.Document, active int) {
	active = -1
	for _, doc := range d.Docs {
		if doc == d.active {
			active = len(all)
		}
		if c := doc.comparison; c != nil && c.kept() {
			at := keepPlace(d.place(), d.search)
			if doc.kept != nil {
				at = *doc.kept
			}
			all = append(all, c.keep(at))
			continue
		}
		if doc.derived != nil || !filepath.IsAbs(doc.where()) {
			active = min(active, len(all)-1)
			continue // standard input cannot be read again, and what is derived is no file
		}
		k := session.Document{Path: session.Path(doc.where())}
		switch f := doc.folder; {
		case f != nil:
			k.Kind, k.Recursive, k.Polling = session.Folder, f.recursive, f.polling
			k.Place = keepPlace(d.place(), d.search)
		case doc.trace != nil:
			k.Place = keepTracePlace(doc.trace.timeline, doc.trace.history.current())
			if doc.traced != nil { // it is still being read
				k.Place.Traced = doc.traced
			}
		case doc.kept != nil:
			k.Place = *doc.kept
		default:
			k.Place = keepPlace(d.place(), d.search)
		}
		all = append(all, k)
	}
	return all, active
}

func (d *Desk) keepSets() []session.Set {
	var all []session.Set
	for _, r := range d.saved {
		all = append(all, session.Set{Name: r.Name, Filters: keepFilters(r.Filters)})
	}
	return all
}

// Restore brings back all of a session but its documents.
func (d *Desk) Restore(s session.State) {
	d.Recent, d.preferences, d.exported, d.Last = s.Recent, s.Preferences, s.Export, s.Last
	restoreDisplay(&d.Display, s.Display)
	for kind, name := range kindNames {
		for _, tab := range kind.tabs() {
			if tab.String() == s.Layout.Tabs[name] {
				d.tabs[kind] = tab
			}
		}
	}
	d.lookForSources()
	d.restoreSets(s.Filters)
	d.restoreNotes(s.Notes)
}

func (d *Desk) restoreSets(sets []session.Set) {
	for _, f := range sets {
		d.saved = slices.DeleteFunc(d.saved, func(r model.Refinement) bool { return r.Name == f.Name })
		d.saved = append(d.saved, model.Refinement{Name: f.Name, Filters: restoreFilters(f.Filters)})
	}
}

// Reopen opens documents as they were kept, after those that are open. The active
// one is read at once, all others when that is done, so that it is there as soon
// as if it were alone.
func (d *Desk) Reopen(o session.Opened) {
	var active *document
	for i, k := range o.Documents {
		if k.Kind == session.Comparison {
			if doc := d.reopenComparison(k); i == o.Active || active == nil {
				active = doc
			}
			continue
		}
		if k.Kind != session.File && k.Kind != session.Folder {
			continue
		}
		doc := d.byPath(string(k.Path))
		if doc == nil {
			d.nextDoc++
			doc = &document{id: d.nextDoc, path: string(k.Path), state: screen.Loading, waiting: true, reopened: true}
			d.Docs = append(d.Docs, doc)
		}
		if doc.waiting && doc.kept == nil { // it is new, or a comparison before it has made it
			place := k.Place
			doc.kept, doc.recursive, doc.polling = &place, k.Recursive, k.Polling
		}
		if i == o.Active || active == nil {
			active = doc
		}
	}
	if active == nil {
		return
	}
	d.active, d.placed = active, false
	for _, doc := range d.Docs { // their sides are there by now
		if doc.comparison != nil && doc.waiting {
			doc.waiting = false
			d.join(doc)
		}
	}
	if active.waiting {
		d.load(active)
	} else {
		d.loadWaiting()
	}
	d.prepare()
}

// loadWaiting reads all documents that wait for the active one.
func (d *Desk) loadWaiting() {
	for _, doc := range d.Docs {
		if doc.waiting {
			d.load(doc)
		}
	}
}

// stopWaiting ends the waiting of documents that are not being read yet.
func (d *Desk) stopWaiting() {
	for _, doc := range d.Docs {
		if doc.waiting {
			doc.waiting, doc.state, doc.err = false, screen.Failed, errStopped
		}
	}
}

// returnTo puts the user where a profile was left. Profiles share one place: the
// first one that is there says which, unless the user has gone somewhere since.
func (d *Desk) returnTo(doc *document) {
	k := doc.kept
	doc.kept = nil
	if k == nil || d.placed {
		return
	}
	d.placed = true
	if p := restorePlace(*k); d.history.canBack() || d.history.canForward() {
		d.history.push(p, "")
	} else {
		d.history = newHistory(p, samePlace)
	}
	d.search = k.Search
	d.zoomed++
}

// displaySwitches and the others below are what is kept of a display.
func displaySwitches(d *screen.Display) map[string]*bool {
	return map[string]*bool{
		"generics": &d.Generics, "root_down": &d.RootDown, "by_name": &d.ByName, "recursion": &d.Recursion,
		"graph_small": &d.GraphSmall, "graph_tree": &d.GraphTree, "descending": &d.Descending, "assembly": &d.Assembly,
		"label_functions": &d.Labels.Functions, "label_ranges": &d.Labels.Ranges, "label_cum": &d.Labels.Cum,
	}
}

func displayFractions(d *screen.Display) map[string]*float64 {
	return map[string]*float64{"nodefraction": &d.NodeFraction, "edgefraction": &d.EdgeFraction}
}

const (
	choiceColoring = "coloring"
	numberNodes    = "graph_nodes"
	numberSorted   = "sort_column"
	numberQuiet    = "quiet"
	mostGraphNodes = 100_000
)

func keepDisplay(d screen.Display) session.Display {
	k := session.Display{
		Switches: map[string]bool{},
		Choices:  map[string]string{choiceColoring: string(d.Coloring)},
		Numbers:  map[string]int{numberNodes: d.GraphNodes, numberSorted: d.SortColumn, numberQuiet: int(d.Quiet)},
	}
	for name, on := range displaySwitches(&d) {
		k.Switches[name] = *on
	}
	for name, f := range displayFractions(&d) {
		k.Choices[name] = fmt.Sprint(*f)
	}
	return k
}

func restoreDisplay(d *screen.Display, k session.Display) {
	for name, to := range displaySwitches(d) {
		if on, ok := k.Switches[name]; ok {
			*to = on
		}
	}
	for name, to := range displayFractions(d) {
		var f float64
		if _, err := fmt.Sscan(k.Choices[name], &f); err == nil && f >= 0 && f <= 1 {
			*to = f
		}
	}
	if c := flame.Coloring(k.Choices[choiceColoring]); slices.Contains(flame.Colorings, c) {
		d.Coloring = c
	}
	if n, ok := k.Numbers[numberNodes]; ok && n >= 0 && n <= mostGraphNodes {
		d.GraphNodes = n
	}
	if n, ok := k.Numbers[numberSorted]; ok && n >= table.TopFlat && n <= table.TopName {
		d.SortColumn = n
	}
	if n, ok := k.Numbers[numberQuiet]; ok && n >= 0 && n < 1<<16 {
		d.Quiet = timeline.KindSet(n)
	}
}

// names of the two themes in preferences.
const ThemeLight, ThemeDark = "light", "dark"

// PaletteSafe is the palette for colour-blind people in preferences.
const PaletteSafe = "colour-blind"

// ThemeOf is the theme that was chosen, or else what the desktop prefers.
func ThemeOf(p session.Preferences, dark bool) *scene.Theme {
	switch p.Theme {
	case ThemeDark:
		dark = true
	case ThemeLight:
		dark = false
	}
	return scene.Variant(dark, p.Palette == PaletteSafe)
}

// firstRead notes that a document was opened.
func (d *Desk) firstRead(doc *document) {
	if doc.trace == nil {
		d.returnTo(doc)
	}
	if !doc.reopened && doc.derived == nil && filepath.IsAbs(doc.where()) {
		d.Recent.AddFile(doc.where())
	}
}

// errStopped is why a document that waited was not read.
var errStopped = fmt.Errorf("stopped before it was read: %w", context.Canceled)

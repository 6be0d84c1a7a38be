package desk

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"profstation/ask"
	"profstation/desk/folder"
	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/flame"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/lists"
	"profstation/model/safe"
	"profstation/origin"
	"profstation/scene"
	"profstation/table"
	"profstation/timeline"
)

// keeper holds what outlives the documents, for the next start and for workspaces.
type keeper struct {
	desk        *Desk
	workspace   string // the file it was saved to or came from, "" if none
	recent      session.Recent
	last        session.Opened // what was open before, and is not now
	preferences session.Preferences
	exported    session.Export
	closed      [][]closed // the last ones, each with all that was closed at once
}

func (k *keeper) do(i screen.Intent) bool {
	switch i := i.(type) {
	case screen.SaveWorkspace:
		k.saveWorkspace(i.Path)
	case screen.OpenLast:
		k.openLast()
	case screen.Unclose:
		k.unclose()
	case screen.ForgetRecent:
		k.recent = session.Recent{}
		k.desk.Publish()
	default:
		return false
	}
	return true
}

// Prefer applies preferences. dark reports whether the desktop prefers a dark theme.
func (d *Desk) Prefer(p session.Preferences, dark bool) {
	d.keeper.preferences = p
	d.Notice = "" // it may be about what was changed
	if d.docs.loading.prefer(p) {
		d.docs.tryAgain()
	}
	if d.answer != nil {
		a := *d.answer
		a.Source = nil // the folders may have changed
		d.answer = &a
	}
	d.sources.look(p)
	if t := ThemeOf(p, dark); t != d.Display.Theme {
		d.Display.Theme = t
		d.shell.SetTheme(t)
	}
	d.prepare()
}

// limits are the thresholds that the user has set for what stands out.
func (k *keeper) limits() ask.Limits { return ask.Limits(k.preferences.Thresholds) }

// Recent lists what was opened lately. last reports whether there is a session to open again.
func (d *Desk) Recent() (r session.Recent, last bool) {
	return d.keeper.recent, len(d.keeper.last.Documents) > 0
}

// State returns the desk's part of the state to bring back at the next start.
func (d *Desk) State() session.State {
	k := &d.keeper
	s := session.State{Recent: k.recent, Preferences: k.preferences, Export: k.exported, Last: k.last,
		Record: k.desk.recorder.kept, Stored: k.desk.remotes.kept}
	s.Documents, s.Active, _ = k.documents()
	s.Filters = d.navigation.saved
	s.Notes = d.notebook.keep(func(noted) bool { return true })
	s.Display = keepDisplay(d.Display)
	s.Layout.Tabs = map[string]string{}
	for kind, tab := range d.tabs {
		s.Layout.Tabs[kind.String()] = tab.String()
	}
	s.Preferences.SourceFolders = lists.Map(d.sources.folders, func(f string) origin.Ref { return origin.Ref(f) })
	return s
}

// documents returns the open documents that can be brought back, with the user's places, and the
// names of the others: standard input, and what is made from it.
func (k *keeper) documents() (all []session.Document, active int, left []string) {
	d := k.desk
	active = -1
	shared := d.navigation.keep()
	all = make([]session.Document, 0, len(d.docs.all))
	for _, doc := range d.docs.all {
		at := shared
		switch {
		case doc.kept != nil: // the user has not been there since
			at = *doc.kept
		case doc.content != nil && !doc.content.shares():
			at = doc.content.place(d)
		}
		if at.Tab = ""; doc == d.docs.active {
			at.Tab = d.Tab().String() // a workspace has no layout, which has the tabs
		}
		kept, ok := doc.origin.keep(doc, at)
		if ok {
			kept.Dismissed = doc.dismissed
			d.docs.selection.keep(doc, &kept)
			all = append(all, kept)
		} else {
			left = append(left, doc.name())
		}
		if doc == d.docs.active {
			active = len(all) - 1
		}
	}
	return all, active, left
}

// Restore brings back a session except its documents.
func (d *Desk) Restore(s session.State) {
	k := &d.keeper
	k.recent, k.preferences, k.exported, k.last = s.Recent, s.Preferences, s.Export, s.Last
	k.desk.recorder.kept, k.desk.remotes.kept = s.Record, s.Stored
	k.desk.recorder.kept.Address = k.desk.remotes.hide(s.Record.Address) // an older program has kept a password
	restoreDisplay(&d.Display, s.Display)
	for _, kind := range ask.Kinds {
		k.toTab(kind, s.Layout.Tabs[kind.String()])
	}
	d.sources.look(k.preferences)
	d.docs.loading.prefer(k.preferences)
	d.navigation.restoreSets(s.Filters)
	d.notebook.restore(s.Notes)
}

// Reopen opens documents as they were kept, after those that are open. The active one is read at
// once, all others after it, so that it is there as soon as if it were alone.
func (d *Desk) Reopen(o session.Opened) {
	var active *document
	for i, k := range o.Documents {
		doc := d.docs.reopen(k)
		if doc != nil && (i == o.Active || active == nil) {
			active = doc
		}
	}
	if active != nil {
		d.navigation.placed = false
	}
	d.keeper.begin(active)
}

// begin shows one of several documents that were opened together, and reads the others after it.
func (k *keeper) begin(active *document) {
	d := k.desk
	if active == nil {
		return
	}
	d.docs.active = active
	for _, doc := range d.docs.all { // their sides are open by now
		if doc.comparison() != nil && doc.waiting {
			d.docs.load(doc)
		}
	}
	if active.waiting {
		d.docs.load(active)
	} else {
		d.docs.loadWaiting()
	}
	d.prepare()
}

// reopen opens a document as it was kept; it waits to be read. It returns nil if the kind is unknown.
func (s *documents) reopen(k session.Document) *document {
	doc := reopenKind(s, k)
	if doc != nil && doc.dismissed == nil {
		doc.dismissed = k.Dismissed
	}
	return doc
}

func reopenKind(s *documents, k session.Document) *document {
	switch k.Kind {
	case session.Comparison, session.Parts:
		return s.desk.comparisons.reopen(k)
	case session.Made:
		doc := s.reopenMade(k)
		if doc != nil {
			s.selection.reopen(doc, k)
		}
		return doc
	case session.File, session.Folder:
	default:
		return nil
	}
	doc := s.keyed(k.Path)
	if doc == nil {
		doc = s.addWaiting(&fileOrigin{path: k.Path})
	}
	if o, ok := doc.origin.(*fileOrigin); ok && doc.waiting && doc.kept == nil { // it is new, or was just opened for a comparison
		doc.kept = &k.Place
		o.watch = k.Kind == session.Folder
		o.way, o.before = folder.Way{Recursive: k.Recursive, Polling: k.Polling}, shownBefore(k)
	}
	s.selection.reopen(doc, k)
	return doc
}

// firstRead notes that a document was opened.
func (k *keeper) firstRead(doc *document) {
	k.returnTo(doc)
	if _, derived := doc.origin.(*derivation); !doc.reopened && !derived && doc.origin.key().Lasts() {
		k.recent.AddFile(doc.origin.key())
	}
}

// returnTo goes to the user's place in the last session. A trace went there when it was read.
func (k *keeper) returnTo(doc *document) {
	if doc.kept != nil && doc.trace() == nil {
		k.desk.navigation.returnTo(*doc.kept)
		k.toTab(doc.kind(), doc.kept.Tab)
	}
	doc.kept = nil
}

// lead goes to the place that a link names in a document, once it has content. Back leads to where the user was.
func (k *keeper) lead(doc *document) {
	to := doc.link
	if to == nil || doc.content == nil {
		return
	}
	doc.link = nil
	if t := doc.trace(); t != nil {
		t.goTo(*to)
	} else {
		k.desk.navigation.goTo(*to)
	}
	k.toTab(doc.kind(), to.Tab)
}

// toTab chooses the tab for a kind of documents by its title, if they have such a tab.
func (k *keeper) toTab(kind ask.Kind, title string) {
	if tab := tabNamed(kind, title); tab != nil {
		k.desk.tabs[kind] = *tab
	}
}

// tabNamed returns the tab with a title, nil if documents of that kind have none.
func tabNamed(kind ask.Kind, title string) *ask.Tab {
	for _, tab := range (kind | ask.Timed).Tabs() {
		if tab.String() == title {
			return &tab
		}
	}
	return nil
}

// openWorkspace replaces the open documents with those from a workspace file.
func (k *keeper) openWorkspace(path string) {
	d := k.desk
	job.Start(&d.jobs, job.Options{Kind: job.Workspace}, func(context.Context, *job.Job) (session.Workspace, error) {
		return session.LoadWorkspace(path)
	}, func(w session.Workspace, err error) error {
		if err != nil {
			return err
		}
		replaced := d.docs.clear(0)
		k.opened(path)
		d.navigation.restoreSets(w.Filters)
		d.notebook.restore(w.Notes)
		d.Notice = lang.L("Workspace {{.Name}} is open.", lang.With{"Name": safe.Text(w.Name)})
		if replaced != "" {
			d.Notice = lang.Sentences(d.Notice, replaced)
		}
		d.Reopen(session.Opened{Documents: w.Documents, Active: w.Active})
		return nil
	})
}

func (k *keeper) opened(path string) {
	k.workspace = path
	if abs, err := filepath.Abs(path); err == nil {
		k.workspace = abs
		k.recent.AddWorkspace(abs)
	}
}

// saveWorkspace writes the open documents to a file. Without a path it asks for one, and returns nil.
func (k *keeper) saveWorkspace(path string) *Writing {
	d, writing := k.desk, &Writing{}
	if path == "" {
		begin := k.workspace
		if begin == "" {
			begin = filepath.Join(d.Folder(), "workspace"+origin.Workspaces)
		}
		d.shell.ChoosePath(lang.L("Save the workspace"), begin, k.saveWorkspace)
		return nil
	}
	if !strings.HasSuffix(path, origin.Workspaces) {
		path += origin.Workspaces
	}
	w := session.Workspace{Name: strings.TrimSuffix(filepath.Base(path), origin.Workspaces), Filters: d.navigation.saved}
	var left []string
	w.Documents, w.Active, left = k.documents()
	w.Notes = d.notebook.keep(func(key noted) bool {
		return slices.ContainsFunc(d.docs.all, func(doc *document) bool { return doc.noted() == key })
	})
	writing.job = job.Start(&d.jobs, job.Options{Kind: job.Workspace}, func(context.Context, *job.Job) (struct{}, error) {
		return struct{}{}, session.SaveWorkspace(path, w)
	}, func(_ struct{}, err error) error {
		if err != nil {
			writing.end(safe.Text(err.Error()))
			return err
		}
		k.opened(path)
		saved := lang.L("Saved: {{.Path}}", lang.With{"Path": safe.Text(path)})
		if len(left) > 0 {
			saved += " · " + lang.L("left out for lack of a file: {{.Names}}", lang.With{"Names": safe.Text(lang.List(left...))})
		}
		d.Say(saved)
		writing.end("")
		return nil
	})
	return writing
}

func (k *keeper) openLast() {
	last := k.last
	k.last = session.Opened{Active: -1}
	if len(last.Documents) == 0 {
		k.desk.Say(lang.L("There is no earlier session."))
		return
	}
	k.desk.Reopen(last)
}

func displayFractions(d *ask.Display) map[string]*float64 {
	return map[string]*float64{"nodefraction": &d.NodeFraction, "edgefraction": &d.EdgeFraction}
}

const (
	choiceColoring = "coloring"
	choiceLabel    = "color_label"  // for texts
	choiceNumbers  = "color_number" // the same for numbers
	numberNodes    = "graph_nodes"
	numberSorted   = "sort_column"
	numberQuiet    = "quiet"
	numberWay      = "compare_way"
	numberChange   = "compare_column"
	maxGraphNodes  = 100_000
)

func labelChoice(numeric bool) string {
	if numeric {
		return choiceNumbers
	}
	return choiceLabel
}

func keepDisplay(d ask.Display) session.Display {
	k := session.Display{
		Switches: map[string]bool{},
		Choices:  map[string]string{choiceColoring: string(d.Coloring)},
		Numbers: map[string]int{numberNodes: d.GraphNodes, numberSorted: d.SortColumn, numberQuiet: int(d.Quiet),
			numberWay: int(d.Compare.Way), numberChange: d.Compare.SortColumn},
	}
	for _, s := range ask.Switches {
		k.Switches[s.Name] = *s.Of(&d)
	}
	if l := d.ColorLabel; l.Key != "" {
		k.Choices[labelChoice(l.Numeric)] = l.Key
	}
	for name, f := range displayFractions(&d) {
		k.Choices[name] = fmt.Sprint(*f)
	}
	return k
}

func restoreDisplay(d *ask.Display, k session.Display) {
	for _, s := range ask.Switches {
		if on, ok := k.Switches[s.Name]; ok {
			*s.Of(d) = on
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
	for _, numeric := range []bool{false, true} {
		if key := k.Choices[labelChoice(numeric)]; key != "" {
			d.ColorLabel = model.LabelAxis{Key: key, Numeric: numeric}
		}
	}
	if n, ok := k.Numbers[numberNodes]; ok && n >= 0 && n <= maxGraphNodes {
		d.GraphNodes = n
	}
	if n, ok := k.Numbers[numberSorted]; ok && n >= table.TopFlat && n <= table.TopName {
		d.SortColumn = n
	}
	if n, ok := k.Numbers[numberWay]; ok && slices.Contains(ask.Ways, ask.Way(n)) && n != int(ask.AsTable) {
		d.Compare.Way = ask.Way(n)
	}
	if n, ok := k.Numbers[numberChange]; ok && n >= -1 && n <= table.DiffName {
		d.Compare.SortColumn = n
	}
	if n, ok := k.Numbers[numberQuiet]; ok && n >= 0 && n < 1<<16 {
		d.Quiet = timeline.KindSet(n)
	}
}

// ThemeLight and ThemeDark name the themes in preferences.
const ThemeLight, ThemeDark = "light", "dark"

// PaletteSafe names the palette for colour-blind people in preferences.
const PaletteSafe = "colour-blind"

// ThemeOf returns the chosen theme, or the one that the desktop prefers.
func ThemeOf(p session.Preferences, dark bool) *scene.Theme {
	switch p.Theme {
	case ThemeDark:
		dark = true
	case ThemeLight:
		dark = false
	}
	return scene.Variant(dark, p.HighContrast, p.Palette == PaletteSafe)
}

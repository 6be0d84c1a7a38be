// Package desk holds the window's state without a toolkit: the open documents,
// where the user is in them, and the background work.
//
// [NewDesk] makes an empty desk around a [Shell]. The shell sends intents to
// [Desk.Do] and gets a snapshot with every change.
package desk

import (
	"context"
	"os"
	"os/exec"
	"slices"
	"time"

	"profstation/ask"
	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/loader"
	"profstation/loader/httpclient"
	"profstation/model/lang"
	"profstation/model/lists"
	"profstation/model/safe"
	"profstation/origin"
	"profstation/scene"
)

// Shell is the window around a desk. All calls come on the goroutine on which post runs functions.
type Shell interface {
	Show(*screen.Snapshot)
	// ChooseFiles asks for files; the title says what they are for.
	ChooseFiles(title string, done func(paths []string))
	// ChooseExport asks what is written from a tab, where and how, and has it written.
	ChooseExport(offer ExportOffer, write func(path string, l ask.Look) *Writing)
	Copy(text string)
	ShowKeys()
	FocusField(name string)
	TogglePane(name string)
	ShowPalette(screen.Palette)
	ChooseFolder(begin string, done func(path string))
	// ChoosePath asks for a file to write, and proposes path. It has the file written.
	ChoosePath(title, path string, write func(path string) *Writing)
	SetTheme(*scene.Theme)
	// Settle sends what views still hold back, such as the rest of a word that is typed.
	Settle()
	// InSight returns the visible part of the tab.
	InSight() ask.Sight
	// AskNote asks for a note's words, and shows the present ones.
	AskNote(n origin.Note, done func(text string))
	// ShowRecord opens the dialog for recording. It shows Record from the snapshots.
	ShowRecord()
	// ShowStore opens the dialog for opening from a store. It shows Store from the snapshots.
	ShowStore()
	// ShowText shows a long text in full.
	ShowText(title, text string)
	// OpenFolder shows a folder in the system's file manager.
	OpenFolder(path string) error
}

// Desk holds all state behind the window. Its methods are called on the goroutine on which post runs functions.
type Desk struct {
	shell Shell
	jobs  job.Pool

	docs        documents
	navigation  navigation
	folders     folders
	comparisons comparisons
	notebook    notebook
	servers
	sources  sources
	keeper   keeper
	layouts  layouts
	exporter exporter
	outcomes outcomes

	tabs    map[ask.Kind]ask.Tab // the tab last used, for each kind of document
	Display ask.Display
	Notice  string            // one line for the status bar
	errors  map[string]string // in query fields, by pprof's names

	pictures
	answer  *ask.Answer // the last one, from a profile or a comparison of profiles
	waiting []func()    // commands that wait for the answer that is being prepared
}

// servers holds what the desk knows about servers: those it records from, and stores of profiles.
type servers struct {
	recorder recorder
	remotes  remotes
}

// NewDesk makes an empty desk. post runs a function later on the desk's goroutine.
func NewDesk(shell Shell, post func(func()), theme *scene.Theme) *Desk {
	d := &Desk{shell: shell, tabs: map[ask.Kind]ask.Tab{}, Display: ask.DefaultDisplay(theme)}
	d.jobs = job.Pool{Post: post, Changed: d.publishSoon, Failed: func(_ job.Kind, err error) { d.refuse(err) }}
	d.docs = documents{desk: d, byKey: map[origin.Ref]*document{}, loads: make(chan struct{}, parallelLoads)}
	d.navigation = navigation{desk: d, history: newHistory(ask.StartPlace(), samePlace)}
	d.folders, d.comparisons = folders{d}, comparisons{d}
	d.notebook = notebook{desk: d, notes: map[noted][]origin.Note{}}
	d.recorder = recorder{desk: d, getenv: os.Getenv}
	d.remotes = remotes{desk: d, who: map[string]httpclient.Credentials{}}
	d.sources.desk = d
	d.sources.editing = editing{desk: d, getenv: os.Getenv, look: exec.LookPath}
	d.sources.look(session.Preferences{})
	d.keeper.desk, d.layouts.desk, d.exporter.desk, d.pictures.desk, d.outcomes.desk, d.docs.selection.desk = d, d, d, d, d, d
	d.docs.finder.desk = d
	d.layouts.helper.Behind = true
	return d
}

// LoadApart has files loaded in other processes from now on.
func (d *Desk) LoadApart(a loader.Apart) {
	d.docs.loading.change(func(o *loader.Options) { o.Apart = a })
}

// Do carries out an intent.
func (d *Desk) Do(i screen.Intent) {
	d.Notice = ""
	d.outcomes.passed()
	if why := idle(d, i); why != "" {
		d.Say(why)
		return
	}
	if _, all := i.(screen.ClearFilters); all {
		d.navigation.cleared++
	}
	for _, part := range []interface{ do(screen.Intent) bool }{
		d, &d.docs, &d.navigation, d.folders, d.comparisons, &d.notebook, &d.recorder, &d.remotes, &d.sources, &d.keeper,
		&d.exporter, &d.outcomes, &d.docs.selection,
	} {
		if part.do(i) {
			return
		}
	}
	if doc := d.docs.active; doc != nil && doc.content != nil {
		doc.content.do(d, i)
	} else {
		d.navigation.move(i)
	}
}

// do carries out the intents about the window and about drawing.
func (d *Desk) do(i screen.Intent) bool {
	switch i := i.(type) {
	case screen.ShowTab:
		d.showTab(i.Tab)
	case screen.NthTab:
		d.showTab(d.docs.tabs()[i.N-1])
	case screen.ShowTrend:
		d.showTrend(i.Name)
	case screen.Escape:
		if doc := d.docs.active; doc != nil && doc.content != nil {
			doc.content.escape(d)
		} else {
			d.navigation.escape()
		}
	case screen.Show:
		i.Change(&d.Display)
		d.prepare()
	case screen.Legend:
		d.Display.Quiet = d.Display.Quiet.Toggle(i.Kind)
		d.prepare()
	case screen.ToggleTheme:
		d.toggleTheme()
	case screen.Cancel:
		d.cancelAll()
	case screen.ShowKeys:
		d.shell.ShowKeys()
	case screen.FocusField:
		d.shell.FocusField(i.Name)
	case screen.TogglePane:
		d.shell.TogglePane(i.Name)
		d.Publish() // without the old notice
	case screen.ShowPalette:
		d.shell.ShowPalette(screen.Palette{Hint: lang.L("Go to…"), Find: d.finder()})
	case screen.Copy:
		d.copy(i.Text)
	case screen.Remark:
		d.Say(i.Text)
	default:
		return false
	}
	return true
}

// copy puts a text on the clipboard; [screen.Selected] stands for the selection's name. It removes control
// characters, because they could act as keys where the text is pasted.
func (d *Desk) copy(text string) {
	if text == screen.Selected {
		text = selected(d)
	}
	d.shell.Copy(safe.Visible(text))
	d.Say(lang.L("Copied."))
}

// Kind is the active document's kind. An empty window counts as a profile.
func (d *Desk) Kind() ask.Kind {
	if d.docs.active == nil {
		return ask.OfProfile
	}
	return d.docs.active.kind()
}

// Tab is the visible tab.
func (d *Desk) Tab() ask.Tab {
	has := d.docs.tabs()
	if t, ok := d.tabs[d.Kind()]; ok && slices.Contains(has, t) {
		return t
	}
	return has[0]
}

// Folder is where a dialog begins: at the active document's folder.
func (d *Desk) Folder() string {
	if d.docs.active == nil {
		return ""
	}
	return d.docs.active.origin.folder()
}

func (d *Desk) showTab(t ask.Tab) {
	if bringTab(d, t) {
		d.prepare()
	}
}

// bringTab brings a tab of the active document to the front, and reports whether the document has it. The caller
// prepares its content.
func bringTab(d *Desk, t ask.Tab) bool {
	if !slices.Contains(d.docs.tabs(), t) {
		return false
	}
	d.tabs[d.Kind()] = t
	if f := d.followed(); f != nil && t == ask.OverviewTab {
		f.fresh = 0
	}
	if t == ask.GraphTab {
		d.layouts.helper.Warm()
	}
	return true
}

func (d *Desk) toggleTheme() {
	d.Display.Theme = d.Display.Theme.In(!d.Display.Theme.Dark)
	d.keeper.preferences.Theme = ThemeLight
	if d.Display.Theme.Dark {
		d.keeper.preferences.Theme = ThemeDark
	}
	d.shell.SetTheme(d.Display.Theme)
	d.prepare()
}

// cancelAll ends all background work except recordings. Results that are there stay.
func (d *Desk) cancelAll() {
	d.jobs.Cancel()
	d.answer.StopAhead()
	d.docs.stopWaiting()
	d.Publish()
}

// Close ends all work, because the window closes.
func (d *Desk) Close() {
	d.cancelAll()
	d.pictures.stop()
	d.docs.finder.stop()
	d.recorder.stop(0)
	for _, doc := range d.docs.all {
		doc.origin.leave()
	}
	d.layouts.helper.Close()
}

// prepare starts a job for the visible tab, and shows at once what is known already.
func (d *Desk) prepare() {
	d.preparing.Empty()
	d.docs.finder.slot.Empty() // nobody waits for it
	d.late = false
	var wanted request
	if doc := d.docs.active; doc != nil && doc.content != nil {
		wanted = doc.content.request(d)
	}
	if wanted == nil {
		d.errors = nil
		d.Publish()
		d.docs.finder.findSoon()
		d.runWaiting()
		return
	}
	text := lang.L("Preparing")
	if doc := d.docs.active; d.Tab() == ask.SourceTab && d.Display.Assembly && len(doc.binaries) > 0 {
		// The go command builds the tool at the first use.
		text = lang.L("Disassembling {{.Name}}", lang.With{"Name": doc.binaryName()})
	}
	if doc := d.docs.active; d.Tab() == ask.SourceTab && d.Display.Reasons && doc.compiled.Waits() {
		text = lang.L("Compiling, for the compiler's reasons")
	}
	o := job.Options{Kind: job.Prepare, Slot: &d.preparing, Patient: true, Show: func(*job.Job) (screen.Job, bool) {
		return screen.Job{Text: text, Done: -1}, true
	}}
	job.Start(&d.jobs, o, wanted, d.accept)
	d.Publish()
}

// accept shows a request's result. It returns an error that belongs to no field.
func (d *Desk) accept(p prepared, err error) error {
	d.errors = p.errs
	next := d.navigation.next
	d.navigation.next = nil
	var unexpected error
	switch {
	case err == nil:
		p.accept()
	case d.stopped(err), len(p.errs) > 0:
	default:
		unexpected = err
	}
	d.Publish()
	d.docs.finder.findSoon()
	d.runWaiting() // before more is prepared: if profiles come fast, there is always more
	if next != nil && err == nil {
		d.navigation.nextMatch(*next)
	}
	if d.late || err == nil && p.more {
		d.prepare()
	}
	return unexpected
}

// settled runs a command on what is on the screen now, once the views
// have sent the user's latest intents and these are answered.
func (d *Desk) settled(command func()) {
	d.shell.Settle()
	d.waiting = append(d.waiting, command)
	d.runWaiting()
}

func (d *Desk) runWaiting() {
	for len(d.waiting) > 0 && !d.preparing.Running() {
		command := d.waiting[0]
		d.waiting = d.waiting[1:]
		command()
	}
}

// renew prepares again after content has changed by itself. It waits for a running job: otherwise
// no picture would be finished while profiles come fast.
func (d *Desk) renew() {
	if d.preparing.Running() {
		d.late = true
		d.Publish()
		return
	}
	d.prepare()
}

// Post runs a function later on the desk's goroutine. It may be called from any goroutine.
func (d *Desk) Post(f func()) { d.jobs.Post(f) }

// Busy reports whether background work goes on, apart from recordings.
func (d *Desk) Busy() bool { return !d.jobs.Idle() }

// LayOutWith sets the program that lays call graphs out, in place of this one.
func (d *Desk) LayOutWith(command func() (*exec.Cmd, error)) { d.layouts.helper.Command = command }

// Fault sets a function that runs before each job's work and can make it fail. It is for tests.
func (d *Desk) Fault(f func(context.Context, job.Kind) error) { d.jobs.Fault = f }

// Publish shows the present state.
func (d *Desk) Publish() {
	d.last = time.Now()
	d.shell.Show(d.Snapshot())
}

// Say shows a notice.
func (d *Desk) Say(notice string) {
	d.Notice = notice
	d.Publish()
}

func (d *Desk) refuse(err error) { d.Say(safe.Text(err.Error())) }

// Snapshot returns the present state. It only reads; everything in it was made before.
func (d *Desk) Snapshot() *screen.Snapshot {
	s := &screen.Snapshot{
		Tabs: d.docs.tabs(), Bare: bareTabs(d.docs.active), Tab: d.Tab(), Display: d.Display,
		Errors: d.errors, Notice: d.Notice, Outcome: d.outcomes.last, Stale: d.preparing.Running(),
		Jobs: d.jobs.Shown(), Recordings: lists.Map(d.recorder.recordings, (*recording).listed), Layout: d.jobs.Running(job.LayOut),
		Closed: len(d.keeper.closed) > 0, Marks: d.docs.selection.all, Baseline: d.docs.selection.baseline,
		Values: d.docs.selection.valuesShown(),
		Series: d.folders.series(), Record: d.recorder.shown, Store: d.remotes.shown, Notes: d.notebook.on(d.docs.active),
	}
	d.navigation.show(s)
	d.docs.named.renew(&d.docs) // once for each list, not for each document that joins it
	s.Documents = slices.Grow(s.Documents, len(d.docs.all))
	for _, doc := range d.docs.all {
		l := doc.line()
		if name := d.docs.named.of[doc.id]; name != "" {
			l.Name = safe.Text(name)
		}
		l.Baseline = slices.Contains(d.docs.selection.baseline, screen.Mark{Document: doc.id})
		s.Documents = append(s.Documents, l)
		if f := doc.following(); f != nil {
			s.Folders = append(s.Folders, f.listed)
		}
	}
	doc := d.docs.active
	if doc == nil {
		return s
	}
	s.Active, s.Dismissed = doc.id, doc.dismissed
	s.CanEarlier, s.CanLater = d.remotes.beside(doc)
	s.CanAskAgain = doc != nil && doc.every() > 0
	s.AsksAgain = s.CanAskAgain && !doc.still
	if c := doc.comparison(); c != nil {
		s.Comparing = c.comparing()
	}
	if doc.content != nil {
		doc.content.show(d, s)
	}
	return s
}

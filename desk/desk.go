package desk

import (
	"context"
	"errors"
	"os"
	"slices"
	"time"

	"profstation/desk/answer"
	"profstation/desk/lang"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/flame"
	"profstation/graph"
	"profstation/graph/layout"
	"profstation/loader/source"
	"profstation/model"
	"profstation/model/compare"
	"profstation/scene"
	"profstation/table"
)

// Shell is what a desk needs of the window around it. All calls come on the
// goroutine that post runs functions on.
type Shell interface {
	Show(*screen.Snapshot)
	// ChooseFiles asks for files; the title says what for.
	ChooseFiles(title string, done func(paths []string))
	// ChooseExport asks where to write a picture or a table to, and how.
	ChooseExport(offer ExportOffer, done func(path string, l ExportLook))
	Copy(text string)
	ShowKeys()
	FocusField(name string)
	TogglePane(name string)
	ShowPalette(screen.Find)
	// ChooseFolder asks for a folder, beginning at one.
	ChooseFolder(begin string, done func(path string))
	// ChoosePath asks for the name of a file to write, beginning with one.
	ChoosePath(title, path string, done func(path string))
	SetTheme(*scene.Theme)
	// InSight tells which part of the visible tab is on the screen.
	InSight() screen.Sight
	// AskNote asks for the words of a note, beginning with those it has.
	AskNote(n screen.Note, done func(text string))
	// ShowRecord opens the dialog for recording, which shows what snapshots
	// tell of it.
	ShowRecord()
}

// Desk holds all state of the window. Its methods are called on one goroutine,
// the one that post runs functions on.
type Desk struct {
	shell Shell
	Post  func(func())

	Docs     []*document
	nextDoc  int
	active   *document
	marked   []int         // documents that were marked for a comparison, in this order
	baseline int           // the document that others are compared with; 0: none
	Loads    chan struct{} // one token for each load that may run at a time

	tabs    map[docKind]screen.Tab // where documents of a kind were last looked at
	Display screen.Display
	search  string
	history history[screen.Place]
	zoomed  int // counts committed zooms
	Notice  string
	sight   screen.Sight // what was on the screen when an export was asked for
	panel   string       // the one of a sheet that is exported; "": all

	wish    uint64 // the number of the last wish
	cancel  context.CancelFunc
	Working bool
	late    bool        // something has come meanwhile that is to be shown next
	spare   *time.Timer // until memory is given back; nil: it never was
	slow    bool        // work has gone on for long enough to be told
	answer  *answer.Answer
	next    *screen.NextMatch // asked for before the search was done
	errors  map[string]string
	Export  *exportJob
	graphs  [answer.Panes]*graphJob
	Layouts layout.Helper

	recorder recorder
	sources  *answer.Sources
	Folders  []string           // that source files are looked for in
	saved    []model.Refinement // sets of filters, by name

	notes       map[noted][]screen.Note
	workspace   string // the file it was saved to or came from; "": none
	placed      bool   // the place of the last session was gone to
	Recent      session.Recent
	Last        session.Opened // what was open before, and is not now
	preferences session.Preferences
	exported    session.Export
}

// ParallelLoads is how many files are read at the same time.
const ParallelLoads = 2

// NewDesk makes an empty desk. post runs a function later on the goroutine
// that the desk belongs to.
func NewDesk(shell Shell, post func(func()), theme *scene.Theme) *Desk {
	d := &Desk{
		shell: shell, Post: post,
		Loads: make(chan struct{}, ParallelLoads), tabs: map[docKind]screen.Tab{}, notes: map[noted][]screen.Note{},
		Display: screen.Display{
			Theme: theme, Coloring: flame.ByPackage, GraphNodes: graph.DefaultNodeCount,
			NodeFraction: model.DefaultQuery().NodeFraction, EdgeFraction: model.DefaultQuery().EdgeFraction,
			SortColumn: table.TopFlat, Descending: true,
			Compare: screen.CompareDisplay{
				Width: compare.ByLarger, SortColumn: -1, Descending: true, DurationsColumn: -1, DurationsDescending: true,
			},
		},
	}
	d.Layouts.Behind = true
	d.sources = answer.NewSources(source.Options{})
	d.recorder.getenv = os.Getenv
	d.history = newHistory(screen.Place{Query: usualQuery()}, samePlace)
	return d
}

// place is where the user is.
func (d *Desk) place() screen.Place { return d.history.current() }

// Do carries out an intent.
func (d *Desk) Do(i screen.Intent) {
	d.Notice = ""
	switch i := i.(type) {
	case screen.Open:
		if len(i.Paths) == 0 {
			d.shell.ChooseFiles(OpenTitle, d.open)
			return
		}
		d.open(i.Paths)
	case screen.Activate:
		d.activate(d.document(i.Document))
	case screen.Close:
		d.close(d.document(i.Document))
	case screen.Reload:
		d.reload(d.document(i.Document))
	case screen.ShowTab:
		d.showTab(i.Tab)
	case screen.NthTab:
		if tabs := d.Kind().tabs(); i.N >= 1 && i.N <= len(tabs) {
			d.showTab(tabs[i.N-1])
		}
	case screen.Escape:
		d.escape()
	case screen.Search:
		d.search, d.next = i.Text, nil
		d.prepare()
	case screen.NextMatch:
		d.nextMatch(i)
	case screen.Show:
		i.Change(&d.Display)
		d.prepare()
	case screen.ToggleTheme:
		d.toggleTheme()
	case screen.Cancel:
		d.CancelAll()
	case screen.Export:
		d.panel = i.Panel
		d.chooseExport()
	case screen.Copy:
		if i.Text == screen.Selected {
			i.Text = d.place().Selected.Node
		}
		if i.Text == "" {
			return
		}
		d.shell.Copy(i.Text)
		d.Notice = lang.L("Copied.")
		d.Publish()
	case screen.ShowKeys:
		d.shell.ShowKeys()
	case screen.FocusField:
		d.shell.FocusField(i.Name)
	case screen.TogglePane:
		d.shell.TogglePane(i.Name)
	case screen.AskNote, screen.WriteNote, screen.ShowNoted:
		d.doNote(i)
	case screen.SaveWorkspace:
		d.saveWorkspace(i.Path)
	case screen.Report:
		d.report(i.Path)
	case screen.OpenLast:
		d.openLast()
	case screen.ForgetRecent:
		d.Recent = session.Recent{}
		d.Publish()
	case screen.ShowPalette:
		d.shell.ShowPalette(d.finder())
	case screen.SaveFilters:
		d.saveFilters(i)
		d.Publish()
	case screen.CopyCommand:
		d.copyCommand()
	case screen.ChooseFolder:
		d.allowFolder(i.Folder)
	case screen.ReadBinary:
		d.readBinary(i)
	case screen.WatchFolder, screen.WatchOptions, screen.FoldFolder, screen.ShowFile, screen.Step, screen.StepTo,
		screen.ChooseSeries, screen.Follow, screen.ReadAll:
		d.moveInFolder(i)
	case screen.OpenRecord, screen.AskServer, screen.StartRecording, screen.StopRecording:
		d.doRecord(i)
	case screen.CompareSeries:
		d.compareSeries(i)
	case screen.CompareFile:
		d.compareFile(i.Path)
	case screen.ShowTrend:
		d.showTrend(i.Name)
	case screen.Compare, screen.CompareMarked, screen.AddUpMarked, screen.CompareBaseline, screen.MarkDocument, screen.PinBaseline,
		screen.ReplaceSide, screen.SwapSides, screen.Normalise, screen.ShowWay, screen.CopySummary:
		d.doCompare(i)
	case screen.Legend:
		d.Display.Quiet = d.Display.Quiet.Toggle(i.Kind)
		d.prepare()
	default:
		if d.Kind() == traceDoc {
			d.moveTrace(i)
			return
		}
		if p := d.pair(); p != nil {
			d.movePair(p, i)
			return
		}
		d.move(i)
	}
}

// Kind is that of the active document; an empty window is ready for profiles.
func (d *Desk) Kind() docKind {
	if d.active == nil {
		return profileDoc
	}
	return d.active.kind()
}

// Tab is the visible one.
func (d *Desk) Tab() screen.Tab {
	k := d.Kind()
	if t, ok := d.tabs[k]; ok {
		return t
	}
	return k.tabs()[0]
}

// showTab goes to a tab that the active document has.
func (d *Desk) showTab(t screen.Tab) {
	k := d.Kind()
	if !slices.Contains(k.tabs(), t) {
		return
	}
	d.tabs[k] = t
	if t == screen.GraphTab {
		d.Layouts.Warm()
	}
	d.prepare()
}

func (d *Desk) toggleTheme() {
	d.Display.Theme = scene.Variant(!d.Display.Theme.Dark, d.Display.Theme.Safe())
	d.preferences.Theme = ThemeLight
	if d.Display.Theme.Dark {
		d.preferences.Theme = ThemeDark
	}
	d.shell.SetTheme(d.Display.Theme)
	d.prepare()
}

// CancelAll ends all background work. What was prepared before stays.
func (d *Desk) CancelAll() {
	if d.cancel != nil {
		d.cancel()
	}
	if d.Export != nil {
		d.Export.cancel()
	}
	d.answer.StopAhead()
	d.stopWaiting()
	d.stopLayouts()
	for _, doc := range d.Docs {
		if doc.Cancel != nil {
			doc.Cancel()
		}
	}
	d.Publish()
}

// prepare starts work on what the visible tab needs now, and shows at once
// what is known already.
func (d *Desk) prepare() {
	if d.cancel != nil {
		d.cancel()
		d.cancel = nil
	}
	d.wish++
	d.Working, d.late = false, false
	if d.Kind() == traceDoc {
		d.prepareTrace()
		return
	}
	if p := d.pair(); p != nil {
		d.preparePair(p)
		return
	}
	if d.active == nil || !d.active.askable() {
		d.errors = nil
		d.Publish()
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	d.cancel, d.Working, d.slow = cancel, true, false
	number := d.wish
	time.AfterFunc(patience, func() { d.Post(func() { d.tell(number) }) })
	w := answer.Request{
		Doc: d.active.id, Name: d.active.name(), Profile: d.active.profile(),
		Tab: d.Tab(), Place: d.place(), Display: d.Display, Search: d.search, Zoomed: d.zoomed,
		Sources: d.sources, Folders: len(d.Folders), Binaries: d.active.binaries, Trend: d.trend(),
	}
	if c := d.active.comparison; c != nil {
		w.Compared, w.Normalisation, w.Mode = c.joined, c.normalisation, c.mode
	}
	before := d.answer
	go func() {
		a, errs, err := answer.Compute(ctx, w, before)
		d.Post(func() { d.take(number, a, errs, err) })
	}()
	d.Publish()
}

// patience is how long work may take before anybody is told of it.
const patience = 150 * time.Millisecond

// tell shows that work for a wish still goes on.
func (d *Desk) tell(number uint64) {
	if number == d.wish && d.Working {
		d.slow = true
		d.Publish()
	}
}

// take takes what was prepared, unless something newer is wanted.
func (d *Desk) take(number uint64, a *answer.Answer, errs map[string]string, err error) {
	if number != d.wish {
		return
	}
	d.Working = false
	d.cancel = nil
	d.errors = errs
	next := d.next
	d.next = nil
	if err == nil && a != nil {
		if old := d.answer; old != nil && (old.Kept.Asked != a.Kept.Asked || old.Request.Compared != a.Request.Compared) {
			old.StopAhead()
		}
		d.answer = a
		d.layOut(a)
		if a.Result.KnownSums() == nil {
			go a.Result.Sums() // what hovering tells next
		}
		if a.Compared != nil {
			go a.Compared.Comparison.Wide(compare.ByLarger) // what the other ways show
			a.LookAhead()
		}
	} else if errors.Is(err, context.Canceled) {
		d.Notice = lang.L("Stopped.")
	}
	d.Publish()
	if next != nil && err == nil {
		d.nextMatch(*next)
	}
	if d.late || err == nil && a != nil && a.More {
		d.prepare()
	}
}

// Publish shows the present state.
func (d *Desk) Publish() { d.shell.Show(d.Snapshot()) }

// OpenTitle is over the dialog that opens files.
const OpenTitle = "Open a profile"

package app

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"profstation/desk"
	"profstation/desk/screen"
	"profstation/scene"
	"profstation/views"
	"profstation/views/surface"
)

// Window is the program's window. It implements [desk.Shell] for its desk.
type Window struct {
	app    fyne.App
	window fyne.Window
	look   *look
	desk   *desk.Desk

	bars    bars
	sidebar *views.Sidebar
	row     tabRow
	right   *rightPane
	status  *views.StatusBar
	hints   *surface.Hints
	panes   *panes
	frame   *fyne.Container   // all below the layer of hints
	record  *views.RecordForm // nil while its dialog is closed

	menu     menuBar
	help     help
	memory   *memory   // nil: nothing is kept
	showing  bool      // a snapshot is being shown: what widgets send is no intent
	untitled bool      // the title stays the program's name
	size     fyne.Size // that was asked for at the start
	closing  []func()
}

// bars are the lines above the tabs.
type bars struct {
	filter  *views.FilterBar
	chips   *views.Chips
	series  *views.SeriesLine
	compare *views.CompareBar
	say     *views.SayLine
}

// tabRow is the row of tabs.
type tabRow struct {
	tabs  *container.AppTabs
	views *views.Tabs
	shown []screen.Tab // the tabs in the row
	tab   screen.Tab   // the visible one
}

// title is the title of the window, by which window managers know it.
const title = "profstation"

// newWindow makes a window with an empty desk. post runs a function on the UI goroutine.
func newWindow(a fyne.App, l *look, post func(func())) *Window {
	w := &Window{app: a, look: l, window: a.NewWindow(title)}
	a.Settings().SetTheme(l)
	w.desk = desk.NewDesk(w, post, l.colors)
	send := screen.Send(func(i screen.Intent) { w.desk.Do(i) })

	w.bars.filter = views.NewFilterBar(send, post)
	w.bars.chips = views.NewChips(send)
	w.sidebar = views.NewSidebar(send, post)
	w.bars.series = views.NewSeriesLine(send)
	w.row.views = views.NewTabs(send, post)
	w.right = newRightPane(send, post)
	w.bars.compare = views.NewCompareBar(send, post)
	w.bars.say = views.NewSayLine(send)
	w.status = views.NewStatusBar(send)
	w.row.tabs = container.NewAppTabs()
	w.row.tabs.OnSelected = func(*container.TabItem) {
		if !w.showing {
			send(screen.ShowTab{Tab: w.row.shown[w.row.tabs.SelectedIndex()]})
		}
	}
	w.panes = newPanes(surface.Border(w.bars.series.Object, nil, nil, nil, surface.Border(w.bars.compare.Object, nil, nil, nil, newTabStop(w.row.tabs))),
		&pane{name: paneDocuments, there: true, object: w.sidebar.Object, wants: func() (float32, bool) { return w.sidebar.Wants(), false }},
		&pane{name: paneDetails, object: w.right.Object, wants: w.right.wants, least: w.right.least}, post)
	w.panes.onChange = w.changed
	w.hints = surface.NewHints(post)
	w.frame = surface.Border(
		container.NewVBox(w.bars.filter.Object, surface.Border(nil, nil, nil, w.bars.say.Object, w.bars.chips.Object), widget.NewSeparator()),
		container.NewVBox(widget.NewSeparator(), w.status.Object), nil, nil, w.panes.Object)
	w.window.SetContent(w.hints.Over(w.frame))
	w.help.window = w.window
	command := screen.Send(func(i screen.Intent) {
		w.hints.Leave() // it changes what a tip explains, or covers it
		send(i)
	})
	w.menu = menuBar{window: w.window, send: command, recent: newRecentMenu(w.window, command, func(folder string) {
		w.chooseFiles(lang.L(desk.OpenTitle), folder, func(paths []string) { send(screen.Open{Paths: paths}) })
	})}
	w.window.SetMainMenu(w.menus())
	w.size = fyne.NewSize(1440, 900)
	w.window.Resize(w.size)
	w.window.Canvas().SetOnTypedRune(func(r rune) {
		if w.window.Canvas().Overlays().Top() == nil {
			w.hints.Leave()
			w.view(w.desk.Tab()).TypedRune(r)
		}
	})
	w.window.Canvas().SetOnTypedKey(w.typed)
	w.window.SetOnDropped(func(at fyne.Position, uris []fyne.URI) {
		if files := paths(uris); len(files) > 0 { // without files it would ask for some
			send(w.dropped(at, files))
		}
	})
	w.Show(w.desk.Snapshot())
	w.window.SetCloseIntercept(w.close)
	return w
}

// close ends the program. The views settle first, so that the session keeps the user's latest actions.
func (w *Window) close() {
	w.Settle()
	for _, last := range w.closing {
		last()
	}
	w.desk.Close()
	w.window.Close()
}

// typed gives keys that no input has to the visible view, or Escape to a dialog: Fyne's do not close on it.
func (w *Window) typed(e *fyne.KeyEvent) {
	if w.window.Canvas().Overlays().Top() != nil {
		if e.Name == fyne.KeyEscape {
			views.CloseTop(w.window.Canvas())
		}
		return
	}
	w.hints.Leave()
	if !w.ofWindow(e.Name) {
		w.view(w.desk.Tab()).TypedKey(e)
	}
}

// ofWindow does what a key is for in the whole window, and reports whether it is for anything.
func (w *Window) ofWindow(name fyne.KeyName) bool {
	switch mods := surface.CurrentModifiers(); {
	case surface.IsMenuKey(name, mods):
		w.view(w.desk.Tab()).OpenMenu()
	case name == fyne.KeyF1:
		w.help.showManual()
	case name == fyne.KeyF10:
		if c, ok := w.window.Canvas().(interface{ ToggleMenu() }); ok { // the system's own menu bar has none
			c.ToggleMenu()
		}
	default:
		return false
	}
	return true
}

// dropped makes the intent for dropped files: they take the place of a half of a comparison, or are opened.
func (w *Window) dropped(at fyne.Position, files []string) screen.Intent {
	if side := w.view(w.desk.Tab()).SideAt(at); side >= 0 {
		return screen.ReplaceSide{Base: side == screen.BaseSide, With: screen.Picks{Paths: files}}
	}
	return screen.Open{Paths: files}
}

// paths returns the files among URIs.
func paths(uris []fyne.URI) []string {
	var out []string
	for _, u := range uris {
		if u.Scheme() == "file" {
			out = append(out, u.Path())
		}
	}
	return out
}

// Show implements Shell.
func (w *Window) Show(s *screen.Snapshot) {
	w.showing = true
	defer func() { w.showing = false }()
	w.showTabs(s)
	w.hints.SetTheme(s.Display.Theme)
	for _, v := range []interface{ Show(*screen.Snapshot) }{
		w.bars.filter, w.bars.chips, w.bars.series, w.sidebar, w.right, w.bars.compare, w.bars.say,
	} {
		v.Show(s)
	}
	if w.record != nil {
		w.record.Show(s.Record)
	}
	w.panes.Show()
	w.view(s.Tab).Show(s)
	w.status.Show(s)
	surface.Place(w.frame)
	surface.Place(w.view(s.Tab).Content())
	w.menu.check(s)
	w.menu.recent.show(w.desk.Recent())
	w.changed()
	name := title
	if i := slices.IndexFunc(s.Documents, func(d screen.Document) bool { return d.ID == s.Active }); i >= 0 {
		name = s.Documents[i].Name + " – " + title
	}
	if w.window.Title() != name && !w.untitled {
		w.window.SetTitle(name)
	}
}

// view returns the view of a tab for the active document.
func (w *Window) view(t screen.Tab) surface.View {
	return w.row.views.View(t, w.desk.Kind().Compares())
}

func (w *Window) showTabs(s *screen.Snapshot) {
	if !slices.Equal(w.row.shown, s.Tabs) {
		w.row.shown = s.Tabs
		items := make([]*container.TabItem, len(s.Tabs))
		for i, t := range s.Tabs {
			items[i] = container.NewTabItem(lang.L(t.String()), w.view(t).Content())
		}
		w.row.tabs.SetItems(items)
	}
	if i := slices.Index(s.Tabs, s.Tab); i != w.row.tabs.SelectedIndex() {
		w.row.tabs.SelectIndex(i)
	}
	if s.Tab != w.row.tab {
		w.row.tab = s.Tab
		w.hints.Leave()
		// A view that is hidden now must not keep the keys.
		if view, ok := w.window.Canvas().Focused().(interface{ Repaint() }); ok && view != nil {
			w.window.Canvas().Unfocus()
		}
	}
}

// Settle implements Shell. What is pending may change what a tip explains.
func (w *Window) Settle() {
	w.hints.Leave()
	w.bars.filter.Settle()
	w.bars.compare.Settle()
	w.view(w.desk.Tab()).Settle()
}

// InSight implements Shell.
func (w *Window) InSight() screen.Sight { return w.view(w.desk.Tab()).InSight() }

// ShowPalette implements Shell.
func (w *Window) ShowPalette(find screen.Find) { w.showPalette(lang.L("Go to…"), find) }

func (w *Window) showPalette(hint string, find screen.Find) {
	var up *widget.PopUp
	p := views.NewPalette(w.desk.Do, w.desk.Post, hint, find, func() { up.Hide() })
	w.hints.Leave()
	up = widget.NewModalPopUp(p.Object, w.window.Canvas())
	up.Show()
	w.window.Canvas().Focus(p.Input)
}

// Copy implements Shell.
func (w *Window) Copy(text string) { w.app.Clipboard().SetContent(text) }

// ShowKeys implements Shell.
func (w *Window) ShowKeys() {
	sheet := views.KeySheet()
	open(dialog.NewCustom(lang.L("Keys and gestures"), lang.L("Close"), sheet, w.window), w.window, 1360, 680)
	w.window.Canvas().Focus(sheet)
}

// FocusField implements Shell.
func (w *Window) FocusField(name string) {
	in := w.view(w.desk.Tab()).Input()
	if in == nil {
		in = w.bars.filter.Field(name)
	}
	if in != nil {
		w.window.Canvas().Focus(in)
		if field, ok := in.(fyne.Shortcutable); ok { // what is typed takes the place of the old text
			field.TypedShortcut(&fyne.ShortcutSelectAll{})
		}
	}
}

// TogglePane implements Shell.
func (w *Window) TogglePane(name string) {
	if name == "filters" {
		w.right.refining = !w.right.refining || w.panes.pane(paneDetails).hidden
		w.right.Show(w.desk.Snapshot())
		w.panes.show(paneDetails)
		if w.right.refining {
			w.window.Canvas().Focus(w.right.refine.Start())
		} else {
			w.window.Canvas().Unfocus()
		}
		return
	}
	w.panes.toggle(name)
}

// SetTheme implements Shell.
func (w *Window) SetTheme(t *scene.Theme) {
	w.look = w.look.in(t)
	w.app.Settings().SetTheme(w.look)
}

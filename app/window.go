package app

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"profstation/ask"
	"profstation/desk"
	"profstation/desk/screen"
	"profstation/model/lang"
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
	hints   *surface.Hints
	panes   *panes
	frame   *fyne.Container // all below the hint layer

	keyboard keyboard
	menu     menuBar
	dialogs  dialogs
	help     help
	memory   *memory   // nil: nothing is kept
	showing  bool      // a snapshot is being shown: what widgets send is no intent
	untitled bool      // the title stays the program's name
	size     fyne.Size // that was asked for at the start
	closing  []func()
}

// bars are the lines around the tabs.
type bars struct {
	filter  *views.FilterBar
	chips   *views.Chips
	series  *views.SeriesLine
	compare *views.CompareBar
	say     *views.SayLine
	status  *views.StatusBar // below them
}

// tabRow is the tab row.
type tabRow struct {
	tabs  *container.AppTabs
	views *views.Tabs
	shown []ask.Tab // the tabs in the row
	tab   ask.Tab   // the visible one
	of    int       // the document that it shows
	seen  surface.Shown

	welcome *welcome // over what the tabs show, while nothing is open
}

// title returns the window title, by which window managers know it.
const title = "profstation"

// newWindow makes a window with an empty desk. post runs a function on the UI goroutine.
func newWindow(a fyne.App, l *look, post func(func())) *Window {
	w := &Window{app: a, look: l, window: a.NewWindow(title)}
	a.Settings().SetTheme(l)
	w.keyboard.Window = w
	w.desk = desk.NewDesk(w, post, l.colors)
	send := screen.Send(func(i screen.Intent) { w.desk.Do(i) })

	w.bars.filter = views.NewFilterBar(send, post)
	w.bars.chips = views.NewChips(send)
	w.sidebar = views.NewSidebar(send, post)
	w.bars.series = views.NewSeriesLine(send)
	w.row.views, w.row.seen = views.NewTabs(send, post), surface.Shown{}
	w.right = newRightPane(send, post)
	w.bars.compare = views.NewCompareBar(send, post)
	w.bars.say = views.NewSayLine(send)
	w.bars.status = views.NewStatusBar(send)
	w.row.tabs = container.NewAppTabs()
	w.row.tabs.OnSelected = func(*container.TabItem) {
		if !w.showing {
			send(screen.ShowTab{Tab: w.row.shown[w.row.tabs.SelectedIndex()]})
		}
	}
	w.row.welcome = newWelcome(func(x example) { openExample(w, x) })
	w.panes = newPanes(surface.Border(w.bars.series.Object, nil, nil, nil,
		surface.Border(w.bars.compare.Object, nil, nil, nil, w.row.welcome.over(newTabStop(w.row.tabs)))),
		&pane{name: paneDocuments, there: true, object: w.sidebar.Object, wants: func() (float32, bool) { return listWidth(w.panes), false }},
		&pane{
			name: paneDetails, object: w.right.Object, wants: w.right.wants, min: w.right.min,
			yields: func() bool { return w.right.stepped }, stays: w.right.stays,
		}, post)
	w.panes.onChange = w.changed
	w.hints = surface.NewHints(post)
	w.frame = surface.Border(
		container.NewVBox(w.bars.filter.Object, surface.Border(nil, nil, nil, w.bars.say.Object, w.bars.chips.Object), widget.NewSeparator()),
		container.NewVBox(widget.NewSeparator(), w.bars.status.Object), nil, nil, w.panes.Object)
	w.window.SetContent(w.hints.Over(w.frame))
	w.dialogs.window = w.window
	w.dialogs.inquiries = inquiries{post: post, patience: inquiryPatience}
	w.help.dialogs = &w.dialogs
	command := screen.Send(func(i screen.Intent) {
		w.dialogs.unlessOpen(func() {
			w.hints.Leave() // it changes what a tip explains, or covers it
			send(i)
		})()
	})
	w.menu = menuBar{window: w.window, send: command, recent: newRecentMenu(w.window, command, func(folder string) {
		w.dialogs.unlessOpen(func() {
			w.chooseFiles(lang.L(desk.OpenTitle), folder, func(paths []string) { send(screen.Open{Paths: paths}) })
		})()
	})}
	w.window.SetMainMenu(w.menus())
	w.size = fyne.NewSize(1440, 900)
	w.window.Resize(w.size)
	w.window.Canvas().SetOnTypedRune(w.keyboard.letter)
	w.window.Canvas().SetOnTypedKey(w.keyboard.key)
	w.window.Canvas().AddShortcut(&fyne.ShortcutCopy{}, func(fyne.Shortcut) { send(screen.Copy{Text: screen.Selected}) })
	w.window.SetOnDropped(func(at fyne.Position, uris []fyne.URI) {
		if files := paths(uris); len(files) > 0 { // without files it would ask for some
			send(w.dropped(at, files))
		}
	})
	w.Show(w.desk.Snapshot())
	w.window.SetCloseIntercept(w.close)
	return w
}

// listWidth is the width for the list of documents: a narrow window leaves more to the tabs.
func listWidth(in *panes) float32 {
	if in == nil {
		return views.SidebarWidth
	}
	return min(views.SidebarWidth, in.Object.Size().Width/7)
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

// dropped makes the intent for dropped files: they replace a comparison's half, or are opened.
func (w *Window) dropped(at fyne.Position, files []string) screen.Intent {
	if side := w.visible().SideAt(at); side >= 0 {
		return screen.ReplaceSide{Base: side == ask.BaseSide, With: screen.Picks{Paths: files}}
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
	view := w.visible()
	pass := w.keyboard.follow(view)
	w.showTabs(s)
	w.hints.SetTheme(s.Display.Theme)
	for _, v := range []interface{ Show(*screen.Snapshot) }{
		w.bars.filter, w.bars.chips, w.bars.series, w.sidebar, w.right, w.bars.compare, w.bars.say, w.row.welcome,
	} {
		v.Show(s)
	}
	if form := w.dialogs.recording(); form != nil {
		form.Show(s.Record)
	}
	if form := w.dialogs.storing(); form != nil {
		form.Show(s.Store)
	}
	w.panes.Show()
	w.row.seen.Show(view, s)
	w.bars.status.Show(s)
	surface.Place(w.frame)
	surface.Place(view.Content())
	pass()
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

// view returns a tab's view for the active document.
func (w *Window) view(t ask.Tab) surface.View {
	return w.row.views.View(t, w.desk.Kind().Compares())
}

// visible returns the view on the screen.
func (w *Window) visible() surface.View { return w.view(w.desk.Tab()) }

func (w *Window) showTabs(s *screen.Snapshot) {
	if !slices.Equal(w.row.shown, s.Tabs) {
		w.row.shown = s.Tabs
		items := make([]*container.TabItem, len(s.Tabs))
		for i, t := range s.Tabs {
			items[i] = container.NewTabItem(lang.L(t.String()), w.view(t).Content())
		}
		w.row.tabs.SetItems(items)
	}
	for i, t := range s.Tabs {
		title := lang.L(t.String())
		if slices.Contains(s.Bare, t) {
			title = lang.L("{{.Tab}} (none)", lang.With{"Tab": title})
		}
		if item := w.row.tabs.Items[i]; item.Text != title {
			item.Text = title
			w.row.tabs.Refresh()
		}
	}
	if i := slices.Index(s.Tabs, s.Tab); i != w.row.tabs.SelectedIndex() {
		w.row.tabs.SelectIndex(i)
	}
	if s.Tab != w.row.tab || s.Active != w.row.of {
		w.row.tab, w.row.of = s.Tab, s.Active
		w.hints.Leave()
	}
}

// Settle implements Shell. What is pending may change what a tip explains.
func (w *Window) Settle() {
	w.hints.Leave()
	w.bars.filter.Settle()
	w.bars.compare.Settle()
	w.visible().Settle()
}

// InSight implements Shell.
func (w *Window) InSight() ask.Sight { return w.visible().InSight() }

// ShowPalette implements Shell.
func (w *Window) ShowPalette(of screen.Palette) {
	var up *widget.PopUp
	p := views.NewPalette(w.desk.Do, w.desk.Post, of, func() { up.Hide() })
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
	w.dialogs.show(lang.L("Keys and gestures"), sheet.Object, 1360, 750)
	w.window.Canvas().Focus(sheet)
}

// FocusField implements Shell.
func (w *Window) FocusField(name string) {
	in := w.visible().Input()
	if in == nil {
		in = w.bars.filter.Field(name)
	}
	if in == nil {
		w.desk.Say(lang.L("There is nothing to search or filter in this tab."))
		return
	}
	w.window.Canvas().Focus(in)
	if field, ok := in.(fyne.Shortcutable); ok { // what is typed replaces the old text
		field.TypedShortcut(&fyne.ShortcutSelectAll{})
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

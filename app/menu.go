package app

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"profstation/ask"
	"profstation/desk"
	"profstation/desk/screen"
	"profstation/flame"
	"profstation/model"
	"profstation/model/lang"
	"profstation/model/names"
	"profstation/model/query"
	"profstation/views/surface"
)

// menus makes the main menu, with every shortcut: a focused input lets only the main menu's through.
func (w *Window) menus() *fyne.MainMenu {
	b := &w.menu
	send := b.send
	does := func(label string, do func(), key ...fyne.Shortcut) *fyne.MenuItem {
		m := fyne.NewMenuItem(label, w.dialogs.unlessOpen(do))
		if len(key) > 0 {
			m.Shortcut = key[0]
		}
		return m
	}
	typed := map[*fyne.MenuItem]string{} // keys that views take, and those that the toolkit has no shortcuts for
	byHand := func(key string, m *fyne.MenuItem) *fyne.MenuItem {
		typed[m] = key
		return m
	}
	item := func(label string, i screen.Intent, key ...fyne.Shortcut) *fyne.MenuItem {
		return does(label, func() { send(i) }, key...)
	}
	quit := fyne.NewMenuItem(lang.L("Quit"), w.close)
	quit.IsQuit = true
	var tabs []*fyne.MenuItem
	for _, t := range ask.Tabs() {
		var show screen.Intent = screen.ShowTab{Tab: t}
		has := func(s *screen.Snapshot) bool { return document(s) && slices.Contains(s.Tabs, t) }
		if t == ask.TrendTab {
			show = screen.ShowTrend{}
		}
		tabs = append(tabs, b.marked(func(s *screen.Snapshot) bool { return len(s.Documents) > 0 && s.Tab == t },
			b.only(has, item(lang.L(t.String()), show))))
	}
	view := append(tabs, fyne.NewMenuItemSeparator(), b.colorings(), b.granularities(), b.owners())
	for _, s := range ask.Switches {
		if s.Title != "" {
			view = append(view, b.only(in(s.In), b.toggle(lang.L(s.Title), s.Of)))
		}
	}
	pane := func(label, name string, key fyne.KeyName) *fyne.MenuItem {
		return b.marked(func(*screen.Snapshot) bool { return w.panes.pane(name).asks() > 0 },
			item(label, screen.TogglePane{Name: name}, ctrl(key)))
	}
	way := func(label string, to ask.Way) *fyne.MenuItem {
		return b.marked(func(s *screen.Snapshot) bool { return s.Comparing != nil && s.Display.Compare.Way == to },
			b.only(func(s *screen.Snapshot) bool { return comparing(s) && ofSamples(s) }, item(label, screen.ShowWay{Way: to})))
	}
	recent := &b.recent
	all := fyne.NewMainMenu(
		fyne.NewMenu(lang.L("File"),
			item(lang.L("Open…"), screen.Open{}, ctrl(fyne.KeyO)),
			item(lang.L("Watch a folder…"), screen.WatchFolder{}),
			item(lang.L("Open from a store…"), screen.OpenStore{}),
			recent.files, recent.workspaces, recent.last,
			fyne.NewMenuItemSeparator(),
			b.only(document, item(lang.L("Reload"), screen.Reload{}, ctrl(fyne.KeyR))),
			b.only(document, item(lang.L("Close"), screen.Close{}, ctrl(fyne.KeyW))),
			b.only(func(s *screen.Snapshot) bool { return len(s.Documents) > 1 },
				does(lang.L("Close all others"), func() { send(screen.CloseAll{But: w.desk.Snapshot().Active}) })),
			b.only(document, item(lang.L("Close all"), screen.CloseAll{})),
			b.only(func(s *screen.Snapshot) bool { return s.Closed }, item(lang.L("Reopen closed"), screen.Unclose{}, &desktop.CustomShortcut{
				KeyName: fyne.KeyT, Modifier: fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift,
			})),
			fyne.NewMenuItemSeparator(),
			b.only(document, item(lang.L("Export…"), screen.Export{}, ctrl(fyne.KeyE))),
			b.only(document, item(lang.L("Report on open documents…"), screen.Report{})),
			b.only(func(s *screen.Snapshot) bool { return len(s.Documents) > 1 }, item(lang.L("Report on this document…"), screen.Report{Alone: true})),
			b.only(func(s *screen.Snapshot) bool {
				return slices.ContainsFunc(s.Documents, func(d screen.Document) bool { return d.Comparison })
			}, item(lang.L("Report with each recording…"), screen.Report{Each: true})),
			fyne.NewMenuItemSeparator(),
			quit,
		),
		fyne.NewMenu(lang.L("Edit"),
			b.only(document, item(lang.L("Search"), screen.FocusField{Name: "search"}, ctrl(fyne.KeyF))),
			b.only(ofSamples, item(lang.L("Focus on"), screen.FocusField{Name: "focus"}, ctrl(fyne.KeyL))),
			b.only(ofSamples, item(lang.L("Ignore"), screen.FocusField{Name: "ignore"}, ctrl(fyne.KeyI))),
			b.only(ofSamples, item(lang.L("Filters…"), screen.TogglePane{Name: "filters"}, ctrl(fyne.KeyJ))),
			b.only(filtered, item(lang.L("Remove all filters"), screen.ClearFilters{}, ctrl(fyne.KeyBackspace))),
			fyne.NewMenuItemSeparator(),
			b.only(ofSamples, item(lang.L("Copy as go tool pprof command"), screen.CopyCommand{})),
			b.only(selection, item(lang.L("Copy name of selection"), screen.Copy{Text: screen.Selected})),
			b.only(notable, item(lang.L("Note on the selection…"), screen.AskNote{}, ctrl(fyne.KeyN))),
			fyne.NewMenuItemSeparator(),
			does(lang.L("Preferences…"), w.showPreferences),
		),
		fyne.NewMenu(lang.L("View"), append(view,
			b.only(ofCPU, b.ask(lang.L("Charge GC to allocators"), func(q *query.Query) *bool { return &q.ChargeGC })),
			b.only(ofSamples, b.ask(lang.L("Merge inlined calls into callers"), func(q *query.Query) *bool { return &q.NoInlines })),
			b.only(born, b.ask(lang.L("Extend stacks to goroutine creators"), func(q *query.Query) *bool { return &q.Creators })),
			b.only(ofSamples, b.ask(lang.L("Percentages of filtered total"), func(q *query.Query) *bool { return &q.RelativePercentages })),
			fyne.NewMenuItemSeparator(),
			item(lang.L("Light or dark theme"), screen.ToggleTheme{}, ctrl(fyne.KeyT)),
			pane(lang.L("Documents"), paneDocuments, fyne.KeyB),
			pane(lang.L("Details"), paneDetails, fyne.KeyD),
		)...),
		fyne.NewMenu(lang.L("Go"),
			b.only(func(s *screen.Snapshot) bool { return s.CanBack }, item(lang.L("Back"), screen.Back{}, alt(fyne.KeyLeft))),
			b.only(func(s *screen.Snapshot) bool { return s.CanForward }, item(lang.L("Forward"), screen.Forward{}, alt(fyne.KeyRight))),
			fyne.NewMenuItemSeparator(),
			b.only(func(s *screen.Snapshot) bool { return s.Series != nil && s.Series.At > 0 },
				item(lang.L("Previous profile in series"), screen.Step{By: -1}, alt(fyne.KeyPageUp))),
			b.only(func(s *screen.Snapshot) bool { return s.Series != nil && s.Series.At < s.Series.Count-1 },
				item(lang.L("Next profile in series"), screen.Step{By: 1}, alt(fyne.KeyPageDown))),
			b.marked(func(s *screen.Snapshot) bool { return s.AsksAgain || s.Series != nil && s.Series.Following },
				b.only(func(s *screen.Snapshot) bool { return s.CanAskAgain || inSeries(s) && !s.Series.Fixed },
					item(lang.L("Follow the newest profile"), screen.Follow{}))),
			b.only(func(s *screen.Snapshot) bool { return s.CanEarlier }, item(lang.L("Earlier time from the store"), screen.Beside{})),
			b.only(func(s *screen.Snapshot) bool { return s.CanLater }, item(lang.L("Later time from the store"), screen.Beside{Later: true})),
			fyne.NewMenuItemSeparator(),
			b.only(document, byHand("f", item(lang.L("Whole picture"), screen.Zoom{}))),
			b.only(func(s *screen.Snapshot) bool { return ofSamples(s) && s.Tab == ask.FlameTab },
				byHand("h", item(lang.L("Hottest path"), screen.Hottest{}))),
			b.only(node, byHand("p", item(lang.L("Callers and callees of selection"), screen.Pivot{Node: screen.Selected}))),
			b.only(sourced, item(lang.L("Open in the editor"), screen.OpenInEditor{}, &desktop.CustomShortcut{
				KeyName: fyne.KeyE, Modifier: fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift,
			})),
			b.only(searching, byHand("n", item(lang.L("Next match"), screen.NextMatch{}))),
			b.only(searching, byHand("N", item(lang.L("Previous match"), screen.NextMatch{Backwards: true}))),
			fyne.NewMenuItemSeparator(),
			b.only(document, item(lang.L("What stands out in all documents"), screen.FindAll{})),
			item(lang.L("Go to…"), screen.ShowPalette{}, ctrl(fyne.KeyG)),
			does(lang.L("Command…"), w.showCommands, &desktop.CustomShortcut{
				KeyName: fyne.KeyP, Modifier: fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift,
			}),
		),
		fyne.NewMenu(lang.L("Compare"),
			b.only(func(s *screen.Snapshot) bool { return len(s.Marks) == 2 || len(s.Marks) < 2 && len(s.Values) > 0 },
				item(lang.L("Compare selection"), screen.CompareMarked{}, ctrl(fyne.KeyM))),
			b.only(func(s *screen.Snapshot) bool { return len(s.Marks) > 1 }, item(lang.L("Add up selection"), screen.AddUpMarked{})),
			b.only(hasBaseline, item(lang.L("Compare with the baseline"), screen.CompareBaseline{})),
			b.only(laterInSeries, item(lang.L("Compare with previous in series"), screen.CompareSeries{})),
			b.only(laterInSeries, item(lang.L("Compare with first in series"), screen.CompareSeries{First: true})),
			b.marked(pinned,
				b.only(func(s *screen.Snapshot) bool { return document(s) && !comparing(s) || len(s.Marks) > 1 },
					item(lang.L("Pin as baseline"), screen.PinBaseline{}))),
			fyne.NewMenuItemSeparator(),
			way(lang.L("Side by side"), ask.SideBySide),
			way(lang.L("Difference"), ask.AsDifference),
			way(lang.L("Table"), ask.AsTable),
			fyne.NewMenuItemSeparator(),
			b.only(comparing, item(lang.L("Swap base and new"), screen.SwapSides{})),
			b.only(replacing, item(lang.L("Replace the base with the selection"), screen.ReplaceSide{Base: true})),
			b.only(replacing, item(lang.L("Replace the new side with the selection"), screen.ReplaceSide{})),
			b.only(replacing, item(lang.L("Add selection to the base"), screen.ReplaceSide{Base: true, Add: true})),
			b.only(replacing, item(lang.L("Add selection to the new side"), screen.ReplaceSide{Add: true})),
			fyne.NewMenuItemSeparator(),
			b.only(comparing, item(lang.L("Copy the summary as Markdown"), screen.CopySummary{})),
		),
		b.recordings.in(fyne.NewMenu(lang.L("Record"),
			item(lang.L("Record from a server…"), screen.OpenRecord{}),
			b.only(recording, item(lang.L("Stop recording"), screen.StopRecording{})),
		), item),
		fyne.NewMenu(lang.L("Help"),
			byHand("F1", does(lang.L("Manual"), w.help.showManual)),
			byHand("?", item(lang.L("Keys and gestures"), screen.ShowKeys{})),
			exampleMenu(w),
			fyne.NewMenuItemSeparator(),
			does(lang.L("About profstation"), w.help.showAbout),
		),
	)
	for _, m := range all.Items {
		writeKeys(m, typed)
	}
	return all
}

func ctrl(key fyne.KeyName) fyne.Shortcut {
	return &desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierShortcutDefault}
}

func alt(key fyne.KeyName) fyne.Shortcut {
	return &desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierAlt}
}

func submenu(label string) *fyne.MenuItem {
	m := fyne.NewMenuItem(label, nil)
	m.ChildMenu = fyne.NewMenu("")
	return m
}

// menuBar is the main menu part that changes.
type menuBar struct {
	window     fyne.Window
	send       screen.Send
	marks      []mark
	recent     recentMenu
	recordings recordMenu
}

// mark is a menu item whose look follows what is on the screen.
type mark struct {
	item *fyne.MenuItem
	on   func(*screen.Snapshot) bool // it has a check mark; nil: never
	can  func(*screen.Snapshot) bool // it can act: else it is grey; nil: always
}

// marked gives an item a check mark, which shows whether something is in force.
func (b *menuBar) marked(on func(*screen.Snapshot) bool, m *fyne.MenuItem) *fyne.MenuItem {
	b.marks = append(b.marks, mark{item: m, on: on})
	return m
}

// only makes an item grey where it cannot act. Its shortcut goes on: the program says why not. So does Enter in an
// open menu, which Fyne does not keep from what is grey.
func (b *menuBar) only(can func(*screen.Snapshot) bool, m *fyne.MenuItem) *fyne.MenuItem {
	b.marks = append(b.marks, mark{item: m, can: can})
	do := m.Action
	m.Action = func() {
		if m.Disabled && m.Shortcut == nil {
			b.send(screen.Remark{Text: lang.L("“{{.Item}}” has nothing to act on here.", lang.With{"Item": labelOf(m)})})
			return
		}
		do()
	}
	return m
}

// checked makes an item with a check mark, which shows whether something is in force.
func (b *menuBar) checked(label string, on func(*screen.Snapshot) bool, i screen.Intent) *fyne.MenuItem {
	return b.marked(on, fyne.NewMenuItem(label, func() { b.send(i) }))
}

func (b *menuBar) check(s *screen.Snapshot) {
	changed := b.recordings.show(s.Recordings)
	for _, m := range b.marks {
		if m.on != nil && m.on(s) != m.item.Checked {
			m.item.Checked, changed = !m.item.Checked, true
		}
		if m.can != nil && m.can(s) == m.item.Disabled {
			m.item.Disabled, changed = !m.item.Disabled, true
		}
	}
	if changed {
		b.window.MainMenu().Refresh()
	}
}

// What items need in order to act.

func document(s *screen.Snapshot) bool  { return len(s.Documents) > 0 }
func ofSamples(s *screen.Snapshot) bool { return s.Answer != nil }

// born reports whether anything is known about who started goroutines.
func born(s *screen.Snapshot) bool {
	return ofSamples(s) && s.Answer.Result != nil && s.Answer.Result.Profile.Labels.Lineages() > 0
}

func comparing(s *screen.Snapshot) bool { return s.Comparing != nil }
func searching(s *screen.Snapshot) bool { return ofSamples(s) && s.Search != "" }
func inSeries(s *screen.Snapshot) bool  { return s.Series != nil && s.Series.Count > 0 }
func node(s *screen.Snapshot) bool      { return s.Answer != nil && s.Answer.Details != nil }

func laterInSeries(s *screen.Snapshot) bool { return s.Series != nil && s.Series.At > 0 }

// sourced reports whether something is selected that may have a place in the source.
func sourced(s *screen.Snapshot) bool {
	return selection(s) || s.Trace != nil && s.Trace.Happened != nil || s.Answer != nil && s.Tab == ask.SourceTab && s.Answer.Source != nil
}

func selection(s *screen.Snapshot) bool {
	return node(s) || s.Trace != nil && s.Trace.SelectedSpan != nil
}

// notable reports whether a note can be written on what is selected.
func notable(s *screen.Snapshot) bool {
	return s.Answer != nil && s.Place.Selected.Node != "" ||
		s.Trace != nil && s.Trace.SelectedSpan != nil && !comparing(s)
}

func hasBaseline(s *screen.Snapshot) bool {
	return len(s.Baseline) > 0 && (len(s.Marks) > 1 || !pinned(s))
}

// pinned reports whether what is on the screen is the baseline, or in its group.
func pinned(s *screen.Snapshot) bool {
	return slices.ContainsFunc(s.Baseline, func(m screen.Mark) bool {
		return m.Document == s.Active && (m.File == "" || slices.ContainsFunc(s.Folders, func(f *screen.Folder) bool {
			return f.Document == s.Active && f.Shown == m.File
		}))
	})
}

func recording(s *screen.Snapshot) bool { return len(s.Recordings) > 0 }

// replacing reports whether documents are chosen that can be a side in the shown comparison.
func replacing(s *screen.Snapshot) bool { return comparing(s) && len(s.Marks) > 0 }

// filtered reports whether anything is filtered out.
func filtered(s *screen.Snapshot) bool {
	return len(s.Place.Filters) > 0 || s.Trace != nil && s.Trace.Place.Filters() ||
		slices.ContainsFunc(query.Options, func(o query.Option) bool { return o.Chip != "" && o.InForce(&s.Place.Query) != "" })
}

// ofCPU reports whether CPU time of a Go program is shown, or the collector's is charged.
func ofCPU(s *screen.Snapshot) bool {
	if !ofSamples(s) || s.Answer.Result == nil {
		return false
	}
	p := s.Answer.Result.Profile
	return s.Place.Query.ChargeGC || p.Kind == model.CPU && names.OfGo(p)
}

// colored reports whether frame colours can be chosen: in a comparison they show the change.
func colored(s *screen.Snapshot) bool {
	return ofSamples(s) && !comparing(s) && s.Tab == ask.FlameTab
}

// in reports whether any given tab is on the screen.
func in(tabs []ask.Tab) func(*screen.Snapshot) bool {
	return func(s *screen.Snapshot) bool { return ofSamples(s) && slices.Contains(tabs, s.Tab) }
}

func (b *menuBar) toggle(label string, part func(*ask.Display) *bool) *fyne.MenuItem {
	return b.checked(label,
		func(s *screen.Snapshot) bool { d := s.Display; return *part(&d) },
		screen.Show{Change: func(d *ask.Display) { *part(d) = !*part(d) }})
}

func (b *menuBar) ask(label string, part func(*query.Query) *bool) *fyne.MenuItem {
	return b.checked(label,
		func(s *screen.Snapshot) bool { q := s.Place.Query; return *part(&q) },
		screen.Ask{Change: func(q *query.Query) { *part(q) = !*part(q) }})
}

func (b *menuBar) colorings() *fyne.MenuItem {
	names := map[flame.Coloring]string{
		flame.ByPackage: lang.L("Package"), flame.ByKind: lang.L("Kind of code"), flame.BySelf: lang.L("Self share"),
		flame.ByLabel: lang.L("Label"),
	}
	m := submenu(lang.L("Colour by"))
	for _, c := range flame.Colorings {
		can := colored
		if c == flame.ByLabel {
			can = func(s *screen.Snapshot) bool {
				return colored(s) && s.Answer.Result != nil && s.Answer.Result.Profile.Samples.Labels != nil
			}
		}
		m.ChildMenu.Items = append(m.ChildMenu.Items, b.only(can, b.checked(names[c],
			func(s *screen.Snapshot) bool { return s.Display.Coloring == c },
			screen.Show{Change: func(d *ask.Display) { d.Coloring, d.ColorLabel = c, model.LabelAxis{} }})))
	}
	return m
}

func (b *menuBar) granularities() *fyne.MenuItem {
	names := map[query.Granularity]string{
		query.Functions: lang.L("Function"), query.FileFunctions: lang.L("Function and file"), query.Files: lang.L("Source file"),
		query.Lines: lang.L("Line"), query.Addresses: lang.L("Address"), query.Packages: lang.L("Package"), query.Modules: lang.L("Module"),
		query.Types: lang.L("Type"),
	}
	m := submenu(lang.L("Group by"))
	for _, g := range query.Granularities {
		can := func(s *screen.Snapshot) bool { return ofSamples(s) && s.Answer.Offers(g) }
		m.ChildMenu.Items = append(m.ChildMenu.Items, b.only(can, b.checked(names[g],
			func(s *screen.Snapshot) bool { return s.Place.Query.Granularity == g },
			screen.Ask{Change: func(q *query.Query) { q.Granularity = g }})))
	}
	return m
}

// owners chooses whose code is shown.
func (b *menuBar) owners() *fyne.MenuItem {
	labels := map[query.Only]string{
		"": lang.L("All code"), query.OnlyMine: lang.L("Only my code"), query.OnlyModules: lang.L("Without the standard library"),
		query.OnlyProgram: lang.L("Without the runtime"), query.OnlyRuntime: lang.L("Only the runtime"),
	}
	m := submenu(lang.L("Whose code"))
	for _, o := range append([]query.Only{""}, query.Onlys...) {
		can := func(s *screen.Snapshot) bool {
			return ofSamples(s) && s.Answer.Result != nil && names.OfGo(s.Answer.Result.Profile) || s.Place.Query.Only != "" && o == ""
		}
		m.ChildMenu.Items = append(m.ChildMenu.Items, b.only(can, b.checked(labels[o],
			func(s *screen.Snapshot) bool { return s.Place.Query.Only == string(o) },
			screen.Ask{Change: func(q *query.Query) { q.Only = string(o) }})))
	}
	return m
}

func (w *Window) showCommands() {
	all := w.commands()
	w.ShowPalette(screen.Palette{Hint: lang.L("Command…"), Find: func(text string) []screen.Match {
		if text == "" {
			return all
		}
		return desk.Pick(text, all)
	}})
}

// mostOf is how wide the name of what a menu is about may be in a path: beside the path stands the command.
const mostOf = 120

// titleOf names the items below an item. Where they begin with a heading, that tells them from others like them: what a
// profile is of.
func titleOf(i *fyne.MenuItem) string {
	if all := i.ChildMenu.Items; len(all) > 0 && all[0].Disabled && all[0].Action == nil && all[0].ChildMenu == nil {
		return lang.L("{{.Menu}}: {{.Of}}", lang.With{"Menu": i.Label, "Of": surface.FitMiddle(all[0].Label, mostOf)})
	}
	return i.Label
}

func (w *Window) commands() []screen.Match {
	var all []screen.Match
	originals := lang.Originals()
	var add func(path string, items []*fyne.MenuItem)
	add = func(path string, items []*fyne.MenuItem) {
		for _, i := range items {
			switch {
			case i.IsSeparator:
			case i.ChildMenu != nil:
				add(path+" › "+titleOf(i), i.ChildMenu.Items)
			case i.Action != nil:
				f := screen.Match{Label: labelOf(i), Detail: path, Do: i.Action, Off: i.Disabled, Also: path + " " + wordsFor(labelOf(i), originals)}
				if i.Checked {
					f.Label = "✓ " + f.Label
				}
				if k := keyOf(i); k != "" {
					f.Detail += "   " + k
				}
				all = append(all, f)
			}
		}
	}
	view := w.view(w.desk.Tab())
	if m := view.Menu(); m != nil {
		add(lang.L("Selection"), m.Items)
	}
	if v, ok := view.(interface{ Offers() []*fyne.MenuItem }); ok {
		add(lang.L(w.desk.Tab().String()), v.Offers())
	}
	for _, m := range w.window.MainMenu().Items {
		add(m.Label, m.Items)
	}
	slices.SortStableFunc(all, func(a, b screen.Match) int { return rank(a) - rank(b) })
	return all
}

// rank is where a command stands where nothing is typed: what cannot act stands last, and before it the
// files that were open before.
func rank(f screen.Match) int {
	switch {
	case f.Off:
		return 2
	case strings.Contains(f.Detail, " › "+lang.L("Open recent")) || strings.Contains(f.Detail, " › "+lang.L("Workspace")):
		return 1
	}
	return 0
}

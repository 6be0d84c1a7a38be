package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"

	"profstation/desk/screen"
	"profstation/flame"
	"profstation/model"
)

// menus makes the main menu. Every command with a shortcut is in it: a focused
// input keeps shortcuts of the canvas to itself, but not those of the main menu.
func (w *Window) menus() *fyne.MainMenu {
	send := w.desk.Do
	item := func(label string, i screen.Intent, key ...fyne.KeyName) *fyne.MenuItem {
		m := fyne.NewMenuItem(label, func() { send(i) })
		if len(key) > 0 {
			m.Shortcut = ctrl(key[0])
		}
		return m
	}
	quit := fyne.NewMenuItem(lang.L("Quit"), w.close)
	quit.IsQuit = true
	back := item(lang.L("Back"), screen.Back{})
	back.Shortcut = alt(fyne.KeyLeft)
	forward := item(lang.L("Forward"), screen.Forward{})
	forward.Shortcut = alt(fyne.KeyRight)
	older := item(lang.L("Previous profile of the series"), screen.Step{By: -1})
	older.Shortcut = alt(fyne.KeyPageUp)
	newer := item(lang.L("Next profile of the series"), screen.Step{By: 1})
	newer.Shortcut = alt(fyne.KeyPageDown)
	recent := w.menu.recent.items()
	command := fyne.NewMenuItem(lang.L("Command …"), w.showCommands)
	command.Shortcut = &desktop.CustomShortcut{KeyName: fyne.KeyP, Modifier: fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift}
	return fyne.NewMainMenu(
		fyne.NewMenu(lang.L("File"),
			item(lang.L("Open …"), screen.Open{}, fyne.KeyO),
			item(lang.L("Watch a folder …"), screen.WatchFolder{}),
			recent[0], recent[1], recent[2],
			fyne.NewMenuItemSeparator(),
			item(lang.L("Read again"), screen.Reload{}, fyne.KeyR),
			item(lang.L("Close"), screen.Close{}, fyne.KeyW),
			fyne.NewMenuItemSeparator(),
			item(lang.L("Export picture …"), screen.Export{}, fyne.KeyE),
			item(lang.L("Report of what is open …"), screen.Report{}),
			fyne.NewMenuItemSeparator(),
			quit,
		),
		fyne.NewMenu(lang.L("Edit"),
			item(lang.L("Search"), screen.FocusField{Name: "search"}, fyne.KeyF),
			item(lang.L("Focus on"), screen.FocusField{Name: "focus"}, fyne.KeyL),
			item(lang.L("Ignore"), screen.FocusField{Name: "ignore"}, fyne.KeyI),
			item(lang.L("Filters …"), screen.TogglePane{Name: "filters"}, fyne.KeyJ),
			item(lang.L("Remove all filters"), screen.ClearFilters{}, fyne.KeyBackspace),
			fyne.NewMenuItemSeparator(),
			item(lang.L("Copy as go tool pprof command"), screen.CopyCommand{}),
			fyne.NewMenuItem(lang.L("Copy name of the selection"), func() { send(screen.Copy{Text: screen.Selected}) }),
			item(lang.L("Note on the selection …"), screen.AskNote{}, fyne.KeyN),
			fyne.NewMenuItemSeparator(),
			fyne.NewMenuItem(lang.L("Preferences …"), w.showPreferences),
		),
		fyne.NewMenu(lang.L("View"),
			item(lang.L("Flame graph"), screen.ShowTab{Tab: screen.FlameTab}),
			item(lang.L("Call graph"), screen.ShowTab{Tab: screen.GraphTab}),
			item(lang.L("Top"), screen.ShowTab{Tab: screen.TopTab}),
			item(lang.L("Labels"), screen.ShowTab{Tab: screen.LabelsTab}),
			item(lang.L("Peek"), screen.ShowTab{Tab: screen.PeekTab}),
			item(lang.L("Source"), screen.ShowTab{Tab: screen.SourceTab}),
			item(lang.L("Trend"), screen.ShowTrend{}),
			item(lang.L("Timeline"), screen.ShowTab{Tab: screen.TimelineTab}),
			item(lang.L("Goroutines"), screen.ShowTab{Tab: screen.GoroutinesTab}),
			item(lang.L("Tasks"), screen.ShowTab{Tab: screen.TasksTab}),
			item("GC", screen.ShowTab{Tab: screen.GCTab}),
			item(lang.L("Scheduling"), screen.ShowTab{Tab: screen.SchedulingTab}),
			item(lang.L("Overview"), screen.ShowTab{Tab: screen.OverviewTab}),
			fyne.NewMenuItemSeparator(),
			submenu(lang.L("Colour by"), w.menu.colorings()...),
			submenu(lang.L("Group by"), w.menu.granularities()...),
			w.menu.toggle(lang.L("Root at the bottom"), func(d *screen.Display) *bool { return &d.RootDown }),
			w.menu.toggle(lang.L("Siblings by name"), func(d *screen.Display) *bool { return &d.ByName }),
			w.menu.toggle(lang.L("Collapse recursion"), func(d *screen.Display) *bool { return &d.Recursion }),
			w.menu.toggle(lang.L("Type arguments in full"), func(d *screen.Display) *bool { return &d.Generics }),
			w.menu.ask(lang.L("Inlined calls into their callers"), func(q *model.Query) *bool { return &q.NoInlines }),
			w.menu.ask(lang.L("Shares of what the filters leave"), func(q *model.Query) *bool { return &q.RelativePercentages }),
			fyne.NewMenuItemSeparator(),
			item(lang.L("Light or dark theme"), screen.ToggleTheme{}, fyne.KeyT),
			item(lang.L("Documents"), screen.TogglePane{Name: "documents"}, fyne.KeyB),
			item(lang.L("Details"), screen.TogglePane{Name: "details"}, fyne.KeyD),
		),
		fyne.NewMenu(lang.L("Go"),
			back, forward,
			fyne.NewMenuItemSeparator(),
			older, newer, item(lang.L("Follow the newest profile"), screen.Follow{}),
			fyne.NewMenuItemSeparator(),
			item(lang.L("Whole picture"), screen.Zoom{}),
			item(lang.L("Callers and callees of the selection"), screen.Pivot{Node: screen.Selected}),
			item(lang.L("Next match"), screen.NextMatch{}),
			item(lang.L("Previous match"), screen.NextMatch{Backwards: true}),
			fyne.NewMenuItemSeparator(),
			item(lang.L("Go to …"), screen.ShowPalette{}, fyne.KeyG),
			command,
		),
		w.compareMenu(item),
		fyne.NewMenu(lang.L("Record"),
			item(lang.L("Record from a server …"), screen.OpenRecord{}),
			item(lang.L("Stop recording"), screen.StopRecording{}),
		),
		fyne.NewMenu(lang.L("Help"),
			fyne.NewMenuItem(lang.L("Manual"), w.help.showManual),
			item(lang.L("Keys and gestures"), screen.ShowKeys{}),
			fyne.NewMenuItemSeparator(),
			fyne.NewMenuItem(lang.L("About profstation"), w.help.showAbout),
		),
	)
}

func ctrl(key fyne.KeyName) fyne.Shortcut {
	return &desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierShortcutDefault}
}

func alt(key fyne.KeyName) fyne.Shortcut {
	return &desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierAlt}
}

func submenu(label string, items ...*fyne.MenuItem) *fyne.MenuItem {
	m := fyne.NewMenuItem(label, nil)
	m.ChildMenu = fyne.NewMenu("", items...)
	return m
}

// menuBar is the part of the main menu that changes.
type menuBar struct {
	window fyne.Window
	send   screen.Send
	marks  []mark
	recent recentMenu
}

// mark is a menu item with a check mark, and the condition for the mark.
type mark struct {
	item *fyne.MenuItem
	on   func(*screen.Snapshot) bool
}

// checked makes an item with a check mark, which shows whether something is in
// force.
func (b *menuBar) checked(label string, on func(*screen.Snapshot) bool, i func() screen.Intent) *fyne.MenuItem {
	m := fyne.NewMenuItem(label, func() { b.send(i()) })
	b.marks = append(b.marks, mark{m, on})
	return m
}

// check updates the check marks.
func (b *menuBar) check(s *screen.Snapshot) {
	changed := false
	for _, m := range b.marks {
		if on := m.on(s); on != m.item.Checked {
			m.item.Checked, changed = on, true
		}
	}
	if changed {
		b.window.MainMenu().Refresh()
	}
}

// toggle makes an item that switches a part of the display.
func (b *menuBar) toggle(label string, part func(*screen.Display) *bool) *fyne.MenuItem {
	return b.checked(label,
		func(s *screen.Snapshot) bool { d := s.Display; return *part(&d) },
		func() screen.Intent {
			return screen.Show{Change: func(d *screen.Display) { *part(d) = !*part(d) }}
		})
}

// ask makes an item that switches a part of the query.
func (b *menuBar) ask(label string, part func(*model.Query) *bool) *fyne.MenuItem {
	return b.checked(label,
		func(s *screen.Snapshot) bool { q := s.Place.Query; return *part(&q) },
		func() screen.Intent {
			return screen.Ask{Change: func(q *model.Query) { *part(q) = !*part(q) }}
		})
}

func (b *menuBar) colorings() []*fyne.MenuItem {
	names := map[flame.Coloring]string{
		flame.ByPackage: lang.L("Package"), flame.ByKind: lang.L("Kind of code"), flame.BySelf: lang.L("Share spent in itself"),
		flame.ByLabel: lang.L("Label"),
	}
	var items []*fyne.MenuItem
	for _, c := range flame.Colorings {
		items = append(items, b.checked(names[c],
			func(s *screen.Snapshot) bool { return s.Display.Coloring == c },
			func() screen.Intent { return screen.Show{Change: func(d *screen.Display) { d.Coloring = c }} }))
	}
	return items
}

func (b *menuBar) granularities() []*fyne.MenuItem {
	names := map[model.Granularity]string{
		model.Functions: lang.L("Function"), model.FileFunctions: lang.L("Function and file"), model.Files: lang.L("File"),
		model.Lines: lang.L("Line"), model.Addresses: lang.L("Address"),
	}
	var items []*fyne.MenuItem
	for _, g := range model.Granularities {
		items = append(items, b.checked(names[g],
			func(s *screen.Snapshot) bool { return s.Place.Query.Granularity == g },
			func() screen.Intent { return screen.Ask{Change: func(q *model.Query) { q.Granularity = g }} }))
	}
	return items
}

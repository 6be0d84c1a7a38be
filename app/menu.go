package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"

	"profstation/flame"
	"profstation/model"
	"profstation/views"
)

// menus are the commands of the window. Every command with a shortcut stands
// here: a focused input would keep a shortcut of the canvas to itself, but not
// one of the main menu.
func (w *Window) menus() *fyne.MainMenu {
	send := w.desk.Do
	item := func(label string, i views.Intent, key ...fyne.KeyName) *fyne.MenuItem {
		m := fyne.NewMenuItem(label, func() { send(i) })
		if len(key) > 0 {
			m.Shortcut = ctrl(key[0])
		}
		return m
	}
	quit := fyne.NewMenuItem(lang.L("Quit"), w.close)
	quit.IsQuit = true
	back := item(lang.L("Back"), views.Back{})
	back.Shortcut = alt(fyne.KeyLeft)
	forward := item(lang.L("Forward"), views.Forward{})
	forward.Shortcut = alt(fyne.KeyRight)
	older := item(lang.L("Previous profile of the series"), views.Step{By: -1})
	older.Shortcut = alt(fyne.KeyPageUp)
	newer := item(lang.L("Next profile of the series"), views.Step{By: 1})
	newer.Shortcut = alt(fyne.KeyPageDown)
	recent := w.recentItems()
	command := fyne.NewMenuItem(lang.L("Command …"), w.showCommands)
	command.Shortcut = &desktop.CustomShortcut{KeyName: fyne.KeyP, Modifier: fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift}
	return fyne.NewMainMenu(
		fyne.NewMenu(lang.L("File"),
			item(lang.L("Open …"), views.Open{}, fyne.KeyO),
			item(lang.L("Watch a folder …"), views.WatchFolder{}),
			recent[0], recent[1], recent[2],
			fyne.NewMenuItemSeparator(),
			item(lang.L("Read again"), views.Reload{}, fyne.KeyR),
			item(lang.L("Close"), views.Close{}, fyne.KeyW),
			fyne.NewMenuItemSeparator(),
			item(lang.L("Export picture …"), views.Export{}, fyne.KeyE),
			item(lang.L("Report of what is open …"), views.Report{}),
			fyne.NewMenuItemSeparator(),
			quit,
		),
		fyne.NewMenu(lang.L("Edit"),
			item(lang.L("Search"), views.FocusField{Name: "search"}, fyne.KeyF),
			item(lang.L("Focus on"), views.FocusField{Name: "focus"}, fyne.KeyL),
			item(lang.L("Ignore"), views.FocusField{Name: "ignore"}, fyne.KeyI),
			item(lang.L("Filters …"), views.TogglePane{Name: "filters"}, fyne.KeyJ),
			item(lang.L("Remove all filters"), views.ClearFilters{}, fyne.KeyBackspace),
			fyne.NewMenuItemSeparator(),
			item(lang.L("Copy as go tool pprof command"), views.CopyCommand{}),
			fyne.NewMenuItem(lang.L("Copy name of the selection"), func() { send(views.Copy{Text: views.Selected}) }),
			item(lang.L("Note on the selection …"), views.AskNote{}, fyne.KeyN),
			fyne.NewMenuItemSeparator(),
			fyne.NewMenuItem(lang.L("Preferences …"), w.showPreferences),
		),
		fyne.NewMenu(lang.L("View"),
			item(lang.L("Flame graph"), views.ShowTab{Tab: views.FlameTab}),
			item(lang.L("Call graph"), views.ShowTab{Tab: views.GraphTab}),
			item(lang.L("Top"), views.ShowTab{Tab: views.TopTab}),
			item(lang.L("Labels"), views.ShowTab{Tab: views.LabelsTab}),
			item(lang.L("Peek"), views.ShowTab{Tab: views.PeekTab}),
			item(lang.L("Source"), views.ShowTab{Tab: views.SourceTab}),
			item(lang.L("Trend"), views.ShowTrend{}),
			item(lang.L("Timeline"), views.ShowTab{Tab: views.TimelineTab}),
			item(lang.L("Goroutines"), views.ShowTab{Tab: views.GoroutinesTab}),
			item(lang.L("Tasks"), views.ShowTab{Tab: views.TasksTab}),
			item("GC", views.ShowTab{Tab: views.GCTab}),
			item(lang.L("Scheduling"), views.ShowTab{Tab: views.SchedulingTab}),
			item(lang.L("Overview"), views.ShowTab{Tab: views.OverviewTab}),
			fyne.NewMenuItemSeparator(),
			submenu(lang.L("Colour by"), w.colorings()...),
			submenu(lang.L("Group by"), w.granularities()...),
			w.toggle(lang.L("Root at the bottom"), func(d *views.Display) *bool { return &d.RootDown }),
			w.toggle(lang.L("Siblings by name"), func(d *views.Display) *bool { return &d.ByName }),
			w.toggle(lang.L("Collapse recursion"), func(d *views.Display) *bool { return &d.Recursion }),
			w.toggle(lang.L("Type arguments in full"), func(d *views.Display) *bool { return &d.Generics }),
			w.ask(lang.L("Inlined calls into their callers"), func(q *model.Query) *bool { return &q.NoInlines }),
			w.ask(lang.L("Shares of what the filters leave"), func(q *model.Query) *bool { return &q.RelativePercentages }),
			fyne.NewMenuItemSeparator(),
			item(lang.L("Light or dark theme"), views.ToggleTheme{}, fyne.KeyT),
			item(lang.L("Documents"), views.TogglePane{Name: "documents"}, fyne.KeyB),
			item(lang.L("Details"), views.TogglePane{Name: "details"}, fyne.KeyD),
		),
		fyne.NewMenu(lang.L("Go"),
			back, forward,
			fyne.NewMenuItemSeparator(),
			older, newer, item(lang.L("Follow the newest profile"), views.Follow{}),
			fyne.NewMenuItemSeparator(),
			item(lang.L("Whole picture"), views.Zoom{}),
			item(lang.L("Callers and callees of the selection"), views.Pivot{Node: views.Selected}),
			item(lang.L("Next match"), views.NextMatch{}),
			item(lang.L("Previous match"), views.NextMatch{Backwards: true}),
			fyne.NewMenuItemSeparator(),
			item(lang.L("Go to …"), views.ShowPalette{}, fyne.KeyG),
			command,
		),
		w.compareMenu(item),
		fyne.NewMenu(lang.L("Record"),
			item(lang.L("Record from a server …"), views.OpenRecord{}),
			item(lang.L("Stop recording"), views.StopRecording{}),
		),
		fyne.NewMenu(lang.L("Help"),
			fyne.NewMenuItem(lang.L("Manual"), w.showManual),
			item(lang.L("Keys and gestures"), views.ShowKeys{}),
			fyne.NewMenuItemSeparator(),
			fyne.NewMenuItem(lang.L("About profstation"), w.showAbout),
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

// mark is a menu item with a check mark, and when it is checked.
type mark struct {
	item *fyne.MenuItem
	on   func(*views.Snapshot) bool
}

// checked makes an item that shows whether something is in force.
func (w *Window) checked(label string, on func(*views.Snapshot) bool, i func() views.Intent) *fyne.MenuItem {
	m := fyne.NewMenuItem(label, func() { w.desk.Do(i()) })
	w.marks = append(w.marks, mark{m, on})
	return m
}

// checkMarks brings the check marks up to date.
func (w *Window) checkMarks(s *views.Snapshot) {
	changed := false
	for _, m := range w.marks {
		if on := m.on(s); on != m.item.Checked {
			m.item.Checked, changed = on, true
		}
	}
	if changed {
		w.window.MainMenu().Refresh()
	}
}

// toggle switches a part of the display.
func (w *Window) toggle(label string, part func(*views.Display) *bool) *fyne.MenuItem {
	return w.checked(label,
		func(s *views.Snapshot) bool { d := s.Display; return *part(&d) },
		func() views.Intent {
			return views.Show{Change: func(d *views.Display) { *part(d) = !*part(d) }}
		})
}

// ask switches a part of the query.
func (w *Window) ask(label string, part func(*model.Query) *bool) *fyne.MenuItem {
	return w.checked(label,
		func(s *views.Snapshot) bool { q := s.Place.Query; return *part(&q) },
		func() views.Intent {
			return views.Ask{Change: func(q *model.Query) { *part(q) = !*part(q) }}
		})
}

func (w *Window) colorings() []*fyne.MenuItem {
	names := map[flame.Coloring]string{
		flame.ByPackage: lang.L("Package"), flame.ByKind: lang.L("Kind of code"), flame.BySelf: lang.L("Share spent in itself"),
		flame.ByLabel: lang.L("Label"),
	}
	var items []*fyne.MenuItem
	for _, c := range flame.Colorings {
		items = append(items, w.checked(names[c],
			func(s *views.Snapshot) bool { return s.Display.Coloring == c },
			func() views.Intent { return views.Show{Change: func(d *views.Display) { d.Coloring = c }} }))
	}
	return items
}

func (w *Window) granularities() []*fyne.MenuItem {
	names := map[model.Granularity]string{
		model.Functions: lang.L("Function"), model.FileFunctions: lang.L("Function and file"), model.Files: lang.L("File"),
		model.Lines: lang.L("Line"), model.Addresses: lang.L("Address"),
	}
	var items []*fyne.MenuItem
	for _, g := range model.Granularities {
		items = append(items, w.checked(names[g],
			func(s *views.Snapshot) bool { return s.Place.Query.Granularity == g },
			func() views.Intent { return views.Ask{Change: func(q *model.Query) { q.Granularity = g }} }))
	}
	return items
}

package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

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
	quit := fyne.NewMenuItem("Quit", w.close)
	quit.IsQuit = true
	back := item("Back", views.Back{})
	back.Shortcut = alt(fyne.KeyLeft)
	forward := item("Forward", views.Forward{})
	forward.Shortcut = alt(fyne.KeyRight)
	older := item("Previous profile of the series", views.Step{By: -1})
	older.Shortcut = alt(fyne.KeyPageUp)
	newer := item("Next profile of the series", views.Step{By: 1})
	newer.Shortcut = alt(fyne.KeyPageDown)
	recent := w.recentItems()
	command := fyne.NewMenuItem("Command …", w.showCommands)
	command.Shortcut = &desktop.CustomShortcut{KeyName: fyne.KeyP, Modifier: fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift}
	return translate(fyne.NewMainMenu(
		fyne.NewMenu("File",
			item("Open …", views.Open{}, fyne.KeyO),
			item("Watch a folder …", views.WatchFolder{}),
			recent[0], recent[1], recent[2],
			fyne.NewMenuItemSeparator(),
			item("Read again", views.Reload{}, fyne.KeyR),
			item("Close", views.Close{}, fyne.KeyW),
			fyne.NewMenuItemSeparator(),
			item("Export picture …", views.Export{}, fyne.KeyE),
			item("Report of what is open …", views.Report{}),
			fyne.NewMenuItemSeparator(),
			quit,
		),
		fyne.NewMenu("Edit",
			item("Search", views.FocusField{Name: "search"}, fyne.KeyF),
			item("Focus on", views.FocusField{Name: "focus"}, fyne.KeyL),
			item("Ignore", views.FocusField{Name: "ignore"}, fyne.KeyI),
			item("Filters …", views.TogglePane{Name: "filters"}, fyne.KeyJ),
			item("Remove all filters", views.ClearFilters{}, fyne.KeyBackspace),
			fyne.NewMenuItemSeparator(),
			item("Note on the selection …", views.AskNote{}, fyne.KeyN),
			fyne.NewMenuItemSeparator(),
			item("Copy as go tool pprof command", views.CopyCommand{}),
			fyne.NewMenuItem("Copy name of the selection", func() { send(views.Copy{Text: views.Selected}) }),
			fyne.NewMenuItemSeparator(),
			fyne.NewMenuItem("Preferences …", w.showPreferences),
		),
		fyne.NewMenu("View",
			item("Flame graph", views.ShowTab{Tab: views.FlameTab}),
			item("Call graph", views.ShowTab{Tab: views.GraphTab}),
			item("Top", views.ShowTab{Tab: views.TopTab}),
			item("Labels", views.ShowTab{Tab: views.LabelsTab}),
			item("Peek", views.ShowTab{Tab: views.PeekTab}),
			item("Source", views.ShowTab{Tab: views.SourceTab}),
			item("Trend", views.ShowTrend{}),
			item("Timeline", views.ShowTab{Tab: views.TimelineTab}),
			item("Goroutines", views.ShowTab{Tab: views.GoroutinesTab}),
			item("Tasks", views.ShowTab{Tab: views.TasksTab}),
			item("GC", views.ShowTab{Tab: views.GCTab}),
			item("Scheduling", views.ShowTab{Tab: views.SchedulingTab}),
			item("Overview", views.ShowTab{Tab: views.OverviewTab}),
			fyne.NewMenuItemSeparator(),
			submenu("Colour by", w.colorings()...),
			submenu("Group by", w.granularities()...),
			w.toggle("Root at the bottom", func(d *views.Display) *bool { return &d.RootDown }),
			w.toggle("Siblings by name", func(d *views.Display) *bool { return &d.ByName }),
			w.toggle("Collapse recursion", func(d *views.Display) *bool { return &d.Recursion }),
			w.toggle("Type arguments in full", func(d *views.Display) *bool { return &d.Generics }),
			w.ask("Inlined calls into their callers", func(q *model.Query) *bool { return &q.NoInlines }),
			w.ask("Shares of what the filters leave", func(q *model.Query) *bool { return &q.RelativePercentages }),
			fyne.NewMenuItemSeparator(),
			item("Light or dark theme", views.ToggleTheme{}, fyne.KeyT),
			item("Documents", views.TogglePane{Name: "documents"}, fyne.KeyB),
			item("Details", views.TogglePane{Name: "details"}, fyne.KeyD),
		),
		fyne.NewMenu("Go",
			back, forward,
			fyne.NewMenuItemSeparator(),
			older, newer, item("Follow the newest profile", views.Follow{}),
			fyne.NewMenuItemSeparator(),
			item("Whole picture", views.Zoom{}),
			item("Callers and callees of the selection", views.Pivot{Node: views.Selected}),
			item("Next match", views.NextMatch{}),
			item("Previous match", views.NextMatch{Backwards: true}),
			fyne.NewMenuItemSeparator(),
			item("Go to …", views.ShowPalette{}, fyne.KeyG),
			command,
		),
		w.compareMenu(item),
		fyne.NewMenu("Record",
			item("Record from a server …", views.OpenRecord{}),
			item("Stop recording", views.StopRecording{}),
		),
		fyne.NewMenu("Help",
			fyne.NewMenuItem("Manual", w.showManual),
			item("Keys and gestures", views.ShowKeys{}),
			fyne.NewMenuItemSeparator(),
			fyne.NewMenuItem("About profstation", w.showAbout),
		),
	))
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
		flame.ByPackage: "Package", flame.ByKind: "Kind of code", flame.BySelf: "Share spent in itself",
		flame.ByLabel: "Label",
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
		model.Functions: "Function", model.FileFunctions: "Function and file", model.Files: "File",
		model.Lines: "Line", model.Addresses: "Address",
	}
	var items []*fyne.MenuItem
	for _, g := range model.Granularities {
		items = append(items, w.checked(names[g],
			func(s *views.Snapshot) bool { return s.Place.Query.Granularity == g },
			func() views.Intent { return views.Ask{Change: func(q *model.Query) { q.Granularity = g }} }))
	}
	return items
}

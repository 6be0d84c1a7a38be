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
	quit := fyne.NewMenuItem("Quit", w.window.Close)
	quit.IsQuit = true
	back := item("Back", views.Back{})
	back.Shortcut = alt(fyne.KeyLeft)
	forward := item("Forward", views.Forward{})
	forward.Shortcut = alt(fyne.KeyRight)
	return fyne.NewMainMenu(
		fyne.NewMenu("File",
			item("Open …", views.Open{}, fyne.KeyO),
			item("Read again", views.Reload{}, fyne.KeyR),
			item("Close", views.Close{}, fyne.KeyW),
			fyne.NewMenuItemSeparator(),
			item("Export picture …", views.Export{}, fyne.KeyE),
			fyne.NewMenuItemSeparator(),
			quit,
		),
		fyne.NewMenu("Edit",
			item("Search", views.FocusField{Name: "search"}, fyne.KeyF),
			item("Focus on", views.FocusField{Name: "focus"}, fyne.KeyL),
			item("Ignore", views.FocusField{Name: "ignore"}, fyne.KeyI),
			item("Remove all filters", views.ClearFilters{}, fyne.KeyBackspace),
			fyne.NewMenuItemSeparator(),
			fyne.NewMenuItem("Copy name of the selection", func() { send(views.Copy{Text: w.desk.place().Selected.Node}) }),
		),
		fyne.NewMenu("View",
			item("Flame graph", views.ShowTab{Tab: views.FlameTab}),
			item("Top", views.ShowTab{Tab: views.TopTab}),
			item("Overview", views.ShowTab{Tab: views.OverviewTab}),
			fyne.NewMenuItemSeparator(),
			submenu("Colour by", w.colorings()...),
			submenu("Group by", w.granularities()...),
			w.toggle("Root at the bottom", func(d *views.Display) { d.RootDown = !d.RootDown }),
			w.toggle("Siblings by name", func(d *views.Display) { d.ByName = !d.ByName }),
			w.toggle("Collapse recursion", func(d *views.Display) { d.Recursion = !d.Recursion }),
			w.toggle("Type arguments in full", func(d *views.Display) { d.Generics = !d.Generics }),
			w.ask("Inlined calls into their callers", func(q *model.Query) { q.NoInlines = !q.NoInlines }),
			w.ask("Shares of what the filters leave", func(q *model.Query) { q.RelativePercentages = !q.RelativePercentages }),
			fyne.NewMenuItemSeparator(),
			item("Light or dark", views.ToggleTheme{}, fyne.KeyT),
			item("Documents", views.TogglePane{Name: "documents"}, fyne.KeyB),
			item("Details", views.TogglePane{Name: "details"}, fyne.KeyD),
		),
		fyne.NewMenu("Go",
			back, forward,
			fyne.NewMenuItemSeparator(),
			item("Whole picture", views.Zoom{}),
			item("Callers and callees of the selection", views.Pivot{Node: views.Selected}),
			item("Next match", views.NextMatch{}, fyne.KeyG),
			item("Previous match", views.NextMatch{Backwards: true}),
		),
		fyne.NewMenu("Help", item("Keys and gestures", views.ShowKeys{})),
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

func (w *Window) toggle(label string, change func(*views.Display)) *fyne.MenuItem {
	return fyne.NewMenuItem(label, func() { w.desk.Do(views.Show{Change: change}) })
}

func (w *Window) ask(label string, change func(*model.Query)) *fyne.MenuItem {
	return fyne.NewMenuItem(label, func() { w.desk.Do(views.Ask{Change: change}) })
}

func (w *Window) colorings() []*fyne.MenuItem {
	names := map[flame.Coloring]string{
		flame.ByPackage: "Package", flame.ByKind: "Kind of code", flame.BySelf: "Share spent in itself",
	}
	var items []*fyne.MenuItem
	for _, c := range flame.Colorings {
		items = append(items, w.toggle(names[c], func(d *views.Display) { d.Coloring = c }))
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
		items = append(items, w.ask(names[g], func(q *model.Query) { q.Granularity = g }))
	}
	return items
}

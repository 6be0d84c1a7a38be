package app

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"

	"profstation/desk"
	"profstation/desk/screen"
	"profstation/flame"
	"profstation/model"
)

// menus makes the main menu, with every shortcut: a focused input lets only those of the main menu through.
func (w *Window) menus() *fyne.MainMenu {
	send := w.desk.Do
	does := func(label string, do func(), key ...fyne.Shortcut) *fyne.MenuItem {
		m := fyne.NewMenuItem(label, do)
		if len(key) > 0 {
			m.Shortcut = key[0]
		}
		return m
	}
	item := func(label string, i screen.Intent, key ...fyne.Shortcut) *fyne.MenuItem {
		return does(label, func() { send(i) }, key...)
	}
	quit := fyne.NewMenuItem(lang.L("Quit"), w.close)
	quit.IsQuit = true
	var tabs []*fyne.MenuItem
	for _, t := range screen.Tabs() {
		var show screen.Intent = screen.ShowTab{Tab: t}
		if t == screen.TrendTab {
			show = screen.ShowTrend{}
		}
		tabs = append(tabs, item(lang.L(t.String()), show))
	}
	view := append(tabs, fyne.NewMenuItemSeparator(), w.menu.colorings(), w.menu.granularities())
	for _, s := range screen.Switches {
		if s.Title != "" {
			view = append(view, w.menu.toggle(lang.L(s.Title), s.Of))
		}
	}
	recent := &w.menu.recent
	return fyne.NewMainMenu(
		fyne.NewMenu(lang.L("File"),
			item(lang.L("Open …"), screen.Open{}, ctrl(fyne.KeyO)),
			item(lang.L("Watch a folder …"), screen.WatchFolder{}),
			recent.files, recent.workspaces, recent.last,
			fyne.NewMenuItemSeparator(),
			item(lang.L("Read again"), screen.Reload{}, ctrl(fyne.KeyR)),
			item(lang.L("Close"), screen.Close{}, ctrl(fyne.KeyW)),
			fyne.NewMenuItemSeparator(),
			item(lang.L("Export picture …"), screen.Export{}, ctrl(fyne.KeyE)),
			item(lang.L("Report of what is open …"), screen.Report{}),
			fyne.NewMenuItemSeparator(),
			quit,
		),
		fyne.NewMenu(lang.L("Edit"),
			item(lang.L("Search"), screen.FocusField{Name: "search"}, ctrl(fyne.KeyF)),
			item(lang.L("Focus on"), screen.FocusField{Name: "focus"}, ctrl(fyne.KeyL)),
			item(lang.L("Ignore"), screen.FocusField{Name: "ignore"}, ctrl(fyne.KeyI)),
			item(lang.L("Filters …"), screen.TogglePane{Name: "filters"}, ctrl(fyne.KeyJ)),
			item(lang.L("Remove all filters"), screen.ClearFilters{}, ctrl(fyne.KeyBackspace)),
			fyne.NewMenuItemSeparator(),
			item(lang.L("Copy as go tool pprof command"), screen.CopyCommand{}),
			item(lang.L("Copy name of the selection"), screen.Copy{Text: screen.Selected}),
			item(lang.L("Note on the selection …"), screen.AskNote{}, ctrl(fyne.KeyN)),
			fyne.NewMenuItemSeparator(),
			fyne.NewMenuItem(lang.L("Preferences …"), w.showPreferences),
		),
		fyne.NewMenu(lang.L("View"), append(view,
			w.menu.ask(lang.L("Inlined calls into their callers"), func(q *model.Query) *bool { return &q.NoInlines }),
			w.menu.ask(lang.L("Shares of what the filters leave"), func(q *model.Query) *bool { return &q.RelativePercentages }),
			fyne.NewMenuItemSeparator(),
			item(lang.L("Light or dark theme"), screen.ToggleTheme{}, ctrl(fyne.KeyT)),
			item(lang.L("Documents"), screen.TogglePane{Name: "documents"}, ctrl(fyne.KeyB)),
			item(lang.L("Details"), screen.TogglePane{Name: "details"}, ctrl(fyne.KeyD)),
		)...),
		fyne.NewMenu(lang.L("Go"),
			item(lang.L("Back"), screen.Back{}, alt(fyne.KeyLeft)),
			item(lang.L("Forward"), screen.Forward{}, alt(fyne.KeyRight)),
			fyne.NewMenuItemSeparator(),
			item(lang.L("Previous profile of the series"), screen.Step{By: -1}, alt(fyne.KeyPageUp)),
			item(lang.L("Next profile of the series"), screen.Step{By: 1}, alt(fyne.KeyPageDown)),
			item(lang.L("Follow the newest profile"), screen.Follow{}),
			fyne.NewMenuItemSeparator(),
			item(lang.L("Whole picture"), screen.Zoom{}),
			item(lang.L("Callers and callees of the selection"), screen.Pivot{Node: screen.Selected}),
			item(lang.L("Next match"), screen.NextMatch{}),
			item(lang.L("Previous match"), screen.NextMatch{Backwards: true}),
			fyne.NewMenuItemSeparator(),
			item(lang.L("Go to …"), screen.ShowPalette{}, ctrl(fyne.KeyG)),
			does(lang.L("Command …"), w.showCommands, &desktop.CustomShortcut{
				KeyName: fyne.KeyP, Modifier: fyne.KeyModifierShortcutDefault | fyne.KeyModifierShift,
			}),
		),
		fyne.NewMenu(lang.L("Compare"),
			item(lang.L("Compare the selected"), screen.CompareMarked{}, ctrl(fyne.KeyM)),
			item(lang.L("Add up the selected"), screen.AddUpMarked{}),
			item(lang.L("Compare with the baseline"), screen.CompareBaseline{}),
			item(lang.L("Compare with the previous of the series"), screen.CompareSeries{}),
			item(lang.L("Compare with the first of the series"), screen.CompareSeries{First: true}),
			item(lang.L("Pin as baseline"), screen.PinBaseline{}),
			fyne.NewMenuItemSeparator(),
			item(lang.L("Side by side"), screen.ShowWay{Way: screen.SideBySide}),
			item(lang.L("Difference"), screen.ShowWay{Way: screen.AsDifference}),
			item(lang.L("Table"), screen.ShowWay{Way: screen.AsTable}),
			fyne.NewMenuItemSeparator(),
			item(lang.L("Swap base and new"), screen.SwapSides{}),
			item(lang.L("Replace the base by the selected"), screen.ReplaceSide{Base: true}),
			item(lang.L("Replace the new one by the selected"), screen.ReplaceSide{}),
			item(lang.L("Add the selected to the base"), screen.ReplaceSide{Base: true, Add: true}),
			item(lang.L("Add the selected to the new ones"), screen.ReplaceSide{Add: true}),
			fyne.NewMenuItemSeparator(),
			item(lang.L("Copy the summary as Markdown"), screen.CopySummary{}),
		),
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

func submenu(label string) *fyne.MenuItem {
	m := fyne.NewMenuItem(label, nil)
	m.ChildMenu = fyne.NewMenu("")
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

// checked makes an item with a check mark, which shows whether something is in force.
func (b *menuBar) checked(label string, on func(*screen.Snapshot) bool, i screen.Intent) *fyne.MenuItem {
	m := fyne.NewMenuItem(label, func() { b.send(i) })
	b.marks = append(b.marks, mark{m, on})
	return m
}

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

func (b *menuBar) toggle(label string, part func(*screen.Display) *bool) *fyne.MenuItem {
	return b.checked(label,
		func(s *screen.Snapshot) bool { d := s.Display; return *part(&d) },
		screen.Show{Change: func(d *screen.Display) { *part(d) = !*part(d) }})
}

func (b *menuBar) ask(label string, part func(*model.Query) *bool) *fyne.MenuItem {
	return b.checked(label,
		func(s *screen.Snapshot) bool { q := s.Place.Query; return *part(&q) },
		screen.Ask{Change: func(q *model.Query) { *part(q) = !*part(q) }})
}

func (b *menuBar) colorings() *fyne.MenuItem {
	names := map[flame.Coloring]string{
		flame.ByPackage: lang.L("Package"), flame.ByKind: lang.L("Kind of code"), flame.BySelf: lang.L("Share spent in itself"),
		flame.ByLabel: lang.L("Label"),
	}
	m := submenu(lang.L("Colour by"))
	for _, c := range flame.Colorings {
		m.ChildMenu.Items = append(m.ChildMenu.Items, b.checked(names[c],
			func(s *screen.Snapshot) bool { return s.Display.Coloring == c },
			screen.Show{Change: func(d *screen.Display) { d.Coloring = c }}))
	}
	return m
}

func (b *menuBar) granularities() *fyne.MenuItem {
	names := map[model.Granularity]string{
		model.Functions: lang.L("Function"), model.FileFunctions: lang.L("Function and file"), model.Files: lang.L("File"),
		model.Lines: lang.L("Line"), model.Addresses: lang.L("Address"),
	}
	m := submenu(lang.L("Group by"))
	for _, g := range model.Granularities {
		m.ChildMenu.Items = append(m.ChildMenu.Items, b.checked(names[g],
			func(s *screen.Snapshot) bool { return s.Place.Query.Granularity == g },
			screen.Ask{Change: func(q *model.Query) { q.Granularity = g }}))
	}
	return m
}

func (w *Window) showCommands() {
	all := w.commands()
	w.showPalette(lang.L("Command …"), func(text string) []screen.Finding {
		if text == "" {
			return all
		}
		return desk.Pick(text, all)
	})
}

func (w *Window) commands() []screen.Finding {
	var all []screen.Finding
	var add func(path string, items []*fyne.MenuItem)
	add = func(path string, items []*fyne.MenuItem) {
		for _, i := range items {
			switch {
			case i.IsSeparator || i.Disabled:
			case i.ChildMenu != nil:
				add(path+" › "+i.Label, i.ChildMenu.Items)
			case i.Action != nil:
				f := screen.Finding{Label: i.Label, Detail: path, Do: i.Action}
				if i.Checked {
					f.Label = "✓ " + f.Label
				}
				if k := keyName(i.Shortcut); k != "" {
					f.Detail += "   " + k
				}
				all = append(all, f)
			}
		}
	}
	for _, m := range w.window.MainMenu().Items {
		add(m.Label, m.Items)
	}
	return all
}

// keyName is a shortcut as menus write it; "" for none.
func keyName(s fyne.Shortcut) string {
	k, ok := s.(*desktop.CustomShortcut)
	if !ok {
		return ""
	}
	var parts []string
	for _, m := range []struct {
		bit  fyne.KeyModifier
		name string
	}{{fyne.KeyModifierControl, "Ctrl"}, {fyne.KeyModifierSuper, "Super"}, {fyne.KeyModifierAlt, "Alt"}, {fyne.KeyModifierShift, "Shift"}} {
		if k.Modifier&m.bit != 0 {
			parts = append(parts, m.name)
		}
	}
	return strings.Join(append(parts, string(k.KeyName)), "+")
}

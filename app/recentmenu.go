package app

import (
	"path/filepath"
	"slices"

	"fyne.io/fyne/v2"

	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/origin"
)

// recentMenu is the File menu part with what was opened lately.
type recentMenu struct {
	files, workspaces *fyne.MenuItem
	last              *fyne.MenuItem // the previous session's documents
	shown             session.Recent
	offered           bool // whether last is in the menu

	window fyne.Window
	send   screen.Send
	choose func(folder string) // asks for files to open, beginning in a folder
}

const (
	maxRecentFiles   = 15
	maxRecentFolders = 5
	longestFolder    = 49 // characters in its path
)

func newRecentMenu(window fyne.Window, send screen.Send, choose func(folder string)) recentMenu {
	m := recentMenu{window: window, send: send, choose: choose}
	m.files, m.workspaces = submenu(lang.L("Open recent")), submenu(lang.L("Workspace"))
	m.last = fyne.NewMenuItem(lang.L("Open the last session"), func() { send(screen.OpenLast{}) })
	m.last.Disabled = true
	m.fill()
	return m
}

// show updates the menu. last reports whether there is a session to open again.
func (m *recentMenu) show(now session.Recent, last bool) {
	if last == m.offered && slices.Equal(now.Files, m.shown.Files) && slices.Equal(now.Folders, m.shown.Folders) &&
		slices.Equal(now.Workspaces, m.shown.Workspaces) {
		return
	}
	m.shown, m.offered = now, last
	m.last.Disabled = !last
	m.fill()
	if menu := m.window.MainMenu(); menu != nil {
		menu.Refresh()
	}
}

func (m *recentMenu) fill() {
	send, r := m.send, m.shown
	open := func(paths []origin.Ref) (items []*fyne.MenuItem) {
		for _, p := range paths[:min(len(paths), maxRecentFiles)] {
			path := string(p)
			label := filepath.Base(path) + "  –  " + safe.CutStart(filepath.Dir(path), longestFolder)
			items = append(items, fyne.NewMenuItem(safe.Text(label), func() { send(screen.Open{Paths: []string{path}}) }))
		}
		return items
	}
	items := open(r.Files)
	if len(r.Folders) > 0 {
		items = append(items, fyne.NewMenuItemSeparator())
	}
	for _, p := range r.Folders[:min(len(r.Folders), maxRecentFolders)] {
		items = append(items, fyne.NewMenuItem(safe.Text(safe.CutStart(string(p), longestFolder))+"/…", func() { m.choose(string(p)) }))
	}
	if len(items) == 0 {
		none := fyne.NewMenuItem(lang.L("No recent files"), nil)
		none.Disabled = true
		items = append(items, none)
	} else {
		items = append(items, fyne.NewMenuItemSeparator(), fyne.NewMenuItem(lang.L("Clear list"), func() { send(screen.ForgetRecent{}) }))
	}
	m.files.ChildMenu.Items = items

	items = []*fyne.MenuItem{
		fyne.NewMenuItem(lang.L("Open workspace…"), func() { send(screen.Open{}) }),
		fyne.NewMenuItem(lang.L("Save workspace…"), func() { send(screen.SaveWorkspace{}) }),
	}
	if len(r.Workspaces) > 0 {
		items = append(append(items, fyne.NewMenuItemSeparator()), open(r.Workspaces)...)
	}
	m.workspaces.ChildMenu.Items = items
}

package app

import (
	"slices"

	"fyne.io/fyne/v2"

	"profstation/desk/screen"
	"profstation/model/lang"
)

// recordMenu is the Record menu. While several recordings go on it has an item to stop each, and one to stop all.
type recordMenu struct {
	menu  *fyne.Menu
	usual []*fyne.MenuItem // with one recording, or none: the last stops it
	item  func(label string, i screen.Intent, key ...fyne.Shortcut) *fyne.MenuItem
	shown []screen.Recording
}

// in makes a menu with the usual items the Record menu, and returns it.
func (m *recordMenu) in(menu *fyne.Menu, item func(string, screen.Intent, ...fyne.Shortcut) *fyne.MenuItem) *fyne.Menu {
	m.menu, m.usual, m.item, m.shown = menu, menu.Items, item, nil
	return menu
}

// show reports whether the menu has changed.
func (m *recordMenu) show(all []screen.Recording) bool {
	if len(all) < 2 {
		all = nil
	}
	if slices.Equal(all, m.shown) {
		return false
	}
	m.shown, m.menu.Items = all, m.usual
	if all == nil {
		return true
	}
	m.menu.Items = slices.Clone(m.usual[:len(m.usual)-1])
	for _, r := range all {
		m.menu.Items = append(m.menu.Items,
			m.item(lang.L("Stop recording {{.What}}", lang.With{"What": r.Name}), screen.StopRecording{ID: r.ID}))
	}
	m.menu.Items = append(m.menu.Items, m.item(lang.L("Stop all recordings"), screen.StopRecording{}))
	return true
}

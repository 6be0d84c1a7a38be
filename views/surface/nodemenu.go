package surface

import (
	"regexp"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/model"
)

// NodeMenu is the context menu of a node, the same in every view.
func NodeMenu(r *model.Result, n model.NodeID, send screen.Send, first ...*fyne.MenuItem) *fyne.Menu {
	name := r.Nodes.Node(n).String()
	exact := Only(r, n)
	filter := func(label, option string) *fyne.MenuItem {
		return fyne.NewMenuItem(label, func() { send(screen.Refine{Name: option, Text: exact}) })
	}
	items := append([]*fyne.MenuItem{}, first...)
	items = append(items,
		fyne.NewMenuItem(lang.L("Callers and callees"), func() { send(screen.Pivot{Node: name}) }),
		fyne.NewMenuItem(lang.L("Show its trend"), func() { send(screen.ShowTrend{Name: r.Nodes.Node(n).Name}) }),
		fyne.NewMenuItemSeparator(),
		filter(lang.L("Focus on it"), "focus"),
		filter(lang.L("Ignore stacks with it"), "ignore"),
		filter(lang.L("Hide its frames"), "hide"),
		filter(lang.L("Show from it"), "show_from"),
		fyne.NewMenuItemSeparator(),
		fyne.NewMenuItem(lang.L("Highlight all"), func() { send(screen.Search{Text: exact}) }),
		fyne.NewMenuItem(lang.L("Note …"), func() { send(screen.AskNote{Note: screen.Note{On: name}}) }),
		fyne.NewMenuItem(lang.L("Copy name"), func() { send(screen.Copy{Text: name}) }),
	)
	return fyne.NewMenu("", items...)
}

// Elsewhere are the ways from a node to others of the tabs that its document has:
// a comparison has not all of them.
func Elsewhere(r *model.Result, n model.NodeID, send screen.Send, has []screen.Tab, tabs ...screen.Tab) []*fyne.MenuItem {
	to := screen.Select{Selection: screen.Selection{Node: r.Nodes.Node(n).String()}}
	var items []*fyne.MenuItem
	for _, tab := range tabs {
		if !slices.Contains(has, tab) {
			continue
		}
		label := lang.L("Peek at it")
		if tab == screen.SourceTab {
			label = lang.L("Show its source")
		}
		items = append(items, fyne.NewMenuItem(label, func() { send(to); send(screen.ShowTab{Tab: tab}) }))
	}
	return items
}

// Only is the regular expression that matches these nodes and no others, as far
// as names and files tell them apart.
func Only(r *model.Result, nodes ...model.NodeID) string {
	var names []string
	for _, n := range nodes {
		node := r.Nodes.Node(n)
		name := node.Name
		if name == "" {
			name = node.File
		}
		names = append(names, regexp.QuoteMeta(name))
	}
	if len(names) == 1 {
		return "^" + names[0] + "$"
	}
	return "^(" + strings.Join(names, "|") + ")$"
}

// PopUp shows a menu at a place in the window of an object.
func PopUp(o fyne.CanvasObject, m *fyne.Menu, at fyne.Position) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(o); c != nil {
		widget.ShowPopUpMenuAtPosition(m, c, at)
	}
}

// PopUp shows a menu at a place in the window.
func (s *Surface) PopUp(m *fyne.Menu, at fyne.Position) { PopUp(s, m, at) }

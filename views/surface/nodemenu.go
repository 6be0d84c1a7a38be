package surface

import (
	"regexp"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model"
	"profstation/model/explain"
	"profstation/model/lang"
	"profstation/model/query"
	"profstation/origin"
)

// NodeMenu is a node's context menu, with the view's items first and ways to the document's other tabs that have
// something to show.
func NodeMenu(r *query.Result, n query.NodeID, send screen.Send, in ask.Tab, has []ask.Tab, first ...*fyne.MenuItem) *fyne.Menu {
	name, exact := r.Nodes.Node(n).String(), r.Only(n)
	items := slices.Clone(first)
	add := func(label string, all ...screen.Intent) { items = append(items, Item(send, label, all...)) }
	to := screen.Select{Selection: ask.Selection{Node: name}}
	for _, w := range []struct {
		tab   ask.Tab
		label string
		by    screen.Intent
	}{
		{ask.FlameTab, lang.L("Show in the flame graph"), screen.Pivot{Node: name}},
		{ask.PeekTab, lang.L("Show in Peek"), to},
		{ask.SourceTab, lang.L("Show its source"), to},
	} {
		if w.tab != in && slices.Contains(has, w.tab) {
			add(w.label, w.by, screen.Jump{Tab: w.tab})
		}
	}
	if f := r.Declared(n); r.Nodes.Node(n).File != "" || f != model.NoFunc && r.Profile.Functions[f].File != 0 {
		items = append(items, InEditor(send, screen.OpenInEditor{Node: name}))
	}
	add(lang.L(explain.EndsOf(r.Profile.Kind).Both), screen.Pivot{Node: name})
	if slices.Contains(has, ask.TrendTab) {
		add(lang.L("Show its trend"), screen.ShowTrend{Name: r.Nodes.Node(n).Name})
	}
	items = append(items, fyne.NewMenuItemSeparator())
	add(lang.L("Focus on it"), screen.Refine{Name: "focus", Text: exact})
	add(lang.L("Ignore stacks with it"), screen.Refine{Name: "ignore", Text: exact})
	add(lang.L("Hide its frames"), screen.Refine{Name: "hide", Text: exact})
	add(lang.L("Start stacks here"), screen.Refine{Name: "show_from", Text: exact})
	items = append(items, fyne.NewMenuItemSeparator())
	add(lang.L("Highlight all"), screen.Search{Text: "^" + regexp.QuoteMeta(name) + "$"})
	add(lang.L("Note…"), screen.AskNote{Note: origin.Note{On: name}})
	add(lang.L("Copy name"), screen.Copy{Text: name})
	return fyne.NewMenu("", items...)
}

// Unselected says that a key acts on what is selected, and that nothing is.
func Unselected() screen.Intent { return screen.Remark{Text: lang.L("Nothing is selected.")} }

// Item is a menu item that sends intents.
func Item(send screen.Send, label string, all ...screen.Intent) *fyne.MenuItem {
	return fyne.NewMenuItem(label, func() {
		for _, i := range all {
			send(i)
		}
	})
}

// InEditor is the item that opens a source line in the user's editor, wherever something has one.
func InEditor(send screen.Send, i screen.OpenInEditor) *fyne.MenuItem {
	return Item(send, lang.L("Open in the editor"), i)
}

// PopUp shows a menu at a place in an object's window.
func PopUp(o fyne.CanvasObject, m *fyne.Menu, at fyne.Position) {
	if c := fyne.CurrentApp().Driver().CanvasForObject(o); c != nil {
		HideTips(c)
		p := widget.NewPopUpMenu(m, c)
		head(p.Menu, m)
		p.ShowAtPosition(at)
	}
}

// Heading is a menu line that says what the items below it are about.
func Heading(text string) *fyne.MenuItem {
	h := fyne.NewMenuItem(text, nil)
	h.Disabled = true
	return h
}

// head keeps the keyboard off the headings in a menu that is not shown yet, and in those it leads to: Fyne's menus
// walk over all their own items, and over nothing else.
func head(w *widget.Menu, m *fyne.Menu) {
	for i, item := range m.Items {
		switch o := w.Items[i]; {
		case item.Disabled && item.Action == nil && item.ChildMenu == nil:
			at, size := o.Position(), o.Size()
			o.Move(fyne.Position{})
			w.Items[i] = container.NewStack(o) // in the place that it had, as the menu is laid out already
			w.Items[i].Move(at)
			w.Items[i].Resize(size)
		case item.ChildMenu != nil:
			if parent, ok := o.(interface{ Child() *widget.Menu }); ok {
				head(parent.Child(), item.ChildMenu)
			}
		}
	}
}

// PopUp shows a menu at a place in the window.
func (s *Surface) PopUp(m *fyne.Menu, at fyne.Position) {
	if s.catch != nil {
		s.catch(m)
		return
	}
	PopUp(s, m, at)
}

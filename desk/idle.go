package desk

import (
	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/lang"
)

// idle says why an intent has nothing to do in the present state, "" if it has. Menus are grey then, but their
// keys still work.
func idle(d *Desk, i screen.Intent) string {
	switch i := i.(type) {
	case screen.NthTab:
		if i.N > len(d.docs.tabs()) {
			return lang.L("There is no tab {{.N}} here.", lang.With{"N": i.N})
		}
	case screen.Back:
		if !d.Snapshot().CanBack {
			return lang.L("There is nothing to go back to.")
		}
	case screen.Forward:
		if !d.Snapshot().CanForward {
			return lang.L("There is nothing to go forward to.")
		}
	case screen.Beside:
		switch earlier, later := d.remotes.beside(d.docs.active); {
		case d.remotes.steps(d.docs.active) != nil:
			// a step says so where there is none
		case !earlier:
			return lang.L("This is not one profile of a store: open one with “File › Open from a store…”.")
		case i.Later && !later:
			return lang.L("The time after this one has not begun yet.")
		}
	case screen.NextMatch:
		switch {
		case d.Kind()&(ask.OfTrace|ask.OfTracePair) != 0:
			return lang.L("A trace has no search: filters show what they find.")
		case d.navigation.search == "":
			return lang.L("Nothing is searched for: press / first.")
		}
	case screen.TogglePane:
		if i.Name == "filters" && d.Kind()&(ask.OfTrace|ask.OfTracePair) != 0 {
			return lang.L("A trace has filters of its own: they stand above what they filter.")
		}
	case screen.Pivot:
		if i.Node == screen.Selected && d.navigation.place().Selected.Node == "" {
			return lang.L("Nothing is selected.")
		}
	case screen.Copy:
		if i.Text == "" || i.Text == screen.Selected && selected(d) == "" {
			return lang.L("Nothing is selected.")
		}
	}
	return ""
}

// clearsNothing reports whether an intent removes filters although there are none, and shows a notice if so.
func clearsNothing(d *Desk, i screen.Intent, same bool) bool {
	if !same || i != screen.Intent(screen.ClearFilters{}) {
		return false
	}
	d.Say(lang.L("No filter is active."))
	return true
}

// selected returns the text that copying the selection copies, "" if nothing is selected.
func selected(d *Desk) string {
	if doc := d.docs.active; doc != nil && doc.content != nil {
		return doc.content.selected(d)
	}
	return ""
}

package app

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"

	"profstation/desk"
	"profstation/desk/screen"
)

// showCommands opens a palette of all commands of the menus.
func (w *Window) showCommands() {
	all := w.commands()
	w.showPalette(lang.L("Command …"), func(text string) []screen.Finding {
		if text == "" {
			return all
		}
		return desk.Pick(text, all)
	})
}

// commands are all items of the menus that can be chosen now.
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

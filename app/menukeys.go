package app

import (
	"math"
	"runtime"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"profstation/model/lang"
)

// undrawn is a shortcut that the toolkit follows, but does not write beside its item: it would do so at a
// fifth of the text's opacity, whatever the theme. [writeKeys] does it instead.
type undrawn struct{ of *desktop.CustomShortcut }

func (s undrawn) ShortcutName() string { return s.of.ShortcutName() }

// keyGap is the min gap between a label and its key: no label has two blanks. A tab would do, but where a
// label has several fonts the toolkit takes it for a letter.
const keyGap = "  "

// writeKeys writes menu items' keys behind their labels, in a column. What is typed in views, such as n
// for the next match, is in typed. Menus in macOS are the system's, which writes keys itself.
func writeKeys(m *fyne.Menu, typed map[*fyne.MenuItem]string) {
	if runtime.GOOS == "darwin" {
		return
	}
	width := func(s string) float32 { return fyne.MeasureText(s, theme.TextSize(), fyne.TextStyle{}).Width }
	blank, column := width(" "), float32(0)
	for _, i := range m.Items {
		column = max(column, width(i.Label+keyGap+keyGap))
	}
	for _, i := range m.Items {
		key := typed[i]
		if s, ok := i.Shortcut.(*desktop.CustomShortcut); ok {
			key, i.Shortcut = keyName(s), undrawn{s}
		}
		if key != "" {
			i.Label += strings.Repeat(" ", int(math.Round(float64((column-width(i.Label))/blank)))) + key
		}
	}
}

// labelOf returns an item's label without its key.
func labelOf(i *fyne.MenuItem) string {
	label, _, _ := strings.Cut(i.Label, keyGap)
	return label
}

// keyOf returns an item's key, "" if it has none.
func keyOf(i *fyne.MenuItem) string {
	if at := strings.LastIndex(i.Label, keyGap); at >= 0 {
		return i.Label[at+len(keyGap):]
	}
	return keyName(i.Shortcut)
}

// keyNames are key names that the toolkit calls otherwise than keyboards do, said where they are shown.
var keyNames = map[fyne.KeyName]string{
	fyne.KeyPageUp: "PgUp", fyne.KeyPageDown: "PgDn", fyne.KeyBackspace: "Backspace", fyne.KeyLeft: "←", fyne.KeyRight: "→",
}

// keyName is a shortcut as keyboards of the user's language write it; "" for none.
func keyName(s fyne.Shortcut) string {
	k, ok := s.(*desktop.CustomShortcut)
	if !ok {
		return ""
	}
	var parts []string
	for _, m := range []struct {
		bit  fyne.KeyModifier
		name string
	}{{fyne.KeyModifierControl, lang.L("Ctrl")}, {fyne.KeyModifierSuper, "Super"}, {fyne.KeyModifierAlt, "Alt"}, {fyne.KeyModifierShift, lang.L("Shift")}} {
		if k.Modifier&m.bit != 0 {
			parts = append(parts, m.name)
		}
	}
	name, ok := keyNames[k.KeyName]
	if !ok {
		name = string(k.KeyName)
	}
	return strings.Join(append(parts, lang.L(name)), "+")
}

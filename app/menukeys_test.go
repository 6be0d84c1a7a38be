package app

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"

	"profstation/model/lang"
)

// Keys stand in a column behind the labels, drawn as the labels are, and the shortcuts go on.
func TestKeysInMenus(t *testing.T) {
	r := newWindowRig(t)
	for _, m := range r.window.MainMenu().Items {
		column, keys := float32(0), 0
		for _, i := range m.Items {
			if _, drawn := i.Shortcut.(fyne.KeyboardShortcut); drawn {
				t.Errorf("the toolkit draws the key of %q", i.Label)
			}
			if keyOf(i) == "" {
				continue
			}
			keys++
			width := func(s string) float32 { return fyne.MeasureText(s, theme.TextSize(), fyne.TextStyle{}).Width }
			before := width(strings.TrimSuffix(i.Label, keyOf(i)))
			if gap := before - width(labelOf(i)); gap < 2*width(" ") || column > 0 && max(before-column, column-before) > width(" ")+1 {
				t.Errorf("%q: the key begins at %v, %v behind the label, others at %v", i.Label, before, gap, column)
			}
			column = before
		}
		if keys == 0 && (m.Label == "File" || m.Label == "Go" || m.Label == "Help") {
			t.Errorf("%s has no keys", m.Label)
		}
	}
	r.items()["Light or dark theme"].Action()
	if got := r.items()["Manual"]; keyOf(got) != "F1" || got.Shortcut != nil {
		t.Errorf("%q, %v", got.Label, got.Shortcut)
	}
}

// Menus write keys as the keyboards of the user's language do.
func TestKeysInGerman(t *testing.T) {
	t.Cleanup(func() { lang.Use(nil) })
	german, _, err := catalogue("de")
	if err != nil {
		t.Fatal(err)
	}
	lang.Use(german)
	for want, key := range map[string]fyne.Shortcut{
		"Strg+Umschalt+P": &desktop.CustomShortcut{KeyName: fyne.KeyP, Modifier: fyne.KeyModifierControl | fyne.KeyModifierShift},
		"Alt+Bild ↑":      &desktop.CustomShortcut{KeyName: fyne.KeyPageUp, Modifier: fyne.KeyModifierAlt},
		"Strg+Rücktaste":  &desktop.CustomShortcut{KeyName: fyne.KeyBackspace, Modifier: fyne.KeyModifierControl},
	} {
		if got := keyName(key); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

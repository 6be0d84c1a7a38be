package views

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/views/surface"
)

// letters are the keys that no view has a use for itself, besides the digits.
var letters = map[rune]screen.Intent{
	'/': screen.FocusField{Name: "search"},
	'?': screen.ShowKeys{},
	'n': screen.NextMatch{},
	'N': screen.NextMatch{Backwards: true},
	'f': screen.Zoom{},
	'0': screen.Zoom{},
	',': screen.Step{By: -1},
	'.': screen.Step{By: 1},
	'p': screen.Pivot{Node: screen.Selected},
}

// Rune answers a typed letter that no view had a use for.
func Rune(send screen.Send, r rune) {
	if r >= '1' && r <= '9' {
		send(screen.NthTab{N: int(r - '0')})
	} else if i := letters[r]; i != nil {
		send(i)
	}
}

// KeySheet makes the sheet of shortcuts: a column for what is long, the short parts in the last. In a
// narrow window they stand below each other.
func KeySheet() *surface.Pages {
	columns := surface.Wrap()
	pack := layout.NewCustomPaddedVBoxLayout(0)
	var last *fyne.Container
	for i, part := range screen.AllKeys() {
		title := widget.NewLabel(lang.L(part.Title))
		title.TextStyle.Bold = true
		if i <= 1 || i == 3 { // the graphs share a column, and so do traces and tables
			last = container.New(pack)
			columns.Add(container.NewPadded(last))
		}
		last.Add(title)
		last.Add(keyRows(part.Keys))
	}
	return surface.NewPages(columns)
}

// keyRows are lines of keys and what they do, as dense as text is.
func keyRows(keys [][2]string) fyne.CanvasObject {
	var cell fyne.Size
	for _, k := range keys {
		cell = cell.Max(plainText(k[0], true).MinSize())
	}
	cell.Width += 8
	rows := container.New(layout.NewCustomPaddedVBoxLayout(2))
	for _, k := range keys {
		rows.Add(container.NewHBox(container.NewGridWrap(cell, plainText(k[0], true)), plainText(lang.L(k[1]), false)))
	}
	return container.New(layout.NewCustomPaddedLayout(0, 8, 8, 8), rows)
}

func plainText(s string, mono bool) *canvas.Text {
	t := surface.Text(s, theme.Color(theme.ColorNameForeground), 0, false)
	t.TextStyle.Monospace = mono
	return t
}

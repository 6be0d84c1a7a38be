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

// Rune answers a typed letter that no view had a use for.
func Rune(send screen.Send, r rune) {
	switch {
	case r >= '1' && r <= '9':
		send(screen.NthTab{N: int(r - '0')})
	case r == '/':
		send(screen.FocusField{Name: "search"})
	case r == '?':
		send(screen.ShowKeys{})
	case r == 'n':
		send(screen.NextMatch{})
	case r == 'N':
		send(screen.NextMatch{Backwards: true})
	case r == 'f' || r == '0':
		send(screen.Zoom{})
	case r == ',' || r == '.':
		send(screen.Step{By: map[rune]int{',': -1, '.': 1}[r]})
	case r == 'p':
		send(screen.Pivot{Node: screen.Selected})
	}
}

// keySheet is what keys and gestures do, by where they do it.
var keySheet = []struct {
	Title string
	Keys  [][2]string
}{
	{"Everywhere", [][2]string{
		{"Ctrl+O", "open files"},
		{"Ctrl+W", "close the document"},
		{"Ctrl+R", "read it again"},
		{"1 … 9", "tabs"},
		{"Alt+← Alt+→", "back, forward"},
		{"/ or Ctrl+F", "search"},
		{"n N", "next, previous match; Enter while typing"},
		{"Ctrl+M", "compare the selected documents"},
		{"click with Ctrl", "select a document, to compare it"},
		{"Ctrl+G", "go to a function, a document, a lane, a goroutine"},
		{"Ctrl+Shift+P", "any command of the menus, by its name"},
		{"Ctrl+L Ctrl+I", "focus on …, ignore …"},
		{"Ctrl+J", "all filters"},
		{"Ctrl+Backspace", "remove all filters"},
		{"Ctrl+E", "export the picture"},
		{"Ctrl+C", "copy the name of the selection"},
		{"Ctrl+N", "write a note on the selection"},
		{"Alt+PgUp Alt+PgDn", "previous, next profile of the series; also , and ."},
		{"Ctrl+T", "light or dark"},
		{"Ctrl+B Ctrl+D", "documents, details"},
		{"Esc", "one step back: search, selection, zoom, pivot"},
		{"?", "this sheet"},
	}},
	{"Flame graph", [][2]string{
		{"click", "select"},
		{"double click, Enter", "zoom to the box"},
		{"right click", "focus, ignore, hide, callers and callees, copy"},
		{"wheel, drag", "move"},
		{"Ctrl+wheel, + −", "zoom at the pointer"},
		{"Shift+wheel, a d", "move sideways"},
		{"arrows", "walk along the tree"},
		{"h", "follow the hottest path"},
		{"p", "callers and callees of the selection"},
		{"f, Home", "whole picture"},
	}},
	{"Call graph", [][2]string{
		{"click", "select"},
		{"click with Ctrl", "select several, to focus on them or peek at them"},
		{"double click, Enter", "callers and callees"},
		{"right click", "as in the flame graph"},
		{"drag, wheel", "move, zoom at the pointer"},
		{"wheel with Shift, Alt", "move sideways, up and down"},
		{"arrows", "walk along the heaviest edges"},
		{"r", "light the way from the root"},
		{"n N", "next, previous match in the picture"},
		{"f, Home", "whole picture, as it opened"},
	}},
	{"Timeline", [][2]string{
		{"click", "select a span, open a lane at its label"},
		{"double click, Enter", "zoom to the span"},
		{"right click", "measure, who woke it, pin, hide"},
		{"drag, wheel", "move"},
		{"Ctrl+wheel, w s", "zoom at the pointer, in the middle"},
		{"drag with Ctrl", "zoom to an area"},
		{"Shift+wheel, a d", "move along time"},
		{"drag on the axis", "measure; with Shift anywhere"},
		{"← →", "previous, next span of the goroutine"},
		{"m", "measure the selected span"},
		{"f, Home", "whole trace"},
	}},
	{"Figures of a trace", [][2]string{
		{"click on a name", "open it, or go to its lane"},
		{"→ ← Enter", "open, close, go to its lane"},
		{"right click", "profiles of it, its lanes, its time"},
		{"/", "filter"},
	}},
	{"Top", [][2]string{
		{"click on a heading", "sort; again: the other way round"},
		{"arrows, Page keys", "walk"},
		{"double click, Enter", "show in the flame graph"},
	}},
	{"Labels", [][2]string{
		{"click", "pick a key, a value, a cell"},
		{"double click, Enter", "only these samples"},
	}},
	{"Peek", [][2]string{
		{"click, → ←", "open, close a line"},
		{"double click, Enter", "peek at its function"},
	}},
}

// KeySheet makes the sheet of shortcuts: one column for what is long, the short
// parts below each other in the last.
func KeySheet() fyne.CanvasObject {
	columns := container.NewHBox()
	pack := layout.NewCustomPaddedVBoxLayout(0)
	var last *fyne.Container
	for i, part := range keySheet {
		title := widget.NewLabel(lang.L(part.Title))
		title.TextStyle.Bold = true
		if i <= 1 || i == 3 { // the graphs share a column, and so do traces and tables
			last = container.New(pack)
			columns.Add(container.NewPadded(last))
		}
		last.Add(title)
		last.Add(keyRows(part.Keys))
	}
	return container.NewScroll(columns)
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

// plainText is a line as high as its letters.
func plainText(s string, mono bool) *canvas.Text {
	t := canvas.NewText(s, theme.Color(theme.ColorNameForeground))
	t.TextSize = surface.TextSize()
	t.TextStyle.Monospace = mono
	return t
}

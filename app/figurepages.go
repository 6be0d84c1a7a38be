package app

import (
	"profstation/desk/screen"
	"profstation/views"
)

// addFigures makes the pages of the figures of traces.
func (w *Window) addFigures(send screen.Send, post func(func())) {
	w.figures = map[screen.Tab]*views.FiguresView{}
	for _, tab := range screen.FigureTabs {
		f := views.NewFiguresView(tab, send, post)
		f.Unused(func(r rune) { views.Rune(send, r) })
		w.figures[tab] = f
		w.pages = append(w.pages, page{tab, f.Object, f.Show, f.TypedKey})
	}
}

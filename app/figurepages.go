package app

import "profstation/views"

// addFigures makes the pages of the figures of traces.
func (w *Window) addFigures(send views.Send, post func(func())) {
	w.figures = map[views.Tab]*views.FiguresView{}
	for _, tab := range views.FigureTabs {
		f := views.NewFiguresView(tab, send, post)
		f.Unused(func(r rune) { views.Rune(send, r) })
		w.figures[tab] = f
		w.pages = append(w.pages, page{tab, f.Object, f.Show, f.TypedKey})
	}
}

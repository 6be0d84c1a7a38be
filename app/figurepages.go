package app

import (
	"profstation/desk/screen"
	"profstation/views"
	timelineview "profstation/views/timeline"
)

// addFigures makes the pages of the figures of traces.
func (w *Window) addFigures(send screen.Send, post func(func())) {
	w.figures = map[screen.Tab]*timelineview.Figures{}
	for _, tab := range screen.FigureTabs {
		f := timelineview.NewFigures(tab, send, post)
		f.Unused(func(r rune) { views.Rune(send, r) })
		w.figures[tab] = f
		w.pages = append(w.pages, page{tab, f.Object, f.Show, f.TypedKey})
	}
}

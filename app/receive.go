package app

import (
	"fyne.io/fyne/v2"

	"profstation/app/instance"
	"profstation/desk/screen"
)

// receive opens the files of other starts of the program in this window, and
// lets the next start be the first again before this one ends.
func (w *Window) receive(others *instance.Listener) {
	if others == nil {
		return
	}
	w.closing = append(w.closing, others.Close)
	// Waiting for the window tells a start of a window that hangs.
	others.Serve(func(r instance.Request) { fyne.DoAndWait(func() { w.take(r) }) })
}

// take opens what another start was asked for and comes to the front.
func (w *Window) take(r instance.Request) {
	if len(r.Paths) > 0 {
		w.desk.Do(screen.Open{Paths: r.Paths})
	}
	w.window.RequestFocus()
}

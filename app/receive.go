package app

import (
	"fyne.io/fyne/v2"

	"profstation/app/instance"
	"profstation/desk/screen"
)

// receive opens the files of other starts of the program in this window. Before
// the window closes, it stops listening, so that the next start is the first
// again.
func (w *Window) receive(others *instance.Listener) {
	if others == nil {
		return
	}
	w.closing = append(w.closing, others.Close)
	// DoAndWait: a request that waits for long shows other starts that the window
	// hangs.
	others.Serve(func(r instance.Request) { fyne.DoAndWait(func() { w.take(r) }) })
}

// take opens the files of another start and brings the window to the front.
func (w *Window) take(r instance.Request) {
	if len(r.Paths) > 0 {
		w.desk.Do(screen.Open{Paths: r.Paths})
	}
	w.window.RequestFocus()
}

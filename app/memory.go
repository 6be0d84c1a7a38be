package app

import (
	"time"

	"fyne.io/fyne/v2"

	"profstation/desk/session"
	"profstation/model"
)

// memory writes the state of the window for the next start, soon after every change.
type memory struct {
	saver *session.Saver
	timer *time.Timer // until the state is looked at; nil if nothing has changed
}

// remember begins to keep the session in a store.
func (w *Window) remember(store *session.Store) {
	w.memory = &memory{}
	w.memory.saver = session.NewSaver(store, 0, func(err error) {
		w.desk.Post(func() {
			w.desk.Say(model.Sanitise(err.Error()))
		})
	})
	w.closing = append(w.closing, w.saveNow)
}

// changed notes that the state may have changed.
func (w *Window) changed() {
	m := w.memory
	if m == nil || m.timer != nil {
		return
	}
	m.timer = time.AfterFunc(session.SaveDelay, func() {
		w.desk.Post(func() {
			m.timer = nil
			m.saver.Set(w.state())
		})
	})
}

// saveNow keeps the session at once, because the window closes.
func (w *Window) saveNow() {
	if w.memory != nil {
		w.memory.saver.Set(w.state())
		w.memory.saver.Close()
		w.memory = nil
	}
}

// state is what the next start brings back.
func (w *Window) state() session.State {
	s := w.desk.State()
	size := w.window.Canvas().Size()
	s.Layout.Width, s.Layout.Height = float64(size.Width), float64(size.Height)
	w.panes.keep(&s.Layout)
	return s
}

// restoreLayout brings back the window's layout.
func (w *Window) restoreLayout(l session.Layout) {
	if l.Width > 0 && l.Height > 0 {
		w.window.Resize(fyne.NewSize(float32(l.Width), float32(l.Height)))
	}
	w.panes.restore(l)
}

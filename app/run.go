// Package app is the window: the open documents, the history of places, the
// background work, menus and dialogs.
//
// [Run] opens the window. Behind it stands a [desk.Desk], the only place that
// sets state: it carries out the views' intents and shows them snapshots. A
// desk knows no widget, so every journey can be tested without a window.
package app

import (
	"io/fs"
	"os"
	"runtime/debug"
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"profstation/app/instance"
	"profstation/ask"
	"profstation/desk"
	"profstation/desk/screen"
	"profstation/desk/session"
	"profstation/loader/sandbox"
	"profstation/model/compare"
	"profstation/model/labels"
	"profstation/model/lang"
	"profstation/model/safe"
)

// gcPercent keeps memory small. The tables hold hardly any pointers, so collecting often costs little.
const gcPercent = 35

// Start says how the program was started.
type Start struct {
	Paths     []string
	Base, New []string // a comparison's recordings; empty if none is asked for
	Mode      compare.Mode
	Split     string             // which parts of the recordings are compared, as for labels.ParseParts; "": all of each
	Pairs     bool               // the recordings are compared in pairs
	Others    *instance.Listener // receives the files from later starts; nil if they open separate windows
	Aside     bool               // another window keeps the session: this one begins afresh and saves nothing
	Docs      fs.FS              // the manual and the licences
	Version   string
	Shown     func() // called once the window is on the screen; until then, garbage is not worth collecting
	// Screen returns the space for a window on the screen; ok is false if it is not known. With nil
	// nobody knows.
	Screen func() (room Room, ok bool)
}

// Room is the space for a window on a screen, in pixels or, if it is scaled, in window size units.
type Room struct {
	Width, Height float32
	Scaled        bool
}

// Run opens the window and returns when it is closed.
func Run(a fyne.App, s Start) error {
	store := session.Default()
	state, lost := store.Load()
	unspoken, err := speak(state.Preferences.Language)
	if err != nil {
		return err
	}
	var files sandbox.Helper
	files.Warm() // while the window is made, and in its language
	defer files.Close()
	l, unread := chosenLook(state.Preferences, a.Settings().ThemeVariant() == theme.VariantDark)
	lost = lang.Sentences(lost, unread, unspoken)
	w := newWindow(a, l, fyne.Do)
	w.desk.LoadApart(&files)
	w.help.docs, w.help.version = s.Docs, s.Version
	if p := state.Preferences; p.Scale > 0 && os.Getenv("FYNE_SCALE") == "" {
		os.Setenv("FYNE_SCALE", strconv.FormatFloat(p.Scale, 'f', -1, 64)) // Fyne has no other way to set it
	}
	w.untitled = true // GLFW makes the first title the class, by which desktops know a window
	shown := w.begin(state, s, lost)
	if !s.Aside {
		w.remember(store)
	}
	fitScreen(w, s, true)
	w.window.Show()
	fitScreen(w, s, false)
	w.untitled = false
	s.Shown()
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	shown()
	w.desk.Publish()
	w.receive(s.Others)
	lookAtFiles(a, w)
	endsAtOnce(a)
	a.Run()
	w.saveNow()
	desk.EndRecordings(w.desk)
	return nil
}

// endsAtOnce takes from the toolkit what it does once its loop has ended. Fyne 2.8.1 hands that to another goroutine,
// which asks the loop to do it: if the loop has just ended, both wait for ever, and the program stays without a window.
// It would save Fyne's own preferences, which this program does not use.
func endsAtOnce(a fyne.App) {
	if l, ok := a.Lifecycle().(interface{ SetOnStoppedHookExecuted(func()) }); ok {
		l.SetOnStoppedHookExecuted(nil)
	}
}

// begin brings back the last session, or opens the files that the program was started with. These
// are shown alone, without the last session's filters; the menu still offers the last session. shown must
// be called when the window is on the screen, which does not wait for a session.
func (w *Window) begin(state session.State, s Start, lost string) (shown func()) {
	opened := session.Opened{Documents: state.Documents, Active: state.Active}
	fresh := len(s.Paths) > 0 || len(s.Base) > 0 || s.Aside || state.Preferences.FreshStart
	if fresh && len(opened.Documents) > 0 {
		state.Last = opened
	}
	w.desk.Restore(state)
	w.restoreLayout(state.Layout)
	shown = func() {}
	switch {
	case len(s.Base) > 0:
		compareIn(w.desk, instance.Request{Base: s.Base, New: s.New, Mode: string(s.Mode), Pairs: s.Pairs, Split: s.Split})
	case len(s.Paths) > 0:
		w.desk.Do(screen.Open{Paths: s.Paths})
	case !fresh:
		shown = func() { w.desk.Reopen(opened) }
	}
	w.desk.Notice = safe.Text(lost)
	w.desk.Publish()
	return shown
}

// lookEvery is how often the window looks whether files have changed.
const lookEvery = 5 * time.Second

// lookAtFiles finds out now and then, and when the user comes back to the window, whether open files have changed.
func lookAtFiles(a fyne.App, w *Window) {
	look := func() { w.desk.Post(func() { desk.LookAtFiles(w.desk) }) }
	a.Lifecycle().SetOnEnteredForeground(look)
	ticks, done := time.NewTicker(lookEvery), make(chan struct{})
	go func() {
		for {
			select {
			case <-ticks.C:
				look()
			case <-done:
				return
			}
		}
	}()
	w.closing = append(w.closing, func() {
		ticks.Stop()
		close(done)
	})
}

// receive opens the files from other program starts in this window. Before the window closes,
// it stops listening, so that the next start is the first again.
func (w *Window) receive(others *instance.Listener) {
	if others == nil {
		return
	}
	w.closing = append(w.closing, others.Close)
	// DoAndWait: a request that waits for long shows other starts that the window hangs.
	others.Serve(func(r instance.Request, reply instance.Reply) { fyne.DoAndWait(func() { w.take(r, reply) }) })
}

// take opens what another start asks for and brings the window to the front.
func (w *Window) take(r instance.Request, reply instance.Reply) {
	switch {
	case r.Source != "":
		w.desk.Do(screen.ShowLine{Path: r.Source, Line: r.Line, Found: reply})
	case len(r.Base) > 0:
		compareIn(w.desk, r)
	case len(r.Paths) > 0:
		w.desk.Do(screen.Open{Paths: r.Paths})
	}
	w.window.RequestFocus()
}

// compareIn opens the comparison that a start asks for.
func compareIn(d *desk.Desk, r instance.Request) {
	c := screen.Compare{Base: screen.Picks{Paths: r.Base}, New: screen.Picks{Paths: r.New}, Mode: compare.Mode(r.Mode), Pairs: r.Pairs}
	if base, now, err := labels.ParseParts(r.Split); err == nil { // the command has said what is wrong with it
		c.Parts = [2]*labels.Part{ask.BaseSide: &base, ask.NewSide: &now}
	}
	d.Do(c)
}

// memory writes the window's state for the next start, soon after every change.
type memory struct {
	saver *session.Saver
	timer *time.Timer // until the state is looked at; nil if nothing has changed
}

func (w *Window) remember(store *session.Store) {
	w.memory = &memory{}
	w.memory.saver = session.NewSaver(store, 0, func(err error) {
		w.desk.Post(func() {
			w.desk.Say(safe.Text(err.Error()))
		})
	})
	w.closing = append(w.closing, w.saveNow)
}

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

// Space for a title bar and for the borders at the sides, in logical pixels.
const (
	titleHeight = 40
	borders     = 16
)

// fitScreen makes a window smaller that would be larger than the screen. How many pixels it takes is known
// only once it is shown.
func fitScreen(w *Window, s Start, scaled bool) {
	if s.Screen == nil {
		return
	}
	room, ok := s.Screen()
	if !ok || room.Scaled != scaled {
		return
	}
	scale := w.window.Canvas().Scale()
	if scaled {
		scale = 1
		if x, err := strconv.ParseFloat(os.Getenv("FYNE_SCALE"), 32); err == nil && x > 0 {
			scale = float32(x)
		}
	}
	now := w.window.Canvas().Size()
	if now.IsZero() || scaled {
		now = w.size
	}
	maxSize := fyne.NewSize(room.Width/scale-borders, room.Height/scale-titleHeight)
	if fits := fyne.NewSize(min(now.Width, maxSize.Width), min(now.Height, maxSize.Height)); fits != now && fits.Width > 0 && fits.Height > 0 {
		w.window.Resize(fits)
	}
}

func (w *Window) restoreLayout(l session.Layout) {
	if l.Width > 0 && l.Height > 0 {
		w.size = fyne.NewSize(float32(l.Width), float32(l.Height))
		w.window.Resize(w.size)
	}
	w.panes.restore(l)
}

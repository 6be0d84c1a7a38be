package app

import (
	"fmt"
	"io"
	"log"
	"strings"
	"sync"

	"fyne.io/fyne/v2"

	"profstation/model/safe"
	"profstation/scene"
)

// Open is Run in an application that is made first. Where no window can be opened, the error says what is
// missing and what works without one.
func Open(make func() fyne.App, s Start) (err error) {
	log.SetFlags(0)
	log.SetOutput(&toolkitLog{out: log.Writer()})
	defer func() {
		switch r := recover().(type) {
		case nil:
		case noWindow:
			err = r
		default:
			panic(r)
		}
	}()
	go scene.IndexSystemFonts() // Fyne waits for it when it sets the first text
	return Run(make(), s)
}

// noWindow is why no window can be opened.
type noWindow string

func (e noWindow) Error() string {
	missing := "set DISPLAY to a screen that can be reached"
	if strings.Contains(string(e), "GLX") || strings.Contains(string(e), "GL") && !strings.Contains(string(e), "platform") {
		missing = "the screen needs OpenGL, on Debian the packages libgl1 and libgl1-mesa-dri where the screen is"
	}
	return fmt.Sprintf("no window can be opened: %s; %s. profstation info, export and report need no window", string(e), missing)
}

// toolkitLog takes what Fyne writes about its errors: a line with what failed, one with the cause and
// one with the place in its source. It goes on without a window, or panics, if it has no screen.
type toolkitLog struct {
	out io.Writer
	mu  sync.Mutex
	// failed is the error that the next line belongs to.
	failed string
}

// Write implements io.Writer. It panics with a noWindow if there will be none.
func (l *toolkitLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := safe.Text(strings.TrimSpace(string(p)))
	if what, ok := strings.CutPrefix(text, "Fyne error:"); ok {
		l.failed = strings.TrimSpace(what)
		return len(p), nil
	}
	cause, ok := strings.CutPrefix(text, "Cause:")
	cause = strings.TrimSpace(cause)
	switch {
	case ok && (l.failed == "failed to initialise GLFW" || l.failed == "window creation error"):
		panic(noWindow(cause))
	case ok && (strings.Contains(cause, "dbus") || l.failed == "failed to watch theme settings"), strings.HasPrefix(text, "At: "):
		return len(p), nil // without a D-Bus nothing is missed
	case ok:
		text = l.failed + ": " + cause
	}
	_, err := fmt.Fprintln(l.out, title+": "+text)
	return len(p), err
}

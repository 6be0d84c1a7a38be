package app

import (
	"os"
	"runtime/debug"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"profstation/app/instance"
	"profstation/scene"
	"profstation/views"
)

// gcPercent keeps the window small: its tables hold hardly any pointers, so
// collecting more often costs little, while twice their size would be felt.
const gcPercent = 35

// Run opens the window on the given files and returns when it is closed. Files of
// other starts come through others, which may be nil.
func Run(a fyne.App, paths []string, others *instance.Listener) error {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	colors := &scene.Light
	if a.Settings().ThemeVariant() == theme.VariantDark {
		colors = &scene.Dark
	}
	w := newWindow(a, colors)
	w.untitled = true // GLFW makes the first title the class, by which desktops know a window
	if len(paths) > 0 {
		w.desk.Do(views.Open{Paths: paths})
	} else {
		w.desk.show()
	}
	w.window.Show()
	w.untitled = false
	w.desk.show()
	w.receive(others)
	a.Run()
	return nil
}

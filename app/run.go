package app

import (
	"os"
	"runtime/debug"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"profstation/scene"
	"profstation/views"
)

// gcPercent keeps the window small: its tables hold hardly any pointers, so
// collecting more often costs little, while twice their size would be felt.
const gcPercent = 35

// Run opens the window on the given files and returns when it is closed.
func Run(a fyne.App, paths []string) error {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	colors := &scene.Light
	if a.Settings().ThemeVariant() == theme.VariantDark {
		colors = &scene.Dark
	}
	w := newWindow(a, colors)
	if len(paths) > 0 {
		w.desk.Do(views.Open{Paths: paths})
	} else {
		w.desk.show()
	}
	w.window.ShowAndRun()
	return nil
}

package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"profstation/scene"
	"profstation/views"
)

// Run opens the window on the given files and returns when it is closed.
func Run(a fyne.App, paths []string) error {
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

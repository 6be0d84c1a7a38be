// Emptywindow opens a window with nothing in it. The time that profstation
// takes to open its own is measured against it.
package main

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
)

func main() {
	w := app.New().NewWindow("empty")
	w.Resize(fyne.NewSize(1440, 900))
	w.ShowAndRun()
}

package app

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/views/surface"
)

// inquiries are the dialogs' questions to the disk. A network folder that is away may never answer, so
// they run beside the window, and a dialog waits for them only so long.
type inquiries struct {
	post     func(func()) // runs a function on the UI goroutine
	patience time.Duration
	running  int    // have no answer yet, also those that no dialog waits for
	hold     func() // runs before each: tests hold up the disk; nil: nothing
}

// The default patience, and how many inquiries may run: each holds a system thread until it is answered.
const (
	inquiryPatience = 10 * time.Second
	maxInquiries    = 4
)

// inquire asks the disk about a path for a button in the topmost dialog, which is grey meanwhile, and goes on with
// the answer. It does not once the dialog is closed. Where no answer comes, it says so above the dialog.
func inquire[T any](d *dialogs, button *surface.Button, path string, ask func() T, then func(T)) {
	q := &d.inquiries
	if button.Disabled() {
		return
	}
	if q.running >= maxInquiries {
		d.unanswered(path)
		return
	}
	over, waits := d.top(), true
	// end ends the waiting, and reports whether somebody did wait.
	end := func() bool {
		if !waits {
			return false
		}
		waits = false
		button.Enable()
		return slices.Contains(d.window.Canvas().Overlays().List(), over)
	}
	q.running++
	button.Disable()
	late := time.AfterFunc(q.patience, func() {
		q.post(func() {
			if end() {
				d.unanswered(path)
			}
		})
	})
	hold := q.hold
	go func() {
		if hold != nil {
			hold()
		}
		answer := ask()
		q.post(func() {
			late.Stop()
			q.running--
			if end() {
				then(answer)
			}
		})
	}()
}

// unanswered says that the disk does not answer.
func (d *dialogs) unanswered(path string) {
	words := widget.NewLabel(lang.L("{{.Name}} does not answer. It may be on a network drive that is not connected: try again later, or choose another one.",
		map[string]any{"Name": safe.Text(path)}))
	words.Wrapping = fyne.TextWrapBreak
	d.show(lang.L("No answer"), words, 480, 0)
}

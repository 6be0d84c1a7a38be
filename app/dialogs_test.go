package app

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"profstation/desk/desktest"
	"profstation/desk/screen"
	"profstation/views"
)

// Escape closes a dialog also from within any of its inputs.
func TestEscapeInDialogs(t *testing.T) {
	w := newWindowRig(t)
	w.do(screen.Open{Paths: []string{desktest.WriteCPU(t)}})
	for name, open := range map[string]func(){
		"record":      w.ShowRecord,
		"preferences": w.showPreferences,
		"export":      func() { w.do(screen.Export{}) },
		"note":        func() { w.do(screen.AskNote{Note: screen.Note{On: "main.main"}}) },
	} {
		open()
		inputs := 0
		for {
			var all []fyne.Focusable
			for _, o := range test.LaidOutObjects(w.window.Canvas().Overlays().Top()) {
				if f, ok := o.(interface {
					fyne.Focusable
					SetText(string)
					SelectedText() string
					AcceptsTab() bool
				}); ok {
					all = append(all, f)
				}
			}
			if inputs == len(all) {
				break
			}
			all[inputs].TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
			if views.CloseTop(w.window.Canvas()) {
				t.Errorf("%s: input %d of %d keeps the key to itself", name, inputs+1, len(all))
			}
			inputs++
			open()
		}
		if inputs == 0 {
			t.Errorf("%s has no inputs", name)
		}
		w.keyboard.key(&fyne.KeyEvent{Name: fyne.KeyEscape})
		if w.window.Canvas().Overlays().Top() != nil {
			t.Errorf("%s: something is still in the way", name)
		}
	}
}

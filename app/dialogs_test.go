package app

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/fixture"
	"profstation/origin"
	"profstation/views"
)

// dialogOpeners open each dialog of the program that holds something to press or to fill in.
func (r *windowRig) dialogOpeners(t *testing.T) map[string]func() {
	out := filepath.Join(t.TempDir(), "there.pprof")
	if err := os.WriteFile(out, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return map[string]func(){
		"record": func() {
			r.do(screen.OpenRecord{})
			r.dialogs.record.Show(&screen.Record{Certificate: true, Credentials: true, Offers: []screen.RecordOffer{
				{Kind: "cpu", Count: -1, Length: true, Standard: 30}, {Kind: "heap", Count: 22, Delta: true},
			}})
		},
		"store": func() {
			r.do(screen.OpenStore{})
			r.dialogs.store.Show(aStore())
		},
		"preferences": r.showPreferences,
		"export":      func() { r.do(screen.Export{}) },
		"note":        func() { r.do(screen.AskNote{Note: origin.Note{On: "main.main"}}) },
		"question": func() {
			r.do(screen.Export{})
			r.entry(t).SetText(out)
			r.entry(t).TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		},
		"file":     func() { r.ChooseFiles("Open", func([]string) {}) },
		"folder":   func() { r.ChooseFolder(t.TempDir(), func(string) {}) },
		"about":    r.help.showAbout,
		"manual":   r.help.showManual,
		"notices":  func() { r.help.showLines("Third-party software", "a\nb") },
		"keys":     func() { r.do(screen.ShowKeys{}) },
		"text":     func() { r.ShowText("In full", "a") },
		"palette":  func() { r.do(screen.ShowPalette{}) },
		"commands": r.showCommands,
	}
}

// Escape closes the topmost dialog from wherever Tab leads to in it.
func TestEscapeInDialogs(t *testing.T) {
	r := newWindowRig(t)
	r.do(screen.Open{Paths: []string{fixture.WriteCPU(t)}}, screen.Select{Selection: ask.Selection{Node: "main.serve"}})
	c := r.window.Canvas()
	for name, open := range r.dialogOpeners(t) {
		open()
		top := c.Overlays().Top()
		stops := map[fyne.Focusable]bool{}
		for c.FocusNext(); c.Focused() != nil && !stops[c.Focused()]; c.FocusNext() {
			stops[c.Focused()] = true
		}
		if top == nil || len(stops) == 0 {
			t.Errorf("%s: %T has %d stops", name, top, len(stops))
		}
		for at := range stops {
			if c.Overlays().Top() != top {
				c.Overlays().Add(top)
			}
			c.Focus(at)
			at.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
			if slices.Contains(c.Overlays().List(), top) {
				t.Errorf("%s: %T keeps the key to itself", name, at)
			}
		}
		for views.CloseTop(c) {
		}
		open()
		c.Unfocus()
		r.keyboard.key(&fyne.KeyEvent{Name: fyne.KeyEscape})
		if slices.Contains(c.Overlays().List(), top) {
			t.Errorf("%s: it stays where nothing has the keyboard", name)
		}
		for views.CloseTop(c) {
		}
	}
}

// Commands of the window open nothing above a dialog and change nothing below it.
func TestDialogsHoldCommands(t *testing.T) {
	r := newWindowRig(t)
	r.do(screen.Open{Paths: []string{fixture.WriteCPU(t)}}, screen.Select{Selection: ask.Selection{Node: "main.serve"}})
	r.do(screen.Export{})
	for label, i := range r.items() {
		if i.Action == nil || i.IsQuit {
			continue
		}
		i.Action()
		if s := r.settle(); len(r.window.Canvas().Overlays().List()) != 1 || len(s.Documents) != 1 || s.Tab != ask.FlameTab {
			t.Fatalf("%s acts while a dialog is open", label)
		}
	}
}

// Enter answers a dialog from each of its inputs of one line, unless that has a use for it. Those of the dialog for a
// store take what was typed; Ctrl+Enter answers it.
func TestEnterAnswers(t *testing.T) {
	r := newWindowRig(t)
	r.do(screen.Open{Paths: []string{fixture.WriteCPU(t)}})
	for name, open := range r.dialogOpeners(t) {
		if name != "record" && name != "preferences" {
			continue
		}
		open()
		pressed := 0
		all := r.dialogs.open()
		all[len(all)-1].answer.OnTapped = func() { pressed++ }
		lines := 0
		for _, o := range test.LaidOutObjects(r.window.Canvas().Overlays().Top()) {
			e, ok := o.(*views.DialogEntry)
			if !ok || e.MultiLine || e.OnSubmitted != nil {
				continue
			}
			lines++
			if e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn}); pressed != lines {
				t.Errorf("%s: Enter in %q answers nothing", name, e.Text)
			}
		}
		if lines < 4 {
			t.Errorf("%s has %d inputs", name, lines)
		}
		for views.CloseTop(r.window.Canvas()) {
		}
	}
}

// Files are chosen by typing, in the folder of what is open.
func TestChooseFiles(t *testing.T) {
	r := newWindowRig(t)
	cpu := fixture.WriteCPU(t)
	heap := filepath.Join(filepath.Dir(cpu), "heap2.pprof")
	data, err := os.ReadFile(fixture.WriteHeap(t))
	if err == nil {
		err = os.WriteFile(heap, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	r.do(screen.Open{Paths: []string{cpu}})
	r.ChooseFiles("Open", func(paths []string) { r.desk.Do(screen.Open{Paths: paths}) })
	listed := func() bool {
		return slices.ContainsFunc(test.LaidOutObjects(r.window.Canvas().Overlays().Top()), func(o fyne.CanvasObject) bool {
			text, ok := o.(*canvas.Text)
			return ok && text.Text == filepath.Base(heap)
		})
	}
	for !listed() { // other work may be done before the folder is read
		r.queue.Next()
	}
	e := r.entry(t)
	if want := filepath.Dir(cpu) + string(filepath.Separator); e.Text != want {
		t.Errorf("it begins in %q, want %q", e.Text, want)
	}
	e.SetText(e.Text + "heap")
	e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if s := r.settle(); r.window.Canvas().Overlays().Top() != nil || len(s.Documents) != 2 || s.Documents[1].Path != heap {
		t.Errorf("open are %+v", s.Documents)
	}
}

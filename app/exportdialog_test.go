package app

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"profstation/ask"
	"profstation/ask/write"
	"profstation/desk"
	"profstation/desk/job"
	"profstation/desk/screen"
	"profstation/disk"
	"profstation/internal/fixture"
	"profstation/model/lists"
	"profstation/views"
	"profstation/views/surface"
)

func TestWithEnding(t *testing.T) {
	formats := []ask.Format{{Ending: ".svg"}, {Ending: ".png"}, {Ending: ".csv"}, {Ending: ".json"}}
	for _, c := range [][3]string{
		{"/tmp/a.svg", ".png", "/tmp/a.png"}, {"/tmp/a", ".csv", "/tmp/a.csv"},
		{"/tmp/cpu.pprof", ".svg", "/tmp/cpu.pprof.svg"}, {"/tmp/a.SVG", ".png", "/tmp/a.png"}, {"/tmp/a.json", ".json", "/tmp/a.json"},
	} {
		if got := withEnding(c[0], formats, c[1]); got != c[2] {
			t.Errorf("%s with %s is %s, want %s", c[0], c[1], got, c[2])
		}
	}
}

// entry returns the input of the open dialog.
func (r *windowRig) entry(t *testing.T) *views.DialogEntry {
	t.Helper()
	e, ok := r.window.Canvas().Focused().(*views.DialogEntry)
	if !ok {
		t.Fatalf("the keyboard is at %T", r.window.Canvas().Focused())
	}
	return e
}

// says reports whether the topmost dialog shows a text.
func (r *windowRig) says(text string) bool {
	for _, o := range test.LaidOutObjects(r.window.Canvas().Overlays().Top()) {
		if l, ok := o.(*widget.Label); ok && l.Text == text && l.Visible() {
			return true
		}
	}
	return false
}

// press taps the button with that label in the topmost dialog.
func (r *windowRig) press(t *testing.T, label string) {
	t.Helper()
	for _, o := range test.LaidOutObjects(r.window.Canvas().Overlays().Top()) {
		if b, ok := o.(*surface.Button); ok && b.Text == label {
			test.Tap(b)
			return
		}
	}
	t.Fatalf("no button says %q", label)
}

func TestExportDialog(t *testing.T) {
	r := newWindowRig(t)
	cpu := fixture.WriteCPU(t)
	r.do(screen.Open{Paths: []string{cpu}}, screen.Export{})
	e := r.entry(t)
	want := filepath.Join(filepath.Dir(cpu), "cpu-flame.svg")
	if e.Text != want {
		t.Errorf("it offers %q, want %q", e.Text, want)
	}
	// Escape writes nothing.
	e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if r.window.Canvas().Overlays().Top() != nil {
		t.Fatal("Escape does not close the dialog")
	}
	r.do(screen.Export{})
	out := filepath.Join(t.TempDir(), "out.csv")
	r.entry(t).SetText(out)
	r.entry(t).TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if s := r.settle(); s.Notice != "Written: "+out {
		t.Errorf("told %q", s.Notice)
	}
	// The next dialog offers the same folder; no file is replaced without asking.
	r.do(screen.Export{})
	if got := filepath.Dir(r.entry(t).Text); got != filepath.Dir(out) {
		t.Errorf("it offers the folder %q", got)
	}
	if err := os.WriteFile(out, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	r.entry(t).SetText(out)
	r.entry(t).TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	r.settle()
	if data, _ := os.ReadFile(out); string(data) != "mine" {
		t.Fatal("a file is replaced unasked")
	}
	// Enter answers no, and leads back to the answers; so does Escape.
	enter, escape := &fyne.KeyEvent{Name: fyne.KeyReturn}, &fyne.KeyEvent{Name: fyne.KeyEscape}
	for _, key := range []*fyne.KeyEvent{enter, escape} {
		r.window.Canvas().Focused().TypedKey(key)
		r.settle()
		if data, _ := os.ReadFile(out); string(data) != "mine" || len(r.window.Canvas().Overlays().List()) != 1 {
			t.Fatalf("%s replaces the file, or closes the dialog below", key.Name)
		}
		if got := r.entry(t).Text; got != out {
			t.Errorf("after %s the dialog holds %q", key.Name, got)
		}
		r.entry(t).TypedKey(enter)
		r.settle()
	}
	r.press(t, "Yes")
	r.settle()
	if data, _ := os.ReadFile(out); !strings.HasPrefix(string(data), "id,parent") {
		t.Errorf("the file holds %.40q", data)
	}
}

// No file replaces a folder.
func TestExportOverFolder(t *testing.T) {
	r := newWindowRig(t)
	r.do(screen.Open{Paths: []string{fixture.WriteCPU(t)}}, screen.Export{})
	out := filepath.Join(t.TempDir(), "out.svg")
	if err := os.Mkdir(out, 0o700); err != nil {
		t.Fatal(err)
	}
	r.entry(t).SetText(out)
	r.entry(t).TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	r.settle()
	if !r.says(out + " is a folder: give the file another name, or a name in that folder.") {
		t.Error("a folder is to be replaced")
	}
	if at, err := os.Stat(out); err != nil || !at.IsDir() {
		t.Errorf("the folder is gone: %v", err)
	}
}

// A folder that is missing is offered to be made, and one that cannot be written to is refused in the dialog, which
// stays with its answers. Neither becomes the next folder to offer.
func TestExportIntoMissingFolder(t *testing.T) {
	r := newWindowRig(t)
	cpu := fixture.WriteCPU(t)
	r.do(screen.Open{Paths: []string{cpu}}, screen.Export{})
	enter, escape := &fyne.KeyEvent{Name: fyne.KeyReturn}, &fyne.KeyEvent{Name: fyne.KeyEscape}
	missing := filepath.Join(t.TempDir(), "no", "such")
	for _, out := range []string{filepath.Join(missing, "a.svg"), filepath.Join(cpu, "a.svg")} { // the last is below a file
		r.entry(t).SetText(out)
		r.entry(t).TypedKey(enter)
		r.settle()
		if n := r.dialogCount(); n == 2 {
			r.keyboard.key(escape) // it offers to make the folder
		} else if !r.says(cpu + " is a file, not a folder.") {
			t.Fatalf("%s: %d dialogs are open, and none says why", out, n)
		}
		if got := r.entry(t).Text; got != out {
			t.Errorf("the dialog holds %q", got)
		}
	}
	r.keyboard.key(escape)
	r.do(screen.Export{})
	if got := filepath.Dir(r.entry(t).Text); got != filepath.Dir(cpu) {
		t.Errorf("the next folder is %q", got)
	}
	out := filepath.Join(missing, "a.csv")
	r.entry(t).SetText(out)
	r.entry(t).TypedKey(enter)
	r.settle()
	r.press(t, "Yes")
	if s := r.settle(); s.Notice != "Written: "+out {
		t.Errorf("it ends with %q", s.Notice)
	}
}

// A name whose ending is of no format is refused in the dialog, which keeps it until another is typed. The other
// ending of a profile is none of these.
func TestExportOfUnknownEnding(t *testing.T) {
	r := newWindowRig(t)
	r.do(screen.Open{Paths: []string{fixture.WriteCPU(t)}}, screen.Export{})
	enter := &fyne.KeyEvent{Name: fyne.KeyReturn}
	folder := t.TempDir()
	endings := strings.Join(lists.Map(r.desk.Formats(), func(f ask.Format) string { return f.Ending }), ", ")
	for name, why := range map[string]string{
		"a.dot": "“.dot” is not a format of this view. End the name with " + endings + ".",
		"a":     "End the name with " + endings + ".",
	} {
		out := filepath.Join(folder, name)
		r.entry(t).SetText(out)
		r.entry(t).TypedKey(enter)
		r.settle()
		if r.dialogCount() != 1 || r.entry(t).Text != out || !r.says(why) {
			t.Fatalf("%s: %d dialogs; the line is missing", name, r.dialogCount())
		}
		r.entry(t).TypedRune('x')
		if r.says(why) {
			t.Errorf("another name was typed, and it says %q", why)
		}
	}
	out := filepath.Join(folder, "left.PB.gz")
	r.entry(t).SetText(out)
	r.entry(t).TypedKey(enter)
	if s := r.settle(); s.Notice != "Written: "+out {
		t.Errorf("it ends with %q", s.Notice)
	}
	if file, err := os.ReadFile(out); err != nil || len(file) < 40 {
		t.Errorf("it has %d bytes, %v", len(file), err)
	}
	r.do(screen.Export{})
	if got := filepath.Ext(r.entry(t).Text); got != ".pprof" {
		t.Errorf("the next one ends with %s", got)
	}
}

// What is typed first replaces the name that is offered, not its folder and its ending.
func TestExportSelectsTheName(t *testing.T) {
	r := newWindowRig(t)
	cpu := fixture.WriteCPU(t)
	r.do(screen.Open{Paths: []string{cpu}}, screen.Export{})
	if got := r.entry(t).SelectedText(); got != "cpu-flame" {
		t.Errorf("selected is %q", got)
	}
	for _, c := range "é" {
		r.entry(t).TypedRune(c)
	}
	if got, want := r.entry(t).Text, filepath.Join(filepath.Dir(cpu), "é.svg"); got != want {
		t.Errorf("typed gives %q, want %q", got, want)
	}
}

func TestExportForm(t *testing.T) {
	w := newWindowRig(t)
	w.do(screen.Open{Paths: []string{fixture.WriteCPU(t)}})
	formats := w.desk.Formats()
	o := desk.ExportOffer{View: "flame", Name: "cpu-flame", Folder: "/tmp", Formats: formats, Ending: ".png", Look: w.desk.ExportLook(), Part: true, Window: w.desk.Display.Theme}
	f := newExportForm(o)
	if f.path.Text != "/tmp/cpu-flame.png" || f.scale.Disabled() || !f.copy.Disabled() || f.size.Text != "2800 pixels wide" {
		t.Errorf("%s, scale %v, copy %v, %s", f.path.Text, f.scale.Disabled(), f.copy.Disabled(), f.size.Text)
	}
	f.width.SetText("700")
	f.scale.SetSelected("4 ×")
	f.theme.SetSelected(darkTheme)
	f.whole.SetSelected(partWhole)
	f.title.SetText("T")
	if l := f.look(); l.Width != 700 || l.Scale != 4 || !l.Theme.Dark || !l.Whole || l.Title != "T" || l.Bare {
		t.Errorf("%+v", l)
	}
	f.width.SetText("wide")
	if l := f.look(); l.Width != write.Width {
		t.Errorf("a word as width is %v", l.Width)
	}
	f.path.SetText("/tmp/cpu-flame.SVG")
	if f.chosen().Ending != ".svg" || !f.scale.Disabled() || f.size.Text != "" || f.hint.Text != "" || f.path.Text != "/tmp/cpu-flame.SVG" {
		t.Errorf("named %s: %s, scale %v, %q, %q", f.path.Text, f.chosen().Ending, f.scale.Disabled(), f.size.Text, f.hint.Text)
	}
	f.path.SetText("/tmp/cpu-flame.pn") // on the way to another ending
	if f.chosen().Ending != ".svg" {
		t.Errorf("an unknown ending chooses %s", f.chosen().Ending)
	}
	f.path.SetText("/tmp/cpu-flame.png")
	if f.chosen().Ending != ".png" || f.scale.Disabled() || f.size.Text != "5600 pixels wide" {
		t.Errorf("named %s: %s, scale %v, %q", f.path.Text, f.chosen().Ending, f.scale.Disabled(), f.size.Text)
	}
	f.format.SetSelected("CSV, exact figures")
	if f.path.Text != "/tmp/cpu-flame.csv" || !f.width.Disabled() || f.copy.Disabled() {
		t.Errorf("%s, width %v, copy %v", f.path.Text, f.width.Disabled(), f.copy.Disabled())
	}
	for _, chosen := range []string{partInSight, partWhole} { // figures are whole, and that does not change what was chosen
		f.format.SetSelected("PNG, a picture in pixels")
		f.whole.SetSelected(chosen)
		f.format.SetSelected("CSV, exact figures")
		if !f.whole.Disabled() || f.whole.Selected != partWhole || f.look().Whole != (chosen == partWhole) {
			t.Errorf("%s: figures offer %q (disabled: %v), and Whole becomes %v", chosen, f.whole.Selected, f.whole.Disabled(), f.look().Whole)
		}
		f.format.SetSelected("SVG, a drawing with real text")
		if f.whole.Disabled() || f.whole.Selected != chosen {
			t.Errorf("%s: a picture offers %q (disabled: %v) after figures", chosen, f.whole.Selected, f.whole.Disabled())
		}
	}
	spans := ask.Format{Ending: ask.CSV, View: &ask.View{Of: ask.OfTrace, Tab: ask.TimelineTab}}
	if sums := (ask.Format{Ending: ask.CSV, View: &ask.View{Of: ask.OfTrace, Tab: ask.TasksTab}}); !spans.Parts() || sums.Parts() {
		t.Error("only the spans of a timeline are written in part")
	}
}

// A width or height that makes no sense is said at its input, and nothing is written.
func TestExportSize(t *testing.T) {
	r := newWindowRig(t)
	r.do(screen.Open{Paths: []string{fixture.WriteCPU(t)}}, screen.Export{})
	out := filepath.Join(t.TempDir(), "out.png")
	path := r.entry(t)
	path.SetText(out)
	var sizes []*views.DialogEntry // width and height
	for _, o := range test.LaidOutObjects(r.window.Canvas().Overlays().Top()) {
		if e, ok := o.(*views.DialogEntry); ok && (e.Text == "1400" || e.PlaceHolder == allRows) {
			sizes = append(sizes, e)
		}
	}
	if len(sizes) != 2 {
		t.Fatalf("%d inputs of a size", len(sizes))
	}
	enter := &fyne.KeyEvent{Name: fyne.KeyReturn}
	for i, wrong := range []struct{ text, says, right string }{
		{"12", "Expected a width from 100 to 20000.", "800"},
		{"-1", "Expected a height up to 200000, or nothing for all rows.", ""},
	} {
		sizes[i].SetText(wrong.text)
		path.TypedKey(enter)
		r.settle()
		if _, err := os.Stat(out); err == nil || !r.says(wrong.says) {
			t.Errorf("%q: written (%v), or the dialog does not say %q", wrong.text, err, wrong.says)
		}
		sizes[i].SetText(wrong.right)
		if r.says(wrong.says) {
			t.Errorf("it still says %q of %q", wrong.says, wrong.right)
		}
	}
	path.TypedKey(enter)
	r.settle()
	if _, err := os.Stat(out); err != nil {
		t.Error(err)
	}
}

// An export that fails leaves its dialog open, with all that was chosen, and the line below the name says why. Another
// name is taken then. So it is with a report.
func TestFailedExportKeepsItsDialog(t *testing.T) {
	for name, i := range map[string]screen.Intent{"x.png": screen.Export{}, "x.html": screen.Report{}} {
		r := newWindowRig(t)
		r.do(screen.Open{Paths: []string{fixture.WriteCPU(t)}}, i)
		folder := t.TempDir()
		full := true
		r.desk.Fault(func(_ context.Context, k job.Kind) error {
			if full && k == job.Export {
				return &disk.Error{Path: filepath.Join(folder, name), Err: syscall.ENOSPC}
			}
			return nil
		})
		var width *views.DialogEntry
		for _, o := range test.LaidOutObjects(r.window.Canvas().Overlays().Top()) {
			if e, ok := o.(*views.DialogEntry); ok && e.Text == "1400" {
				width = e
				width.SetText("800")
			}
		}
		path, enter := r.entry(t), &fyne.KeyEvent{Name: fyne.KeyReturn}
		path.SetText(filepath.Join(folder, name))
		path.TypedKey(enter)
		r.settle()
		says := "Not written: " + path.Text + ": it could not be written: no space left on device; free some space there, or choose another disk"
		if r.dialogCount() != 1 || r.entry(t) != path || !r.says(says) || r.dialogs.open()[0].answer.Disabled() || width != nil && width.Text != "800" {
			t.Fatalf("%s: %d dialogs, or the line is missing; the status bar says %q", name, r.dialogCount(), r.desk.Notice)
		}
		full = false
		path.SetText(filepath.Join(folder, "other"+filepath.Ext(name)))
		if r.says(says) {
			t.Errorf("%s: another name was typed, and it still says what was wrong with the first", name)
		}
		path.TypedKey(enter)
		if s := r.settle(); s.Notice != "Written: "+path.Text || r.dialogCount() != 0 {
			t.Errorf("%s: it ends with %q and %d dialogs", name, s.Notice, r.dialogCount())
		}
	}
}

// While a file is written, its dialog stays; Escape and Cancel stop the writing.
func TestExportIsStoppedFromItsDialog(t *testing.T) {
	for _, leave := range []func(*windowRig){
		func(r *windowRig) { r.keyboard.key(&fyne.KeyEvent{Name: fyne.KeyEscape}) },
		func(r *windowRig) { r.press(t, "Cancel") },
	} {
		r := newWindowRig(t)
		r.do(screen.Open{Paths: []string{fixture.WriteCPU(t)}}, screen.Export{})
		writes := make(chan struct{})
		r.desk.Fault(func(ctx context.Context, k job.Kind) error {
			if k == job.Export {
				close(writes)
				<-ctx.Done()
			}
			return ctx.Err()
		})
		out := filepath.Join(t.TempDir(), "x.csv")
		r.entry(t).SetText(out)
		r.entry(t).TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		for len(r.desk.Snapshot().Jobs) == 0 {
			r.queue.Next()
		}
		<-writes
		if r.dialogCount() != 1 || !r.dialogs.open()[0].answer.Disabled() {
			t.Fatalf("while it is written, %d dialogs are open", r.dialogCount())
		}
		leave(r)
		r.settle()
		if _, err := os.Stat(out); err == nil || r.dialogCount() != 0 {
			t.Errorf("it is written (%v), %d dialogs", err, r.dialogCount())
		}
	}
}

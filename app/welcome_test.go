package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/home"
	"profstation/internal/must"
)

// An empty window offers examples, each one click away, and again when all are closed.
func TestWelcome(t *testing.T) {
	cache := t.TempDir()
	home.Set(t, cache)
	for _, name := range []string{"XDG_CACHE_HOME", "LocalAppData"} {
		t.Setenv(name, cache)
	}
	kept := filepath.Join(must.Have(os.UserCacheDir()), "profstation", "examples")
	r := newWindowRig(t)
	r.help.docs = os.DirFS("..")
	r.desk.Publish()
	if len(r.row.welcome.buttons) != 4 {
		t.Fatalf("%d examples", len(r.row.welcome.buttons))
	}
	for i, want := range []struct {
		kind  ask.Kind
		files string
	}{{ask.OfProfile, "cpu.pprof"}, {ask.OfProfile, "heap.pprof"}, {ask.OfTrace, "trace.trace"}, {ask.OfComparison, "cpu.pprof cpu-slow.pprof"}} {
		b := r.row.welcome.buttons[i]
		if !r.row.welcome.object.Visible() {
			t.Fatalf("%s is not offered", b.Text)
		}
		test.Tap(b)
		s := r.settle()
		if r.row.welcome.object.Visible() || r.desk.Kind() != want.kind {
			t.Errorf("%s opens a document of kind %d, want %d: %+v, %s", b.Text, r.desk.Kind(), want.kind, s.Documents, s.Notice)
		}
		for _, d := range s.Documents {
			if d.State != screen.Ready {
				t.Errorf("%s: %s is in state %v, %s", b.Text, d.Name, d.State, d.Detail)
			}
		}
		for name := range strings.FieldsSeq(want.files) {
			path := filepath.Join(kept, name)
			copied, original := must.Have(os.ReadFile(path)), must.Have(os.ReadFile("../testdata/"+name))
			if string(copied) != string(original) {
				t.Errorf("the copy of %s has %d bytes, want %d", name, len(copied), len(original))
			}
		}
		r.do(screen.CloseAll{})
		item := exampleMenu(r.Window).ChildMenu.Items[i] // in the menu Help, the same
		item.Action()
		if s := r.settle(); item.Label != b.Text || r.desk.Kind() != want.kind {
			t.Errorf("%s of the menu opens a document of kind %d, want %d: %s", item.Label, r.desk.Kind(), want.kind, s.Notice)
		}
		r.do(screen.CloseAll{})
	}

	r.help.docs = os.DirFS(t.TempDir()) // the program's files cannot be read
	test.Tap(r.row.welcome.buttons[0])
	if s := r.settle(); len(s.Documents) > 0 || !strings.Contains(s.Notice, "the example was not opened") {
		t.Errorf("%+v, %q", s.Documents, s.Notice)
	}
}

// A copy that is there already is not written again; one that was cut off is.
func TestWelcomeCopies(t *testing.T) {
	cache := t.TempDir()
	home.Set(t, cache)
	for _, name := range []string{"XDG_CACHE_HOME", "LocalAppData"} {
		t.Setenv(name, cache)
	}
	path := filepath.Join(must.Have(os.UserCacheDir()), "profstation", "examples", "cpu.pprof")
	open := func() os.FileInfo {
		r := newWindowRig(t)
		r.help.docs = os.DirFS("..")
		r.desk.Publish()
		test.Tap(r.row.welcome.buttons[0])
		r.settle()
		return must.Have(os.Stat(path))
	}
	first := open()
	if again := open(); !os.SameFile(first, again) || !again.ModTime().Equal(first.ModTime()) {
		t.Error("the same was written again")
	}
	if err := os.Truncate(path, 10); err != nil {
		t.Fatal(err)
	}
	if mended := open(); mended.Size() != first.Size() {
		t.Errorf("a copy of %d bytes stays", mended.Size())
	}
}

// The examples are in sight in every size of the window.
func TestWelcomeInSight(t *testing.T) {
	r := newWindowRig(t)
	r.desk.Publish()
	for _, size := range []fyne.Size{{Width: 1440, Height: 900}, {Width: 900, Height: 600}, {Width: 640, Height: 480}, {Width: 450, Height: 300}} {
		r.window.Resize(size)
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject
		from, area := at(r.row.welcome.object), r.row.welcome.object.Size()
		for _, b := range r.row.welcome.buttons {
			p := at(b)
			if p.X < from.X || p.Y < from.Y || p.X+b.Size().Width > from.X+area.Width || p.Y+b.Size().Height > from.Y+area.Height {
				t.Errorf("%v: %s is at %v in %v, outside of %v in %v", size, b.Text, p, b.Size(), from, area)
			}
		}
		if r.row.welcome.low == r.row.welcome.heading.Visible() {
			t.Errorf("%v: the heading is shown: %v", size, r.row.welcome.heading.Visible())
		}
	}
}

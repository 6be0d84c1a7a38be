package views

import (
	"path/filepath"
	"profstation/views/surface"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// chooserRig has a chooser over folders that exist nowhere.
type chooserRig struct {
	*Chooser
	answered []string
	posted   chan func()
	mods     fyne.KeyModifier
	clock    time.Time
	folders  map[string]Listing
}

func newChooserRig(t *testing.T, folders bool) *chooserRig {
	test.NewTempApp(t)
	r := &chooserRig{posted: make(chan func(), 10), folders: map[string]Listing{
		"/":          {Entries: []Entry{{Name: "data", Folder: true}, {Name: "etc", Folder: true}}},
		"/data":      {Entries: []Entry{{Name: "cpu10.pprof"}, {Name: "runs", Folder: true}, {Name: "cpu9.pprof"}, {Name: ".hidden"}, {Name: "heap.pprof"}}},
		"/data/run":  {Why: "no such file or directory"},
		"/data/runs": {Entries: []Entry{{Name: "a"}}},
		"/etc":       {},
	}}
	r.Chooser = NewChooser(func(f func()) { r.posted <- f }, func(folder string) Listing { return r.folders[folder] }, ChooserOptions{Folder: "/data", Home: "/etc", Folders: folders})
	r.Answer = func(paths []string) { r.answered = append(r.answered, paths...) }
	r.Chooser.mods = func() fyne.KeyModifier { return r.mods }
	r.now = func() time.Time { return r.clock }
	r.settle()
	return r
}

// settle waits for the folders that are being read.
func (r *chooserRig) settle() {
	for r.unread > 0 {
		(<-r.posted)()
	}
}

func (r *chooserRig) typed(text string) {
	r.Input.SetText(text)
	r.settle()
}

func (r *chooserRig) key(name fyne.KeyName) {
	r.Input.TypedKey(&fyne.KeyEvent{Name: name})
	r.settle()
}

func (r *chooserRig) enter() {
	r.Enter()
	r.settle()
}

func (r *chooserRig) wants(t *testing.T, folder string, names ...string) {
	t.Helper()
	var got []string
	for _, e := range r.shown {
		got = append(got, e.Name)
	}
	if r.folder != folder || !slices.Equal(got, names) {
		t.Errorf("%q lists %s: %q, want %s: %q", r.Input.Text, r.folder, got, folder, names)
	}
}

func TestChooserTyping(t *testing.T) {
	r := newChooserRig(t, false)
	r.wants(t, "/data", "runs", "cpu9.pprof", "cpu10.pprof", "heap.pprof")
	r.typed("/data/P")
	r.wants(t, "/data", "cpu9.pprof", "cpu10.pprof", "heap.pprof")
	r.typed("/data/h")
	r.wants(t, "/data", "heap.pprof")
	r.typed("/data/.")
	r.wants(t, "/data", ".hidden", "cpu9.pprof", "cpu10.pprof", "heap.pprof")
	if r.typed("/data/x"); r.about.Text != "No name in this folder contains that text." {
		t.Errorf("it says %q", r.about.Text)
	}
	if r.enter(); r.answered != nil {
		t.Errorf("what is not there is chosen: %q", r.answered)
	}
	if r.typed("/data/run/"); r.about.Text != "/data/run cannot be read: no such file or directory" {
		t.Errorf("it says %q", r.about.Text)
	}
	if r.typed("/etc/"); r.about.Text != "The folder is empty." {
		t.Errorf("it says %q", r.about.Text)
	}
	r.typed("/data/ru") // Enter goes into the folder that is typed, and takes the file
	r.enter()
	r.wants(t, "/data/runs", "a")
	r.typed(r.Input.Text + "a")
	if r.enter(); !slices.Equal(r.answered, []string{"/data/runs/a"}) {
		t.Errorf("chosen is %q", r.answered)
	}
	r.up()
	r.settle()
	r.wants(t, "/data", "runs", "cpu9.pprof", "cpu10.pprof", "heap.pprof")
}

func TestChooserKeys(t *testing.T) {
	r := newChooserRig(t, false)
	r.key(fyne.KeyDown)
	r.key(fyne.KeyDown)
	r.mods = fyne.KeyModifierShift
	r.key(fyne.KeyDown)
	if r.about.Text != "2 files chosen" {
		t.Errorf("it says %q", r.about.Text)
	}
	r.mods = 0
	if r.enter(); !slices.Equal(r.answered, []string{"/data/cpu9.pprof", "/data/cpu10.pprof"}) {
		t.Errorf("chosen is %q", r.answered)
	}
	r.key(fyne.KeyDown)
	if len(r.chosen) != 1 || r.at != 3 {
		t.Errorf("%v are chosen, the line is %d", r.chosen, r.at)
	}
	r.key(fyne.KeyPageUp)
	r.enter()
	r.wants(t, "/data/runs", "a")
	r.mods = fyne.KeyModifierAlt
	r.key(fyne.KeyUp)
	r.wants(t, "/data", "runs", "cpu9.pprof", "cpu10.pprof", "heap.pprof")
}

func TestChooserClicks(t *testing.T) {
	r := newChooserRig(t, false)
	r.tap(1)
	r.mods = fyne.KeyModifierControl
	r.tap(3)
	if len(r.chosen) != 2 || r.about.Text != "2 files chosen" {
		t.Errorf("%v are chosen, it says %q", r.chosen, r.about.Text)
	}
	r.tap(3)
	if r.mods = 0; len(r.chosen) != 1 || r.chosen["heap.pprof"] {
		t.Errorf("a second click leaves %v chosen", r.chosen)
	}
	r.clock = r.clock.Add(surface.DoubleClick)
	if r.tap(3); len(r.chosen) != 1 || r.answered != nil {
		t.Errorf("a slow click leaves %v chosen, and answers %q", r.chosen, r.answered)
	}
	r.tap(0)
	r.clock = r.clock.Add(surface.DoubleClick / 2)
	r.tap(0)
	r.settle()
	r.wants(t, "/data/runs", "a")
}

func TestChooserOfFolders(t *testing.T) {
	r := newChooserRig(t, true)
	r.wants(t, "/data", "runs")
	if r.enter(); !slices.Equal(r.answered, []string{"/data"}) {
		t.Errorf("chosen is %q", r.answered)
	}
	r.key(fyne.KeyDown)
	r.enter()
	if r.wants(t, "/data/runs"); r.about.Text != "This folder has no subfolders. “Choose” takes it." {
		t.Errorf("it says %q", r.about.Text)
	}
	if r.enter(); r.answered[1] != filepath.FromSlash("/data/runs") {
		t.Errorf("chosen is %q", r.answered)
	}
}

// A folder that does not answer holds up neither the window nor other folders, and late answers are dropped.
func TestChooserWithoutAnswer(t *testing.T) {
	r := newChooserRig(t, false)
	hold, read := make(chan bool), r.read
	r.read = func(folder string) Listing {
		if folder == "/etc" {
			<-hold
		}
		return read(folder)
	}
	r.Input.SetText("/etc/")
	if r.wants(t, "/etc"); r.about.Text != "Reading /etc" {
		t.Errorf("it says %q", r.about.Text)
	}
	r.Input.SetText("/data/runs/")
	(<-r.posted)()
	r.wants(t, "/data/runs", "a")
	for r.unread < maxUnread-1 {
		r.Input.SetText("/etc/")
		r.Input.SetText("/nowhere/")
		(<-r.posted)()
	}
	r.Input.SetText("/etc/")
	if r.unread != maxUnread {
		t.Fatalf("%d folders are unread", r.unread)
	}
	r.Input.SetText("/data/")
	if r.wants(t, "/data"); !strings.HasPrefix(r.about.Text, "The requested folders do not answer.") {
		t.Errorf("it says %q", r.about.Text)
	}
	close(hold)
	r.settle()
	r.wants(t, "/data", "runs", "cpu9.pprof", "cpu10.pprof", "heap.pprof")
}

// Enter before the folder was read waits for it.
func TestChooserEnterWaits(t *testing.T) {
	r := newChooserRig(t, false)
	r.Input.SetText("~/../data/runs/a")
	if r.Enter(); r.answered != nil {
		t.Fatalf("it answers %q unread", r.answered)
	}
	if r.settle(); !slices.Equal(r.answered, []string{"/data/runs/a"}) {
		t.Errorf("chosen is %q", r.answered)
	}
	r.Input.SetText("/etc/x")
	r.Enter()
	r.Input.SetText("/etc/") // typing takes it back
	if r.settle(); len(r.answered) != 1 {
		t.Errorf("chosen is %q", r.answered)
	}
}

// The keys of the list itself choose, too.
func TestChooserList(t *testing.T) {
	r := newChooserRig(t, false)
	r.list.Select(1)
	r.list.Select(2)
	if r.enter(); !slices.Equal(r.answered, []string{"/data/cpu10.pprof"}) {
		t.Errorf("chosen is %q", r.answered)
	}
}

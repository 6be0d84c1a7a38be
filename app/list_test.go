package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"profstation/desk/screen"
	"profstation/internal/fixture"
	"profstation/internal/must"
)

// The list of documents is at the same place whatever is shown: lines about what is shown stand above the
// tabs only. In a small window such a line has several rows, and the list keeps its width.
func TestNothingMovesTheList(t *testing.T) {
	r := newWindowRig(t)
	file, dir := fixture.WriteCPU(t), t.TempDir()
	data := must.Have(os.ReadFile(file))
	for _, name := range []string{"1.pprof", "2.pprof"} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r.do(screen.Open{Paths: []string{file}})
	r.window.Resize(fyne.NewSize(640, 480))
	place := func() [2]fyne.Position {
		o := r.sidebar.Object
		return [2]fyne.Position{fyne.CurrentApp().Driver().AbsolutePositionForObject(o), fyne.NewPos(o.Size().Width, o.Size().Height)}
	}
	before := place()
	r.do(screen.WatchFolder{Path: dir})
	for s := r.settle(); s.Series == nil || s.Series.Count < 2; s = r.settle() {
		r.queue.Next()
	}
	if !r.bars.series.Object.Visible() {
		t.Fatal("the line of the series is not there")
	}
	if now := place(); now != before {
		t.Errorf("with a series the list is at %v, before at %v", now, before)
	}
	if m := r.window.Content().MinSize(); m.Width > 640 {
		t.Errorf("the window cannot be narrower than %v", m.Width)
	}
}

// A long name that comes later leaves the list as wide as it is, or the picture would move by itself.
func TestLongNamesLeaveTheListItsWidth(t *testing.T) {
	r := newWindowRig(t)
	file := fixture.WriteCPU(t)
	r.do(screen.Open{Paths: []string{file}})
	before := r.sidebar.Object.Size().Width
	long := filepath.Join(t.TempDir(), strings.Repeat("long-", 12)+".pprof")
	if err := os.WriteFile(long, must.Have(os.ReadFile(file)), 0o600); err != nil {
		t.Fatal(err)
	}
	r.do(screen.Open{Paths: []string{long}})
	if now := r.sidebar.Object.Size().Width; now != before || before == 0 {
		t.Errorf("the list is %v wide, it was %v", now, before)
	}
}

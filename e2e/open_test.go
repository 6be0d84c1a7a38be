//go:build window

package e2e

import (
	"image"
	"os"
	"path/filepath"
	"testing"

	"profstation/scene"
)

// TestOpensByArgument is a double click on a profile.
func TestOpensByArgument(t *testing.T) {
	for _, file := range []string{"cpu.pprof", "heap.pprof"} {
		t.Run(file, func(t *testing.T) {
			w := start(t, "../testdata/"+file).fit()
			w.WaitTitle("^" + file + " – profstation$")
			w.WaitFlame()
		})
	}
}

// TestOpensByDialog opens a second file from the folder of the first.
func TestOpensByDialog(t *testing.T) {
	dir := t.TempDir()
	copyFile(t, "../testdata/cpu.pprof", filepath.Join(dir, "a.pprof"))
	copyFile(t, "../testdata/heap.pprof", filepath.Join(dir, "b.pprof"))
	w := start(t, filepath.Join(dir, "a.pprof")).fit()
	before := w.WaitFlame()
	w.Key("ctrl+o")
	w.WaitChange(before)
	w.Type("b.pp")
	w.Key("Return")
	w.WaitTitle("^b.pprof – ")
	w.Away()
	w.WaitRedrawn(before)
}

// TestOpensByDrop drops two files onto the empty window.
func TestOpensByDrop(t *testing.T) {
	w := start(t).fit()
	w.WaitTitle("^profstation$")
	empty := w.WaitStable()
	w.screen.drop(windowID(t, w.id), absolute(t, "../testdata/cpu.pprof"), absolute(t, "../testdata/heap.pprof"))
	w.WaitTitle("^cpu.pprof – ")
	w.WaitFlame()
	w.WaitPicture("two documents", func(m *image.RGBA) bool {
		return differing(part(empty, documents), part(m, documents)) > 500
	})
	w.Click(document(1))
	w.WaitTitle("^heap.pprof – ")
}

// TestTellsBrokenFile: the list of documents and the middle of the window say that
// a file is cut off, and the other file is not disturbed.
func TestTellsBrokenFile(t *testing.T) {
	whole, err := os.ReadFile("../testdata/cpu.pprof")
	if err != nil {
		t.Fatal(err)
	}
	broken := filepath.Join(t.TempDir(), "broken.pprof")
	if err := os.WriteFile(broken, whole[:len(whole)*6/10], 0o666); err != nil {
		t.Fatal(err)
	}
	w := start(t, broken, "../testdata/cpu.pprof").fit()
	w.WaitTitle("^broken.pprof – ")
	w.Away()
	picture := w.WaitPicture("a line in the colour of errors", func(m *image.RGBA) bool {
		return red(part(m, documents)) > 50
	})
	middle := part(picture, canvas)
	if n := pixels(middle) - count(middle, theme(picture).Background); n < 100 || n > 20_000 {
		t.Errorf("%d pixels in the middle are not background, expected a line or two of text", n)
	}
	w.Click(document(1))
	w.WaitTitle("^cpu.pprof – ")
	if red(part(w.WaitFlame(), documents)) < 50 {
		t.Error("the broken file is no longer marked")
	}
}

// TestClosesDocuments closes by key and by the cross, until none is left.
func TestClosesDocuments(t *testing.T) {
	w := start(t, "../testdata/cpu.pprof", "../testdata/heap.pprof", "../testdata/mutex.pprof").fit()
	w.WaitTitle("^cpu.pprof – ")
	w.WaitFlame()
	w.Key("ctrl+w")
	w.WaitTitle("^heap.pprof – ")
	_, y := document(1)
	w.Click(documentsRight-12, y-8) // the cross of mutex.pprof
	w.Key("ctrl+w")
	w.WaitTitle("^profstation$")
	w.Away()
	w.WaitPicture("an empty window", func(m *image.RGBA) bool {
		middle := part(m, canvas)
		n := pixels(middle) - count(middle, theme(m).Background)
		return n > 100 && n < 20_000 // it says how to open a file
	})
}

// TestReadsAgain: a new recording under the same name is shown after Ctrl+R, and
// not before.
func TestReadsAgain(t *testing.T) {
	file := filepath.Join(t.TempDir(), "new.pprof")
	copyFile(t, "../testdata/mutex.pprof", file)
	w := start(t, file).fit()
	before := w.WaitFlame()
	copyFile(t, "../testdata/cpu.pprof", file)
	// Another tab and back: the program had the time to look at the file.
	w.Key("3")
	top := w.WaitRedrawn(before)
	w.Key("1")
	w.WaitRedrawn(top)
	w.WaitSame("the old picture", before)
	w.Key("ctrl+r")
	w.WaitRedrawn(before)
	if names := w.ExportSVG().names(0.2); !contains(names, "net/http.(*conn).serve") {
		t.Errorf("the wide boxes are %q, expected those of the new recording", names)
	}
}

// TestCloses: the window manager's cross ends the program without an error.
func TestCloses(t *testing.T) {
	w := start(t, "../testdata/cpu.pprof").fit()
	w.WaitFlame()
	w.AskToClose()
	if err := w.WaitExit(); err != nil {
		t.Errorf("the program ended with %v", err)
	}
}

// TestEmptyWindow: a window without documents says what to do.
func TestEmptyWindow(t *testing.T) {
	w := start(t).fit()
	w.WaitTitle("^profstation$")
	w.Away()
	w.WaitPicture("a hint", func(m *image.RGBA) bool {
		return count(part(m, canvas), scene.Dark.Text)+count(part(m, canvas), scene.Light.Text) > 20
	})
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	abs, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return abs
}

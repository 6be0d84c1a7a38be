//go:build window

package e2e

import (
	"encoding/xml"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Export writes the visible tab of a stable window to a file and returns its path.
func (w *window) Export(ending string) string {
	w.t.Helper()
	path := filepath.Join(w.t.TempDir(), "out"+ending)
	w.WaitStable()
	w.exportTo(path)
	w.WaitStable()
	return path
}

// exportTo writes the visible tab to a file by Ctrl+E, and waits until the dialog is gone.
func (w *window) exportTo(path string) {
	w.t.Helper()
	w.Key("ctrl+e")
	w.WaitPicture("the dialog for exports", covered)
	w.Key("ctrl+a")
	w.Type(path)
	w.Key("Return")
	w.until("the file "+path, func() bool { _, err := os.Stat(path); return err == nil })
	w.WaitPicture("the window without the dialog", func(m *image.RGBA) bool { return !covered(m) })
}

// drawing is the content of an exported SVG.
type drawing struct {
	Width  float64 `xml:"width,attr"`
	Title  string  `xml:"title"`
	Desc   string  `xml:"desc"`
	Groups []struct {
		Title string `xml:"title"`
		Rect  struct {
			Width float64 `xml:"width,attr"`
			Y     float64 `xml:"y,attr"`
			Fill  string  `xml:"fill,attr"`
		} `xml:"rect"`
		Texts []string `xml:"text"`
	} `xml:"g"`
}

// ExportSVG writes the visible tab as a drawing, and reads that.
func (w *window) ExportSVG() *drawing {
	w.t.Helper()
	return readSVG(w.t, w.Export(".svg"))
}

func readSVG(t *testing.T, path string) *drawing {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	d := new(drawing)
	if err := xml.Unmarshal(data, d); err != nil {
		t.Fatalf("%s is no SVG: %v", path, err)
	}
	return d
}

// names returns the nodes whose boxes take up at least a share of the width.
func (d *drawing) names(share float64) []string {
	var names []string
	for _, g := range d.Groups {
		if name, _, ok := strings.Cut(g.Title, "\n"); ok && g.Rect.Width >= share*d.Width {
			names = append(names, name)
		}
	}
	return names
}

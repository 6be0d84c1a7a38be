//go:build window

package e2e

import (
	"encoding/csv"
	"encoding/json"
	"image/png"
	"os"
	"slices"
	"testing"
)

// TestExportsFlame writes the flame graph in every format.
func TestExportsFlame(t *testing.T) {
	w := start(t, "../testdata/cpu.pprof").fit()
	w.WaitFlame()
	d := w.ExportSVG()
	if names := d.names(0.7); d.Title != "cpu.pprof" || !contains(names, "all") || !contains(names, "net/http.(*conn).serve") {
		t.Errorf("the drawing is called %q and its widest boxes are %q", d.Title, names)
	}
	f, err := os.Open(w.Export(".png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	picture, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	if size := picture.Bounds().Size(); size.X != 2*int(d.Width) || size.Y < 1000 {
		t.Errorf("the picture has %v pixels, expected twice the %v of the drawing", size, d.Width)
	}
	data, err := os.ReadFile(w.Export(".json"))
	if err != nil {
		t.Fatal(err)
	}
	if !json.Valid(data) {
		t.Errorf("the figures are no JSON: %.100s", data)
	}
}

// TestSortsTop: a click on the heading sorts, another reverses the order, and the
// exported table has the order of the shown one.
func TestSortsTop(t *testing.T) {
	w := start(t, "../testdata/cpu.pprof").fit()
	before := w.WaitFlame()
	w.Key("3")
	top := w.WaitRedrawn(before)
	const nameX, headingY = 665, 128
	for _, turned := range []bool{false, true} {
		w.Click(nameX, headingY)
		w.Away()
		w.WaitRedrawn(top)
		f, err := os.Open(w.Export(".csv"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		rows, err := csv.NewReader(f).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if len(rows) < 100 {
			t.Fatalf("the table has %d rows", len(rows))
		}
		var names []string
		for _, r := range rows[1:] {
			names = append(names, r[len(r)-1])
		}
		if turned {
			slices.Reverse(names)
		}
		if !slices.IsSorted(names) {
			t.Errorf("turned round %v: the names %q … are not sorted", turned, names[:5])
		}
		top = w.WaitStable()
	}
}

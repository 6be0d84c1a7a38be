//go:build window

package e2e

import (
	"fmt"
	"image"
	"regexp"
	"slices"
	"strings"
	"testing"

	"profstation/flame"
)

// TestZoomsAndReturns: a double click fills the width with a branch, Home shows
// all of it again, and back and forward walk between the two.
func TestZoomsAndReturns(t *testing.T) {
	w := start(t, "../testdata/cpu.pprof").fit()
	all := w.WaitFlame()
	gzip := func(m *image.RGBA) (x, y int) { return 650, row(m, 9) } // the second column of boxes
	zoomed := w.WaitDoubleClick("a branch from side to side", gzip, func(m *image.RGBA) bool {
		x, y := gzip(m)
		return m.RGBAAt(x, y) == m.RGBAAt(1000, y)
	})
	if names := w.ExportSVG().names(0.9); !contains(names, "compress/gzip.(*Writer).Close") {
		t.Errorf("the boxes as wide as the picture are %q, expected the one that was clicked", names)
	}
	w.Key("Home")
	w.Away()
	w.WaitPicture("all branches", func(m *image.RGBA) bool {
		y := row(m, 9)
		return m.RGBAAt(650, y) != m.RGBAAt(1000, y)
	})
	selected := w.WaitStable() // what was clicked is still selected
	w.Key("alt+Left")
	w.WaitSame("the zoomed picture again", zoomed)
	w.Key("alt+Right")
	w.WaitSame("the whole picture again", selected)
	w.Key("Escape")
	w.WaitSame("the whole picture with nothing selected", all)
}

// TestZoomsAtPointer: Ctrl and the wheel zoom, and what is under the pointer
// stays there; dragging then moves the picture by as much as the pointer.
func TestZoomsAtPointer(t *testing.T) {
	w := start(t, "../testdata/cpu.pprof").fit()
	before := w.WaitFlame()
	const x, rows = 900, 30
	w.Hold("ctrl", func() { w.Scroll(x, row(before, 8), 3) })
	w.Away()
	top, _ := root(before, 1)
	// Of the wide boxes, those under the pointer stay there; all else moves.
	const wide = 12
	column, around := image.Rect(x, top, x+1, top+wide*flame.RowHeight), image.Rect(300, top, 1200, top+rows*flame.RowHeight)
	w.WaitPicture("a larger picture", func(m *image.RGBA) bool { return moved(before, m, top, 0, around) > 900 })
	zoomed := w.WaitStable()
	if n := moved(before, zoomed, top, 0, column); n > 0 {
		t.Errorf("%d of %d boxes under the pointer are others", n, wide)
	}

	const dx = 120
	area := image.Rect(300, top, 1100, top+rows*flame.RowHeight)
	w.Drag(600, 600, 600+dx, 600)
	w.Away()
	dragged := w.WaitPicture("a picture that followed the pointer", func(m *image.RGBA) bool {
		return moved(zoomed, m, top, dx, area) < rows*area.Dx()/50
	})
	if n := moved(zoomed, dragged, top, 0, area); n < 900 {
		t.Errorf("only %d pixels differ: nothing has been dragged", n)
	}
	w.Key("Home")
	w.Away()
	w.WaitSame("the whole picture", before)
}

// moved counts the pixels that differ from those dx to the right in b. It looks at
// the second line of each row of boxes, where there is no text.
func moved(a, b *image.RGBA, top, dx int, area image.Rectangle) int {
	n := 0
	for y := top + 1; y < area.Max.Y; y += flame.RowHeight {
		for x := area.Min.X; x < area.Max.X; x++ {
			if a.RGBAAt(x, y) != b.RGBAAt(x+dx, y) {
				n++
			}
		}
	}
	return n
}

// TestWalks: a click selects a box, the arrow keys walk from there, and a command
// copies the name of the box they lead to.
func TestWalks(t *testing.T) {
	w := start(t, "../testdata/cpu.pprof").fit()
	m := w.WaitFlame()
	if count(part(m, canvas), theme(m).Selection) > 0 {
		t.Fatal("something is selected from the start")
	}
	w.Click(400, row(m, 9))
	w.Away()
	w.WaitPicture("an outline around the box", func(m *image.RGBA) bool {
		return count(part(m, canvas), theme(m).Selection) > 200
	})
	for _, c := range []struct{ key, want string }{
		{"", "profstation/testdata/record/catalog.(*Catalog).Search"},
		{"Up", "profstation/testdata/record/shop.(*Shop).search"},
		{"Down", "profstation/testdata/record/catalog.(*Catalog).Search"},
	} {
		if c.key != "" {
			before := w.WaitStable()
			w.Key(c.key)
			w.WaitChange(before) // the outline moves
		}
		w.WaitSelected("^" + regexp.QuoteMeta(c.want) + "$")
	}
}

// TestSearches: matches are painted in the colour for matches, Enter goes to
// the heaviest, and Escape ends the search.
func TestSearches(t *testing.T) {
	w := start(t, "../testdata/cpu.pprof").fit()
	before := w.WaitFlame()
	if count(part(before, canvas), theme(before).Match) > 0 {
		t.Fatal("something matches before anything is searched")
	}
	w.Key("slash")
	w.Type("compress/flate")
	matches := func(m *image.RGBA) int { return count(part(m, canvas), theme(m).Match) }
	w.WaitPicture("matches", func(m *image.RGBA) bool { return matches(m) > 2000 })
	found := w.WaitStable()
	w.Key("Return")
	w.WaitChange(found) // there is an outline
	w.WaitSelected(`^compress/flate\.`)
	c := theme(before).Match
	fill := fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
	filled := map[bool]int{}
	for _, g := range w.ExportSVG().Groups {
		name, _, _ := strings.Cut(g.Title, "\n")
		match := g.Rect.Fill == fill
		filled[match]++
		if strings.Contains(name, "compress/flate") != match && !strings.Contains(name, " more") {
			t.Errorf("%q has the fill %s", name, g.Rect.Fill)
			break
		}
	}
	if filled[true] == 0 || filled[false] == 0 {
		t.Errorf("%d boxes match and %d do not", filled[true], filled[false])
	}
	w.Click(600, 900) // where no box is: the keyboard leaves the input
	w.Key("Escape", "Escape")
	w.Away()
	w.WaitPicture("no match", func(m *image.RGBA) bool { return matches(m) == 0 })
}

// TestFocuses: a focus keeps the stacks through the functions it names, and a
// click on its chip removes it.
func TestFocuses(t *testing.T) {
	w := start(t, "../testdata/cpu.pprof").fit()
	before := w.WaitFlame()
	w.Key("ctrl+l")
	w.Type("encoding/json")
	w.Away()
	focused := w.WaitRedrawn(before)
	d := w.ExportSVG()
	const inWords = "a node that matches “encoding/json”"
	if !strings.Contains(d.Desc, inWords) {
		t.Errorf("the export says %q, expected the focus", d.Desc)
	}
	for name, want := range map[string]bool{"encoding/json.Marshal": true, "compress/flate.(*compressor).deflate": false} {
		if contains(d.names(0), name) != want {
			t.Errorf("a focus on encoding/json leaves %s: %v", name, !want)
		}
	}
	w.Click(60, chipsY)
	w.Away()
	w.WaitSame("all of it", before)
	w.Key("alt+Left")
	w.WaitSame("the focus again", focused)
	w.Key("ctrl+BackSpace")
	w.WaitSame("all of it again", before)
	if d := w.ExportSVG(); d.Desc == "" || strings.Contains(d.Desc, inWords) {
		t.Errorf("the export without the focus says %q", d.Desc)
	}
}

// TestTellsBadRegexp: half a regular expression only makes a red word beside the
// inputs, which goes when the expression is complete.
func TestTellsBadRegexp(t *testing.T) {
	w := start(t, "../testdata/cpu.pprof").fit()
	before := w.WaitFlame()
	beside := image.Rect(1218, 25, 1500, 55)
	w.Key("ctrl+l")
	w.Type("Write(")
	w.WaitPicture("a red word", func(m *image.RGBA) bool { return red(part(m, beside)) > 50 })
	w.WaitSame("the same picture", before)
	w.Type(")")
	w.WaitPicture("no red word", func(m *image.RGBA) bool { return red(part(m, beside)) == 0 })
}

func contains(names []string, name string) bool { return slices.Contains(names, name) }

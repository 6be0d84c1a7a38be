package surface

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"profstation/scene"
)

// However long a name and its value are, and however narrow the pane, neither lies over the other or out of
// the pane, and what is cut can be read in the tip.
func TestLinkCutsWhatHasNoRoom(t *testing.T) {
	test.NewTempApp(t)
	long := "net/http.(*connReader).startBackgroundRead server.go:698"
	for _, c := range []struct{ text, figure string }{
		{"in", long}, {long, "1.25ms"}, {long, long}, {"", long}, {"duration", "1.25ms"}, {long, ""},
	} {
		for _, left := range []bool{false, true} {
			for _, width := range []float32{60, 120, 230, 900} {
				l := NewLink(c.text, c.figure, &scene.Light, nil)
				l.left = left && c.text == ""
				l.Resize(fyne.NewSize(width, l.MinSize().Height))
				var shown []string
				last := float32(0)
				all := test.WidgetRenderer(l).Objects()
				for _, i := range []int{1, 2} { // the text, then the figure
					x := all[i].(*canvas.Text)
					if x.Text == "" {
						continue
					}
					shown = append(shown, x.Text)
					if from, to := x.Position().X, x.Position().X+x.MinSize().Width; from < last || to > width {
						t.Errorf("%.20q, %.20q in %g: %q stands from %g to %g, behind %g", c.text, c.figure, width, x.Text, from, to, last)
					} else {
						last = to
					}
				}
				whole := strings.TrimSpace(c.text + "\n" + c.figure)
				if cut := strings.Join(shown, "\n") != whole; cut != (l.whole == whole) || !cut && l.whole != "" {
					t.Errorf("%.20q, %.20q in %g: shown %q, the tip says %q", c.text, c.figure, width, shown, l.whole)
				}
				if c.figure == "1.25ms" && width >= 120 && shown[len(shown)-1] != c.figure {
					t.Errorf("a short figure is cut to %q in %g", shown[len(shown)-1], width)
				}
			}
		}
	}
}

// Two functions of one package stay apart where their names are cut, as a text and as what a line leads to.
func TestLinkKeepsBothEnds(t *testing.T) {
	test.NewTempApp(t)
	const before = "shop.(*Shop).Handler.labelled.func"
	for _, goes := range []bool{false, true} {
		shown := func(name string) string {
			l := NewLink(name, "1.48s (15.35%)", &scene.Light, func() {})
			if goes {
				l = NewLink("in", name, &scene.Light, func() {})
				l.goes = true
			}
			l.Resize(fyne.NewSize(200, l.MinSize().Height))
			of := 1
			if goes {
				of = 2
			}
			return test.WidgetRenderer(l).Objects()[of].(*canvas.Text).Text
		}
		one, two := shown(before+"1.1"), shown(before+"2.1")
		if one == two || !strings.HasPrefix(one, "shop.") || !strings.HasSuffix(one, "1.1") || !strings.Contains(one, "…") {
			t.Errorf("leading there %v: %q and %q", goes, one, two)
		}
	}
}

// The place of a file is broken behind a folder, not in a name.
func TestPlaceIsBrokenAtParts(t *testing.T) {
	test.NewTempApp(t)
	w := NewPlace("profstation/testdata/record/shop/checkout.go:29")
	w.Resize(fyne.NewSize(220, 60))
	test.WidgetRenderer(w)
	if got := w.Label.Text; got != "profstation/testdata/record/\nshop/checkout.go:29" && got != "profstation/testdata/record/shop/\ncheckout.go:29" {
		t.Errorf("it is broken into %q", got)
	}
}

// What runs from right to left is given to Fyne in parts from left to right, and copied as it is.
func TestNameFromRightToLeft(t *testing.T) {
	const name = "main.سعر 12 → x"
	app := test.NewTempApp(t)
	w := NewName(name)
	w.Resize(fyne.NewSize(400, 60))
	test.WidgetRenderer(w)
	if got := w.Label.Text; got != Written(name) || got == name || strings.Index(got, "12") > strings.Index(got, "سعر") || strings.Contains(got, "→") {
		t.Errorf("it is shown as %q", got)
	}
	w.copy()
	if got := app.Clipboard().Content(); got != name {
		t.Errorf("copied is %q", got)
	}
}

package surface_test

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"profstation/views/surface"
)

// Names keep what tells them apart: functions their own name, files both ends, paths the end.
func TestCut(t *testing.T) {
	test.NewTempApp(t)
	wide := func(s string) float32 { return fyne.MeasureText(s, surface.TextSize(), fyne.TextStyle{}).Width }
	const name = "github.com/grafana/loki/pkg/storage/stores/shipper/indexshipper.(*Index).Lookup"
	for _, c := range []struct {
		cut        func(string, float32) string
		text       string
		width      float32
		begin, end string
	}{
		{surface.FitName, name, 1000, name, name},
		{surface.FitName, name, wide("…/indexshipper.(*Index).Lookup") + 40, "…", "/indexshipper.(*Index).Lookup"},
		{surface.FitName, name, wide("…/indexshipper.(*Index).Lookup") - 40, "…/index", "Lookup"},
		{surface.FitName, "sort.Slice[go.shape.struct{example.com/a/b.C}]", 150, "sort.Slice", "]"},
		{surface.FitName, "operator new(unsigned long, std::align_val_t)", 150, "operator", ")"},
		{surface.FitStart, "/srv/profiles/2026-11-24/checkout.pprof", 150, "…", "/checkout.pprof"},
		{surface.FitMiddle, "checkout-before-the-change-and-after.pprof", 150, "checkout", ".pprof"},
		{surface.FitText, "The wheel moves the picture, Ctrl+wheel zooms at the pointer.", 150, "The wheel", "…"},
	} {
		got := c.cut(c.text, c.width)
		if wide(got) > c.width || !strings.HasPrefix(got, c.begin) || !strings.HasSuffix(got, c.end) || strings.Contains(got, "…") != (wide(c.text) > c.width) {
			t.Errorf("%q within %g: %q, want %q to %q", c.text, c.width, got, c.begin, c.end)
		}
	}
	for width := range 60 { // nothing is too narrow
		surface.FitName(name, float32(width))
		surface.FitStart(name, float32(width))
	}
}

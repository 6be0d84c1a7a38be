package paint

import (
	"strings"
	"testing"

	"profstation/internal/typed"
	"profstation/loader"
	"profstation/measure/legible"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline/timelinetest"
)

// Where a viewer has no Go font, but the widest of the list, no text of a picture runs into the next on its line,
// and no name of a row into the row.
func TestPictureInAWiderFont(t *testing.T) {
	f, err := loader.Open(t.Context(), "../../testdata/trace.trace", loader.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, tr := range []*trace.Trace{
		typed.Trace(t, typed.Small),
		typed.Trace(t, strings.ReplaceAll(typed.Small, "main.worker", "main.wwwwwwwwwwwwwwwwwwwwww")),
		typed.Trace(t, strings.ReplaceAll(typed.Small, "main.worker", "main."+strings.Repeat("worker", 9))), f.Trace,
	} {
		tl := timelinetest.Prepared(tr)
		p := Picture{Sides: []Side{{Lanes: timelinetest.Lanes(tl, timelinetest.OpenAll(tl)), Marks: Marks{Selected: trace.NoSpan}}}, Style: Style{Theme: &scene.Light}, Width: 1000}
		w, h := p.Size()
		names, column := 0, scene.PictureMargin+LabelWidth
		for _, x := range legible.Wider(t, w, h, p.Draw) {
			if x.X > column-80 || x.Y < 60 {
				continue
			}
			if names++; !x.Cut() && x.End() > column {
				t.Errorf("%q ends at %v, and its row begins at %v", x.Text, x.End(), column)
			}
		}
		if names < 10 {
			t.Fatalf("%d names were looked at", names)
		}
	}
}

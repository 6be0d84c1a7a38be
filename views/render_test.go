package views

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"profstation/desk/screen"
	"profstation/internal/viewtest"
	"profstation/scene"
	"profstation/views/surface"
)

// No text is cut by the widget it stands in, and no widget needs more room
// than its text.
func TestTextsHaveRoom(t *testing.T) {
	test.NewTempApp(t)
	none := func(screen.Intent) {}
	chip := newChip("focus: net/http", "×", "", &scene.Light, func() {})
	link := surface.NewLink("a name that is far too long for the little room that there is", "12.5s (99.99%)", &scene.Light, nil)
	row := newSideRow(none)
	document := screen.Document{ID: 1, Name: "a-file-with-a-very-long-name.pprof", Detail: "cpu · and a great many words", State: screen.Ready}
	row.show(sideLine{document: &document, active: true}, &scene.Light)
	for name, o := range map[string]fyne.Widget{"chip": chip, "link": link, "row": row} {
		size := o.MinSize()
		if name != "chip" {
			size.Width = 180
		}
		o.Resize(size)
		viewtest.Window(t, container.NewWithoutLayout(o), 400, 100)
		for _, x := range test.WidgetRenderer(o).Objects() {
			text, ok := x.(*canvas.Text)
			if !ok || !text.Visible() {
				continue
			}
			p, m := text.Position(), text.MinSize()
			if p.X < 0 || p.Y < 0 || p.X+m.Width > size.Width+0.5 || p.Y+m.Height > size.Height+0.5 {
				t.Errorf("%s: %q at %v, %v of %v", name, text.Text, p, m, size)
			}
		}
	}
	if m := chip.MinSize(); m.Width < fyne.MeasureText(chip.text, scene.TextSize, fyne.TextStyle{}).Width {
		t.Errorf("a chip of %v cuts its text", m)
	}
}

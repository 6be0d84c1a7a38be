package views

import (
	"image"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"profstation/desk/screen"
	"profstation/flame"
	"profstation/model"
	"profstation/scene"
)

// surfaceFont and measure are those of texts on an empty surface.
var surfaceFont = scene.Font{Size: scene.TextSize + 1}

func measure(s string) float64 { return scene.Measure(s, surfaceFont) }

// colors counts the colours of a picture, in every third row and column.
func colors(img image.Image) int {
	seen := map[[4]uint32]bool{}
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y += 3 {
		for x := b.Min.X; x < b.Max.X; x += 3 {
			r, g, bl, a := img.At(x, y).RGBA()
			seen[[4]uint32{r, g, bl, a}] = true
		}
	}
	return len(seen)
}

// share is how much of a picture has a colour, by the same pixels.
func share(img image.Image, c scene.Color) float64 {
	b, n := img.Bounds(), 0
	for y := b.Min.Y; y < b.Max.Y; y += 3 {
		for x := b.Min.X; x < b.Max.X; x += 3 {
			if r, g, bl, _ := img.At(x, y).RGBA(); uint8(r>>8) == c.R && uint8(g>>8) == c.G && uint8(bl>>8) == c.B {
				n++
			}
		}
	}
	return 9 * float64(n) / float64(b.Dx()*b.Dy())
}

// The flame graph of a window is what the painter draws for its size.
func TestFlamePixels(t *testing.T) {
	r, s := shownFlame(t)
	got := r.window.Canvas().Capture()
	want := image.NewRGBA(got.Bounds())
	s.Answer.Painter.Paint(scene.NewRaster(want, 1), flame.View{
		Window: s.Answer.Chart.Window, Area: scene.Rect{X1: 400, Y1: 120}, Mark: model.NoNode})
	different := 0
	for y := range 120 {
		for x := range 400 {
			r, g, b, _ := got.At(x, y).RGBA()
			if c := want.RGBAAt(x, y); uint8(r>>8) != c.R || uint8(g>>8) != c.G || uint8(b>>8) != c.B {
				different++
			}
		}
	}
	// A legend may stand in the lower right corner.
	if different > 400*120/20 {
		t.Errorf("%d of %d pixels differ", different, 400*120)
	}
}

// No text is cut by the widget it stands in, and no widget needs more room
// than its text.
func TestTextsHaveRoom(t *testing.T) {
	test.NewTempApp(t)
	none := func(screen.Intent) {}
	chip := newChip("focus: net/http", "×", "", &scene.Light, func() {})
	link := newLink("a name that is far too long for the little room that there is", "12.5s (99.99%)", &scene.Light, nil)
	row := newDocumentRow(screen.Document{ID: 1, Name: "a-file-with-a-very-long-name.pprof", Detail: "cpu · and a great many words", State: screen.Ready}, true, &scene.Light, none)
	for name, o := range map[string]fyne.Widget{"chip": chip, "link": link, "row": row} {
		size := o.MinSize()
		if name != "chip" {
			size.Width = 180
		}
		o.Resize(size)
		inWindow(t, container.NewWithoutLayout(o), 400, 100)
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

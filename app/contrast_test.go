package app

import (
	pixels "image"
	"image/color"
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"profstation/desk/screen"
)

// Every text stands out from its ground by 4.5 : 1 at least, in all tabs and both themes.
// https://www.w3.org/TR/WCAG21/#contrast-minimum
func TestContrast(t *testing.T) {
	for name, open := range everyKind() {
		t.Run(name, func(t *testing.T) {
			r := newWindowRig(t)
			t.Cleanup(func() { r.desk.Close() })
			r.window.Resize(fyne.NewSize(1024, 700))
			s := r.do(open)
			if name == "profile" {
				r.do(screen.Refine{Name: "focus", Text: "shop"}, screen.Select{Selection: screen.Selection{Node: "profstation/testdata/record/shop.(*Shop).checkout"}})
			}
			r.panes.show(paneDetails)
			seen := 0
			for range 2 {
				theme := r.do(screen.ToggleTheme{}).Display.Theme.Name
				for _, tab := range s.Tabs {
					r.do(screen.ShowTab{Tab: tab})
					r.settleSizes()
					picture := r.window.Canvas().Capture()
					size := r.window.Canvas().Size()
					visible(r.window.Content(), fyne.Position{}, pixels.Rect(0, 0, int(size.Width), int(size.Height)), func(o fyne.CanvasObject, area pixels.Rectangle) {
						x, ok := o.(*canvas.Text)
						if !ok || x.Text == "" || area.Dx() < 4 || area.Dy() < 4 {
							return
						}
						seen++
						ground := commonest(picture, area)
						if c := contrast(x.Color, ground); c < 4.5 {
							t.Errorf("%s, %v: %q at %v has a contrast of %.2f: %v on %v", theme, tab, x.Text, area, c, x.Color, ground)
						}
					})
				}
			}
			if seen < 50 {
				t.Errorf("only %d texts were seen", seen)
			}
		})
	}
}

// commonest is the colour that most of an area has.
func commonest(m pixels.Image, area pixels.Rectangle) color.Color {
	times := map[color.Color]int{}
	var out color.Color
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			c := m.At(x, y)
			if times[c]++; out == nil || times[c] > times[out] {
				out = c
			}
		}
	}
	return out
}

// contrast is the ratio of the relative luminances of two colours, as WCAG defines it.
func contrast(a, b color.Color) float64 {
	light := func(c color.Color) float64 {
		r, g, b, _ := c.RGBA()
		l := func(x uint32) float64 {
			v := float64(x) / 0xffff
			if v <= 0.03928 {
				return v / 12.92
			}
			return math.Pow((v+0.055)/1.055, 2.4)
		}
		return 0.2126*l(r) + 0.7152*l(g) + 0.0722*l(b)
	}
	x, y := light(a), light(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

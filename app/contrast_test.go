package app

import (
	"fmt"
	pixels "image"
	"image/color"
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"profstation/ask"
	"profstation/desk"
	"profstation/desk/screen"
	"profstation/internal/thorough"
	"profstation/measure/legible"
	"profstation/scene"
	"profstation/views/surface"
)

// Every text stands out from its ground by 4.5 : 1 at least, in all tabs and both themes, and by 7 : 1 in those of
// high contrast.
// https://www.w3.org/TR/WCAG21/#contrast-minimum
func TestContrast(t *testing.T) {
	for name, open := range everyKind() {
		t.Run(name, func(t *testing.T) {
			r := newWindowRig(t)
			r.window.Resize(fyne.NewSize(1024, 700))
			s := r.do(open)
			if name == "profile" {
				r.do(screen.Refine{Name: "focus", Text: "shop"}, screen.Select{Selection: ask.Selection{Node: "profstation/testdata/record/shop.(*Shop).checkout"}})
			}
			r.panes.show(paneDetails)
			seen := 0
			for k, worn := range []*scene.Theme{&scene.Light, &scene.Dark, &scene.LightHigh, &scene.DarkHigh} {
				r.wear(worn)
				for i, tab := range s.Tabs {
					if !thorough.One(i+k, 4) {
						continue
					}
					r.do(screen.ShowTab{Tab: tab})
					r.settleSizes()
					seen += r.contrasts(t, worn, fmt.Sprintf("%s, %v", worn.Name, tab), r.window.Content())
				}
			}
			if seen < thorough.Times(100, 20) {
				t.Errorf("only %d texts were seen", seen)
			}
		})
	}
}

// wear sets the theme of the window, as the preferences do.
func (r *windowRig) wear(worn *scene.Theme) {
	p := r.desk.State().Preferences
	p.Theme, p.HighContrast = desk.ThemeLight, worn.High
	if worn.Dark {
		p.Theme = desk.ThemeDark
	}
	r.prefer(p)
	r.settle()
}

// contrasts checks all texts of an object, and returns how many there are outside of its pictures.
func (r *windowRig) contrasts(t *testing.T, worn *scene.Theme, what string, o fyne.CanvasObject) (seen int) {
	t.Helper()
	picture := r.window.Canvas().Capture()
	size := r.window.Canvas().Size()
	visible(o, fyne.Position{}, pixels.Rect(0, 0, int(size.Width), int(size.Height)), func(o fyne.CanvasObject, area pixels.Rectangle) {
		if area.Dx() < 4 || area.Dy() < 4 {
			return
		}
		switch x := o.(type) {
		case *surface.Surface:
			legible.CheckContrast(t, what, float64(x.Size().Width), float64(x.Size().Height), worn.MinContrast(), x.Paint)
		case *canvas.Text:
			if x.Text == "" {
				return
			}
			seen++
			ground := commonest(picture, area)
			if c := contrast(x.Color, ground); c < worn.MinContrast() {
				t.Errorf("%s: %q at %v has a contrast of %.2f: %v on %v", what, x.Text, area, c, x.Color, ground)
			}
		}
	})
	return seen
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

// With high contrast, what says where something begins and what has the keyboard reaches 3 : 1.
// https://www.w3.org/TR/WCAG21/#non-text-contrast
func TestBorders(t *testing.T) {
	for _, l := range []*scene.Theme{&scene.LightHigh, &scene.DarkHigh} {
		colors := newLook(l)
		for _, name := range []fyne.ThemeColorName{theme.ColorNameInputBorder, surface.ColorNameBorder, theme.ColorNameSeparator, theme.ColorNamePrimary} {
			for under, ground := range map[string]color.Color{"background": l.Background, "surface": l.Surface} {
				if c := contrast(colors.Color(name, theme.VariantLight), ground); c < 3 {
					t.Errorf("%s: %s on the %s has a contrast of %.2f", l.Name, name, under, c)
				}
			}
		}
	}
}

package app

import (
	"fmt"
	pixels "image"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/views"
	"profstation/views/surface"
)

// Sizes of windows in logical pixels: the least that is supported, common ones, those at a scale of 2, and a wide one.
var sizes = []fyne.Size{{Width: 640, Height: 480}, {Width: 800, Height: 500}, {Width: 1024, Height: 700}, {Width: 1600, Height: 1000}, {Width: 3200, Height: 1000}}

// In every tab and dialog, and in windows of all sizes, nothing lies outside the window, no text covers
// another, and none is cut without saying so.
func TestGeometry(t *testing.T) {
	for name, open := range everyKind() {
		t.Run(name, func(t *testing.T) {
			r := newWindowRig(t)
			t.Cleanup(func() { r.desk.Close() })
			r.help.docs = os.DirFS("..")
			s := r.do(open)
			if name == "profile" {
				r.do(screen.Search{Text: "shop"}, screen.Refine{Name: "focus", Text: "shop"},
					screen.Select{Selection: screen.Selection{Node: "profstation/testdata/record/shop.(*Shop).checkout"}})
			}
			r.panes.show(paneDetails)
			for _, size := range sizes {
				r.window.Resize(size)
				for _, tab := range s.Tabs {
					r.do(screen.ShowTab{Tab: tab})
					r.settleSizes()
					r.geometry(t, fmt.Sprintf("%v at %v", tab, size), r.window.Content())
				}
				if name != "profile" {
					continue
				}
				r.do(screen.TogglePane{Name: "filters"})
				r.settleSizes()
				r.geometry(t, fmt.Sprintf("filters at %v", size), r.window.Content())
				r.do(screen.TogglePane{Name: "filters"})
				for _, label := range slices.Sorted(maps.Keys(r.items())) {
					i := r.items()[label]
					if !strings.HasSuffix(label, "…") && !slices.Contains([]string{"Keys and gestures", "Manual", "About profstation"}, label) || i.Disabled || i.Action == nil {
						continue
					}
					i.Action()
					r.settle()
					if top := r.window.Canvas().Overlays().Top(); top != nil {
						top.Refresh() // as the next frame does
						r.geometry(t, fmt.Sprintf("%q at %v", label, size), top)
						views.CloseTop(r.window.Canvas())
					}
				}
			}
		})
	}
}

// settleSizes lays out again what became higher or lower in its new width, as Fyne does at the next frame.
func (r *windowRig) settleSizes() {
	size := r.window.Canvas().Size()
	r.window.Content().Resize(size.AddWidthHeight(1, 0))
	r.window.Content().Resize(size)
}

// geometry checks what is seen of an object.
func (r *windowRig) geometry(t *testing.T, what string, o fyne.CanvasObject) {
	t.Helper()
	size := r.window.Canvas().Size()
	screen := pixels.Rect(0, 0, int(size.Width), int(size.Height))
	all := pixels.Rect(-1e6, -1e6, 1e6, 1e6)
	type text struct {
		words string
		area  pixels.Rectangle
	}
	var texts []text
	clips := map[fyne.CanvasObject]pixels.Rectangle{}
	visible(o, fyne.Position{}, screen, func(o fyne.CanvasObject, seen pixels.Rectangle) { clips[o] = seen })
	visible(o, fyne.Position{}, all, func(o fyne.CanvasObject, area pixels.Rectangle) {
		seen := clips[o]
		switch x := o.(type) {
		case *canvas.Text:
			if x.Text == "" || seen.Empty() {
				return
			}
			least := x.MinSize()
			at := area.Min
			if x.Alignment == fyne.TextAlignTrailing {
				at.X = area.Max.X - int(least.Width)
			} else if x.Alignment == fyne.TextAlignCenter {
				at.X = (area.Min.X + area.Max.X - int(least.Width)) / 2
			}
			texts = append(texts, text{x.Text, pixels.Rect(at.X, area.Min.Y, at.X+int(least.Width), area.Min.Y+int(least.Height)).Intersect(seen)})
			if int(least.Width) > area.Dx()+2 && !strings.Contains(x.Text, "…") {
				t.Errorf("%s: %q needs %.0f of %d", what, x.Text, least.Width, area.Dx())
			}
		case *widget.Button, *widget.Check, *widget.Select, *widget.Entry, *surface.Button, *surface.Check, *surface.Select:
			if !seen.Empty() && (area.Min.X < 0 || area.Max.X > screen.Max.X+4) {
				t.Errorf("%s: %s at %v lies outside the window", what, describe(o), area)
			}
		}
	})
	for i, a := range texts {
		for _, b := range texts[:i] {
			if both := a.area.Intersect(b.area); both.Dx() > 2 && both.Dy() > 3 {
				t.Errorf("%s: %q at %v covers %q at %v", what, a.words, a.area, b.words, b.area)
			}
		}
	}
}

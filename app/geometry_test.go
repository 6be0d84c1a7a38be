package app

import (
	"errors"
	"flag"
	"fmt"
	pixels "image"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/software"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/internal/thorough"
	"profstation/measure/legible"
	"profstation/measure/stores"
	"profstation/views"
	"profstation/views/surface"
)

// part of a screen that a window takes: a size in device pixels, and how many of them a logical one has.
type part struct {
	width, height int
	scale         float32
}

func (p part) String() string { return fmt.Sprintf("%dx%d at scale %v", p.width, p.height, p.scale) }

// The least window that is supported, common ones, those of large screens that are scaled, and a wide one.
var sizes = []part{{640, 480, 1}, {800, 500, 1}, {1024, 700, 1}, {1600, 1000, 1}, {3200, 1000, 1}}

// Common screens at all common scales.
var screens = []part{{1600, 1000, 1}, {1440, 900, 1.5}, {1600, 1000, 2}}

// some are sizes to be tried: in a short test the first and the fourth of them.
func some(all []part) (out []part) {
	for i, p := range all {
		if thorough.One(i, 3) {
			out = append(out, p)
		}
	}
	return out
}

// fill makes a window as large as a part of a screen.
func (r *windowRig) fill(p part) {
	r.window.Canvas().(software.WindowlessCanvas).SetScale(p.scale)
	r.window.Resize(fyne.NewSize(float32(p.width)/p.scale, float32(p.height)/p.scale))
}

// In every tab and dialog, and in windows of all sizes, nothing lies outside the window, no text covers
// another, and none is cut without saying so.
func TestGeometry(t *testing.T) {
	for name, open := range everyKind() {
		t.Run(name, func(t *testing.T) { walkGeometry(t, name, open, some(sizes)) })
	}
}

// The same holds in languages whose texts are longer than the English ones, at all scales.
func TestGeometryOfLongerTexts(t *testing.T) {
	for name, open := range everyKind() {
		t.Run(name, func(t *testing.T) {
			legible.Longer(t)
			walkGeometry(t, name, open, some(screens))
		})
	}
}

// And with two sums of a store, of which more is said than of any file.
func TestGeometryOfStoredComparison(t *testing.T) {
	at := "pyroscope+" + stores.Pyroscope(t) + `?type=cpu&query={pod="shop-1"}`
	side := func(from, until string) screen.Picks {
		return screen.Picks{Paths: []string{at + "&from=2026-11-24T" + from + "Z&until=2026-11-24T" + until + "Z"}}
	}
	walkGeometry(t, "stored comparison", screen.Compare{Base: side("12:00:00", "12:05:00"), New: side("12:05:00", "12:15:00")}, sizes)
}

// pictures is where pictures of all that is checked go, for people to look at.
var pictures = flag.String("pictures", "", "write pictures of what is checked to this folder")

func walkGeometry(t *testing.T, name string, open screen.Intent, sizes []part) {
	r := newWindowRig(t)
	r.help.docs = os.DirFS("..")
	s := r.do(open)
	if name == "profile" {
		r.do(screen.Search{Text: "shop"}, screen.Refine{Name: "focus", Text: "shop"},
			screen.Select{Selection: ask.Selection{Node: "profstation/testdata/record/shop.(*Shop).checkout"}})
	}
	r.panes.show(paneDetails)
	for _, size := range sizes {
		r.fill(size)
		look := func(what string, o fyne.CanvasObject) {
			t.Helper()
			what = fmt.Sprintf("%s, %v", what, size)
			r.geometry(t, what, o)
			r.picture(t, name+", "+what)
		}
		for _, tab := range s.Tabs {
			r.do(screen.ShowTab{Tab: tab})
			r.settleSizes()
			look(tab.String(), r.window.Content())
			if least, room := r.window.Content().MinSize(), r.window.Canvas().Size(); least.Width > room.Width || least.Height > room.Height {
				t.Errorf("%v, %v: it needs a window of %v", tab, size, least)
			}
		}
		if name != "profile" {
			continue
		}
		r.do(screen.TogglePane{Name: "filters"})
		r.settleSizes()
		look("filters", r.window.Content())
		r.do(screen.TogglePane{Name: "filters"})
		r.eachDialog(t, look)
	}
}

// eachDialog shows each dialog of the program, and those that the menu opens: some of them are the toolkit's.
func (r *windowRig) eachDialog(t *testing.T, look func(what string, o fyne.CanvasObject)) {
	all := r.dialogOpeners(t)
	items := r.items()
	for label, i := range items {
		if strings.HasSuffix(label, "…") && !i.Disabled && i.Action != nil {
			all[label] = i.Action
		}
	}
	c := r.window.Canvas()
	for _, label := range slices.Sorted(maps.Keys(all)) {
		all[label]()
		r.settle()
		if top := c.Overlays().Top(); top != nil {
			layOutAgain(top)
			look("dialog "+label, top)
		}
		for views.CloseTop(c) {
		}
	}
}

// layOutAgain lays out all within an object again, from the outside, as Fyne does at the next frames where something
// became higher or lower.
func layOutAgain(o fyne.CanvasObject) {
	o.Refresh()
	for range 3 {
		visible(o, fyne.Position{}, pixels.Rect(-1e6, -1e6, 1e6, 1e6), func(o fyne.CanvasObject, _ pixels.Rectangle) {
			switch o.(type) {
			case *fyne.Container, *container.Scroll, *widget.Form:
				o.Refresh()
			}
		})
	}
}

// picture writes a picture of the window, if somebody wants to look at it.
func (r *windowRig) picture(t *testing.T, name string) {
	if *pictures == "" {
		return
	}
	f, err := os.Create(filepath.Join(*pictures, strings.NewReplacer("/", "-", " ", "_").Replace(name)+".png"))
	if err == nil {
		err = errors.Join(png.Encode(f, r.window.Canvas().Capture()), f.Close())
	}
	if err != nil {
		t.Fatal(err)
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
	scrolled := map[string]bool{} // what stands in inputs, which scroll what they have no room for
	clips := map[fyne.CanvasObject]pixels.Rectangle{}
	visible(o, fyne.Position{}, screen, func(o fyne.CanvasObject, seen pixels.Rectangle) { clips[o] = seen })
	visible(o, fyne.Position{}, all, func(o fyne.CanvasObject, area pixels.Rectangle) {
		seen := clips[o]
		content, hint, ok := inputOf(o)
		if ok {
			scrolled[content] = true
		}
		if ok && content == "" && !seen.Empty() {
			if need := fyne.MeasureText(hint, theme.TextSize(), fyne.TextStyle{}).Width + 2*theme.InnerPadding(); o.Size().Width < need {
				t.Errorf("%s: the hint %q of an input needs %.0f of %.0f", what, hint, need, o.Size().Width)
			}
		}
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
			if int(least.Width) > area.Dx()+2 && !strings.Contains(x.Text, "…") && !scrolled[x.Text] {
				t.Errorf("%s: %q needs %.0f of %d", what, x.Text, least.Width, area.Dx())
			}
		case *surface.Surface:
			if !seen.Empty() {
				legible.CheckOverlaps(t, what, float64(x.Size().Width), float64(x.Size().Height), x.Paint)
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

// inputOf is what stands in an input of one line, and what stands there while it is empty.
func inputOf(o fyne.CanvasObject) (content, hint string, ok bool) {
	if _, ok := o.(interface{ SetPlaceHolder(string) }); !ok {
		return "", "", false
	}
	entry := reflect.ValueOf(o).Elem()
	if entry.FieldByName("MultiLine").Bool() {
		return "", "", false
	}
	return entry.FieldByName("Text").String(), entry.FieldByName("PlaceHolder").String(), true
}

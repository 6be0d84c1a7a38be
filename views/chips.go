package views

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"

	"profstation/desk/screen"
	"profstation/model"
	"profstation/scene"
	"profstation/views/surface"
)

// Chips shows what narrows the figures: the filters, the pivot, and the branches that
// the flame graph is zoomed into. A click on a chip removes it, or steps back to it.
type Chips struct {
	Object *fyne.Container
	send   screen.Send
	theme  *scene.Theme
}

// NewChips makes the line.
func NewChips(send screen.Send) *Chips {
	return &Chips{send: send, Object: container.New(layout.NewRowWrapLayoutWithCustomPadding(4, 3))}
}

// Show shows a snapshot.
func (v *Chips) Show(s *screen.Snapshot) {
	v.theme = s.Display.Theme
	v.Object.RemoveAll()
	p := s.Place
	for i, f := range p.Filters {
		v.add(filterText(f), "×", filterHint(f), func() {
			v.send(screen.SetFilters{Filters: slices.Delete(slices.Clone(p.Filters), i, i+1)})
		})
	}
	for _, o := range model.Options {
		if text := o.InForce(&p.Query); text != "" && o.Chip != "" {
			text = strings.Replace(lang.L(o.Chip), "%s", text, 1)
			v.add(text, "×", surface.Sentences(lang.L(o.About), lang.L("A click ends that.")), func() { v.send(screen.Ask{Change: o.Reset}) })
		}
	}
	if p.Pivot != "" {
		v.add(lang.L("around {{.Name}}", surface.With{"Name": surface.Short(p.Pivot)}), "×",
			lang.L("{{.Name}}\nIts callers above it, its callees below. A click ends that.", surface.With{"Name": model.Sanitise(p.Pivot)}),
			func() { v.send(screen.Pivot{}) })
	}
	if s.Tab == screen.FlameTab && len(p.Zoom) > 0 {
		v.add("all", "›", lang.L("Back to the whole flame graph."), func() { v.send(screen.Zoom{}) })
		from := max(0, len(p.Zoom)-mostBranches)
		if from > 0 {
			v.branch("…", p, from)
		}
		for i, name := range p.Zoom[from:] {
			v.branch(surface.Short(name), p, from+i+1)
		}
	}
	v.Object.Hidden = len(v.Object.Objects) == 0
	v.Object.Refresh()
}

// mostBranches is how many of the branches that lead to a zoom have a chip.
const mostBranches = 4

// branch adds a chip that steps back to the first n of the branches of a zoom.
func (v *Chips) branch(text string, p screen.Place, n int) {
	hint := lang.L("Back to this branch:\n{{.Name}}", surface.With{"Name": model.Sanitise(p.Zoom[n-1])})
	v.add(text, "›", hint, func() { v.send(screen.Zoom{Path: p.Zoom[:n], Callers: p.ZoomCallers}) })
}

// filterText is what the chip of a filter says.
func filterText(f model.Refining) string {
	name := f.Name
	if f.Inverted {
		name = lang.L("not {{.Name}}", surface.With{"Name": name})
	}
	if f.Off {
		name = lang.L("off: {{.Name}}", surface.With{"Name": name})
	}
	return name + ": " + surface.CutText(f.Text)
}

// filterHint is a filter in full, and what it does.
func filterHint(f model.Refining) string {
	about := surface.Explain(f.InForce())
	if f.Off {
		about = lang.L("This filter is off.")
	}
	return surface.Sentences(model.Sanitise(f.Text)+"\n"+about, lang.L("A click removes it."))
}

func (v *Chips) add(text, mark, hint string, tapped func()) {
	v.Object.Add(newChip(text, mark, hint, v.theme, tapped))
}

// chip is a small button with a text and a mark.
type chip struct {
	surface.Touch
	text string
}

func newChip(text, mark, hint string, theme *scene.Theme, tapped func()) *chip {
	c := &chip{Touch: surface.Touch{Theme: theme, Do: tapped, Hint: hint}, text: text + "  " + mark}
	c.Extend(c)
	return c
}

func (c *chip) CreateRenderer() fyne.WidgetRenderer {
	back, text := canvas.NewRectangle(nil), surface.Text(c.text, nil, 0, false)
	back.CornerRadius, back.StrokeWidth = 4, 1
	d := &surface.Drawing{On: []fyne.CanvasObject{back, text}}
	d.Least = func() fyne.Size { return text.MinSize().AddWidthHeight(14, 4) }
	d.Lay = func(size fyne.Size) {
		back.Resize(size)
		m := text.MinSize()
		surface.Put(text, (size.Width-m.Width)/2, (size.Height-m.Height)/2)
	}
	d.Color = func() {
		back.FillColor, back.StrokeColor, text.Color = c.Theme.Surface, c.Theme.Line, c.Theme.Text
		if c.Hovered {
			back.FillColor = c.Theme.Quiet
		}
	}
	return d.Draw(c)
}

package views

import (
	"image/color"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/model"
	"profstation/scene"
	"profstation/views/surface"
)

// Chips shows what is in force, so that nobody takes a part for the whole: the
// filters, the pivot, and the branches that the flame graph is zoomed into.
// Each chip can be removed or stepped back to by a click.
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
		name := f.Name
		if f.Inverted {
			name = lang.L("not ") + name
		}
		if f.Off {
			name = lang.L("off: ") + name
		}
		v.add(name+": "+surface.CutText(f.Text), "×", filterHint(f), func() {
			v.send(screen.SetFilters{Filters: slices.Delete(slices.Clone(p.Filters), i, i+1)})
		})
	}
	for _, o := range model.Options {
		if text := o.InForce(&p.Query); text != "" && o.Chip != "" {
			text = strings.Replace(lang.L(o.Chip), "%s", text, 1)
			v.add(text, "×", lang.L(o.About)+lang.L(" A click ends that."), func() { v.send(screen.Ask{Change: o.Reset}) })
		}
	}
	if p.Pivot != "" {
		v.add(lang.L("around ")+surface.Short(p.Pivot), "×", model.Sanitise(p.Pivot)+lang.L("\nIts callers above it, its callees below. A click ends that."), func() { v.send(screen.Pivot{}) })
	}
	if s.Tab == screen.FlameTab && len(p.Zoom) > 0 {
		v.add("all", "›", lang.L("Back to the whole flame graph."), func() { v.send(screen.Zoom{}) })
		from := 0
		if len(p.Zoom) > 4 {
			from = len(p.Zoom) - 4
			v.add("…", "›", lang.L("Back to this branch:\n")+model.Sanitise(p.Zoom[from-1]), func() { v.send(screen.Zoom{Path: p.Zoom[:from], Callers: p.ZoomCallers}) })
		}
		for i := from; i < len(p.Zoom); i++ {
			v.add(surface.Short(p.Zoom[i]), "›", lang.L("Back to this branch:\n")+model.Sanitise(p.Zoom[i]), func() { v.send(screen.Zoom{Path: p.Zoom[:i+1], Callers: p.ZoomCallers}) })
		}
	}
	v.Object.Hidden = len(v.Object.Objects) == 0
	v.Object.Refresh()
}

// filterHint is a filter in full, and what it does.
func filterHint(f model.Refining) string {
	text := model.Sanitise(f.Text) + "\n" + surface.Explain(f.InForce())
	if f.Off {
		text = model.Sanitise(f.Text) + lang.L("\nThis filter is off.")
	}
	return text + lang.L(" A click removes it.")
}

func (v *Chips) add(text, mark, hint string, tapped func()) {
	v.Object.Add(newChip(text, mark, hint, v.theme, tapped))
}

// chip is a small button with a text and a mark.
type chip struct {
	widget.BaseWidget
	text   string
	hint   string // what it stands for, and what a click does
	theme  *scene.Theme
	tapped func()
	hover  bool
}

func newChip(text, mark, hint string, theme *scene.Theme, tapped func()) *chip {
	if mark != "" {
		text += "  " + mark
	}
	c := &chip{text: text, hint: hint, theme: theme, tapped: tapped}
	c.ExtendBaseWidget(c)
	return c
}

// Tapped implements fyne.Tappable.
func (c *chip) Tapped(*fyne.PointEvent) {
	if c.tapped != nil {
		c.tapped()
	}
}

// MouseIn implements desktop.Hoverable.
func (c *chip) MouseIn(e *desktop.MouseEvent) {
	c.hover = c.tapped != nil
	c.Refresh()
	c.MouseMoved(e)
}

// MouseMoved implements desktop.Hoverable.
func (c *chip) MouseMoved(e *desktop.MouseEvent) { surface.Hint(c, c.hint, e.AbsolutePosition) }

// MouseOut implements desktop.Hoverable.
func (c *chip) MouseOut() {
	c.hover = false
	c.Refresh()
	surface.Hint(c, "", fyne.Position{})
}

// CreateRenderer implements fyne.Widget.
func (c *chip) CreateRenderer() fyne.WidgetRenderer {
	r := &chipRenderer{c, canvas.NewRectangle(color.Transparent), canvas.NewText(c.text, color.Black)}
	r.back.CornerRadius = 4
	r.back.StrokeWidth = 1
	r.text.TextSize = surface.TextSize()
	r.Refresh()
	return r
}

type chipRenderer struct {
	c    *chip
	back *canvas.Rectangle
	text *canvas.Text
}

func (r *chipRenderer) MinSize() fyne.Size {
	m := r.text.MinSize()
	return fyne.NewSize(m.Width+14, m.Height+4)
}

func (r *chipRenderer) Layout(size fyne.Size) {
	r.back.Resize(size)
	m := r.text.MinSize()
	r.text.Resize(m)
	r.text.Move(fyne.NewPos((size.Width-m.Width)/2, (size.Height-m.Height)/2))
}

func (r *chipRenderer) Refresh() {
	r.back.FillColor, r.back.StrokeColor = r.c.theme.Surface, r.c.theme.Line
	if r.c.hover {
		r.back.FillColor = r.c.theme.Quiet
	}
	r.text.Color = r.c.theme.Text
	r.back.Refresh()
	r.text.Refresh()
}

func (r *chipRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.back, r.text} }

func (r *chipRenderer) Destroy() {}

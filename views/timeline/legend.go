package timeline

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/timeline"
	"profstation/views/surface"
)

// legend says what a timeline's colours mean. A click on one puts it aside.
type legend struct {
	object  *fyne.Container
	roving  *surface.Roving
	entries []*legendEntry     // for all kinds; hidden: the trace has none in that kind
	of      *timeline.Timeline // whose kinds are shown
}

func newLegend(send screen.Send) *legend {
	l := &legend{object: surface.Wrap()}
	l.roving = surface.NewRovingIn(l.object, nil)
	for _, k := range timeline.Kinds() {
		e := &legendEntry{kind: k, color: canvas.NewRectangle(color.Transparent), text: surface.Text(k.Title(), nil, -1, false)}
		e.Do = func() { send(screen.Legend{Kind: k}) }
		e.Hint = lang.Sentences(surface.Explain(k.String()), lang.L("Click to hide or show."))
		e.Extend(e)
		l.roving.Add(&e.Touch)
		l.entries = append(l.entries, e)
		l.object.Add(e)
	}
	return l
}

// show shows the kinds that a trace has; nil: there is none.
func (l *legend) show(d ask.Display, t *timeline.Timeline) {
	other := l.of != t
	l.of = t
	if other && t != nil {
		has := timeline.SetOf(timeline.Legend(t)...)
		l.roving.Renew(func() {
			for _, e := range l.entries {
				surface.SetVisible(e, has.Has(e.kind))
			}
		})
		l.object.Refresh()
	}
	style := d.LaneStyle()
	for _, e := range l.entries {
		fill := style.Color(e.kind)
		e.color.FillColor, e.color.StrokeColor, e.color.StrokeWidth = fill, style.Theme.Edge(fill), 1
		e.text.Color = style.Theme.Text
		if d.Quiet.Has(e.kind) {
			e.text.Color = style.Theme.Muted
		}
		e.Refresh()
	}
}

// legendEntry is one time kind with its colour.
type legendEntry struct {
	surface.Touch
	kind  timeline.Kind
	color *canvas.Rectangle
	text  *canvas.Text
}

// Cursor implements desktop.Cursorable.
func (e *legendEntry) Cursor() desktop.Cursor { return desktop.PointerCursor }

// CreateRenderer implements fyne.Widget.
func (e *legendEntry) CreateRenderer() fyne.WidgetRenderer {
	const square, gap = float32(10), float32(4)
	d := &surface.Drawing{On: []fyne.CanvasObject{e.color, e.text}, Color: func() {}}
	d.Min = func() fyne.Size { return e.text.MinSize().AddWidthHeight(square+3*gap, 6) }
	d.Lay = func(size fyne.Size) {
		e.color.Resize(fyne.NewSize(square, square))
		e.color.Move(fyne.NewPos(gap, (size.Height-square)/2))
		surface.Put(e.text, square+2*gap, (size.Height-e.text.MinSize().Height)/2)
	}
	return d.Draw(e)
}

package timeline

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/timeline"
	"profstation/views/surface"
)

// legend says what the colours of a timeline mean. A click on one puts it aside.
type legend struct {
	object  *fyne.Container
	entries []*legendEntry
}

func newLegend(send screen.Send) *legend {
	l := &legend{object: container.NewHBox()}
	for _, k := range timeline.Kinds() {
		if k == timeline.System || k == timeline.Unknown {
			continue
		}
		e := &legendEntry{kind: k, color: canvas.NewRectangle(nil), text: surface.Text(lang.L(k.String()), nil, -1, false)}
		e.Do = func() { send(screen.Legend{Kind: k}) }
		e.Hint = surface.Sentences(surface.Explain(k.String()), lang.L("A click puts it aside, or back."))
		e.color.SetMinSize(fyne.NewSize(10, 10))
		e.Extend(e)
		l.entries = append(l.entries, e)
		l.object.Add(e)
	}
	return l
}

func (l *legend) show(d screen.Display) {
	style := d.LaneStyle()
	for _, e := range l.entries {
		e.color.FillColor = style.Color(e.kind)
		e.text.Color = style.Theme.Text
		if d.Quiet.Has(e.kind) {
			e.text.Color = style.Theme.Muted
		}
		e.Refresh()
	}
}

// legendEntry is one kind of time with its colour.
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
	return widget.NewSimpleRenderer(container.NewHBox(container.NewCenter(e.color), container.NewCenter(e.text)))
}

package views

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"profstation/scene"
)

// Sidebar lists the open documents.
type Sidebar struct {
	Object fyne.CanvasObject
	send   Send
	box    *fyne.Container
	shown  []Document
	active int
	theme  *scene.Theme
}

// NewSidebar makes the list.
func NewSidebar(send Send) *Sidebar {
	v := &Sidebar{send: send, box: container.NewVBox()}
	v.Object = container.NewVScroll(v.box)
	return v
}

// Show shows a snapshot.
func (v *Sidebar) Show(s *Snapshot) {
	if v.theme == s.Display.Theme && v.active == s.Active && equalDocuments(v.shown, s.Documents) {
		return
	}
	v.shown, v.active, v.theme = s.Documents, s.Active, s.Display.Theme
	v.box.RemoveAll()
	title := canvas.NewText("  DOCUMENTS", v.theme.Muted)
	title.TextSize = scene.TextSize - 2
	title.TextStyle = fyne.TextStyle{Bold: true}
	v.box.Add(title)
	if len(s.Documents) == 0 {
		hint := widget.NewLabel("Open profiles with Ctrl+O or drop them here.")
		hint.Wrapping = fyne.TextWrapWord
		hint.Importance = widget.LowImportance
		v.box.Add(hint)
	}
	for _, d := range s.Documents {
		v.box.Add(newDocumentRow(d, d.ID == s.Active, v.theme, v.send))
	}
	v.box.Refresh()
}

func equalDocuments(a, b []Document) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// documentRow is two lines of text with a cross that closes.
type documentRow struct {
	widget.BaseWidget
	d       Document
	active  bool
	theme   *scene.Theme
	send    Send
	hovered bool
}

func newDocumentRow(d Document, active bool, theme *scene.Theme, send Send) *documentRow {
	r := &documentRow{d: d, active: active, theme: theme, send: send}
	r.ExtendBaseWidget(r)
	return r
}

const documentRowHeight = float32(40)

// closeWidth is the width of the area of the cross.
const closeWidth = float32(24)

// Tapped implements fyne.Tappable.
func (r *documentRow) Tapped(e *fyne.PointEvent) {
	if e.Position.X > r.Size().Width-closeWidth {
		r.send(Close{r.d.ID})
		return
	}
	r.send(Activate{r.d.ID})
}

// TappedSecondary implements fyne.SecondaryTappable.
func (r *documentRow) TappedSecondary(e *fyne.PointEvent) {
	c := fyne.CurrentApp().Driver().CanvasForObject(r)
	if c == nil {
		return
	}
	widget.ShowPopUpMenuAtPosition(fyne.NewMenu("",
		fyne.NewMenuItem("Read again", func() { r.send(Reload{r.d.ID}) }),
		fyne.NewMenuItem("Copy path", func() { r.send(Copy{r.d.Path}) }),
		fyne.NewMenuItem("Close", func() { r.send(Close{r.d.ID}) }),
	), c, e.AbsolutePosition)
}

// MouseIn implements desktop.Hoverable.
func (r *documentRow) MouseIn(*desktop.MouseEvent) { r.hovered = true; r.Refresh() }

// MouseMoved implements desktop.Hoverable.
func (r *documentRow) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (r *documentRow) MouseOut() { r.hovered = false; r.Refresh() }

// CreateRenderer implements fyne.Widget.
func (r *documentRow) CreateRenderer() fyne.WidgetRenderer {
	x := &documentRenderer{r: r, back: canvas.NewRectangle(color.Transparent), bar: canvas.NewRectangle(color.Transparent),
		name: canvas.NewText("", color.Black), detail: canvas.NewText("", color.Black), cross: canvas.NewText("×", color.Black)}
	x.name.TextSize, x.detail.TextSize, x.cross.TextSize = scene.TextSize+1, scene.TextSize-1, scene.TextSize+3
	x.Refresh()
	return x
}

type documentRenderer struct {
	r                   *documentRow
	back, bar           *canvas.Rectangle
	name, detail, cross *canvas.Text
}

func (x *documentRenderer) Layout(size fyne.Size) {
	left := float32(10)
	if x.r.d.Child {
		left += 14
	}
	x.back.Resize(size)
	x.bar.Resize(fyne.NewSize(3, size.Height))
	room := size.Width - left - closeWidth
	x.name.Text = fitText(x.r.d.Name, room)
	x.detail.Text = fitText(x.r.d.Detail, room+closeWidth-6)
	x.name.Move(fyne.NewPos(left, 3))
	x.name.Resize(x.name.MinSize())
	x.detail.Move(fyne.NewPos(left, 21))
	x.detail.Resize(x.detail.MinSize())
	x.cross.Move(fyne.NewPos(size.Width-closeWidth+6, 1))
	x.cross.Resize(x.cross.MinSize())
}

func (x *documentRenderer) MinSize() fyne.Size { return fyne.NewSize(80, documentRowHeight) }

func (x *documentRenderer) Refresh() {
	t := x.r.theme
	x.name.Color, x.detail.Color, x.cross.Color = t.Text, t.Muted, t.Muted
	if x.r.d.State == Failed {
		x.detail.Color = t.Error
	}
	x.back.FillColor, x.bar.FillColor = color.Transparent, color.Transparent
	if x.r.hovered || x.r.active {
		x.back.FillColor = t.Quiet
	}
	if x.r.active {
		x.bar.FillColor = t.Selection
	}
	x.cross.Hidden = !x.r.hovered
	x.Layout(x.r.Size())
	for _, o := range x.Objects() {
		o.Refresh()
	}
}

func (x *documentRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{x.back, x.bar, x.name, x.detail, x.cross}
}
func (x *documentRenderer) Destroy() {}

package views

import (
	"image/color"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/scene"
	"profstation/views/surface"
)

// Sidebar lists the open documents, and the files of the folders that are
// followed.
type Sidebar struct {
	Object  fyne.CanvasObject
	send    screen.Send
	list    *surface.RowList
	lines   []sideLine
	shown   []screen.Document
	folders []*screen.Folder
	active  int
	theme   *scene.Theme
}

// sideLine is one row: a document, a folder, a file of a folder, or a text.
type sideLine struct {
	document int // index into shown; −1: none
	folder   *screen.Folder
	file     *screen.File
	text     string
}

// NewSidebar makes the list.
func NewSidebar(send screen.Send) *Sidebar {
	v := &Sidebar{send: send, list: surface.NewRowList()}
	v.Object = v.list.Object
	return v
}

// Show shows a snapshot.
func (v *Sidebar) Show(s *screen.Snapshot) {
	if v.theme == s.Display.Theme && v.active == s.Active && equalDocuments(v.shown, s.Documents) && slices.Equal(v.folders, s.Folders) {
		return
	}
	moved := shownFile(v.folders, v.active) != shownFile(s.Folders, s.Active)
	v.shown, v.folders, v.active, v.theme = s.Documents, s.Folders, s.Active, s.Display.Theme
	v.lines = []sideLine{{document: -1, text: "DOCUMENTS"}}
	if len(s.Documents) == 0 {
		v.lines = append(v.lines, sideLine{document: -1, text: lang.L(sidebarHint)})
	}
	at := -1
	for i, d := range s.Documents {
		if !d.Folder {
			v.lines = append(v.lines, sideLine{document: i})
			continue
		}
		k := slices.IndexFunc(s.Folders, func(f *screen.Folder) bool { return f.Document == d.ID })
		if k < 0 {
			continue
		}
		f := s.Folders[k]
		v.lines = append(v.lines, sideLine{document: -1, folder: f})
		if f.Closed {
			continue
		}
		for _, file := range f.Files {
			if d.ID == s.Active && file.Path == f.Shown {
				at = len(v.lines)
			}
			v.lines = append(v.lines, sideLine{document: -1, folder: f, file: file})
		}
	}
	lines := v.lines // those of the last time are asked for their keys once more
	v.list.Set(surface.Rows{N: len(lines), Height: v.height, Key: func(i int) string { return lines[i].key(s.Documents) }, Bind: v.bind})
	if moved {
		v.list.Reveal(at)
	}
}

// sidebarHint stands where nothing is open.
const sidebarHint = "Open profiles with Ctrl+O, or drop files and folders here."

// shownFile is the file of a folder that the active document shows.
func shownFile(folders []*screen.Folder, active int) string {
	for _, f := range folders {
		if f.Document == active {
			return f.Shown
		}
	}
	return ""
}

func (v *Sidebar) height(i int) float32 {
	switch l := &v.lines[i]; {
	case l.file != nil:
		return heightOf(l.file)
	case l.folder != nil:
		return folderRowHeight
	case l.document >= 0:
		return documentRowHeight
	case i > 0:
		return 80
	}
	return 22
}

// key is what a row is known by, of so many documents.
func (l *sideLine) key(documents []screen.Document) string {
	switch {
	case l.file != nil:
		return l.file.Path
	case l.folder != nil:
		return l.folder.Path
	case l.document >= 0:
		return documents[l.document].Path
	default:
		return l.text
	}
}

func (v *Sidebar) bind(i int, old fyne.CanvasObject) fyne.CanvasObject {
	l := &v.lines[i]
	switch {
	case l.folder != nil:
		r, ok := old.(*sideRow)
		if !ok {
			r = newSideRow(v.send)
		}
		active := l.folder.Document == v.active
		if l.file != nil {
			active = active && l.file.Path == l.folder.Shown
		} else {
			active = active && (l.folder.Closed || l.folder.Shown == "")
		}
		r.show(l.folder, l.file, active, v.theme)
		return r
	case l.document >= 0:
		d := v.shown[l.document]
		r, ok := old.(*documentRow)
		if !ok {
			return newDocumentRow(d, d.ID == v.active, v.theme, v.send)
		}
		r.d, r.active, r.theme = d, d.ID == v.active, v.theme
		r.Refresh()
		return r
	case i > 0:
		hint := widget.NewLabel(l.text)
		hint.Wrapping = fyne.TextWrapWord
		hint.Importance = widget.LowImportance
		return hint
	}
	title := canvas.NewText("  "+l.text, v.theme.Muted)
	title.TextSize = surface.TextSize() - 2
	title.TextStyle = fyne.TextStyle{Bold: true}
	return title
}

func equalDocuments(a, b []screen.Document) bool {
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
	d       screen.Document
	active  bool
	theme   *scene.Theme
	send    screen.Send
	hovered bool
	mods    func() fyne.KeyModifier
}

func newDocumentRow(d screen.Document, active bool, theme *scene.Theme, send screen.Send) *documentRow {
	r := &documentRow{d: d, active: active, theme: theme, send: send, mods: surface.CurrentModifiers}
	r.ExtendBaseWidget(r)
	return r
}

const documentRowHeight = float32(40)

// closeWidth is the width of the area of the cross.
const closeWidth = float32(24)

// Tapped implements fyne.Tappable.
func (r *documentRow) Tapped(e *fyne.PointEvent) {
	if e.Position.X > r.Size().Width-closeWidth {
		r.send(screen.Close{Document: r.d.ID})
		return
	}
	if r.mods()&(fyne.KeyModifierControl|fyne.KeyModifierSuper) != 0 {
		r.send(screen.MarkDocument{Document: r.d.ID})
		return
	}
	r.send(screen.Activate{Document: r.d.ID})
}

// TappedSecondary implements fyne.SecondaryTappable.
func (r *documentRow) TappedSecondary(e *fyne.PointEvent) {
	c := fyne.CurrentApp().Driver().CanvasForObject(r)
	if c == nil {
		return
	}
	widget.ShowPopUpMenuAtPosition(r.menu(), c, e.AbsolutePosition)
}

// menu is the context menu of a document.
func (r *documentRow) menu() *fyne.Menu {
	item := func(label string, i screen.Intent) *fyne.MenuItem {
		return fyne.NewMenuItem(label, func() { r.send(i) })
	}
	read, shut := item(lang.L("Read again"), screen.Reload{Document: r.d.ID}), item(lang.L("Close"), screen.Close{Document: r.d.ID})
	if r.d.Comparison {
		return fyne.NewMenu("", item(lang.L("Swap base and new"), screen.SwapSides{}), read, shut)
	}
	pin := lang.L("Pin as baseline")
	if r.d.Baseline {
		pin = lang.L("Unpin the baseline")
	}
	return fyne.NewMenu("",
		item(lang.L("Compare with the one shown"), screen.Compare{Base: screen.Picks{Documents: []int{0}}, New: screen.Picks{Documents: []int{r.d.ID}}}),
		item(lang.L("Compare with the baseline"), screen.CompareBaseline{Document: r.d.ID}),
		item(pin, screen.PinBaseline{Document: r.d.ID}),
		fyne.NewMenuItemSeparator(),
		read, item(lang.L("Copy path"), screen.Copy{Text: r.d.Path}), shut)
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
	x.name.TextSize, x.detail.TextSize, x.cross.TextSize = surface.TextSize()+1, surface.TextSize()-1, surface.TextSize()+3
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
	name := surface.Arrows(x.r.d.Name)
	if x.r.d.Baseline {
		name = "◉ " + name
	}
	x.name.Text = surface.FitText(name, room)
	x.detail.Text = surface.FitText(surface.Arrows(x.r.d.Detail), room+closeWidth-6)
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
	if x.r.d.State == screen.Failed {
		x.detail.Color = t.Error
	}
	x.back.FillColor, x.bar.FillColor = color.Transparent, color.Transparent
	if x.r.hovered || x.r.active {
		x.back.FillColor = t.Quiet
	}
	switch {
	case x.r.active:
		x.bar.FillColor = t.Selection
	case x.r.d.Marked:
		x.bar.FillColor = t.Muted
	}
	if x.r.d.Marked {
		x.back.FillColor = scene.Mix(t.Surface, t.Selection, 0.2)
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

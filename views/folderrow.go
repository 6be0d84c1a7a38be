package views

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/scene"
	"profstation/views/surface"
)

// Heights of the rows of a folder. Files whose state has to be told take two
// lines.
const (
	folderRowHeight = float32(40)
	fileRowHeight   = float32(21)
	toldRowHeight   = float32(37)
)

// sideRow is a row of the sidebar that can be pointed at and clicked.
type sideRow struct {
	widget.BaseWidget
	theme   *scene.Theme
	folder  *screen.Folder
	file    *screen.File // nil: the folder itself
	active  bool
	hovered bool
	send    screen.Send
}

func newSideRow(send screen.Send) *sideRow {
	r := &sideRow{send: send, theme: &scene.Light}
	r.ExtendBaseWidget(r)
	return r
}

// show makes the row one of a folder or a file.
func (r *sideRow) show(f *screen.Folder, file *screen.File, active bool, theme *scene.Theme) {
	r.folder, r.file, r.active, r.theme = f, file, active, theme
	r.Refresh()
}

func heightOf(f *screen.File) float32 {
	if f.State == screen.Unfinished || f.State == screen.Broken {
		return toldRowHeight
	}
	return fileRowHeight
}

// Tapped implements fyne.Tappable.
func (r *sideRow) Tapped(e *fyne.PointEvent) {
	switch id := r.folder.Document; {
	case r.file != nil:
		r.send(screen.ShowFile{Document: id, Path: r.file.Path})
	case e.Position.X > r.Size().Width-closeWidth:
		r.send(screen.Close{Document: id})
	case e.Position.X < 22:
		r.send(screen.FoldFolder{Document: id})
	default:
		r.send(screen.Activate{Document: id})
	}
}

// TappedSecondary implements fyne.SecondaryTappable.
func (r *sideRow) TappedSecondary(e *fyne.PointEvent) {
	c := fyne.CurrentApp().Driver().CanvasForObject(r)
	if c == nil {
		return
	}
	widget.ShowPopUpMenuAtPosition(r.menu(), c, e.AbsolutePosition)
}

func (r *sideRow) menu() *fyne.Menu {
	f := r.folder
	if file := r.file; file != nil {
		return fyne.NewMenu("",
			fyne.NewMenuItem(lang.L("Show"), func() { r.send(screen.ShowFile{Document: f.Document, Path: file.Path}) }),
			fyne.NewMenuItem(lang.L("Open on its own"), func() { r.send(screen.Open{Paths: []string{file.Path}}) }),
			fyne.NewMenuItem(lang.L("Compare the shown one with it"), func() { r.send(screen.CompareFile{Path: file.Path}) }),
			fyne.NewMenuItem(lang.L("Copy path"), func() { r.send(screen.Copy{Text: file.Path}) }))
	}
	fold := lang.L("Hide its files")
	if f.Closed {
		fold = lang.L("List its files")
	}
	deep := fyne.NewMenuItem(lang.L("With the folders in it"), func() { r.send(screen.WatchOptions{Document: f.Document, Recursive: !f.Recursive, Polling: f.Polling}) })
	deep.Checked = f.Recursive
	poll := fyne.NewMenuItem(lang.L("Look every second, without events"), func() { r.send(screen.WatchOptions{Document: f.Document, Recursive: f.Recursive, Polling: !f.Polling}) })
	poll.Checked = f.Polling
	return fyne.NewMenu("",
		fyne.NewMenuItem(fold, func() { r.send(screen.FoldFolder{Document: f.Document}) }), deep, poll, fyne.NewMenuItemSeparator(),
		fyne.NewMenuItem(lang.L("Read all its files"), func() { r.send(screen.Activate{Document: f.Document}); r.send(screen.ReadAll{}) }),
		fyne.NewMenuItem(lang.L("Copy path"), func() { r.send(screen.Copy{Text: f.Path}) }),
		fyne.NewMenuItem(lang.L("Close, and stop following"), func() { r.send(screen.Close{Document: f.Document}) }))
}

// MouseIn implements desktop.Hoverable.
func (r *sideRow) MouseIn(*desktop.MouseEvent) { r.hovered = true; r.Refresh() }

// MouseMoved implements desktop.Hoverable.
func (r *sideRow) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (r *sideRow) MouseOut() { r.hovered = false; r.Refresh() }

// CreateRenderer implements fyne.Widget.
func (r *sideRow) CreateRenderer() fyne.WidgetRenderer {
	x := &sideRenderer{r: r, back: canvas.NewRectangle(color.Transparent), bar: canvas.NewRectangle(color.Transparent)}
	for _, t := range []**canvas.Text{&x.mark, &x.name, &x.detail, &x.cross} {
		*t = canvas.NewText("", color.Black)
		(*t).TextSize = surface.TextSize()
	}
	x.cross.Text, x.cross.TextSize = "×", surface.TextSize()+3
	x.detail.TextSize = surface.TextSize() - 1
	return x
}

type sideRenderer struct {
	r                         *sideRow
	back, bar                 *canvas.Rectangle
	mark, name, detail, cross *canvas.Text
}

func (x *sideRenderer) Layout(size fyne.Size) {
	if x.r.folder == nil {
		return
	}
	x.back.Resize(size)
	x.bar.Resize(fyne.NewSize(3, size.Height))
	put := func(t *canvas.Text, left, top float32) {
		t.Move(fyne.NewPos(left, top))
		t.Resize(t.MinSize())
	}
	if x.r.file == nil {
		room := size.Width - 24
		x.name.Text = surface.FitText(x.r.folder.Name+"/", room-closeWidth)
		x.detail.Text = surface.FitText(x.r.folder.Note, room-6)
		put(x.mark, 8, 4)
		put(x.name, 24, 3)
		put(x.detail, 24, 21)
		put(x.cross, size.Width-closeWidth+6, 1)
		return
	}
	const left, right = float32(24), float32(8)
	room := size.Width - left - right
	f := x.r.file
	x.name.Text = surface.FitText(f.Name, room)
	put(x.name, left, 2)
	if heightOf(f) > fileRowHeight {
		x.detail.Text = surface.FitText(f.Detail, room)
		put(x.detail, left, 18)
		return
	}
	// The figure stands at the right where there is room for it, the kind
	// before it where there is more.
	room -= x.name.MinSize().Width + 10
	kind, figure, _ := strings.Cut(f.Detail, " · ")
	x.detail.Text = ""
	for _, s := range []string{f.Detail, figure} {
		if s == f.Detail && figure != "" && strings.Contains(f.Name, kind) {
			continue
		}
		if s != "" && fyne.MeasureText(s, x.detail.TextSize, x.detail.TextStyle).Width <= room {
			x.detail.Text = s
			break
		}
	}
	put(x.detail, size.Width-right-x.detail.MinSize().Width, 3)
}

func (x *sideRenderer) MinSize() fyne.Size { return fyne.NewSize(80, fileRowHeight) }

func (x *sideRenderer) Refresh() {
	r, t := x.r, x.r.theme
	if r.folder == nil {
		return
	}
	x.name.Color, x.detail.Color, x.cross.Color, x.mark.Color = t.Text, t.Muted, t.Muted, t.Muted
	x.name.TextStyle.Bold = r.file == nil
	x.mark.Text, x.cross.Hidden = "", true
	switch {
	case r.file == nil:
		x.mark.Text = "▾"
		if r.folder.Closed {
			x.mark.Text = "▸"
		}
		x.cross.Hidden = !r.hovered
		if r.folder.Bad {
			x.detail.Color = t.Error
		}
	case r.file.State == screen.Broken:
		x.detail.Color = t.Error
	case r.file.State == screen.Unread:
		x.name.Color = t.Muted
	}
	x.back.FillColor, x.bar.FillColor = color.Transparent, color.Transparent
	if r.hovered || r.active {
		x.back.FillColor = t.Quiet
	}
	if r.active {
		x.bar.FillColor = t.Selection
	}
	x.Layout(r.Size())
	for _, o := range x.Objects() {
		o.Refresh()
	}
}

func (x *sideRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{x.back, x.bar, x.mark, x.name, x.detail, x.cross}
}
func (x *sideRenderer) Destroy() {}

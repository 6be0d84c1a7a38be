package views

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/origin"
	"profstation/scene"
	"profstation/views/surface"
)

// The widths for the areas where a click closes a document and folds a folder.
const (
	closeWidth = float32(24)
	foldWidth  = float32(22)
)

// What is beside file names.
const (
	fileLeft  = float32(24)
	fileRight = float32(8)
)

// sideRow is a sidebar row that is no text.
type sideRow struct {
	surface.Touch
	sideLine
	send screen.Send
	mods func() fyne.KeyModifier
}

func newSideRow(send screen.Send) *sideRow {
	r := &sideRow{send: send, mods: surface.CurrentModifiers}
	r.Theme, r.Do = &scene.Light, func() {} // Tapped knows what a click does
	r.Extend(r)
	return r
}

func (r *sideRow) show(l sideLine, theme *scene.Theme) {
	r.sideLine, r.Theme = l, theme
	r.Hint = ""
	switch {
	case l.file != nil:
		r.Hint = safe.Text(l.file.Path)
		if l.file.Told() { // the line cuts it
			r.Hint += "\n" + l.file.Detail
		}
		if l.file.Copies != "" {
			r.Hint += "\n" + lang.L("Same content: {{.Names}}", lang.With{"Names": l.file.Copies})
		}
	case l.folder != nil:
		r.Hint = safe.Text(l.folder.Path) + "\n" + l.folder.Note
	case l.document.Path != "" && l.document.State != screen.Failed && !l.document.Damaged:
		r.Hint = safe.Text(l.document.Path)
	case l.document.Path != "":
		r.Hint = safe.Text(l.document.Path) + "\n" + l.document.Detail
	default:
		r.Hint = safe.Text(l.document.Name + "\n" + l.document.Detail)
	}
	if l.worth != "" {
		r.Hint += "\n" + l.worth
	}
	r.Refresh()
}

// worthSign marks what something is worth a look in, as Overview does.
const worthSign = "●"

const worthWidth = float32(14) // of the mark

// onWorth reports whether a place is on the mark: before the second line, or left of a file.
func (r *sideRow) onWorth(at fyne.Position) bool {
	switch {
	case r.worth == "":
		return false
	case r.file != nil:
		return at.X < fileLeft
	}
	left := r.left()
	return at.Y >= sideRowHeight/2 && at.X >= left-2 && at.X < left+worthWidth+2
}

// showWorth shows what is worth a look.
func (r *sideRow) showWorth() []screen.Intent {
	show := screen.Intent(screen.Activate{Document: r.id()})
	if r.file != nil {
		show = screen.ShowFile{Document: r.id(), Path: r.file.Path}
	}
	if r.active {
		return []screen.Intent{screen.ShowTab{Tab: ask.OverviewTab}}
	}
	return []screen.Intent{show, screen.ShowTab{Tab: ask.OverviewTab}}
}

func (r *sideRow) Tapped(e *fyne.PointEvent) {
	surface.HideTips(fyne.CurrentApp().Driver().CanvasForObject(r)) // the line may go
	id, mark := r.id(), r.mark()
	switch {
	case r.file == nil && e.Position.X > r.Size().Width-closeWidth:
		r.send(screen.Close{Document: id})
	case r.onWorth(e.Position):
		for _, i := range r.showWorth() {
			r.send(i)
		}
	case mark.Document == 0 && e.Position.X < foldWidth:
		r.send(screen.FoldFolder{Document: id})
	case mark.Document != 0 && r.mods()&fyne.KeyModifierShift != 0:
		r.send(screen.MarkRange(mark))
	case mark.Document != 0 && r.mods()&(fyne.KeyModifierControl|fyne.KeyModifierSuper) != 0:
		r.send(screen.MarkDocument(mark))
	default:
		r.activate(id)
	}
}

// id returns the line's document.
func (r *sideRow) id() int {
	if r.folder != nil {
		return r.folder.Document
	}
	return r.document.ID
}

func (r *sideRow) TappedSecondary(e *fyne.PointEvent) { surface.PopUp(r, r.menu(), e.AbsolutePosition) }

// menu returns the line's menu, with what can be done with all that is selected if it is selected too.
func (r *sideRow) menu() *fyne.Menu {
	if r.marks < 2 {
		return r.own()
	}
	item := func(label string, i screen.Intent) *fyne.MenuItem { return surface.Item(r.send, label, i) }
	compare := item(lang.L("Compare selection with current profile"), screen.CompareShown{})
	if r.marks == 2 {
		compare = item(lang.L("Compare selection"), screen.CompareMarked{})
	}
	all := []*fyne.MenuItem{compare}
	if r.pinned {
		all = append(all, item(lang.L("Compare selection with the baseline"), screen.CompareBaseline(r.mark())))
	}
	all = append(all,
		item(lang.L("Pin selection as baseline"), screen.PinBaseline(r.mark())),
		item(lang.L("Add up selection"), screen.AddUpMarked{}),
		fyne.NewMenuItemSeparator())
	m := r.own()
	m.Items = append(all, m.Items...)
	return m
}

// comparing are the items that compare what the line names alone, as far as it can be compared.
func (r *sideRow) comparing(item func(string, ...screen.Intent) *fyne.MenuItem) (all []*fyne.MenuItem) {
	broken := r.file != nil && r.file.State == screen.Broken || r.document != nil && r.document.State == screen.Failed
	if r.marks > 1 || broken {
		return nil
	}
	switch {
	case r.active || !r.fits:
	case r.file != nil:
		all = append(all, item(lang.L("Compare current profile with this"), screen.CompareFile{Path: r.file.Path}))
	default:
		all = append(all, item(lang.L("Compare with current profile"),
			screen.Compare{Base: screen.Picks{Documents: []int{0}}, New: screen.Picks{Documents: []int{r.document.ID}}}))
	}
	if r.base {
		return append(all, item(lang.L("Unpin the baseline"), screen.PinBaseline(r.mark())))
	}
	if r.pinned {
		all = append(all, item(lang.L("Compare with the baseline"), screen.CompareBaseline(r.mark())))
	}
	return append(all, item(lang.L("Pin as baseline"), screen.PinBaseline(r.mark())))
}

// own returns the menu for what the line names.
func (r *sideRow) own() *fyne.Menu {
	item := func(label string, all ...screen.Intent) *fyne.MenuItem { return surface.Item(r.send, label, all...) }
	m := r.ofLine(item)
	if r.worth != "" {
		m.Items = append([]*fyne.MenuItem{item(lang.L("What stands out"), r.showWorth()...), fyne.NewMenuItemSeparator()}, m.Items...)
	}
	return m
}

func (r *sideRow) ofLine(item func(string, ...screen.Intent) *fyne.MenuItem) *fyne.Menu {
	switch {
	case r.file != nil:
		all := []*fyne.MenuItem{
			item(lang.L("Show"), screen.ShowFile{Document: r.folder.Document, Path: r.file.Path}),
			item(lang.L("Open separately"), screen.Open{Paths: []string{r.file.Path}}),
		}
		all = append(all, r.comparing(item)...)
		return fyne.NewMenu("", append(all, item(lang.L("Copy path"), screen.Copy{Text: r.file.Path}))...)
	case r.folder != nil:
		f := r.folder
		fold := lang.L("Hide its files")
		if f.Closed {
			fold = lang.L("List its files")
		}
		folded := item(fold, screen.FoldFolder{Document: f.Document})
		load := item(lang.L("Load all its files"), screen.Activate{Document: f.Document}, screen.ReadAll{})
		path := item(lang.L("Copy path"), screen.Copy{Text: f.Path})
		stop := item(lang.L("Close, and stop following"), screen.Close{Document: f.Document})
		switch {
		case f.Bundle:
			return fyne.NewMenu("", folded, item(lang.L("Reload"), screen.Reload{Document: f.Document}), load, path,
				item(lang.L("Close"), screen.Close{Document: f.Document}))
		case f.Steps:
			return fyne.NewMenu("", folded, load, stop)
		}
		deep := item(lang.L("Include subfolders"), screen.WatchOptions{Document: f.Document, Recursive: !f.Recursive, Polling: f.Polling})
		poll := item(lang.L("Poll every second (network drives)"),
			screen.WatchOptions{Document: f.Document, Recursive: f.Recursive, Polling: !f.Polling})
		deep.Checked, poll.Checked = f.Recursive, f.Polling
		return fyne.NewMenu("", folded, deep, poll, fyne.NewMenuItemSeparator(), load, path, stop)
	}
	return fyne.NewMenu("", r.ofDocument(item)...)
}

// ofDocument are the items for a document that is no folder.
func (r *sideRow) ofDocument(item func(string, ...screen.Intent) *fyne.MenuItem) (all []*fyne.MenuItem) {
	d := r.document
	if d.Comparison {
		swap := []screen.Intent{screen.Activate{Document: d.ID}, screen.SwapSides{}} // which is about what is shown
		if r.active {
			swap = swap[1:]
		}
		all = append(all, item(lang.L("Swap base and new"), swap...))
	} else if all = r.comparing(item); len(all) > 0 {
		all = append(all, fyne.NewMenuItemSeparator())
	}
	if !d.Once {
		all = append(all, item(lang.L("Reload"), screen.Reload{Document: d.ID}))
	}
	if path := origin.Ref(d.Path); !d.Child && (path.OnDisk() || path.Remote()) {
		all = append(all, item(lang.L("Copy path"), screen.Copy{Text: d.Path}))
	}
	all = append(all, item(lang.L("Close"), screen.Close{Document: d.ID}))
	if !r.alone {
		others := lang.L("Close all others")
		if r.part {
			others = lang.L("Close all others, also those not listed")
		}
		all = append(all, item(others, screen.CloseAll{But: d.ID}))
	}
	return all
}

// baselineSign stands before the name that others are compared with.
const baselineSign = "◉ "

// sideDrawing holds a row's canvas objects.
type sideDrawing struct {
	back, bar                 *canvas.Rectangle
	mark, name, detail, cross *canvas.Text
	worth                     *canvas.Text
}

func (r *sideRow) CreateRenderer() fyne.WidgetRenderer {
	x := &sideDrawing{
		back: canvas.NewRectangle(color.Transparent), bar: canvas.NewRectangle(nil),
		mark: surface.Text("", nil, 0, false), name: surface.Text("", nil, 0, false),
		detail: surface.Text("", nil, -1, false), cross: surface.Text("×", nil, 3, false),
		worth: surface.Text(worthSign, nil, -2, false),
	}
	d := &surface.Drawing{
		Min:   func() fyne.Size { return fyne.NewSize(80, r.height()) },
		Lay:   func(size fyne.Size) { r.lay(x, size) },
		Color: func() { r.color(x) },
		On:    []fyne.CanvasObject{x.back, x.bar, x.mark, x.name, x.detail, x.cross, x.worth},
	}
	return d.Draw(r)
}

func (r *sideRow) lay(x *sideDrawing, size fyne.Size) {
	x.back.Resize(size)
	x.bar.Resize(fyne.NewSize(3, size.Height))
	if r.file != nil {
		r.layFile(x, size)
		return
	}
	left, before := r.left(), float32(0)
	if r.worth != "" {
		before = worthWidth
	}
	var name, detail string
	if r.folder != nil {
		name, detail = r.folder.Name+"/", r.folder.Note
		if r.folder.Steps {
			name = r.folder.Name
		}
	} else {
		name, detail = r.document.Name, surface.Arrows(r.document.Detail)
		if r.base {
			name = baselineSign + name
		}
	}
	x.name.Text = surface.Written(fitSides(name, size.Width-left-closeWidth))
	x.detail.Text = surface.Written(surface.FitText(detail, size.Width-left-before-6))
	surface.Put(x.mark, 8, 4)
	surface.Put(x.name, left, 3)
	surface.Put(x.worth, left, 22)
	surface.Put(x.detail, left+before, 21)
	surface.Put(x.cross, size.Width-closeWidth+6, 1)
}

// left is where the texts begin.
func (r *sideRow) left() float32 {
	if r.folder != nil || r.document.Child {
		return 24
	}
	return 10
}

// fitSides cuts a name to a width, and a comparison's name so that both sides can be told apart.
func fitSides(name string, width float32) string {
	const between = " → "
	base, now, compared := strings.Cut(name, between)
	if fitted := surface.FitMiddle(surface.Arrows(name), width); !compared || fitted == surface.Arrows(name) {
		return fitted
	}
	half := (width - fyne.MeasureText(surface.Arrows(between), surface.TextSize()+1, fyne.TextStyle{}).Width) / 2
	return surface.FitMiddle(base, half) + surface.Arrows(between) + surface.FitMiddle(now, half)
}

func (r *sideRow) layFile(x *sideDrawing, size fyne.Size) {
	const left, right = fileLeft, fileRight
	width := size.Width - left - right
	f := r.file
	name := r.folder.NameOf(f)
	if r.base {
		name = baselineSign + name
	}
	x.name.Text = surface.Written(surface.FitMiddle(name, width))
	surface.Put(x.name, left, 2)
	surface.Put(x.worth, left-worthWidth, 4)
	if r.height() > fileRowHeight {
		x.detail.Text = surface.FitText(f.Detail, width)
		surface.Put(x.detail, left, 18)
		return
	}
	// The figure stands at the right if it fits, the kind before it if there is more.
	width -= x.name.MinSize().Width + 10
	kind, figure, _ := strings.Cut(f.Detail, " · ")
	x.detail.Text = ""
	for _, s := range []string{f.Detail, figure} {
		if s == f.Detail && figure != "" && strings.Contains(name, kind) {
			continue
		}
		if s != "" && fyne.MeasureText(s, x.detail.TextSize, x.detail.TextStyle).Width <= width {
			x.detail.Text = s
			break
		}
	}
	surface.Put(x.detail, size.Width-right-x.detail.MinSize().Width, 3)
}

func (r *sideRow) color(x *sideDrawing) {
	t := r.Theme
	x.name.Color, x.detail.Color, x.cross.Color, x.mark.Color = t.Text, t.Muted, t.Muted, t.Muted
	x.back.FillColor, x.bar.FillColor = color.Transparent, color.Transparent
	x.name.TextSize, x.name.TextStyle.Bold = surface.TextSize(), r.folder != nil && r.file == nil
	x.worth.Color, x.worth.Hidden = t.Selection, r.worth == ""
	x.mark.Text, x.cross.Hidden = "", r.file != nil || !r.Hovered
	if r.Hovered || r.active {
		x.back.FillColor = t.Quiet
	}
	if r.marks > 0 {
		x.back.FillColor, x.bar.FillColor = scene.Mix(t.Surface, t.Selection, 0.2), t.Muted
	}
	failed := false
	switch {
	case r.file != nil:
		failed = r.file.State == screen.Broken
		if r.file.State == screen.Unread {
			x.name.Color = t.Muted
		}
	case r.folder != nil:
		failed = r.folder.Bad
		x.mark.Text = "▾"
		if r.folder.Closed {
			x.mark.Text = "▸"
		}
	default:
		failed = r.document.State == screen.Failed
		x.name.TextSize++
	}
	if r.active {
		x.bar.FillColor = t.Selection
	}
	switch {
	case failed:
		x.detail.Color = t.Error
	case r.document != nil && r.document.Damaged:
		x.detail.Color = t.Warning
	}
}

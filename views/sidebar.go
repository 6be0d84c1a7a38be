package views

import (
	"image/color"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/model"
	"profstation/scene"
	"profstation/views/surface"
)

// Sidebar lists the open documents, and the files of the folders that are followed.
type Sidebar struct {
	Object  fyne.CanvasObject
	send    screen.Send
	list    *surface.RowList
	shown   []screen.Document
	lines   sideLines
	wants   float32 // the width in which the names can be read
	filter  *surface.Input
	only    string // what the names in the list have, in lower case
	folders []*screen.Folder
	marks   []screen.Mark
	marked  map[screen.Mark]bool // the same
	base    []screen.Mark
	active  int
	hidden  bool // what came by itself is shown, and its line waits to be in sight until the pointer has left
	theme   *scene.Theme
}

// NewSidebar makes the list. post runs a function on the UI goroutine.
func NewSidebar(send screen.Send, post func(func())) *Sidebar {
	v := &Sidebar{send: send, list: surface.NewRowList()}
	v.list.Keys = v.keys()
	c := surface.NewControls(send, post)
	v.filter = c.Input(lang.L("Find in the list"), lang.L("Only documents and files with this in their names. Enter opens the first."),
		func(string) error { return nil }, func(text string) {
			v.only = strings.ToLower(text)
			v.lay()
		})
	v.filter.OnSubmitted = func(string) {
		v.filter.Apply()
		v.openHit()
	}
	v.filter.Hide()
	v.Object = surface.Border(c.Lay(v.filter.Field), nil, nil, nil, v.list.Object)
	return v
}

// The heading of the list, and what stands below it where nothing is open.
const (
	sidebarHeading = "DOCUMENTS"
	sidebarHint    = "Open profiles with Ctrl+O, or drop files and folders here."
)

// Show shows a snapshot.
func (v *Sidebar) Show(s *screen.Snapshot) {
	defer v.reveal(v.active, shownFile(v.folders, v.active), s)
	if v.theme == s.Display.Theme && v.active == s.Active && slices.Equal(v.shown, s.Documents) && slices.Equal(v.folders, s.Folders) &&
		slices.Equal(v.marks, s.Marks) && slices.Equal(v.base, s.Baseline) {
		return
	}
	if len(v.shown) == 0 || v.active != s.Active { // else the picture would move by itself
		v.wants = wants(s.Documents)
	}
	v.shown, v.folders, v.active, v.theme, v.marks = s.Documents, s.Folders, s.Active, s.Display.Theme, s.Marks
	v.base = s.Baseline
	v.marked = map[screen.Mark]bool{}
	for _, m := range s.Marks {
		v.marked[m] = true
	}
	v.lay()
}

// openHit opens the first document or file that was found.
func (v *Sidebar) openHit() {
	if v.only == "" {
		return
	}
	for i := range v.lines.blocks {
		b := &v.lines.blocks[i]
		switch {
		case b.folder != nil && len(b.folder.Files) > 0 && !named(b.folder.Name, v.only):
			v.send(screen.ShowFile{Document: b.folder.Document, Path: b.folder.Files[0].Path})
		case b.folder != nil:
			v.send(screen.Activate{Document: b.folder.Document})
		case b.document != nil:
			v.send(screen.Activate{Document: b.document.ID})
		default:
			continue
		}
		return
	}
	v.send(screen.Remark{Text: lang.L("Nothing in the list has this in its name.")})
}

// reveal brings the line of what is shown into sight if that is another document or file than before.
// One that came by itself moves nothing under the pointer.
func (v *Sidebar) reveal(active int, file string, s *screen.Snapshot) {
	now := shownFile(v.folders, v.active)
	switch {
	case active != v.active || file != now && (s.Series == nil || !s.Series.Following):
		v.hidden = false
	case file != now, v.hidden:
		v.hidden = v.list.Under()
	default:
		return
	}
	if !v.hidden {
		v.list.Reveal(v.lines.shown)
	}
}

// longList is how many lines make it worth while to look for a name.
const longList = 12

// lay puts the lines into the list that the filter leaves.
func (v *Sidebar) lay() {
	before := v.lines
	v.lines = v.linesOf("")
	if !v.list.Under() { // it would move the lines under the pointer
		surface.SetVisible(v.filter, v.only != "" || v.lines.n > longList)
	}
	if v.only != "" {
		v.lines = v.linesOf(v.only)
	}
	lines := v.lines
	v.list.Set(surface.Rows{
		N: lines.n, Top: lines.top,
		Bind: func(i int, old fyne.CanvasObject) fyne.CanvasObject { return v.bind(lines.at(i), old) },
	}, func(i int) int { return lines.find(before.at(i)) })
}

// mostWanted is the width beyond which long names are cut, and mostMeasured how many names count.
const (
	mostWanted   = float32(260)
	mostMeasured = 200
)

// Wants is the width in which the names of the documents can be read.
func (v *Sidebar) Wants() float32 { return v.wants }

func wants(documents []screen.Document) float32 {
	var widest float32
	for i := range documents[:min(len(documents), mostMeasured)] {
		d := &documents[i]
		for _, l := range [...]struct {
			text string
			size float32
		}{{d.Name, surface.TextSize()}, {d.Detail, surface.TextSize() - 1}} {
			width := fyne.MeasureText(surface.Arrows(l.text), l.size, fyne.TextStyle{Bold: d.Folder}).Width
			widest = max(widest, min(width, mostWanted))
		}
	}
	return min(widest+2*closeWidth, mostWanted)
}

// shownFile is the file of a folder that the active document shows.
func shownFile(folders []*screen.Folder, active int) string {
	if i := slices.IndexFunc(folders, func(f *screen.Folder) bool { return f.Document == active }); i >= 0 {
		return folders[i].Shown
	}
	return ""
}

// sideLines are the lines of the list. A folder may have 100,000 files, and each snapshot has other
// lines, so those of files are made when somebody asks for one.
type sideLines struct {
	blocks []sideBlock
	n      int
	height float64
	shown  int // the line of what is on the screen, −1 for none
}

// sideBlock is a line and the files below it.
type sideBlock struct {
	sideLine
	first       int     // the place of the line
	top         float64 // where it begins
	files, told []*screen.File
}

func (l *sideLines) add(line sideLine) {
	b := sideBlock{sideLine: line, first: l.n, top: l.height}
	if f := line.folder; f != nil && !f.Closed {
		b.files, b.told = f.Files, f.Told
	}
	l.blocks = append(l.blocks, b)
	l.n += 1 + len(b.files)
	l.height = b.topOf(len(b.files))
}

// topOf is where a file of a block begins, or where the last one ends.
func (b *sideBlock) topOf(file int) float64 {
	told := len(b.told)
	if file < len(b.files) && told > 0 {
		told, _ = slices.BinarySearchFunc(b.told, b.files[file], screen.Newest)
	}
	return b.top + float64(b.height()) + float64(file)*float64(fileRowHeight) + float64(told)*float64(toldRowHeight-fileRowHeight)
}

// block is the block that a line is in.
func (l *sideLines) block(i int) *sideBlock {
	k, found := slices.BinarySearchFunc(l.blocks, i, func(b sideBlock, i int) int { return b.first - i })
	if !found {
		k--
	}
	return &l.blocks[k]
}

func (l *sideLines) at(i int) sideLine {
	b := l.block(i)
	if i == b.first {
		return b.sideLine
	}
	file := b.files[i-b.first-1]
	return sideLine{folder: b.folder, file: file, active: b.shows && file.Path == b.folder.Shown}
}

// top is where a line begins, or where the last one ends.
func (l *sideLines) top(i int) float64 {
	if i >= l.n {
		return l.height
	}
	if b := l.block(i); i > b.first {
		return b.topOf(i - b.first - 1)
	} else {
		return b.top
	}
}

// find is the place of what another list has in a line, −1 if it is gone. A file that is gone leaves
// its place to the next older one.
func (l *sideLines) find(x sideLine) int {
	head := x
	head.file = nil
	i := slices.IndexFunc(l.blocks, func(b sideBlock) bool { return b.key() == head.key() })
	if i < 0 {
		return -1
	}
	b := &l.blocks[i]
	if x.file == nil || len(b.files) == 0 {
		return b.first
	}
	k, _ := slices.BinarySearchFunc(b.files, x.file, screen.Newest)
	return b.first + 1 + min(k, len(b.files)-1)
}

// named reports whether a name has what is looked for.
func named(name, only string) bool {
	return only == "" || strings.Contains(strings.ToLower(name), only)
}

// part is a folder with those of its files whose names have what is looked for; nil if it has none, and
// neither has its own name.
func part(f *screen.Folder, only string) *screen.Folder {
	if f == nil || only == "" || f.Closed && named(f.Name, only) {
		return f
	}
	of := func(files []*screen.File) (out []*screen.File) {
		for _, file := range files {
			if named(file.Name, only) {
				out = append(out, file)
			}
		}
		return out
	}
	p := *f
	p.Files, p.Told = of(f.Files), of(f.Told)
	p.At = slices.IndexFunc(p.Files, func(x *screen.File) bool { return x.Path == f.Shown })
	if len(p.Files) == 0 && !named(f.Name, only) {
		return nil
	}
	return &p
}

// linesOf are the lines of what is shown whose names have what is looked for.
func (v *Sidebar) linesOf(only string) sideLines {
	lines := sideLines{shown: -1}
	lines.add(sideLine{text: sidebarHeading})
	if len(v.shown) == 0 {
		lines.add(sideLine{text: lang.L(sidebarHint)})
	}
	folders := map[int]*screen.Folder{}
	for _, f := range v.folders {
		folders[f.Document] = f
	}
	for i := range v.shown {
		d := &v.shown[i]
		active, f := d.ID == v.active, part(folders[d.ID], only)
		if active && (d.Folder && f != nil || !d.Folder && named(d.Name, only)) {
			lines.shown = lines.n
		}
		switch {
		case !d.Folder && !named(d.Name, only):
		case !d.Folder:
			lines.add(sideLine{document: d, active: active})
		case f == nil:
		case f.Closed:
			lines.add(sideLine{folder: f, active: active})
		default:
			if active && f.At >= 0 && f.At < len(f.Files) {
				lines.shown = lines.n + 1 + f.At
			}
			lines.add(sideLine{folder: f, active: active && f.Shown == "", shows: active})
		}
	}
	return lines
}

func (v *Sidebar) bind(l sideLine, old fyne.CanvasObject) fyne.CanvasObject {
	switch l.text {
	case "":
		r, ok := old.(*sideRow)
		if !ok {
			r = newSideRow(v.send)
		}
		if v.marked[l.mark()] {
			l.marks = len(v.marks)
		}
		l.base = slices.Contains(v.base, l.mark())
		r.show(l, v.theme)
		return r
	case sidebarHeading:
		return surface.Text("  "+l.text, v.theme.Muted, -2, true)
	}
	return surface.Paragraph(l.text, widget.LowImportance)
}

// Heights of rows: of documents and folders, of files, and of files that say what is wrong with them.
const (
	sideRowHeight = float32(40)
	fileRowHeight = float32(21)
	toldRowHeight = float32(37)
)

// The widths of the areas where a click closes a document and folds a folder.
const (
	closeWidth = float32(24)
	foldWidth  = float32(22)
)

// sideLine is what a row shows: a file if there is one, or else a folder, a document, or a text.
type sideLine struct {
	document *screen.Document
	folder   *screen.Folder
	file     *screen.File // of the folder
	text     string
	active   bool // what it names is on the screen
	shows    bool // a file of the folder is
	marks    int  // how many are selected, if this is one of them
	base     bool // it is the baseline, or one of its group
}

// mark is what is selected by a line.
func (l *sideLine) mark() screen.Mark {
	switch {
	case l.file != nil:
		return screen.Mark{Document: l.folder.Document, File: l.file.Path}
	case l.document != nil:
		return screen.Mark{Document: l.document.ID}
	}
	return screen.Mark{}
}

func (l sideLine) height() float32 {
	switch {
	case l.file != nil && l.file.Told():
		return toldRowHeight
	case l.file != nil:
		return fileRowHeight
	case l.text == "":
		return sideRowHeight
	case l.text == sidebarHeading:
		return 22
	}
	return 80
}

// key is what a line is known by.
func (l sideLine) key() string {
	switch {
	case l.file != nil:
		return l.file.Path
	case l.folder != nil:
		return l.folder.Path
	case l.document != nil:
		return l.document.Path
	}
	return l.text
}

// sideRow is a row of the sidebar that is no text.
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
		r.Hint = model.Sanitise(l.file.Path)
	case l.folder != nil:
		r.Hint = model.Sanitise(l.folder.Path)
	case l.document.Path != "":
		r.Hint = model.Sanitise(l.document.Path)
	}
	r.Refresh()
}

func (r *sideRow) Tapped(e *fyne.PointEvent) {
	surface.HideTips(fyne.CurrentApp().Driver().CanvasForObject(r)) // the line may go
	id, mark := r.id(), r.mark()
	switch {
	case r.file == nil && e.Position.X > r.Size().Width-closeWidth:
		r.send(screen.Close{Document: id})
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

// id is the document of the line.
func (r *sideRow) id() int {
	if r.folder != nil {
		return r.folder.Document
	}
	return r.document.ID
}

func (r *sideRow) TappedSecondary(e *fyne.PointEvent) { surface.PopUp(r, r.menu(), e.AbsolutePosition) }

// menu is the menu of the line, with what can be done with all that is selected if it is one of them.
func (r *sideRow) menu() *fyne.Menu {
	if r.marks < 2 {
		return r.own()
	}
	item := func(label string, i screen.Intent) *fyne.MenuItem { return surface.Item(r.send, label, i) }
	all := []*fyne.MenuItem{
		item(lang.L("Compare selection with current profile"), screen.CompareShown{}),
		item(lang.L("Compare selection with the baseline"), screen.CompareBaseline(r.mark())),
		item(lang.L("Pin selection as baseline"), screen.PinBaseline(r.mark())),
		item(lang.L("Add up selection"), screen.AddUpMarked{}),
		fyne.NewMenuItemSeparator(),
	}
	if r.marks == 2 {
		all[0] = item(lang.L("Compare selection"), screen.CompareMarked{})
	}
	m := r.own()
	m.Items = append(all, m.Items...)
	return m
}

// comparing are the items that compare what the line names alone.
func (r *sideRow) comparing(item func(string, ...screen.Intent) *fyne.MenuItem) (all []*fyne.MenuItem) {
	if r.marks > 1 {
		return nil
	}
	switch {
	case r.active:
	case r.file != nil:
		all = append(all, item(lang.L("Compare current profile with this"), screen.CompareFile{Path: r.file.Path}))
	default:
		all = append(all, item(lang.L("Compare with current profile"), screen.Compare{Base: screen.Picks{Documents: []int{0}}, New: screen.Picks{Documents: []int{r.document.ID}}}))
	}
	if r.base {
		return append(all, item(lang.L("Unpin the baseline"), screen.PinBaseline(r.mark())))
	}
	return append(all, item(lang.L("Compare with the baseline"), screen.CompareBaseline(r.mark())), item(lang.L("Pin as baseline"), screen.PinBaseline(r.mark())))
}

// own is the menu of what the line names.
func (r *sideRow) own() *fyne.Menu {
	item := func(label string, all ...screen.Intent) *fyne.MenuItem { return surface.Item(r.send, label, all...) }
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
		deep := item(lang.L("Include subfolders"), screen.WatchOptions{Document: f.Document, Recursive: !f.Recursive, Polling: f.Polling})
		poll := item(lang.L("Poll every second (network drives)"), screen.WatchOptions{Document: f.Document, Recursive: f.Recursive, Polling: !f.Polling})
		deep.Checked, poll.Checked = f.Recursive, f.Polling
		return fyne.NewMenu("",
			item(fold, screen.FoldFolder{Document: f.Document}), deep, poll, fyne.NewMenuItemSeparator(),
			item(lang.L("Load all its files"), screen.Activate{Document: f.Document}, screen.ReadAll{}),
			item(lang.L("Copy path"), screen.Copy{Text: f.Path}),
			item(lang.L("Close, and stop following"), screen.Close{Document: f.Document}))
	}
	d := r.document
	read, shut := item(lang.L("Reload"), screen.Reload{Document: d.ID}), item(lang.L("Close"), screen.Close{Document: d.ID})
	others := item(lang.L("Close all others"), screen.CloseAll{But: d.ID})
	if d.Comparison {
		return fyne.NewMenu("", item(lang.L("Swap base and new"), screen.SwapSides{}), read, shut, others)
	}
	all := r.comparing(item)
	if len(all) > 0 {
		all = append(all, fyne.NewMenuItemSeparator())
	}
	return fyne.NewMenu("", append(all, read, item(lang.L("Copy path"), screen.Copy{Text: d.Path}), shut, others)...)
}

// baselineSign stands before the names of what others are compared with.
const baselineSign = "◉ "

// sideDrawing is the canvas objects of a row.
type sideDrawing struct {
	back, bar                 *canvas.Rectangle
	mark, name, detail, cross *canvas.Text
}

func (r *sideRow) CreateRenderer() fyne.WidgetRenderer {
	x := &sideDrawing{
		back: canvas.NewRectangle(color.Transparent), bar: canvas.NewRectangle(nil),
		mark: surface.Text("", nil, 0, false), name: surface.Text("", nil, 0, false),
		detail: surface.Text("", nil, -1, false), cross: surface.Text("×", nil, 3, false),
	}
	d := &surface.Drawing{
		Least: func() fyne.Size { return fyne.NewSize(80, r.height()) },
		Lay:   func(size fyne.Size) { r.lay(x, size) },
		Color: func() { r.color(x) },
		On:    []fyne.CanvasObject{x.back, x.bar, x.mark, x.name, x.detail, x.cross},
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
	var left float32
	var name, detail string
	if r.folder != nil {
		left, name, detail = 24, r.folder.Name+"/", r.folder.Note
	} else {
		left, name, detail = 10, surface.Arrows(r.document.Name), surface.Arrows(r.document.Detail)
		if r.document.Child {
			left = 24
		}
		if r.base {
			name = baselineSign + name
		}
	}
	x.name.Text = surface.FitMiddle(name, size.Width-left-closeWidth)
	x.detail.Text = surface.FitText(detail, size.Width-left-6)
	surface.Put(x.mark, 8, 4)
	surface.Put(x.name, left, 3)
	surface.Put(x.detail, left, 21)
	surface.Put(x.cross, size.Width-closeWidth+6, 1)
}

func (r *sideRow) layFile(x *sideDrawing, size fyne.Size) {
	const left, right = float32(24), float32(8)
	room := size.Width - left - right
	f := r.file
	name := f.Name
	if r.base {
		name = baselineSign + name
	}
	x.name.Text = surface.FitMiddle(name, room)
	surface.Put(x.name, left, 2)
	if r.height() > fileRowHeight {
		x.detail.Text = surface.FitText(f.Detail, room)
		surface.Put(x.detail, left, 18)
		return
	}
	// The figure stands at the right if there is room for it, the kind before it if there is more.
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
	surface.Put(x.detail, size.Width-right-x.detail.MinSize().Width, 3)
}

func (r *sideRow) color(x *sideDrawing) {
	t := r.Theme
	x.name.Color, x.detail.Color, x.cross.Color, x.mark.Color = t.Text, t.Muted, t.Muted, t.Muted
	x.back.FillColor, x.bar.FillColor = color.Transparent, color.Transparent
	x.name.TextSize, x.name.TextStyle.Bold = surface.TextSize(), r.folder != nil && r.file == nil
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
	if failed {
		x.detail.Color = t.Error
	}
}

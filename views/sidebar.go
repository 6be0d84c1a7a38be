package views

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/model/units"
	"profstation/scene"
	"profstation/views/surface"
)

// Sidebar lists the open documents, and the files in the folders that are followed.
type Sidebar struct {
	Object  fyne.CanvasObject
	send    screen.Send
	list    *surface.RowList
	shown   []screen.Document
	lines   sideLines
	filter  *surface.Input
	clear   *surface.Button // ends the filter
	field   fyne.CanvasObject
	only    string // what the names in the list have, in lower case
	count   string // how many have it; "": all are listed
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
			v.lay(false)
			if v.only == "" {
				v.list.Reveal(v.lines.shown)
			}
		})
	v.filter.OnSubmitted = func(string) {
		v.filter.Apply()
		v.openHit()
	}
	v.filter.OnEscape = v.unfilter
	v.clear = c.Button("", theme.ContentClearIcon(), lang.L("Shows the whole list again. Esc"), func() { v.unfilter() })
	v.clear.Hide()
	v.field = v.filter.Ending(v.clear)
	v.field.Hide()
	v.Object = surface.Border(c.Lay(v.field), nil, nil, nil, v.list.Object)
	return v
}

// unfilter shows the whole list again, and reports whether only a part was shown.
func (v *Sidebar) unfilter() bool {
	if v.filter.Text == "" && v.only == "" {
		return false
	}
	v.filter.SetText("")
	v.filter.Apply()
	return true
}

// sidebarHint stands below the list heading where nothing is open.
const sidebarHint = "Open profiles with Ctrl+O, or drop files and folders here."

func sidebarHeading() string { return lang.L("DOCUMENTS") }

// Show shows a snapshot.
func (v *Sidebar) Show(s *screen.Snapshot) {
	seen, pushed := false, false // what is shown was in sight; it is away by what was listed above it
	defer func(active int, file string) { v.reveal(active, file, seen, pushed, s) }(v.active, shownFile(v.folders, v.active))
	if v.theme == s.Display.Theme && v.active == s.Active && slices.Equal(v.shown, s.Documents) && slices.Equal(v.folders, s.Folders) &&
		slices.Equal(v.marks, s.Marks) && slices.Equal(v.base, s.Baseline) {
		return
	}
	folded := folded(v.folders, s.Folders)
	seen = v.list.InSight(v.lines.shown)
	v.shown, v.folders, v.active, v.theme, v.marks = s.Documents, s.Folders, s.Active, s.Display.Theme, s.Marks
	v.base = s.Baseline
	v.marked = map[screen.Mark]bool{}
	for _, m := range s.Marks {
		v.marked[m] = true
	}
	v.lay(!folded && !following(s))
	pushed = seen && !folded && !v.list.InSight(v.lines.shown)
}

// following reports whether newer files come to be shown by themselves.
func following(s *screen.Snapshot) bool { return s.Series != nil && s.Series.Following }

// folded reports whether the files of a folder are hidden that were listed, or the other way round.
func folded(before, now []*screen.Folder) bool {
	return slices.ContainsFunc(now, func(f *screen.Folder) bool {
		return slices.ContainsFunc(before, func(b *screen.Folder) bool { return b.Document == f.Document && b.Closed != f.Closed })
	})
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
	v.send(screen.Remark{Text: lang.L("No document or file has this in its name.")})
}

// reveal brings the line for what is shown into sight if that is another document or file than before, or if it was
// pushed out of sight. What came by itself moves nothing under the pointer, and nothing where the user looks at other
// lines. A newer file stands for the one that it pushes away: it is about to be shown, below the line of its folder.
func (v *Sidebar) reveal(active int, file string, seen, pushed bool, s *screen.Snapshot) {
	now := shownFile(v.folders, v.active)
	head := v.list.InSight(v.lines.head)
	switch {
	case active != v.active || file != now && !following(s):
		v.hidden = false
	case v.hidden, file != now && (seen || head), pushed && !(following(s) && head):
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

// lay puts the lines into the list that the filter leaves. still: the line for what is shown stays where it is.
func (v *Sidebar) lay(still bool) {
	before := v.lines
	v.lines = v.linesOf("")
	if !v.list.Under() { // it would move the lines under the pointer
		surface.SetVisible(v.field, v.only != "" || v.lines.n > longList)
	}
	v.clear.Hidden = v.only == ""
	v.clear.Refresh()
	v.count = ""
	if v.only != "" {
		all := v.lines
		v.lines = v.linesOf(v.only)
		v.count = lang.L("{{.N}} of {{.All}}", lang.With{"N": units.Count(v.lines.named()), "All": units.Count(all.named())})
	}
	lines := v.lines
	v.list.Set(surface.Rows{
		N: lines.n, Top: lines.top,
		Bind: func(i int, old fyne.CanvasObject) fyne.CanvasObject { return v.bind(lines.at(i), old) }, Held: lines.shown, Still: still,
	}, func(i int) int { return lines.find(before.at(i)) })
}

// SidebarWidth is the list's width, in logical pixels, where nobody dragged it. It is the same whatever the names are,
// or the picture would move as they come; longer ones are cut in the middle.
const SidebarWidth = float32(240)

// shownFolder is the followed folder that the active document shows; nil if it shows none.
func shownFolder(folders []*screen.Folder, active int) *screen.Folder {
	i := slices.IndexFunc(folders, func(f *screen.Folder) bool { return f.Document == active })
	if i < 0 {
		return nil
	}
	return folders[i]
}

// shownFile returns the folder file that the active document shows.
func shownFile(folders []*screen.Folder, active int) string {
	if f := shownFolder(folders, active); f != nil {
		return f.Shown
	}
	return ""
}

// linesOf returns the shown lines whose names have what is looked for.
func (v *Sidebar) linesOf(only string) sideLines {
	lines := sideLines{shown: -1, head: -1}
	lines.add(sideLine{text: sidebarHeading()})
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
			lines.add(sideLine{document: d, active: active, worth: d.Worth})
		case f == nil:
		case f.Closed:
			lines.add(sideLine{folder: f, active: active, worth: d.Worth})
		default:
			if !named(f.Name, only) {
				lines.beside++
			}
			if active && f.At >= 0 && f.At < len(f.Files) {
				lines.head, lines.shown = lines.n, lines.n+1+f.At
			}
			lines.add(sideLine{folder: f, active: active && f.Shown == "", shows: active, worth: d.Worth})
		}
	}
	return lines
}

// fits reports whether what a line names may be compared with what is shown: neither could not be read, neither
// is a comparison, and no trace is compared with a profile.
func (v *Sidebar) fits(l *sideLine) bool {
	i := slices.IndexFunc(v.shown, func(d screen.Document) bool { return d.ID == v.active })
	if i < 0 {
		return false
	}
	shown := &v.shown[i]
	if l.file != nil {
		return l.file.State != screen.Broken && !shown.Comparison && shown.State != screen.Failed
	}
	d := l.document
	if d == nil {
		return false
	}
	known := shown.State == screen.Ready && d.State == screen.Ready
	return !shown.Comparison && shown.State != screen.Failed && d.State != screen.Failed && !(known && shown.Trace != d.Trace)
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
		l.base, l.part = slices.Contains(v.base, l.mark()), v.only != ""
		l.fits, l.pinned, l.alone = v.fits(&l), len(v.base) > 0, len(v.shown) == 1
		r.show(l, v.theme)
		return r
	case sidebarHeading():
		heading := surface.Text("  "+l.text, v.theme.Muted, -2, true)
		if v.count == "" {
			return heading
		}
		return container.NewHBox(heading, surface.Text(v.count, v.theme.Muted, -1, false))
	}
	return surface.Paragraph(l.text, widget.LowImportance)
}

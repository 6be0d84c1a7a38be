package views

import (
	"slices"

	"fyne.io/fyne/v2"
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
	if v.theme == s.Display.Theme && v.active == s.Active && slices.Equal(v.shown, s.Documents) && slices.Equal(v.folders, s.Folders) {
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
	lines := v.lines // the list asks the last ones for their keys once more
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
	case l.folder != nil || l.document >= 0:
		return sideRowHeight
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
	if l.folder == nil && l.document < 0 {
		return v.text(i, l.text)
	}
	r, ok := old.(*sideRow)
	if !ok {
		r = newSideRow(v.send)
	}
	switch active := l.folder != nil && l.folder.Document == v.active; {
	case l.file != nil:
		r.showFolder(l.folder, l.file, active && l.file.Path == l.folder.Shown, v.theme)
	case l.folder != nil:
		r.showFolder(l.folder, nil, active && (l.folder.Closed || l.folder.Shown == ""), v.theme)
	default:
		d := v.shown[l.document]
		r.showDocument(d, d.ID == v.active, v.theme)
	}
	return r
}

// text is the heading of the list, or the hint below it.
func (v *Sidebar) text(i int, text string) fyne.CanvasObject {
	if i > 0 {
		return surface.Paragraph(text, widget.LowImportance)
	}
	return surface.Text("  "+text, v.theme.Muted, -2, true)
}

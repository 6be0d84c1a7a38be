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
	shown   []screen.Document
	folders []*screen.Folder
	active  int
	theme   *scene.Theme
}

// NewSidebar makes the list.
func NewSidebar(send screen.Send) *Sidebar {
	v := &Sidebar{send: send, list: surface.NewRowList()}
	v.Object = v.list.Object
	return v
}

// The heading of the list, and what stands below it where nothing is open.
const (
	sidebarHeading = "DOCUMENTS"
	sidebarHint    = "Open profiles with Ctrl+O, or drop files and folders here."
)

// Show shows a snapshot.
func (v *Sidebar) Show(s *screen.Snapshot) {
	if v.theme == s.Display.Theme && v.active == s.Active && slices.Equal(v.shown, s.Documents) && slices.Equal(v.folders, s.Folders) {
		return
	}
	moved := shownFile(v.folders, v.active) != shownFile(s.Folders, s.Active)
	v.shown, v.folders, v.active, v.theme = s.Documents, s.Folders, s.Active, s.Display.Theme
	lines := []sideLine{{text: sidebarHeading}}
	if len(s.Documents) == 0 {
		lines = append(lines, sideLine{text: lang.L(sidebarHint)})
	}
	at := -1
	for i := range s.Documents {
		d := &s.Documents[i]
		active := d.ID == s.Active
		if !d.Folder {
			lines = append(lines, sideLine{document: d, active: active})
			continue
		}
		k := slices.IndexFunc(s.Folders, func(f *screen.Folder) bool { return f.Document == d.ID })
		if k < 0 {
			continue
		}
		f := s.Folders[k]
		lines = append(lines, sideLine{folder: f, active: active && (f.Closed || f.Shown == "")})
		if f.Closed {
			continue
		}
		for _, file := range f.Files {
			shown := active && file.Path == f.Shown
			if shown {
				at = len(lines)
			}
			lines = append(lines, sideLine{folder: f, file: file, active: shown})
		}
	}
	v.list.Set(surface.Rows{
		N:      len(lines),
		Height: func(i int) float32 { return lines[i].height() },
		Key:    func(i int) string { return lines[i].key() },
		Bind:   func(i int, old fyne.CanvasObject) fyne.CanvasObject { return v.bind(&lines[i], old) },
	})
	if moved {
		v.list.Reveal(at)
	}
}

// shownFile is the file of a folder that the active document shows.
func shownFile(folders []*screen.Folder, active int) string {
	for _, f := range folders {
		if f.Document == active {
			return f.Shown
		}
	}
	return ""
}

func (v *Sidebar) bind(l *sideLine, old fyne.CanvasObject) fyne.CanvasObject {
	switch l.text {
	case "":
		r, ok := old.(*sideRow)
		if !ok {
			r = newSideRow(v.send)
		}
		r.show(*l, v.theme)
		return r
	case sidebarHeading:
		return surface.Text("  "+l.text, v.theme.Muted, -2, true)
	}
	return surface.Paragraph(l.text, widget.LowImportance)
}

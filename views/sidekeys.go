package views

import (
	"fyne.io/fyne/v2"

	"profstation/ask"
	"profstation/desk/screen"
	"profstation/views/surface"
)

// keys says what the keyboard does in the document list.
func (v *Sidebar) keys() surface.RowKeys {
	return surface.RowKeys{
		Stops: func(i int) bool { return v.lines.at(i).text == "" },
		Start: v.start,
		Press: func(_ int, row fyne.CanvasObject, key fyne.KeyName) bool {
			r, ok := row.(*sideRow)
			return ok && r.press(key)
		},
	}
}

// start returns the line for what is on the screen.
func (v *Sidebar) start() int {
	return max(0, v.lines.shown)
}

// press does what a key is for on a line, and reports whether it is for anything.
func (r *sideRow) press(key fyne.KeyName) bool {
	id := r.id()
	switch {
	case surface.IsMenuKey(key, r.mods()):
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(r)
		surface.PopUp(r, r.menu(), at.AddXY(foldWidth, r.Size().Height))
	case key == fyne.KeyReturn || key == fyne.KeyEnter:
		r.activate(id)
	case key == fyne.KeySpace && r.mark().Document != 0:
		r.send(screen.MarkDocument(r.mark()))
	case key == fyne.KeyDelete && r.file == nil:
		r.send(screen.Close{Document: id})
	case r.folder != nil && (key == fyne.KeyLeft && !r.folder.Closed || key == fyne.KeyRight && r.folder.Closed):
		r.send(screen.FoldFolder{Document: id})
	default:
		return false
	}
	return true
}

// activate shows what the line names; for a bundle it is what stands beside its recordings.
func (r *sideRow) activate(id int) {
	if r.file != nil {
		r.send(screen.ShowFile{Document: id, Path: r.file.Path})
		return
	}
	r.send(screen.Activate{Document: id})
	if r.folder != nil && r.folder.Bundle {
		r.send(screen.ShowTab{Tab: ask.OverviewTab})
	}
}

// Disabled implements fyne.Disableable: the list is the Tab key stop.
func (r *sideRow) Disabled() bool { return true }

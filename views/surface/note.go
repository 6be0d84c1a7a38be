package surface

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/scene"
	"profstation/timeline"
)

// noteText is the text of a note over several lines.
func noteText(n screen.Note) fyne.CanvasObject {
	l := Paragraph(n.Words(), widget.MediumImportance)
	l.SizeName = theme.SizeNameCaptionText
	l.Selectable = true
	return l
}

// NoteList are links to what notes are on, each with its words below.
func NoteList(notes []screen.Note, t *scene.Theme, send screen.Send) []fyne.CanvasObject {
	var list []fyne.CanvasObject
	for _, n := range notes {
		l := NewLink("", n.Title(), t, func() { send(screen.ShowNoted{Note: n}) })
		l.goes, l.left = true, true
		list = append(list, l, noteText(n))
	}
	return list
}

// NoteLines are the note on what is selected, with what can be done about it.
// blank is the note that could be written.
func NoteLines(notes []screen.Note, blank screen.Note, t *scene.Theme, send screen.Send) []fyne.CanvasObject {
	act := func(label string, i screen.Intent) fyne.CanvasObject {
		l := NewLink("", label, t, func() { send(i) })
		l.goes = true
		return l
	}
	if len(notes) == 0 {
		return []fyne.CanvasObject{act(lang.L("Write a note …"), screen.AskNote{Note: blank})}
	}
	var list []fyne.CanvasObject
	for _, n := range notes {
		gone := n
		gone.Text = ""
		list = append(list, noteText(n), act(lang.L("Change the note …"), screen.AskNote{Note: n}), act(lang.L("Remove the note"), screen.WriteNote{Note: gone}))
	}
	return list
}

// OnFrame are the notes on a frame.
func OnFrame(notes []screen.Note, name string) []screen.Note {
	return slices.DeleteFunc(slices.Clone(notes), func(n screen.Note) bool { return !n.SamePlace(screen.Note{On: name}) })
}

// OnSpan are the notes on a span.
func OnSpan(notes []screen.Note, t *timeline.Timeline, i *timeline.Inspection) []screen.Note {
	return slices.DeleteFunc(slices.Clone(notes), func(n screen.Note) bool { return !n.Within(t, i) })
}

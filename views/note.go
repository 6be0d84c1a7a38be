package views

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/model"
	"profstation/model/trace"
	"profstation/scene"
	"profstation/timeline"
)

// Note is what a user wrote on a frame, or on a span of an execution trace. It
// belongs to a document, and covers no data.
type Note struct {
	// On is the frame, by the name that pprof prints, or what the span was when
	// the note was written: its goroutine and what that did.
	On   string
	Text string
	// Goroutine is the number of the span's goroutine, and At a time within the
	// span. Goroutine 0: the note is on a frame.
	Goroutine int64
	At        trace.Time
}

// SamePlace tells whether two notes are on the same frame, or at the same time of
// the same goroutine.
func (n Note) SamePlace(o Note) bool {
	if n.Goroutine != 0 || o.Goroutine != 0 {
		return n.Goroutine == o.Goroutine && n.At == o.At
	}
	return n.On == o.On
}

type (
	// AskNote asks for the words of a note; of one without a place, for those of
	// a note on the selection.
	AskNote struct{ Note }
	// WriteNote keeps a note in the place of what stood there. Without a text
	// there is none any more.
	WriteNote struct{ Note }
	// ShowNoted goes to what a note is on.
	ShowNoted struct{ Note }
)

func (AskNote) intent()   {}
func (WriteNote) intent() {}
func (ShowNoted) intent() {}

// NoteOn is the note of a span, as yet without words.
func NoteOn(t *timeline.Timeline, i *timeline.Inspection) Note {
	on := t.GoName(i.Go) + ": " + i.State.String()
	if i.Reason != "" {
		on += ": " + i.Reason
	}
	return Note{On: on, Goroutine: t.Trace.Goroutines[i.Go].ID, At: i.Start}
}

// within tells whether the note is on a span.
func (n Note) within(t *timeline.Timeline, i *timeline.Inspection) bool {
	return n.Goroutine != 0 && n.Goroutine == t.Trace.Goroutines[i.Go].ID && n.At >= i.Start && (n.At < i.End || n.At == i.Start)
}

// title is what a note is on, in one line.
func (n Note) title() string {
	if n.Goroutine != 0 {
		return timeline.Duration(n.At) + "  " + model.Sanitise(n.On)
	}
	return model.ShortName(model.Sanitise(n.On), false)
}

// words are the text of a note, safe for a screen: a workspace may come from
// somebody else.
func (n Note) words() string {
	var lines []string
	for line := range strings.Lines(n.Text) {
		lines = append(lines, model.Sanitise(strings.TrimRight(line, "\r\n")))
	}
	return strings.Join(lines, "\n")
}

// noteText is the text of a note over several lines.
func noteText(n Note) fyne.CanvasObject {
	l := widget.NewLabel(n.words())
	l.Wrapping = fyne.TextWrapWord
	l.SizeName = theme.SizeNameCaptionText
	l.Selectable = true
	return l
}

// noteList are links to what notes are on, each with its words below.
func noteList(notes []Note, t *scene.Theme, send Send) []fyne.CanvasObject {
	var list []fyne.CanvasObject
	for _, n := range notes {
		l := newLink("", n.title(), t, func() { send(ShowNoted{n}) })
		l.goes, l.left = true, true
		list = append(list, l, noteText(n))
	}
	return list
}

// noteLines are the note on what is selected, with what can be done about it.
// blank is the note that could be written.
func noteLines(notes []Note, blank Note, t *scene.Theme, send Send) []fyne.CanvasObject {
	act := func(label string, i Intent) fyne.CanvasObject {
		l := newLink("", label, t, func() { send(i) })
		l.goes = true
		return l
	}
	if len(notes) == 0 {
		return []fyne.CanvasObject{act(lang.L("Write a note …"), AskNote{blank})}
	}
	var list []fyne.CanvasObject
	for _, n := range notes {
		gone := n
		gone.Text = ""
		list = append(list, noteText(n), act(lang.L("Change the note …"), AskNote{n}), act(lang.L("Remove the note"), WriteNote{gone}))
	}
	return list
}

// onFrame are the notes on a frame.
func onFrame(notes []Note, name string) []Note {
	return slices.DeleteFunc(slices.Clone(notes), func(n Note) bool { return !n.SamePlace(Note{On: name}) })
}

// onSpan are the notes on a span.
func onSpan(notes []Note, t *timeline.Timeline, i *timeline.Inspection) []Note {
	return slices.DeleteFunc(slices.Clone(notes), func(n Note) bool { return !n.within(t, i) })
}

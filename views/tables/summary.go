package tables

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/views/surface"
)

// Summary shows a comparison in words, as it is pasted into a pull request.
type Summary struct {
	surface.Page
	text  *widget.RichText
	shown string
}

// NewSummary makes the view.
func NewSummary() *Summary {
	v := &Summary{text: widget.NewRichText()}
	v.text.Wrapping = fyne.TextWrapWord
	v.Object = container.NewVScroll(container.NewPadded(v.text))
	return v
}

// Show shows a snapshot.
func (v *Summary) Show(s *screen.Snapshot) {
	text := surface.EmptyText(s)
	if s.Answer != nil && s.Answer.Compared != nil && s.Answer.Compared.Summary != "" {
		text = surface.Arrows(s.Answer.Compared.Summary)
	}
	if text == v.shown {
		return
	}
	v.shown = text
	v.text.Segments = []widget.RichTextSegment{&widget.TextSegment{Text: text, Style: widget.RichTextStyleCodeBlock}}
	v.text.Refresh()
}

package views

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
)

// SummaryView shows a comparison in words, as it is pasted into a pull request.
type SummaryView struct {
	Object fyne.CanvasObject
	text   *widget.RichText
	shown  string
}

// NewSummaryView makes the view.
func NewSummaryView() *SummaryView {
	v := &SummaryView{text: widget.NewRichText()}
	v.text.Wrapping = fyne.TextWrapWord
	v.Object = container.NewVScroll(container.NewPadded(v.text))
	return v
}

// Show shows a snapshot.
func (v *SummaryView) Show(s *screen.Snapshot) {
	text := emptyText(s)
	if s.Answer != nil && s.Answer.Compared != nil && s.Answer.Compared.Summary != "" {
		text = arrows(s.Answer.Compared.Summary)
	}
	if text == v.shown {
		return
	}
	v.shown = text
	v.text.Segments = []widget.RichTextSegment{&widget.TextSegment{Text: text, Style: widget.RichTextStyleCodeBlock}}
	v.text.Refresh()
}

package tables

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/scene"
	"profstation/table"
	"profstation/views/surface"
)

// Overview says what a profile is, what it measures, what to beware of, and which
// packages it is about.
type Overview struct {
	surface.Page
	box      *fyne.Container
	packages *surface.Raster
	table    *table.Table // of packages
	send     screen.Send
	shown    *screen.Overview
	notes    []screen.Note
	theme    *scene.Theme
}

// NewOverview makes the view.
func NewOverview(send screen.Send) *Overview {
	v := &Overview{send: send, box: container.New(layout.NewCustomPaddedVBoxLayout(1))}
	v.packages = surface.NewRaster(v.drawPackages)
	v.Object = container.NewVScroll(container.NewPadded(v.box))
	return v
}

// Show shows a snapshot.
func (v *Overview) Show(s *screen.Snapshot) {
	var o *screen.Overview
	switch {
	case s.Answer != nil:
		o = s.Answer.Overview
	case s.Trace != nil:
		o = s.Trace.Overview
	}
	if o == v.shown && v.theme == s.Display.Theme && slices.Equal(v.notes, s.Notes) && len(v.box.Objects) > 0 {
		return
	}
	v.shown, v.notes, v.theme = o, s.Notes, s.Display.Theme
	v.box.RemoveAll()
	if o == nil {
		v.box.Add(widget.NewLabel(surface.EmptyText(s)))
		v.box.Refresh()
		return
	}
	v.box.Add(surface.Text(o.Title, v.theme.Text, 6, true))
	v.box.Add(v.text(o.About))
	for _, w := range o.Warnings {
		v.box.Add(surface.Paragraph(w, widget.WarningImportance))
	}
	if len(v.notes) > 0 {
		v.heading(lang.L("Notes"))
		for _, o := range surface.NoteList(v.notes, v.theme, v.send) {
			v.box.Add(o)
		}
	}
	v.heading(lang.L("About this recording"))
	facts := container.New(layout.NewFormLayout())
	for _, f := range o.Facts {
		facts.Add(v.name(f.Name))
		facts.Add(v.text(f.Text))
	}
	v.box.Add(facts)
	if len(o.Types) > 0 {
		v.heading(lang.L("Sample types"))
	}
	types := container.New(layout.NewFormLayout())
	for _, t := range o.Types {
		name := t.Name
		if t.Default {
			name += " " + lang.L("(default)")
		}
		types.Add(v.name(name))
		types.Add(v.text(t.Total + "  –  " + surface.Help(t.Help)))
	}
	v.box.Add(types)
	if o.Packages != nil && o.Packages.Rows > 0 {
		v.heading(lang.L("Packages"))
		v.table = o.Packages
		v.packages.SetMinSize(fyne.NewSize(80, float32(v.table.Height())))
		v.packages.Refresh()
		v.box.Add(v.packages.Raster)
	}
	v.box.Refresh()
}

// drawPackages draws the whole table of packages: it scrolls with the page around it, and
// does not answer the pointer.
func (v *Overview) drawPackages(cv scene.Canvas) {
	w, h := cv.Size()
	v.table.Paint(cv, table.View{Area: scene.Rect{X1: w, Y1: h}, Theme: v.theme, Selected: -1, Hover: -1, SortColumn: -1})
}

func (v *Overview) heading(text string) {
	v.box.Add(surface.Gap(8))
	v.box.Add(surface.Text(text, v.theme.Text, 1, true))
}

func (v *Overview) name(text string) fyne.CanvasObject {
	return surface.Text(text, v.theme.Muted, 0, false)
}

// text is a text that can be selected, over as many lines as it needs.
func (v *Overview) text(text string) fyne.CanvasObject {
	l := surface.Paragraph(text, widget.MediumImportance)
	l.Selectable = true
	return l
}

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

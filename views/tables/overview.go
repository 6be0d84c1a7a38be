package tables

import (
	"image"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
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
	packages *still
	send     screen.Send
	shown    *screen.Overview
	notes    []screen.Note
	theme    *scene.Theme
}

// NewOverview makes the view.
func NewOverview(send screen.Send) *Overview {
	v := &Overview{send: send, box: container.New(layout.NewCustomPaddedVBoxLayout(1)), packages: newStill()}
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
	title := canvas.NewText(o.Title, v.theme.Text)
	title.TextSize = surface.TextSize() + 6
	title.TextStyle.Bold = true
	v.box.Add(title)
	v.box.Add(v.text(o.About))
	for _, w := range o.Warnings {
		v.box.Add(v.warning(w))
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
		theme := v.theme
		v.packages.show(o.Packages.Height(), func(cv scene.Canvas) {
			w, h := cv.Size()
			o.Packages.Paint(cv, table.View{Area: scene.Rect{X1: w, Y1: h}, Theme: theme, Selected: -1, Hover: -1, SortColumn: -1})
		})
		v.box.Add(v.packages.Raster)
	}
	v.box.Refresh()
}

func (v *Overview) heading(text string) {
	t := canvas.NewText(text, v.theme.Text)
	t.TextSize = surface.TextSize() + 1
	t.TextStyle.Bold = true
	v.box.Add(surface.Gap(8))
	v.box.Add(t)
}

func (v *Overview) name(text string) fyne.CanvasObject {
	t := canvas.NewText(text, v.theme.Muted)
	t.TextSize = surface.TextSize()
	return t
}

// text is wrapped to the width there is.
func (v *Overview) text(text string) fyne.CanvasObject {
	l := widget.NewLabel(text)
	l.Wrapping = fyne.TextWrapWord
	l.Selectable = true
	return l
}

func (v *Overview) warning(text string) fyne.CanvasObject {
	l := widget.NewLabel(text)
	l.Wrapping = fyne.TextWrapWord
	l.Importance = widget.WarningImportance
	return l
}

// still is a raster with a whole picture that does not answer the pointer. It scrolls
// with the page around it.
type still struct {
	*canvas.Raster
	img  *image.RGBA
	draw func(cv scene.Canvas)
}

func newStill() *still {
	p := &still{}
	p.Raster = canvas.NewRaster(p.generate)
	p.ScaleMode = canvas.ImageScalePixels
	return p
}

func (p *still) show(height float64, draw func(cv scene.Canvas)) {
	p.draw = draw
	p.SetMinSize(fyne.NewSize(80, float32(height)))
	p.Refresh()
}

func (p *still) generate(w, h int) image.Image {
	if p.img == nil || p.img.Rect.Dx() != w || p.img.Rect.Dy() != h {
		p.img = image.NewRGBA(image.Rect(0, 0, w, h))
	}
	scale := 1.0
	if width := p.Size().Width; width > 0 {
		scale = float64(w) / float64(width)
	}
	if p.draw != nil {
		p.draw(scene.NewRaster(p.img, scale))
	}
	return p.img
}

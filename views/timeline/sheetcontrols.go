package timeline

import (
	"errors"
	"fmt"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/model/trace"
	"profstation/timeline/analysis"
	"profstation/timeline/figures"
	"profstation/views/surface"
)

// sheetControls are the choices that a sheet offers.
type sheetControls struct {
	object  *fyne.Container
	bar     *surface.Hinted // object, with what its controls are for
	send    screen.Send
	post    func(func())
	shape   string // of what is laid out
	sheet   *figures.Sheet
	widgets []fyne.CanvasObject // beside the sheet's controls
	inputs  []*laneField        // nil for the others
	showing bool
}

func newSheetControls(send screen.Send, post func(func())) *sheetControls {
	row := container.NewHBox()
	return &sheetControls{send: send, post: post, object: row, bar: surface.NewHinted(row)}
}

// input is the first input; nil where there is none.
func (c *sheetControls) input() fyne.Focusable {
	for _, f := range c.inputs {
		if f != nil {
			return f.Entry
		}
	}
	return nil
}

func (c *sheetControls) show(s *figures.Sheet) {
	c.sheet, c.showing = s, true
	defer func() { c.showing = false }()
	shape := ""
	for _, x := range s.Controls {
		shape += fmt.Sprintf("%d%q,", x.Kind, x.Label)
	}
	if shape != c.shape {
		c.shape = shape
		c.build()
	}
	for i, x := range s.Controls {
		switch w := c.widgets[i].(type) {
		case *widget.Select:
			if !slices.Equal(w.Options, x.Options) {
				w.SetOptions(x.Options)
			}
			if w.SelectedIndex() != x.At {
				w.SetSelectedIndex(x.At)
			}
		case *widget.Check:
			w.SetChecked(x.On)
		case *widget.Entry:
			f := c.inputs[i]
			if f.sent != x.Text {
				f.sent = x.Text
				f.SetText(x.Text)
			}
			var err error
			if x.Error != "" {
				err = errors.New(x.Error)
			}
			f.SetValidationError(err)
		}
	}
}

// build makes the widgets.
func (c *sheetControls) build() {
	c.object.RemoveAll()
	c.widgets, c.inputs = nil, nil
	clear(c.bar.Texts)
	for i, x := range c.sheet.Controls {
		set := func(at int, text string) {
			if !c.showing {
				c.send(screen.Choose{Change: c.sheet.Controls[i].Set(at, text)})
			}
		}
		var field *laneField
		switch x.Kind {
		case figures.Select:
			w := widget.NewSelect(x.Options, nil)
			w.OnChanged = func(string) {
				if at := w.SelectedIndex(); at >= 0 {
					set(at, "")
				}
			}
			if x.Label != "" {
				c.object.Add(widget.NewLabel(x.Label))
			}
			c.object.Add(container.New(widest{x.Options}, w))
			c.widgets = append(c.widgets, w)
		case figures.Check:
			w := widget.NewCheck(x.Label, func(on bool) {
				at := 0
				if on {
					at = 1
				}
				set(at, "")
			})
			c.object.Add(w)
			c.widgets = append(c.widgets, w)
		case figures.Input:
			field = newPausedField(x.Label, c.post, func() bool { return c.showing }, func(string) error { return nil }, func(text string) { set(0, text) })
			c.object.Add(container.NewGridWrap(fyne.NewSize(260, field.MinSize().Height), field.Entry))
			c.widgets = append(c.widgets, field.Entry)
		}
		c.inputs = append(c.inputs, field)
		c.bar.Tells(c.widgets[i], func() string { return surface.Help(c.sheet.Controls[i].Help) })
	}
	c.object.Refresh()
}

// widest gives a choice room for the longest of its texts.
type widest struct{ texts []string }

// MinSize implements fyne.Layout.
func (l widest) MinSize(o []fyne.CanvasObject) fyne.Size {
	size := o[0].MinSize()
	for _, text := range l.texts {
		w := fyne.MeasureText(text, theme.TextSize(), fyne.TextStyle{}).Width
		size.Width = max(size.Width, w+theme.IconInlineSize()+4*theme.InnerPadding())
	}
	return size
}

// Layout implements fyne.Layout.
func (l widest) Layout(o []fyne.CanvasObject, size fyne.Size) {
	o[0].Move(fyne.Position{})
	o[0].Resize(size)
}

// deriveButton offers profiles out of a trace.
type deriveButton struct {
	*widget.Button
	sheet *figures.Sheet
	trace *trace.Trace
}

func newDeriveButton(send screen.Send) *deriveButton {
	b := &deriveButton{}
	b.Button = widget.NewButton(lang.L("Profile of …"), func() {
		c := fyne.CurrentApp().Driver().CanvasForObject(b.Button)
		if c == nil || b.sheet == nil {
			return
		}
		m := fyne.NewMenu("", profileItems(send, b.trace, b.sheet.Scope, b.sheet.Of, b.sheet.Of+": ")...)
		at := fyne.CurrentApp().Driver().AbsolutePositionForObject(b.Button)
		widget.ShowPopUpMenuAtPosition(m, c, at.AddXY(0, b.Button.Size().Height))
	})
	return b
}

func (b *deriveButton) show(s *figures.Sheet, t *trace.Trace) { b.sheet, b.trace = s, t }

// profileItems are a menu of the profiles that can be made of a part of a
// trace: that of CPU samples only where the CPU profiler ran meanwhile.
func profileItems(send screen.Send, t *trace.Trace, scope analysis.What, of, label string) []*fyne.MenuItem {
	var items []*fyne.MenuItem
	for _, k := range analysis.ProfileKinds {
		if k == analysis.CPUProfile && len(t.Samples) == 0 {
			continue
		}
		items = append(items, fyne.NewMenuItem(label+k.String(), func() { send(screen.Derive{Kind: k, Scope: scope, Of: of}) }))
	}
	return items
}

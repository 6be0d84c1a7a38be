package views

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/desk/screen"
	"profstation/model/lang"
	"profstation/model/safe"
	"profstation/views/surface"
)

// Palette is an input above a list: what can be gone to. Finding goes on in the background.
type Palette struct {
	Object fyne.CanvasObject
	Input  *DialogEntry
	send   screen.Send
	post   func(func())
	find   screen.Find
	close  func()

	list    *surface.List
	none    *widget.Label // says that nothing was found
	matches []screen.Match
	at      int
	asking  asking
	asked   int  // counts texts, so that late answers are dropped
	shown   int  // the text that matches are for
	entered bool // Enter came before they were there
}

// paletteRows is how many matches are seen at a time.
const paletteRows = 12

// How wide the rows of a palette are, and their names: the rest is for what stands at the right.
const (
	rowWidth, labelWidth = float32(560), float32(420)
	wideWidth, wideWords = float32(840), float32(640) // in the smallest window
	widePadding          = float32(30)
)

// NewPalette makes a palette. close takes it off the screen.
func NewPalette(send screen.Send, post func(func()), of screen.Palette, close func()) *Palette {
	p := &Palette{send: send, post: post, find: of.Find, close: close}
	width := rowWidth
	if of.Wide {
		width = wideWidth
	}
	p.Input = NewDialogEntry("", of.Hint)
	p.Input.Wrapping = fyne.TextWrapOff
	p.Input.Takes = p.takes
	p.Input.OnChanged = p.typed
	p.Input.OnSubmitted = func(string) { p.enter() }
	p.list = surface.NewList(
		func() int { return len(p.matches) },
		func() fyne.CanvasObject { return newMatchRow(of.Wide) },
		func(i widget.ListItemID, o fyne.CanvasObject) { o.(*matchRow).show(p.matches[i]) },
	)
	p.list.HideSeparators = true
	p.list.OnSelected = func(i widget.ListItemID) {
		if i != p.at {
			p.choose(i)
		}
	}
	row := newMatchRow(of.Wide).MinSize().Height + theme.Padding()
	p.none = surface.Cut(lang.L("Nothing matches."), widget.LowImportance)
	p.none.Hide()
	p.Object = surface.Border(p.Input, nil, nil, nil,
		container.NewStack(surface.Space(width, row*paletteRows), p.list, container.NewVBox(p.none)))
	p.typed("")
	return p
}

// typed looks for what goes with a text.
func (p *Palette) typed(text string) {
	p.asked++
	p.entered = false
	asked := p.asked
	p.asking.ask(func() {
		found := p.find(text)
		p.post(func() {
			if asked == p.asked {
				p.shown = asked
				p.show(found)
				if p.entered {
					p.enter()
				}
			}
		})
	})
}

// enter chooses; where what was typed is still being looked for, once it is found.
func (p *Palette) enter() {
	if p.shown != p.asked {
		p.entered = true
		return
	}
	p.entered = false
	p.choose(p.at)
}

func (p *Palette) show(found []screen.Match) {
	p.matches = found
	p.list.UnselectAll()
	p.list.Refresh()
	surface.SetVisible(p.none, len(found) == 0)
	p.at = 0
	p.mark()
}

func (p *Palette) step(by int) {
	if n := len(p.matches); n > 0 {
		p.at = (p.at + by + n) % n
		p.mark()
	}
}

func (p *Palette) mark() {
	if len(p.matches) > 0 {
		p.list.Select(p.at)
	}
}

func (p *Palette) choose(i int) {
	if i < 0 || i >= len(p.matches) || p.matches[i].Off {
		return
	}
	p.close()
	if do := p.matches[i].Do; do != nil {
		do()
	}
	for _, intent := range p.matches[i].Go {
		p.send(intent)
	}
}

func (p *Palette) takes(key fyne.KeyName) bool {
	switch key {
	case fyne.KeyDown:
		p.step(1)
	case fyne.KeyUp:
		p.step(-1)
	case fyne.KeyEscape:
		p.close()
	default:
		return false
	}
	return true
}

// matchRow is a list line: what it is at the left, more about it at the right.
type matchRow struct {
	widget.BaseWidget
	label, detail *canvas.Text
	wide          bool
}

func newMatchRow(wide bool) *matchRow {
	r := &matchRow{wide: wide, label: surface.Text("", nil, 0, false), detail: surface.Text("", nil, 0, false)}
	r.detail.Alignment = fyne.TextAlignTrailing
	r.ExtendBaseWidget(r)
	return r
}

func (r *matchRow) show(f screen.Match) {
	width, detail := labelWidth, safe.Text(f.Detail)
	if r.wide {
		width, detail = wideWords, surface.FitMiddle(detail, wideWidth-wideWords-widePadding)
	}
	r.label.Text, r.detail.Text = surface.Written(surface.FitName(safe.Text(f.Label), width)), surface.Written(detail)
	r.label.Color = theme.Color(theme.ColorNameForeground)
	if f.Off {
		r.label.Color = theme.Color(theme.ColorNamePlaceHolder)
		r.detail.Text = lang.L("not available now") + " · " + r.detail.Text
	}
	r.detail.Color = theme.Color(theme.ColorNamePlaceHolder)
	r.Refresh()
}

func (r *matchRow) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.New(layout.NewCustomPaddedLayout(0, 0, 6, 10),
		container.NewBorder(nil, nil, nil, r.detail, r.label)))
}

package surface

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"profstation/model/lang"
)

// Words is a text over several lines that can be copied: a click and Ctrl+C, or its menu. Fyne's labels
// whose text can be selected are Tab key stops that nobody sees.
type Words struct {
	Touch
	Label *widget.Label
	text  string // that Label shows
	name  bool   // it is broken where its parts begin
	prose bool   // it is broken where its script allows it; else Label wraps it itself
}

// NewName makes a name for something, such as a function, in bold.
func NewName(text string) *Words {
	w := NewWords(text, fyne.TextStyle{Bold: true}, fyne.TextWrapBreak)
	w.name = true
	return w
}

// NewPlace makes the quiet name for where something stands, such as a file.
func NewPlace(name string) *Words {
	w := NewName(name)
	w.Label.SizeName, w.Label.Importance, w.Label.TextStyle.Bold = theme.SizeNameCaptionText, widget.LowImportance, false
	return w
}

// NewWords makes a text.
func NewWords(text string, style fyne.TextStyle, wrapping fyne.TextWrap) *Words {
	w := &Words{text: text, Label: widget.NewLabelWithStyle(Written(text), fyne.TextAlignLeading, style)}
	w.Label.Wrapping = wrapping
	w.prose = wrapping == fyne.TextWrapWord && isProse(text)
	w.Do = w.openMenu
	w.Extend(w)
	return w
}

// Tapped implements fyne.Tappable. A click only gives it the keyboard.
func (w *Words) Tapped(*fyne.PointEvent) {}

// MouseDown implements desktop.Mouseable.
func (w *Words) MouseDown(*desktop.MouseEvent) { w.focus() }

// MouseUp implements desktop.Mouseable.
func (w *Words) MouseUp(*desktop.MouseEvent) {}

// TappedSecondary implements fyne.SecondaryTappable.
func (w *Words) TappedSecondary(e *fyne.PointEvent) { PopUp(w, w.menu(), e.AbsolutePosition) }

func (w *Words) openMenu() {
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(w)
	PopUp(w, w.menu(), at.AddXY(linkPadding, w.Size().Height))
}

func (w *Words) menu() *fyne.Menu {
	return fyne.NewMenu("", fyne.NewMenuItem(lang.L("Copy"), w.copy))
}

func (w *Words) copy() { fyne.CurrentApp().Clipboard().SetContent(w.text) }

// breakLines breaks the name or the text into lines for a width.
func (w *Words) breakLines(width float32) {
	space, size := width-2*theme.InnerPadding()-1, theme.TextSize()
	if w.Label.SizeName != "" {
		size = theme.Size(w.Label.SizeName)
	}
	measure := func(s string) float32 { return fyne.MeasureText(s, size, w.Label.TextStyle).Width }
	var lines []string
	switch {
	case w.name:
		lines = Lines(w.text, func(s string) bool { return measure(s) <= space })
	case w.prose:
		lines = strings.Split(wrap(w.text, space, measure), "\n")
	default:
		return
	}
	for i := range lines {
		lines[i] = Written(lines[i])
	}
	if text := strings.Join(lines, "\n"); text != w.Label.Text {
		w.Label.SetText(text)
	}
}

// TypedKey implements fyne.Focusable.
func (w *Words) TypedKey(e *fyne.KeyEvent) {
	if IsMenuKey(e.Name, CurrentModifiers()) || e.Name == fyne.KeyReturn || e.Name == fyne.KeyEnter {
		w.openMenu()
		return
	}
	w.Touch.TypedKey(e)
}

// TypedShortcut implements fyne.Shortcutable.
func (w *Words) TypedShortcut(k fyne.Shortcut) {
	if _, ok := k.(*fyne.ShortcutCopy); ok {
		w.copy()
	}
}

// CreateRenderer implements fyne.Widget.
func (w *Words) CreateRenderer() fyne.WidgetRenderer {
	d := &Drawing{On: []fyne.CanvasObject{w.Label}, Color: func() {}, Min: w.Label.MinSize}
	d.Lay = func(size fyne.Size) {
		size.Width = min(size.Width, LineWidth(fyne.TextStyle{}))
		w.breakLines(size.Width)
		w.Label.Resize(size)
	}
	return d.Draw(w)
}

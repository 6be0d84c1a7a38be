package surface

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"
)

// Words is a text over several lines that can be copied: a click and Ctrl+C, or its menu. Fyne's labels
// whose text can be selected are stops of the Tab key that nobody sees.
type Words struct {
	Touch
	Label *widget.Label
}

// NewWords makes a text.
func NewWords(text string, style fyne.TextStyle, wrapping fyne.TextWrap) *Words {
	w := &Words{Label: widget.NewLabelWithStyle(text, fyne.TextAlignLeading, style)}
	w.Label.Wrapping = wrapping
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

func (w *Words) copy() { fyne.CurrentApp().Clipboard().SetContent(w.Label.Text) }

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
	d := &Drawing{On: []fyne.CanvasObject{w.Label}, Color: func() {}, Least: w.Label.MinSize}
	d.Lay = func(size fyne.Size) {
		w.Label.Resize(fyne.NewSize(min(size.Width, LineWidth(fyne.TextStyle{})), size.Height))
	}
	return d.Draw(w)
}

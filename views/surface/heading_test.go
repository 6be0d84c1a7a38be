package surface

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

// The keyboard steps over the headings of a menu and of those below it, and they stay where they are drawn.
func TestHeadingsTakeNoKey(t *testing.T) {
	for _, c := range []struct {
		keys []fyne.KeyName
		want string
	}{
		{[]fyne.KeyName{fyne.KeyDown}, "first"},
		{[]fyne.KeyName{fyne.KeyUp, fyne.KeyUp, fyne.KeyUp}, "first"},
		{[]fyne.KeyName{fyne.KeyUp, fyne.KeyRight}, "inner"},
	} {
		test.NewTempApp(t)
		w := test.NewTempWindow(t, canvas.NewText("", nil))
		w.Resize(fyne.NewSize(500, 300))
		got := ""
		item := func(name string) *fyne.MenuItem { return fyne.NewMenuItem(name, func() { got = name }) }
		below := fyne.NewMenuItem("below", nil)
		below.ChildMenu = fyne.NewMenu("", Heading("of inner"), item("inner"))
		PopUp(w.Content(), fyne.NewMenu("", Heading("of all"), item("first"), below), fyne.NewPos(5, 5))
		menu := w.Canvas().Focused().(*widget.PopUpMenu)
		if h, next := menu.Items[0], menu.Items[1]; h.Size().Height < 10 || h.Size() != next.Size() || h.Position().Y+h.Size().Height > next.Position().Y {
			t.Errorf("the heading has %v at %v, the item below it is at %v", h.Size(), h.Position(), next.Position())
		}
		for _, k := range append(c.keys, fyne.KeyReturn) {
			menu.TypedKey(&fyne.KeyEvent{Name: k})
		}
		if got != c.want {
			t.Errorf("%v and Enter choose %q, want %q", c.keys, got, c.want)
		}
	}
}

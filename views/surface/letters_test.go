package surface

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

// Whatever has the keyboard after a click: letters and keys that it has no use for reach the window.
func TestKeysReachTheWindow(t *testing.T) {
	test.NewTempApp(t)
	pressed := 0
	check, button := NewCheck("check", nil), NewButton("button", nil, func() { pressed++ })
	list, slider := NewSelect([]string{"a", "b"}), NewSlider(0, 10)
	w := test.NewTempWindow(t, container.NewVBox(check, button, list, slider))
	var runes []rune
	var keys []fyne.KeyName
	w.Canvas().SetOnTypedRune(func(r rune) { runes = append(runes, r) })
	w.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) { keys = append(keys, e.Name) })
	for _, o := range []fyne.Focusable{check, button, list, slider} {
		runes, keys = nil, nil
		w.Canvas().Focus(o)
		o.TypedRune('h')
		o.TypedKey(&fyne.KeyEvent{Name: fyne.KeyHome})
		if string(runes) != "h" || len(keys) != 1 || keys[0] != fyne.KeyHome {
			t.Errorf("%T: the window gets %q and %v", o, string(runes), keys)
		}
	}
	runes, keys = nil, nil
	check.TypedRune(' ')
	button.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
	button.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	list.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	slider.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	if !check.Checked || pressed != 2 || slider.Value != 1 || runes != nil || keys != nil {
		t.Errorf("checked %v, pressed %d, at %v; the window gets %q and %v", check.Checked, pressed, slider.Value, string(runes), keys)
	}
}

// Escape leaves an input; other keys stay.
func TestEscapeLeavesAField(t *testing.T) {
	test.NewTempApp(t)
	f := NewField()
	w := test.NewTempWindow(t, f)
	w.Canvas().Focus(f)
	f.TypedRune('n')
	f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
	f.TypedRune('x')
	if f.Text != "x" || w.Canvas().Focused() != f {
		t.Errorf("it holds %q", f.Text)
	}
	f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if w.Canvas().Focused() != nil || f.Text != "x" {
		t.Errorf("%v has the keyboard, and it holds %q", w.Canvas().Focused(), f.Text)
	}
}

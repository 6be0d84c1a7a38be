package surface

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
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
	for _, key := range []fyne.KeyName{fyne.KeyUp, fyne.KeyUp, fyne.KeyDown} { // as sliders elsewhere
		slider.TypedKey(&fyne.KeyEvent{Name: key})
	}
	if !check.Checked || pressed != 2 || slider.Value != 2 || runes != nil || keys != nil {
		t.Errorf("checked %v, pressed %d, at %v; the window gets %q and %v", check.Checked, pressed, slider.Value, string(runes), keys)
	}
}

// A view that shows something else while its slider is dragged takes nothing out of the hand.
func TestSliderStaysInTheHand(t *testing.T) {
	test.NewTempApp(t)
	var ended []float64
	s := NewSlider(0, 10)
	s.OnChangeEnded = func(n float64) { ended = append(ended, n) }
	test.NewTempWindow(t, container.NewGridWrap(fyne.NewSize(200, 40), s))
	drag := func(x float32) {
		s.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(x, 20)}})
	}
	drag(100)
	drag(1000)
	s.SetValue(2)
	if s.Value != 10 {
		t.Errorf("the knob jumps to %v in the hand", s.Value)
	}
	s.DragEnd()
	if !slices.Equal(ended, []float64{10}) {
		t.Errorf("a drag to 10 ends with %v", ended)
	}
	s.SetValue(2)
	if s.Value != 2 {
		t.Errorf("after the drag the knob stays at %v", s.Value)
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

// Shift and Tab walk back as Tab walks forward, also where a stop has others behind it.
func TestWalkBack(t *testing.T) {
	test.NewTempApp(t)
	field, button := NewField(), NewButton("", nil, func() {})
	pages := NewPages(widget.NewRichTextFromMarkdown("see [here](https://go.dev)"))
	last := NewCheck("check", nil)
	c := test.NewTempWindow(t, container.NewVBox(field.Ending(button), pages.Object, last)).Canvas()
	var stops []fyne.Focusable
	for c.FocusNext(); len(stops) < 9 && (len(stops) == 0 || c.Focused() != stops[0]); c.FocusNext() {
		stops = append(stops, c.Focused())
	}
	if len(stops) != 5 || stops[0] != field || stops[1] != button || stops[2] != pages || stops[4] != last {
		t.Fatalf("the walk is %v", stops)
	}
	c.Unfocus()
	for _, want := range slices.Backward(stops) {
		if c.FocusPrevious(); c.Focused() != want {
			t.Errorf("the walk back comes to %T, want %T", c.Focused(), want)
		}
	}
}

// The button at the end of an input lies in it, and its text does not run below the button.
func TestEnding(t *testing.T) {
	test.NewTempApp(t)
	field, pressed := NewField(), 0
	button := NewButton("x", nil, func() { pressed++ })
	o := field.Ending(button)
	test.NewTempWindow(t, o).Resize(fyne.NewSize(200, 60))
	if end := button.Position().X + button.Size().Width; end > field.Size().Width || field.ActionItem.MinSize().Width < button.Size().Width {
		t.Errorf("it ends at %v of %v; the text leaves it %v", end, field.Size().Width, field.ActionItem.MinSize().Width)
	}
	driver := fyne.CurrentApp().Driver()
	test.TapCanvas(driver.CanvasForObject(o), driver.AbsolutePositionForObject(button).AddXY(8, 8))
	if pressed != 1 {
		t.Error("a click on it does not press it")
	}
}

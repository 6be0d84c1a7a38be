package surface

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"profstation/internal/viewtest"
)

// hintRig is a window with controls and the layer above them. What would be shown
// after a while is shown by wait.
type hintRig struct {
	*Hints
	window fyne.Window
}

func newHintRig(t *testing.T, content fyne.CanvasObject) *hintRig {
	r := &hintRig{Hints: NewHints(func(func()) {})}
	r.window = viewtest.Window(t, r.Over(content), 600, 300)
	return r
}

func (r *hintRig) wait() { r.rest.Settle() }

// tells is what is shown now.
func (r *hintRig) tells() string {
	if !r.tip.box.Visible() {
		return ""
	}
	return r.tip.text
}

func at(x, y float32) *desktop.MouseEvent { return viewtest.Mouse(x, y, 0) }

// A control tells what it is for once the pointer rests on it, and gets the
// pointer all the same.
func TestHinted(t *testing.T) {
	tapped := 0
	first := NewButton("first", nil, func() { tapped++ })
	second := NewCheck("second", nil)
	silent := widget.NewLabel("silent")
	row := container.NewHBox(first, second, silent)
	bar := NewHinted(container.NewHScroll(row))
	bar.Tell(first, "what the first is for")
	bar.Tell(second, "what the second is for")
	r := newHintRig(t, container.NewBorder(bar, nil, nil, nil))
	on := func(o fyne.CanvasObject) *desktop.MouseEvent {
		p := o.Position()
		return at(p.X+3, p.Y+3)
	}
	bar.cover.MouseIn(on(first))
	if r.tells() != "" {
		t.Error("it is told before the pointer rests")
	}
	if bar.cover.below != desktop.Hoverable(first) {
		t.Error("the button does not know of the pointer")
	}
	r.wait()
	if r.tells() != "what the first is for" {
		t.Errorf("told: %q", r.tells())
	}
	bar.cover.MouseMoved(on(second)) // once something is told, the next is told at once
	if r.tells() != "what the second is for" || bar.cover.below != desktop.Hoverable(second) {
		t.Errorf("told: %q", r.tells())
	}
	bar.cover.MouseMoved(on(silent))
	if r.tells() != "" || bar.cover.below != nil {
		t.Errorf("a label tells %q", r.tells())
	}
	bar.cover.MouseMoved(on(first))
	bar.cover.MouseOut()
	r.wait()
	if r.tells() != "" {
		t.Errorf("after the pointer left: %q", r.tells())
	}
	// What the pointer is on may go without the pointer moving.
	bar.cover.MouseIn(on(first))
	r.wait()
	if r.Leave(); r.tells() != "" {
		t.Errorf("it still tells %q", r.tells())
	}
	first.Hide()
	row.Refresh()
	bar.cover.MouseIn(at(3, 3))
	r.wait()
	if r.tells() == "what the first is for" {
		t.Error("what is hidden tells of itself")
	}
}

package views

import (
	"testing"

	"fyne.io/fyne/v2/test"

	"profstation/desk/screen"
)

// Enter before an answer is there chooses from that answer, not from the one that
// is still on the screen.
func TestPaletteEntersWhatWasTyped(t *testing.T) {
	test.NewTempApp(t)
	posted := make(chan func(), 10)
	chosen := ""
	p := NewPalette(func(screen.Intent) {}, func(f func()) { posted <- f }, "", func(text string) []screen.Finding {
		return []screen.Finding{{Label: text, Do: func() { chosen += "[" + text + "]" }}}
	}, func() {})
	(<-posted)()
	p.Input.SetText("about")
	p.Input.OnSubmitted("about")
	if chosen != "" {
		t.Fatalf("%s was chosen before it was found", chosen)
	}
	(<-posted)()
	if chosen != "[about]" {
		t.Errorf("chosen: %s", chosen)
	}
	p.Input.OnSubmitted("about")
	if chosen != "[about][about]" {
		t.Errorf("chosen: %s", chosen)
	}
}

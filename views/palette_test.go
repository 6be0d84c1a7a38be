package views

import (
	"testing"

	"fyne.io/fyne/v2/test"

	"profstation/desk/screen"
	"profstation/internal/viewtest"
)

// Enter before an answer is there chooses from that answer, not from the one that
// is still on the screen.
func TestPaletteEntersWhatWasTyped(t *testing.T) {
	test.NewTempApp(t)
	posts := viewtest.NewPosts()
	chosen := ""
	p := NewPalette(func(screen.Intent) {}, posts.Post, screen.Palette{Find: func(text string) []screen.Match {
		return []screen.Match{{Label: text, Do: func() { chosen += "[" + text + "]" }}}
	}}, func() {})
	posts.Run(t)
	p.Input.SetText("about")
	p.Input.OnSubmitted("about")
	if chosen != "" {
		t.Fatalf("%s was chosen before it was found", chosen)
	}
	posts.Run(t)
	if chosen != "[about]" {
		t.Errorf("chosen: %s", chosen)
	}
	p.Input.OnSubmitted("about")
	if chosen != "[about][about]" {
		t.Errorf("chosen: %s", chosen)
	}
}
